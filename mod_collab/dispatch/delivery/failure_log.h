/* failure_log.h: what the error log says about subscriptions in trouble (failure_log.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_FAILURE_LOG_H
#define COLLAB_DISPATCH_DELIVERY_FAILURE_LOG_H

#include <apr_hash.h>
#include <httpd.h>

#include "dispatch/delivery/slot.h"

typedef struct collab_failure_log_t {
  const server_rec *s;
  apr_hash_t *by_subscription;
} collab_failure_log_t;

/* The slot's attempt has ended, and it counts: it was not postponed. */
void collab_failure_log_ended(collab_failure_log_t *failure_log, const collab_slot_t *slot);

#endif
