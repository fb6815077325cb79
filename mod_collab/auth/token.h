/* token.h: this service's own access tokens (interface.md 4.2). Any thread. */
#ifndef COLLAB_AUTH_TOKEN_H
#define COLLAB_AUTH_TOKEN_H

#include "auth/jws.h"

/* Issues a token for an account: claims iss, sub (the account's id), company (its company's id; NULL: left out), iat, nbf
 * (COLLAB_CLAIMS_LEEWAY before iat: the nodes' clocks differ), exp, jti ("<epoch>-<random>": a disabled account's or a changed
 * password's tokens end because the account's epoch has moved on). NULL when the key or the generator fails. */
const char *collab_token_issue(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *user,
                               const char *company, const char *epoch, apr_time_t now, int lifetime_seconds);

/* Takes the value of an Authorization header ("Bearer …", scheme in any case) and fills `caller` when the token is ours, signed,
 * in its time at `now` (no leeway: the clock is ours) and of the right form. False for anything else, NULL header included;
 * *fault is then one of the texts of auth/claims.h. A malformed token has an invalid signature here: bearer.c tells the two
 * apart. */
bool collab_token_caller(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *authorization,
                         apr_time_t now, collab_caller_t *caller, const char **fault);

/* The token in the value of an Authorization header: what stands behind "Bearer" (in any case) and its blanks. NULL for another
 * scheme or none. */
const char *collab_token_of(const char *authorization);

/* issue.c: this service's own tokens put together and signed. Any thread. */

/* What a token says (interface.md 4.2). Times are seconds since 1970. */
typedef struct collab_issue_t {
  const char *issuer;  /* iss */
  const char *subject; /* sub */
  apr_int64_t company; /* company; 0: none */
  const char *id;      /* jti */
  apr_int64_t issued;  /* iat */
  apr_int64_t from;    /* nbf */
  apr_int64_t until;   /* exp */
} collab_issue_t;

/* Signs these claims with a key of collab_jws_key_load: header {"alg":…,"typ":"JWT"}, of a ring with "kid". Lives in `pool`. NULL
 * when libjwt or OpenSSL fails, and for a text that is not UTF-8. */
const char *collab_issue(apr_pool_t *pool, const collab_jws_key_t *key, const collab_issue_t *claims);

#endif
