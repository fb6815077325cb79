/* failure_log.h: logs failing subscriptions (failure_log.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_FAILURE_LOG_H
#define COLLAB_DISPATCH_SETTLE_FAILURE_LOG_H

#include "dispatch/endpoint/slot.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Takes the slot's finished attempt. Not for a postponed delivery. */
void collab_failure_log_ended(collab_dispatcher_t *d, const collab_slot_t *slot);

#endif
