/* key_fetch.h: the dispatcher fetches the keys of other issuers. Everything here belongs to the loop's thread. */
#ifndef COLLAB_DISPATCH_KEYS_KEY_FETCH_H
#define COLLAB_DISPATCH_KEYS_KEY_FETCH_H

#include "config/config.h"
#include "dispatch/link.h"
#include "dispatch/transfers.h"

typedef struct collab_keys_t collab_keys_t;

/* Collects the key sets to fetch, of all servers from `s` on. NULL: out of memory. */
collab_keys_t *collab_keys_setup(apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers);
void collab_keys_close(collab_keys_t *keys);

/* Once per turn of the loop: does what has become possible. */
void collab_keys_turn(collab_keys_t *keys, bool stopping);

/* The connection of the fetches. */
collab_link_t *collab_keys_link(collab_keys_t *keys);

/* Takes a finished transfer. False: it is not one of these. */
bool collab_keys_finished(collab_keys_t *keys, CURL *easy, CURLcode code);

#endif
