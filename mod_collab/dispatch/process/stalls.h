/* stalls.h: holds back the endpoints that stalled this node's dispatchers (stalls.c). */
#ifndef COLLAB_DISPATCH_PROCESS_STALLS_H
#define COLLAB_DISPATCH_PROCESS_STALLS_H

#include "dispatch/dispatcher.h"

/* Applies the holds and updates the alarm, once a second. The first call applies the holds from before the dispatcher's start.
 * Only the loop's thread calls this. */
void collab_stalls_turn(collab_dispatcher_t *d, apr_time_t now);

#endif
