/* token.h: this service's own access tokens (interface.md 4.2). Any thread. */
#ifndef COLLAB_AUTH_TOKEN_H
#define COLLAB_AUTH_TOKEN_H

#include "auth/jws.h"

/* Issues a token for an account. NULL if the key or the random generator fails. Claims:
 * - iss, iat, exp; sub: the account's id; company: its company's id (NULL: omitted).
 * - nbf: COLLAB_CLAIMS_LEEWAY before iat, because the nodes' clocks differ.
 * - jti: "<epoch>-<random>". Disabling the account or changing its password raises its epoch, which ends earlier tokens. */
const char *collab_token_issue(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *user,
                               const char *company, const char *epoch, apr_time_t now, int lifetime_seconds);

/* Fills `caller` from the value of an Authorization header ("Bearer …", in upper or lower case) if the token is ours, signed,
 * valid at `now` (no leeway: the clock is ours) and well formed. False for anything else, also a NULL header; *fault is then one
 * of the texts of auth/claims.h. For a malformed token this function gives the text for an invalid signature; bearer.c then
 * replaces that text. */
bool collab_token_caller(apr_pool_t *pool, const collab_jws_key_t *key, const char *issuer, const char *authorization,
                         apr_time_t now, collab_caller_t *caller, const char **fault);

/* The token in the value of an Authorization header: the text after "Bearer" (in upper or lower case) and blanks. NULL for
 * another scheme or none. */
const char *collab_token_of(const char *authorization);

/* issue.c: writes and signs this service's own tokens. Any thread. */

/* The claims of a token (interface.md 4.2). Times are seconds since 1970. */
typedef struct collab_issue_t {
  const char *issuer;  /* iss */
  const char *subject; /* sub */
  apr_int64_t company; /* company; 0: none */
  const char *id;      /* jti */
  apr_int64_t issued;  /* iat */
  apr_int64_t from;    /* nbf */
  apr_int64_t until;   /* exp */
} collab_issue_t;

/* Signs these claims with a key of collab_jws_key_load. The header is {"alg":…,"typ":"JWT"}, with "kid" for a ring. Lives in
 * `pool`. NULL if libjwt or OpenSSL fails, and for a text that is not UTF-8. */
const char *collab_issue(apr_pool_t *pool, const collab_jws_key_t *key, const collab_issue_t *claims);

#endif
