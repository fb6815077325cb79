/* attempt_report.h: reports an attempt in the metrics and the error log. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_ATTEMPT_REPORT_H
#define COLLAB_DISPATCH_SETTLE_ATTEMPT_REPORT_H

#include <apr_hash.h>
#include <httpd.h>

#include "dispatch/endpoint/slot.h"

/* attempt_meters.c: adds a finished attempt and its times to the metrics. */
void collab_attempt_meters_add(const collab_slot_t *slot);

/* failure_log.c: logs failing subscriptions. */

typedef struct collab_failure_log_t {
  const server_rec *s;
  apr_hash_t *by_subscription;
} collab_failure_log_t;

/* Takes the slot's finished attempt. Not for a postponed delivery. */
void collab_failure_log_ended(collab_failure_log_t *failure_log, const collab_slot_t *slot);

#endif
