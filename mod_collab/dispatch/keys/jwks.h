/* jwks.h: the dispatcher's duty to fetch the keys of other issuers. Everything here belongs to its one thread. */
#ifndef COLLAB_DISPATCH_KEYS_JWKS_H
#define COLLAB_DISPATCH_KEYS_JWKS_H

#include "dispatch/dispatch.h"

/* Finds out which key sets there are to fetch. False: out of memory. */
bool collab_jwks_setup(collab_dispatcher_t *d);
void collab_jwks_close(collab_dispatcher_t *d);

/* Once a turn of the loop: does what has become possible. */
void collab_jwks_turn(collab_dispatcher_t *d);

/* Its connection. */
collab_link_t *collab_jwks_link(const collab_dispatcher_t *d);

/* Takes a finished transfer; false when it is none of ours. */
bool collab_jwks_finished(collab_dispatcher_t *d, CURL *easy, CURLcode code);

#endif
