/* peers.h: the notifications between dispatchers (peers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_PEERS_H
#define COLLAB_DISPATCH_CLAIM_PEERS_H

#include "store/pg.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Takes the notifications that have come, up to that of a changed callback. Each makes a look due, and a fan-out.
 * True: a callback was changed; notice->said is the subscription. False: there are no more notifications. */
bool collab_peers_hear(collab_dispatcher_t *d, collab_notice_t *notice);

/* Notifies the other dispatchers if this one is full while work is left. */
void collab_peers_tell(collab_dispatcher_t *d);

#endif
