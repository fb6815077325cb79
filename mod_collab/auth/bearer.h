/* bearer.h: identifies the caller by a bearer token: this service's own, or one of a trusted issuer. Any thread. */
#ifndef COLLAB_AUTH_BEARER_H
#define COLLAB_AUTH_BEARER_H

#include "auth/claims.h"
#include "auth/jwks.h"
#include "auth/jws.h"
#include "domain/issuer.h"

/* The trusted issuers of a server, with their keys. */
typedef struct collab_trust_t collab_trust_t;

/* Reads the key files of `issuers` (collab_issuer_t). `trust`: CollabIssuerTrust. The result lives in `pool`. Adds to `remarks`
 * (const char *) what is wrong with a key file, with the issuer's name. NULL: out of memory. */
collab_trust_t *collab_trust_make(apr_pool_t *pool, const apr_array_header_t *issuers, int trust, apr_array_header_t *remarks);

/* The keys of the issuer with this index. */
collab_keyset_t *collab_trust_keys(const collab_trust_t *trust, int index);

/* Frees the trust's keys with `pchild`. In a child process, call this once for each trust, even if servers share the trust.
 * `trust` may be NULL. */
void collab_trust_child_init(collab_trust_t *trust, apr_pool_t *pchild);

/* The issuers whose tokens are accepted. */
typedef struct collab_bearer_t {
  const collab_jws_key_t *own_key;
  const char *own_issuer;
  collab_trust_t *trust;                /* NULL: own tokens only */
  const collab_keyset_source_t *source; /* reads keys from a URL, and logs warnings */
  void *context;                        /* for `source` */
  apr_time_t clock;                     /* collab_time_clock: limits how often keys are refreshed */
} collab_bearer_t;

/* Fills `caller` from the value of an Authorization header, but only if it returns COLLAB_OK. `now` is the date with which the
 * dates in the token are compared. Otherwise returns
 * - COLLAB_UNAUTHENTICATED: there is no valid token; *refusal has the reason (in `pool`);
 * - COLLAB_UNAVAILABLE: the token may be valid, but no key of its issuer is known yet. */
collab_outcome_t collab_bearer_caller(apr_pool_t *pool, const collab_bearer_t *bearer, const char *authorization, apr_time_t now,
                                      collab_caller_t *caller, collab_refusal_t *refusal);

#endif
