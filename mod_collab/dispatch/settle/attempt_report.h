/* attempt_report.h: reports an attempt in the metrics and the error log. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_ATTEMPT_REPORT_H
#define COLLAB_DISPATCH_SETTLE_ATTEMPT_REPORT_H

#include "dispatch/endpoint/slot.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* attempt_meters.c: adds a finished attempt and its times to the metrics. */
void collab_attempt_meters_add(const collab_slot_t *slot);

/* failure_log.c: logs failing subscriptions. */

/* Takes the slot's finished attempt. Not for a postponed delivery. */
void collab_failure_log_ended(collab_dispatcher_t *d, const collab_slot_t *slot);

#endif
