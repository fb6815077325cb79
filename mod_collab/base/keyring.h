/* keyring.h: the keys that seal secrets at rest, and the keys derived from them. Any thread, any process. */
#ifndef COLLAB_BASE_KEYRING_H
#define COLLAB_BASE_KEYRING_H

#include "collab.h"

#define COLLAB_KEY_BYTES 32
#define COLLAB_KEY_ID_MAX 255 /* highest key id in a key ring */

/* A file of lines "<id> <64 hex digits>", id 1-255, "#" begins a comment. The first key seals; every key opens. Rotation: a new
 * key comes first and seals from then on; the old keys stay while a sealed value needs them. Returns NULL when the file cannot be
 * read or is malformed. Then *error, in `pool`, names the file and any malformed line. The ring lives in `pool` and is wiped with
 * it. */
typedef struct collab_keyring_t collab_keyring_t;
collab_keyring_t *collab_keyring_load(apr_pool_t *pool, const char *path, const char **error);

/* Keeps the ring out of the swap space, for this process alone: a forked child does not inherit the lock. False, with errno, when
 * the process may not lock that much (RLIMIT_MEMLOCK). Core dumps never contain the ring. */
bool collab_keyring_lock(const collab_keyring_t *ring);

/* The id of the key that seals. */
int collab_keyring_sealing(const collab_keyring_t *ring);

/* Copies the key with this id. False when the ring does not have it. The caller wipes `key`. */
bool collab_keyring_key(const collab_keyring_t *ring, int id, unsigned char key[COLLAB_KEY_BYTES]);

/* Derives a key for one purpose from key `id` of the ring: HKDF-Expand with SHA-256 and one block (RFC 5869, 2.3; the ring's keys
 * are uniformly random, so there is nothing to extract). False when the ring does not have that key or OpenSSL fails. The caller
 * wipes `key`. */
bool collab_keyring_derive(const collab_keyring_t *ring, int id, const char *purpose, unsigned char key[COLLAB_KEY_BYTES]);

#endif
