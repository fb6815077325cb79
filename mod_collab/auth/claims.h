/* claims.h: what must hold of the claims of another issuer's token (contract.md 4). Any thread. */
#ifndef COLLAB_AUTH_CLAIMS_H
#define COLLAB_AUTH_CLAIMS_H

#include "base/issuer.h"
#include "base/json.h"

/* Seconds that another issuer's clock may be wrong. */
#define COLLAB_CLAIMS_LEEWAY 60

/* The issuer whose token it is: iss is its name, exactly, and aud is its audience or an array that holds it. NULL: nobody's that
 * is trusted. `issuers` holds collab_issuer_t. */
const collab_issuer_t *collab_claims_issuer(const apr_array_header_t *issuers, const collab_json_t *claims);

/* Is `now` within nbf (optional) and exp (required), and iat (optional) not to come, all with leeway? Each must be a whole
 * number. */
bool collab_claims_in_time(const collab_json_t *claims, apr_time_t now);

/* Who it is: `oid` or `sub` as the issuer has it; 1 to 255 printable characters. NULL when it is missing or of another form. */
const char *collab_claims_subject(const collab_issuer_t *issuer, const collab_json_t *claims);

#endif
