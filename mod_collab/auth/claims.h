/* claims.h: what must hold of the claims of another issuer's token (interface.md 4.3), and why a token is refused. Any thread. */
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
 * must be a number, with or without a fraction. Otherwise one of the texts of auth/claims.h. */
const char *collab_claims_time_fault(const collab_json_t *claims, apr_time_t now);

/* When the token was issued (iat), as decimal seconds in `pool`; NULL: it does not say. After collab_claims_time_fault. */
const char *collab_claims_issued(apr_pool_t *pool, const collab_json_t *claims);

/* A service principal's object id as it is stored and compared: a GUID in lower case, for issuers and their tools spell it either
 * way; any other text as it is. */
const char *collab_claims_object_id(apr_pool_t *pool, const char *oid);

/* Who it is: `sub` as the issuer spells it, or `oid` as collab_claims_object_id does; 1 to 255 printable characters. NULL when it
 * is missing or of another form. */
const char *collab_claims_subject(apr_pool_t *pool, const collab_issuer_t *issuer, const collab_json_t *claims);

/* Why a bearer token was refused. The texts go into error_description (RFC 6750, 3: printable ASCII without `"` and
 * `\`) and into the log. Any thread. */

typedef struct collab_refusal_t {
  const char *reason; /* NULL: the request had no bearer token */
  const char *issuer; /* the claim iss as the token has it, not verified; NULL: it has none that is a string */
} collab_refusal_t;

/* The one reason for a token with a good signature whose account is unknown or disabled, or whose account has ended it. It is
 * also the reason for an own token of an odd form, so it does not tell that any of these is the case. */
#define COLLAB_REFUSED_ACCOUNT "The token was not accepted"

#define COLLAB_REFUSED_SCHEME "The scheme Bearer is missing before the token"
#define COLLAB_REFUSED_FORM "The token is malformed"
#define COLLAB_REFUSED_ISSUER "The token has an unknown issuer (iss)"
#define COLLAB_REFUSED_AUDIENCE "The token has the wrong audience (aud), it must be "
#define COLLAB_REFUSED_EXPIRED "The token has expired"
#define COLLAB_REFUSED_EARLY "The token is not valid yet (nbf, iat)"
#define COLLAB_REFUSED_TIMES "The token has no expiry time (exp), or a time that is not a number (exp, nbf, iat)"
#define COLLAB_REFUSED_SIGNATURE "The token has an invalid signature"
#define COLLAB_REFUSED_KEY "The token was signed with a key (kid, alg) that its issuer does not publish"
#define COLLAB_REFUSED_ALGORITHM "The token has an algorithm (alg) that is not accepted"
#define COLLAB_REFUSED_TYPE "The token is not an access token (typ)"
#define COLLAB_REFUSED_USER "The token names no user (sub)"
#define COLLAB_REFUSED_PRINCIPAL "The token names no service principal (oid)"

#endif
