/* jwks.h: a JWK set (RFC 7517) read: somebody else's public keys, each good for one algorithm. Any thread, any process. */
#ifndef COLLAB_AUTH_JWKS_H
#define COLLAB_AUTH_JWKS_H

#include "auth/jws.h"

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

#endif
