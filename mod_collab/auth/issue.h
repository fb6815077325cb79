/* issue.h: this service's own tokens put together and signed. Any thread. */
#ifndef COLLAB_AUTH_ISSUE_H
#define COLLAB_AUTH_ISSUE_H

#include "auth/jws.h"

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
