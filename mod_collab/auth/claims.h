/* claims.h: what must hold of the claims of another issuer's token (interface.md 4.3). Any thread. */
#ifndef COLLAB_AUTH_CLAIMS_H
#define COLLAB_AUTH_CLAIMS_H

#include "base/issuer.h"
#include "base/json.h"

/* Seconds that another issuer's clock may be wrong. */
#define COLLAB_CLAIMS_LEEWAY 60

/* The issuer whose token it is: iss is its name, exactly, and aud is its audience or an array that holds it. NULL: nobody's that
 * is trusted. `issuers` holds collab_issuer_t. */
const collab_issuer_t *collab_claims_issuer(const apr_array_header_t *issuers, const collab_json_t *claims);

/* The audiences that tokens of the issuer `name` may have, for a message: `'a' or 'b'`, in `pool`. NULL: no such issuer. */
const char *collab_claims_audiences(apr_pool_t *pool, const apr_array_header_t *issuers, const char *name);

/* NULL when `now` is within nbf (optional) and exp (required), and iat (optional) is not in the future, all with leeway. Each
 * must be a number, with or without a fraction. Otherwise one of the texts of auth/refusal.h. */
const char *collab_claims_time_fault(const collab_json_t *claims, apr_time_t now);

/* A service principal's object id as it is stored and compared: a GUID in lower case, for issuers and their tools spell it either
 * way; any other text as it is. */
const char *collab_claims_object_id(apr_pool_t *pool, const char *oid);

/* Who it is: `sub` as the issuer spells it, or `oid` as collab_claims_object_id does; 1 to 255 printable characters. NULL when it
 * is missing or of another form. */
const char *collab_claims_subject(apr_pool_t *pool, const collab_issuer_t *issuer, const collab_json_t *claims);

#endif
