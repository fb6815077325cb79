/* crypt.h: HMAC, constant-time comparison, base64url, and secrets sealed at rest. Any thread, any process. */
#ifndef COLLAB_BASE_CRYPT_H
#define COLLAB_BASE_CRYPT_H

#include "collab.h"

#define COLLAB_SHA256_BYTES 32
#define COLLAB_KEY_BYTES 32
#define COLLAB_KEY_ID_MAX 255 /* highest key id in a key ring */

/* HMAC-SHA256 (RFC 2104). Returns false when OpenSSL fails. */
bool collab_crypt_hmac(const void *key, apr_size_t key_len, const void *data, apr_size_t len,
                       unsigned char out[COLLAB_SHA256_BYTES]);

/* SHA-256 of `data`. Returns false when OpenSSL fails. */
bool collab_crypt_sha256(const void *data, apr_size_t len, unsigned char out[COLLAB_SHA256_BYTES]);

/* Compares in time that depends on the lengths alone. */
bool collab_crypt_equal(const void *a, apr_size_t a_len, const void *b, apr_size_t b_len);

/* base64url without padding (RFC 4648, 5). Decoding is strict: it returns NULL for padding, for blanks, and for unused bits at
 * the end that are not 0. */
const char *collab_crypt_base64url(apr_pool_t *pool, const void *data, apr_size_t len);
const unsigned char *collab_crypt_unbase64url(apr_pool_t *pool, const char *text, apr_size_t text_len, apr_size_t *len);

/* Standard base64 with padding (Basic authentication). */
const char *collab_crypt_base64(apr_pool_t *pool, const void *data, apr_size_t len);

/* Allocates `len` zero bytes that are wiped before `pool` frees them. */
void *collab_crypt_alloc(apr_pool_t *pool, apr_size_t len);

/* Converts `len` hexadecimal digits to len / 2 bytes. False when `len` is odd or another character occurs. */
bool collab_crypt_unhex(unsigned char *out, const char *text, apr_size_t len);

/* Joins the texts up to NULL, in memory that is wiped before `pool` frees it. */
char *collab_crypt_secret(apr_pool_t *pool, ...) __attribute__((sentinel));

/* Wipes a text in pool memory. */
void collab_crypt_wipe(const char *text);

/* Replacements of free() and realloc(), for libraries that accept them. Both wipe the memory that they free. */
void collab_crypt_free(void *memory);
void *collab_crypt_realloc(void *memory, size_t size);

/* Checks the mode of a key file: 0640 at most if root owns the file (`roots`), else 0600 at most. So only root can let a group
 * read the key. Returns NULL, or the fault for a message. */
const char *collab_crypt_key_mode(apr_pool_t *pool, unsigned mode, bool roots);

/* Reads a key file of at most 64 KiB and appends a NUL. The bytes are wiped when `pool` is cleared. Returns NULL when the file is
 * not regular, is too large, cannot be read, or has too wide a mode (collab_crypt_key_mode). Then *error names the file and the
 * reason. */
const char *collab_crypt_key_file(apr_pool_t *pool, const char *path, apr_size_t *len, const char **error);

/* The keys that seal secrets at rest: a file of lines "<id> <64 hex digits>", id 1-255, "#" begins a comment. The first key
 * seals; every key opens. Returns NULL when the file cannot be read or is malformed. Then *error, in `pool`, names the file and
 * any malformed line. The ring lives in `pool` and is wiped with it. */
typedef struct collab_keyring_t collab_keyring_t;
collab_keyring_t *collab_keyring_load(apr_pool_t *pool, const char *path, const char **error);

/* Keeps the ring out of the swap space, for this process alone: a forked child does not inherit the lock. False, with errno, when
 * the process may not lock that much (RLIMIT_MEMLOCK). Core dumps never contain the ring. */
bool collab_keyring_lock(const collab_keyring_t *ring);

/* The id of the key that seals. */
int collab_keyring_sealing(const collab_keyring_t *ring);

/* Derives a key for one purpose from key `id` of the ring: HKDF-Expand with SHA-256 and one block (RFC 5869, 2.3; the ring's keys
 * are uniformly random, so there is nothing to extract). False when the ring does not have that key or OpenSSL fails. The caller
 * wipes `key`. */
bool collab_keyring_derive(const collab_keyring_t *ring, int id, const char *purpose, unsigned char key[COLLAB_KEY_BYTES]);

/* Seals `text` with AES-256-GCM for storage in a bytea column. Returns the text form "\x<hex>" of: version byte 1, key id byte,
 * 12 bytes nonce, ciphertext, 16 bytes tag. `identity` names the row and the purpose ("subscription/<uid>/secret"). It is the
 * additional data, so a sealed value moved to another row does not open. NULL on failure. */
const char *collab_seal(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *text);

/* As collab_seal, for values sealed so often that the random nonces of one key would repeat. Derives a key for the UTC day of
 * `now`. The value: version byte 2, key id byte, 4 bytes day since 1970 (big-endian), nonce, ciphertext, tag. */
const char *collab_seal_daily(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *text,
                              apr_time_t now);

/* Opens a sealed value and seals it again with the first key of the ring. Keeps the version byte and, in a value of
 * collab_seal_daily, the day. NULL when the value does not open. */
const char *collab_seal_again(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *sealed);

/* Opens a sealed value (the text form with "\x"). NULL when the key is missing, the identity differs or a bit has changed.
 * The plain text is wiped when `pool` is cleared. */
const char *collab_unseal(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *sealed);

#endif
