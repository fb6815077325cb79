/* token_keys.h: CollabTokenKey's file as a key ring, so that the key can be replaced while tokens of the old key are still valid:
 *
 *   collab-token-keys
 *   2 <64 hexadecimal digits>      signs, and verifies
 *   1 <64 hexadecimal digits>      verifies
 *
 * An id is a number from 1 to 255, and the kid of the tokens that its key signs. A key has at most 128 digits. More than
 * 64 digits mean that `collabctl token-key` took the key from an older file with a single key. Blank lines and comments
 * after "#" are ignored. Any thread. */
#ifndef COLLAB_AUTH_TOKEN_KEYS_H
#define COLLAB_AUTH_TOKEN_KEYS_H

#include "collab.h"

#define COLLAB_TOKEN_KEYS "collab-token-keys"
#define COLLAB_TOKEN_KEYS_BYTES 64 /* maximum of a key: HMAC-SHA256 replaces a longer one by its hash */

typedef struct collab_token_key_t {
  int id;
  const char *secret; /* wiped with the pool */
  apr_size_t len;
} collab_token_key_t;

/* Whether a key file contains a key ring; any other file is a single key. */
bool collab_token_keys_are(const char *text);

/* Reads a key ring of `len` bytes, followed by a NUL, into `keys` (collab_token_key_t, at least one) in the file's order. Returns
 * the fault, which names the line but no key, or NULL. */
const char *collab_token_keys_read(apr_pool_t *pool, const char *text, apr_size_t len, apr_array_header_t *keys);

#endif
