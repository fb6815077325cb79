/* jws.h: compact JWS (RFC 7515) signed and verified with a key whose algorithm was fixed when the key was loaded: what a token's
 * header says can only agree with it or be refused. Any thread once the key is loaded; keys are immutable. */
#ifndef COLLAB_AUTH_JWS_H
#define COLLAB_AUTH_JWS_H

#include "base/json.h"

typedef struct collab_jws_key_t collab_jws_key_t;

/* Loads a signing key from a file: raw bytes (at least 32) make HS256; a PEM private key makes RS256, ES256 (P-256) or EdDSA
 * (Ed25519). NULL and *error (names the fault, never key bytes) on failure. The key lives in `pool`. */
const collab_jws_key_t *collab_jws_key_load(apr_pool_t *pool, const char *path, const char **error);

/* "HS256", "RS256", "ES256" or "EdDSA". */
const char *collab_jws_algorithm(const collab_jws_key_t *key);

/* Signs `payload` (JSON text): header {"alg":…,"typ":"JWT"}. NULL when OpenSSL fails. */
const char *collab_jws_sign(apr_pool_t *pool, const collab_jws_key_t *key, const char *payload);

/* Verifies a token of at most 8 kB: three segments of strict base64url, header an object whose alg is the key's and that has no
 * "crit", signature right. Returns the payload (a JSON object) or NULL: one answer for every fault. Looks at no claim. */
const collab_json_t *collab_jws_verify(apr_pool_t *pool, const collab_jws_key_t *key, const char *token);

#endif
