/* jws.h: compact JWS (RFC 7515) verified, and with EdDSA signed, with a key whose algorithm was fixed when the key was loaded:
 * what a token's header says can only agree with it or be refused. Any thread once the key is loaded; keys are immutable. */
#ifndef COLLAB_AUTH_JWS_H
#define COLLAB_AUTH_JWS_H

#include "base/json.h"

typedef struct collab_jws_key_t collab_jws_key_t;

/* Loads a signing key from a file: raw bytes (at least 32) make HS256; a PEM private key makes RS256, ES256 (P-256) or EdDSA
 * (Ed25519); of a key ring (auth/token_keys.h) the first key signs with HS256, and all verify: each what names it in `kid`, and
 * all what names none. NULL and *error (names the fault, never key bytes) on failure. The key lives in `pool`. */
const collab_jws_key_t *collab_jws_key_load(apr_pool_t *pool, const char *path, const char **error);

/* Makes a verification key of somebody else's public key: RSA of 2048 to 8192 bits is RS256, or PS256 where `algorithm` says so;
 * P-256 is ES256, Ed25519 EdDSA. `algorithm` may be NULL; one that does not fit the key is a fault. Takes over `pair` (freed with
 * `pool`, or at once when NULL is returned with *error). Such a key signs nothing. */
struct evp_pkey_st;
const collab_jws_key_t *collab_jws_key_public(apr_pool_t *pool, struct evp_pkey_st *pair, const char *algorithm,
                                              const char **error);

/* To be called in a child process, once for each key (servers may share one): what OpenSSL holds of it goes with `pchild`. */
void collab_jws_key_child_init(const collab_jws_key_t *key, apr_pool_t *pchild);

/* The same key once more, for as long as `pool` lives: the first may go meanwhile. */
const collab_jws_key_t *collab_jws_key_share(apr_pool_t *pool, const collab_jws_key_t *key);

/* The id of the ring's key that signs, the kid of its tokens; NULL: the key is of no ring. */
const char *collab_jws_kid(const collab_jws_key_t *key);

/* "HS256", "RS256", "PS256", "ES256" or "EdDSA". */
const char *collab_jws_algorithm(const collab_jws_key_t *key);

/* The bytes of the key's file, as they are: a secret or PEM; of a ring the first key's secret. NULL for a public key. They live
 * as long as the key. */
const char *collab_jws_secret(const collab_jws_key_t *key, apr_size_t *len);

/* Signs `payload` (JSON text) with an EdDSA key: header {"alg":"EdDSA","typ":"JWT"}. NULL for any other key (auth/token.h signs
 * with those) and when OpenSSL fails. */
const char *collab_jws_sign(apr_pool_t *pool, const collab_jws_key_t *key, const char *payload);

/* Verifies a token of at most 8 kB: three segments of strict base64url, header an object whose alg is the key's and that has
 * neither "crit" nor "b64", signature right. Returns the payload (a JSON object) or NULL: one answer for every fault. Looks at no
 * claim. */
const collab_json_t *collab_jws_verify(apr_pool_t *pool, const collab_jws_key_t *key, const char *token);

/* What a token says before anything is verified: good for choosing a key, and for nothing else. */
typedef struct collab_jws_unverified_t {
  const char *algorithm;
  const char *kid;             /* NULL: none */
  const char *type;            /* typ; NULL: none */
  const collab_json_t *claims; /* an object */
} collab_jws_unverified_t;

/* Reads a token of at most 8 kB of the form that collab_jws_verify wants; false for any other, when the header has "crit" or
 * "b64", and when alg is missing or one of the three header members is no string. */
bool collab_jws_read(apr_pool_t *pool, const char *token, collab_jws_unverified_t *unverified);

/* Is the signature the key's, and the header as collab_jws_verify wants it? The claims that collab_jws_read gave of this very
 * token are true then. */
bool collab_jws_signed(apr_pool_t *pool, const collab_jws_key_t *key, const char *token);

/* Does a token's first segment look exactly as that of a token that collab_issue has signed with this key? */
bool collab_jws_looks_own(const collab_jws_key_t *key, const char *token);

#endif
