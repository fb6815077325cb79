/* jwks.h: a JWK set (RFC 7517) read: somebody else's public keys, each good for one algorithm. Any thread, any process. */
#ifndef COLLAB_AUTH_JWKS_H
#define COLLAB_AUTH_JWKS_H

#include "auth/jws.h"
#include "base/issuer.h"

#define COLLAB_JWKS_BYTES (256 * 1024)
#define COLLAB_JWKS_KEYS 64

typedef struct collab_jwks_t collab_jwks_t; /* immutable; lives in its pool */

/* Reads a set of at most COLLAB_JWKS_BYTES and COLLAB_JWKS_KEYS. NULL and *error (pool memory) when it is no JWK set (not JSON, a
 * name twice, no array `keys`, a member of the wrong type, two keys of one kid and algorithm), or when none of its keys is of
 * use. A key that is not for verifying, of another kind, too short, off its curve, or published with its private half, is left
 * out, as RFC 7517, 5 asks; the others count. */
const collab_jwks_t *collab_jwks_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error);

/* The key of this id and algorithm. A token without a kid fits the only key of its algorithm. NULL: none. */
const collab_jws_key_t *collab_jwks_find(const collab_jwks_t *set, const char *kid, const char *algorithm);

/* How many keys are of use. */
int collab_jwks_count(const collab_jwks_t *set);

/* keyset.c: the keys of one trusted issuer as this process knows them. They are read when they are needed, and refreshed by age
 * and for an unknown key id: never more often, however many threads ask and whatever fails. Any thread. */

typedef struct collab_keyset_t collab_keyset_t;

/* How keys that come from a URL are read where they are kept, and who is told of what. `context` is that of collab_keyset_find.
 */
typedef struct collab_keyset_source_t {
  /* The stored set when it is another than `version` ("": none yet): puts the new one into *version and returns its text. NULL:
   * nothing newer, or none; *error is set when it could not be read. */
  const char *(*read)(void *context, apr_pool_t *pool, const collab_issuer_t *issuer, const char **version, const char **error);
  /* A token names a key that the stored set does not have: let it be fetched. */
  void (*want)(void *context, apr_pool_t *pool, const collab_issuer_t *issuer);
  /* Something that the operator should read. */
  void (*warn)(void *context, const collab_issuer_t *issuer, const char *text);
} collab_keyset_source_t;

/* The keys of `issuer`, of which none is known yet but those of a file. NULL and *error when the file is no JWK set. Lives in
 * `pool`; for every child of the process that makes it. */
collab_keyset_t *collab_keyset_make(apr_pool_t *pool, const collab_issuer_t *issuer, const char **error);

/* Finds the key of this id (NULL: the token names none) and algorithm; it lives in `pool`. COLLAB_OK; COLLAB_UNAUTHENTICATED:
 * there is no such key; COLLAB_UNAVAILABLE: no key of this issuer is known at all. */
collab_outcome_t collab_keyset_find(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                                    apr_time_t now, const char *kid, const char *algorithm, const collab_jws_key_t **key);

/* For a child process of the one that made it: sets that are read from now on live in a pool that its threads share, and all go
 * with `pchild`. Without memory for that, it calls the abort function of `pchild`, as httpd's pools do: httpd's ends the process.
 */
void collab_keyset_child_init(collab_keyset_t *keys, apr_pool_t *pchild);

#endif
