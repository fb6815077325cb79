/* key_fetch.h: fetches the keys of other issuers (key_fetch.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_KEYS_KEY_FETCH_H
#define COLLAB_DISPATCH_KEYS_KEY_FETCH_H

#include "config/config.h"
#include "dispatch/link.h"
#include "dispatch/transfers.h"

typedef struct collab_keys_t collab_keys_t;

/* Collects the URLs of the key sets, of all virtual hosts from `s` on. NULL: out of memory. */
collab_keys_t *collab_keys_setup(apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers);
void collab_keys_close(collab_keys_t *keys);

/* Once per turn of the loop: claims due key sets, and stores fetched ones. */
void collab_keys_turn(collab_keys_t *keys, bool stopping);

/* The fetches' database connection. */
collab_link_t *collab_keys_link(collab_keys_t *keys);

/* Takes a finished transfer. False: it is not a fetch of keys. */
bool collab_keys_finished(collab_keys_t *keys, CURL *easy, CURLcode code);

#endif
