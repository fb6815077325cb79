/* jws.h: verifies compact JWS (RFC 7515), and signs them with EdDSA. A key's algorithm is fixed when the key is loaded: a
 * token whose header names another algorithm is refused. Any thread once the key is loaded; keys are immutable. */
#ifndef COLLAB_AUTH_JWS_H
#define COLLAB_AUTH_JWS_H

#include "base/json.h"

#define COLLAB_TOKEN_MAX 8192 /* bytes (interface.md 4.1) */

typedef struct collab_jws_key_t collab_jws_key_t;

/* Loads a signing key from a file. The key lives in `pool`. NULL and *error (the fault, never key bytes) on failure.
 * - At least 32 raw bytes: HS256.
 * - A PEM private key: RS256, ES256 (P-256) or EdDSA (Ed25519).
 * - A key ring (auth/token_keys.h): the first key signs with HS256. A token is verified with the key whose id is the token's kid.
 *   A token without a kid is verified with each key in turn. */
const collab_jws_key_t *collab_jws_key_load(apr_pool_t *pool, const char *path, const char **error);

/* Makes a verification key from another issuer's public key: RSA of 2048 to 8192 bits gives RS256, or PS256 if `algorithm` is
 * "PS256"; P-256 gives ES256, and Ed25519 EdDSA. `algorithm` must fit the key, or be NULL. NULL and *error on failure. Takes
 * ownership of `pair`: frees it with `pool`, or at once on failure. The key cannot sign. */
struct evp_pkey_st;
const collab_jws_key_t *collab_jws_key_public(apr_pool_t *pool, struct evp_pkey_st *pair, const char *algorithm,
                                              const char **error);

/* Frees OpenSSL's part of the key with `pchild`. In a child process, call this once for each key, even if servers share the key.
 */
void collab_jws_key_child_init(const collab_jws_key_t *key, apr_pool_t *pchild);

/* Copies a key into `pool`; the copy may outlive the original. NULL: OpenSSL refuses another reference. */
const collab_jws_key_t *collab_jws_key_share(apr_pool_t *pool, const collab_jws_key_t *key);

/* The id of a ring's signing key, which is the kid of its tokens; NULL: not a ring. */
const char *collab_jws_kid(const collab_jws_key_t *key);

/* Whether two public keys are the same key for the same algorithm. */
bool collab_jws_key_equals(const collab_jws_key_t *a, const collab_jws_key_t *b);

/* An algorithm's name as collab_jws_algorithm has it: Ed25519 (RFC 9864) is EdDSA with the only curve that is accepted here. */
const char *collab_jws_usual(const char *algorithm);

/* "HS256", "RS256", "PS256", "ES256" or "EdDSA". */
const char *collab_jws_algorithm(const collab_jws_key_t *key);

/* The bytes of the key's file, a secret or PEM; for a ring, the first key's secret. NULL for a public key. They live as long as
 * the key. */
const char *collab_jws_secret(const collab_jws_key_t *key, apr_size_t *len);

/* Signs `payload` (JSON text) with an EdDSA key, with the header {"alg":"EdDSA","typ":"JWT"}. NULL if OpenSSL
 * fails, and for a key of another algorithm: collab_issue (auth/token.h) signs with such keys. */
const char *collab_jws_sign(apr_pool_t *pool, const collab_jws_key_t *key, const char *payload);

/* Verifies a token of at most 8 kB: three segments in strict base64url; a header object with the key's alg and without "crit" and
 * "b64"; the signature. Returns the payload (a JSON object), or NULL for any fault. Checks no claim. */
const collab_json_t *collab_jws_verify(apr_pool_t *pool, const collab_jws_key_t *key, const char *token);

/* The unverified content of a token. Use it only to choose a key. */
typedef struct collab_jws_unverified_t {
  const char *algorithm;       /* as collab_jws_usual returns it */
  const char *kid;             /* NULL: none */
  const char *type;            /* typ; NULL: none */
  const collab_json_t *claims; /* an object */
} collab_jws_unverified_t;

/* Reads a token of at most COLLAB_TOKEN_MAX bytes without verifying it. False if the token lacks the form that collab_jws_verify
 * requires, the header has "crit" or "b64", alg is missing, or alg, kid or typ is not a string. */
bool collab_jws_read(apr_pool_t *pool, const char *token, collab_jws_unverified_t *unverified);

/* Whether the signature is the key's, and the header is one that collab_jws_verify accepts. If so, the claims that
 * collab_jws_read returned for this token are verified. */
bool collab_jws_signed(apr_pool_t *pool, const collab_jws_key_t *key, const char *token);

/* Whether a token's first segment equals that of tokens that collab_issue signs with this key. */
bool collab_jws_looks_own(const collab_jws_key_t *key, const char *token);

#endif
