/* stalls.h: holds back the endpoints that stalled this node's dispatchers (stalls.c). */
#ifndef COLLAB_DISPATCH_PROCESS_STALLS_H
#define COLLAB_DISPATCH_PROCESS_STALLS_H

#include "dispatch/process/delivery.h"

typedef struct collab_stalls_t {
  apr_time_t looked_at; /* 0: not yet */
} collab_stalls_t;

/* Applies the holds and updates the alarm, once a second. The first call applies the holds from before the dispatcher's start.
 * Only the loop's thread calls this. */
void collab_stalls_turn(collab_stalls_t *stalls, const server_rec *s, collab_delivery_t *delivery, apr_time_t now);

#endif
