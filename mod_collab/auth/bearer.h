/* bearer.h: whose token a request carries: this service's own, or one of an issuer that the operator trusts. Any thread. */
#ifndef COLLAB_AUTH_BEARER_H
#define COLLAB_AUTH_BEARER_H

#include "auth/claims.h"
#include "auth/jwks.h"
#include "auth/jws.h"
#include "base/issuer.h"

/* The trusted issuers of a server, with their keys. */
typedef struct collab_trust_t collab_trust_t;

/* `issuers` holds collab_issuer_t. Key files are read; NULL and *error (names the issuer) when one is no JWK set. Lives in
 * `pool`. */
collab_trust_t *collab_trust_make(apr_pool_t *pool, const apr_array_header_t *issuers, const char **error);

/* To be called in a child process, once for each trust (servers may share one); NULL is fine. It gives up its keys with `pchild`.
 */
void collab_trust_child_init(collab_trust_t *trust, apr_pool_t *pchild);

/* Who may say who a caller is. */
typedef struct collab_bearer_t {
  const collab_jws_key_t *own_key;
  const char *own_issuer;
  collab_trust_t *trust;                /* NULL: own tokens alone */
  const collab_keyset_source_t *source; /* of keys from a URL, and for warnings */
  void *context;                        /* theirs */
} collab_bearer_t;

/* Takes the value of an Authorization header and fills `caller`. COLLAB_OK; COLLAB_UNAUTHENTICATED: no token, or one that is not
 * good, and *refusal says why (in `pool`); COLLAB_UNAVAILABLE: it may be good, but none of its issuer's keys is known yet.
 * `caller` is untouched unless OK. */
collab_outcome_t collab_bearer_caller(apr_pool_t *pool, const collab_bearer_t *bearer, const char *authorization, apr_time_t now,
                                      collab_caller_t *caller, collab_refusal_t *refusal);

#endif
