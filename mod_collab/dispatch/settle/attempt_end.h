/* attempt_end.h: the end of an attempt (attempt_end.c). Only the loop's thread calls this; the watchdog, too, when it has the
 * slots for itself. */
#ifndef COLLAB_DISPATCH_SETTLE_ATTEMPT_END_H
#define COLLAB_DISPATCH_SETTLE_ATTEMPT_END_H

#include "config/config.h"
#include "dispatch/settle/verdict.h"

/* Ends the attempt by its verdict, for its endpoint too. The result then waits for its settlement. */
void collab_attempt_end(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Only sets the slot's result, with the wait of the schedule. */
void collab_attempt_result(const collab_config_t *config, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Adds the slot's result and its times to the metrics. */
void collab_attempt_meter(const collab_slot_t *slot);

#endif
