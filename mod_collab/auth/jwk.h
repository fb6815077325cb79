/* jwk.h: one public key as a JWK (RFC 7517, 4). Any thread, any process. */
#ifndef COLLAB_AUTH_JWK_H
#define COLLAB_AUTH_JWK_H

#include "auth/jws.h"

/* Makes the verification key; it lives in `pool`. NULL and *why, a text to be written after the key's place, if the entry must be
 * left out: it is no object, or has a known member of the wrong kind; or its key is not for verifying, of an unknown kind, of a
 * forbidden length, off its curve, or published with its private part. In `use`, `alg`, `kid` and `key_ops`, null, an empty
 * text and an empty array mean that the member is absent. Reads base64 of any kind. */
const collab_jws_key_t *collab_jwk_read(apr_pool_t *pool, const collab_json_t *jwk, const char **why);

/* A member that is a text and not empty; else NULL. Lives in `jwk`. */
const char *collab_jwk_word(const collab_json_t *jwk, const char *name);

#endif
