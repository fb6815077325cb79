/* seal.h: secrets sealed at rest with a key of the ring. Any thread, any process. */
#ifndef COLLAB_BASE_SEAL_H
#define COLLAB_BASE_SEAL_H

#include "base/keyring.h"

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
