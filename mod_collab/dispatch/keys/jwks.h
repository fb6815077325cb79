/* jwks.h: the dispatcher fetches the keys of other issuers. Everything here belongs to its one thread. */
#ifndef COLLAB_DISPATCH_KEYS_JWKS_H
#define COLLAB_DISPATCH_KEYS_JWKS_H

#include "config/config.h"
#include "dispatch/link.h"
#include "dispatch/transfers.h"

typedef struct collab_keys_t collab_keys_t;

/* Finds out which key sets there are to fetch, for all servers from `s` on. NULL: out of memory. */
collab_keys_t *collab_keys_setup(apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers);
void collab_keys_close(collab_keys_t *keys);

/* Once a turn of the loop: does what has become possible. */
void collab_keys_turn(collab_keys_t *keys, bool stopping);

/* Its connection. */
collab_link_t *collab_keys_link(collab_keys_t *keys);

/* Takes a finished transfer; false when it is none of ours. */
bool collab_keys_finished(collab_keys_t *keys, CURL *easy, CURLcode code);

#endif
