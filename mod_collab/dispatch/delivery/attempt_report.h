/* attempt_report.h: what is told of an attempt beside its row: metrics and the error log. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_ATTEMPT_REPORT_H
#define COLLAB_DISPATCH_DELIVERY_ATTEMPT_REPORT_H

#include <apr_hash.h>
#include <httpd.h>

#include "dispatch/delivery/slot.h"

/* attempt_meters.c: counts an attempt, which has ended, and its times. */
void collab_attempt_meters_add(const collab_slot_t *slot);

/* failure_log.c: what the error log says about subscriptions in trouble. */

typedef struct collab_failure_log_t {
  const server_rec *s;
  apr_hash_t *by_subscription;
} collab_failure_log_t;

/* The slot's attempt has ended, and it counts: it was not postponed. */
void collab_failure_log_ended(collab_failure_log_t *failure_log, const collab_slot_t *slot);

#endif
