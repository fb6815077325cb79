/* jwks.h: reads a JWK set (RFC 7517): another issuer's public keys, each for one algorithm. Any thread, any process. */
#ifndef COLLAB_AUTH_JWKS_H
#define COLLAB_AUTH_JWKS_H

#include "auth/jws.h"
#include "base/issuer.h"

#define COLLAB_JWKS_BYTES (256 * 1024)
#define COLLAB_JWKS_KEYS 64

typedef struct collab_jwks_t collab_jwks_t; /* immutable; lives in its pool */

/* Reads a set of at most COLLAB_JWKS_BYTES and COLLAB_JWKS_KEYS. Leaves out unusable keys, as RFC 7517, 5 asks. A key is
 * unusable if it is not for verifying, of an unknown kind, of a forbidden length, off its curve, or published with its private
 * part. Returns NULL and *error (pool memory) if the set has no usable key, or is faulty as a whole. It is faulty if it is not
 * JSON, has a duplicate name, lacks the array `keys`, has a member of the wrong type, or has two keys with the same kid and
 * algorithm. */
const collab_jwks_t *collab_jwks_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error);

/* Returns the key with this id and algorithm, or NULL if there is none. If `kid` is NULL, returns the key of this algorithm, or
 * NULL if there are none or several. */
const collab_jws_key_t *collab_jwks_find(const collab_jwks_t *set, const char *kid, const char *algorithm);

/* The number of usable keys. */
int collab_jwks_count(const collab_jwks_t *set);

/* keyset.c: a process's copy of one trusted issuer's keys. It is read on demand, and refreshed when it is old, or when a token
 * names an unknown key id. All threads together keep a minimum interval between refreshes, also after failures. Any thread. */

typedef struct collab_keyset_t collab_keyset_t;

/* What a key set needs from its caller: mainly access to the stored keys of an issuer with a URL. collab_keyset_find passes its
 * `context` to these functions. */
typedef struct collab_keyset_source_t {
  /* If the stored set has another version than *version ("": none yet), returns its text and sets *version. NULL: the version is
   * the same, no set is stored, or, with *error set, the set could not be read. */
  const char *(*read)(void *context, apr_pool_t *pool, const collab_issuer_t *issuer, const char **version, const char **error);
  /* Requests a fetch of the keys. Called when a token names a key that the stored set lacks. */
  void (*want)(void *context, apr_pool_t *pool, const collab_issuer_t *issuer);
  /* Logs a warning for the operator. */
  void (*warn)(void *context, const collab_issuer_t *issuer, const char *text);
} collab_keyset_source_t;

/* Makes the key set of `issuer`, which every child of this process may use. Reads the keys of a key file now; keys from a URL
 * are read later. NULL and *error if the file is not a JWK set. Lives in `pool`. */
collab_keyset_t *collab_keyset_make(apr_pool_t *pool, const collab_issuer_t *issuer, const char **error);

/* Finds the key with this id (NULL: the token names none) and algorithm. *key lives in `pool`. Returns COLLAB_OK;
 * COLLAB_UNAUTHENTICATED: no such key; or COLLAB_UNAVAILABLE: no key of this issuer is known. `now`: collab_time_clock. */
collab_outcome_t collab_keyset_find(collab_keyset_t *keys, apr_pool_t *pool, const collab_keyset_source_t *source, void *context,
                                    apr_time_t now, const char *kid, const char *algorithm, const collab_jws_key_t **key);

/* Call in each child of the process that made `keys`. Key sets that are read later live in a pool that the child's threads
 * share. If memory runs out, that pool calls the abort function of `pchild`, which in httpd ends the process. All sets end with
 * `pchild`. */
void collab_keyset_child_init(collab_keyset_t *keys, apr_pool_t *pchild);

#endif
