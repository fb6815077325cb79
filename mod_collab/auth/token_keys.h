/* token_keys.h: the file of CollabTokenKey as a key ring, so that the key can be replaced while tokens of the old one are good:
 *
 *   collab-token-keys
 *   2 <64 hexadecimal digits>      signs, and verifies
 *   1 <64 hexadecimal digits>      verifies
 *
 * An id is a number from 1 to 255, and the kid of the tokens that its key has signed. Longer keys, to 128 digits, are those that
 * were a file of their own once. Blank lines, and what follows a "#", count for nothing. Any thread. */
#ifndef COLLAB_AUTH_TOKEN_KEYS_H
#define COLLAB_AUTH_TOKEN_KEYS_H

#include "collab.h"

#define COLLAB_TOKEN_KEYS "collab-token-keys"
#define COLLAB_TOKEN_KEYS_BYTES 64 /* of a key at most: HMAC-SHA256 makes a longer one its hash */

typedef struct collab_token_key_t {
  int id;
  const char *secret; /* wiped with the pool */
  apr_size_t len;
} collab_token_key_t;

/* Is a key file's content a key ring? Any other is one key. */
bool collab_token_keys_are(const char *text);

/* Reads a key ring of `len` bytes with a NUL behind them into `keys` (of collab_token_key_t) in the file's order, at least one.
 * Returns what is wrong (names the line, never a key), or NULL. */
const char *collab_token_keys_read(apr_pool_t *pool, const char *text, apr_size_t len, apr_array_header_t *keys);

#endif
