/* settle.h: the room settle/: what becomes of an attempt.
 *
 *   comes in   a slot whose answer or failure decides; later the slots in the line of results
 *   goes out   the log of attempts; deliveries that are gone, dead letters, or due again; free slots, and leases without them
 *
 *   verdict.c               what the result of a transfer means
 *   local_fault.c           whether a fault of this node or its network explains a failure
 *   stage.c                 whether all receivers fail at the same stage, which is a local fault too
 *   local_alarm.c           the local faults that are present, and their alarms
 *   attempt_end.c           the result of an attempt, its metrics, and what its endpoint learns
 *   failure_log.c           logs failing subscriptions
 *   settle.c                records the results of many attempts in one statement
 *   subscription_retire.c   switches off a subscription whose callback answers 410 repeatedly
 *
 * Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_SETTLE_H
#define COLLAB_DISPATCH_SETTLE_SETTLE_H

#include "dispatch/endpoint/slot.h"
#include "dispatch/link.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

typedef struct collab_settlements_t {
  collab_link_t link;
  collab_slot_t *settling; /* the slots in the settlement under way */
  apr_time_t settled_at;   /* when the settlement under way began */
  bool refused;            /* the last settlement was refused or lost */
} collab_settlements_t;

/* Sets up the settlements and the log of failures. */
void collab_settle_setup(collab_dispatcher_t *d);

/* The binds of delivery_settle for `count` results: those of the list of slots that begins with `first`. Also for the watchdog,
 * when it has the slots for itself. */
const char *const *collab_settle_binds(apr_pool_t *pool, const collab_slot_t *first, int count);

/* When the next settlement, renewal or recovery may begin; COLLAB_NEVER while the connection is busy or connecting. Also
 * COLLAB_NEVER while the dispatcher stops and no result waits. */
apr_time_t collab_settle_due(const collab_dispatcher_t *d);

/* Sends the next settlement, renewal or recovery. */
void collab_settle_begin(collab_dispatcher_t *d);

/* failure_log.c: takes the slot's finished attempt. Not for a postponed delivery. */
void collab_failure_log_ended(collab_dispatcher_t *d, const collab_slot_t *slot);

/* ---- subscription_retire.c ---- */

#define COLLAB_GONE_MOST 64 /* maximum number of subscriptions that wait in line after a 410 */

typedef struct collab_retirements_t {
  int count;                       /* number of subscriptions with a recorded 410 that wait in line */
  char gone[COLLAB_GONE_MOST][24]; /* the ids of the subscriptions in line */
  char retiring[24];               /* the subscription that the last statement was for */
  apr_time_t at;                   /* no statement begins before this; set after a refusal */
} collab_retirements_t;

/* Puts a subscription in line after its callback has answered 410 and the attempt has been recorded. */
void collab_subscription_retire_ask(collab_dispatcher_t *d, const char *subscription);

/* When the next statement may begin; COLLAB_NEVER while no subscription is in line, or the connection is busy or connecting. */
apr_time_t collab_subscription_retire_due(const collab_dispatcher_t *d);

/* Sends the statement for the next subscription in line. Logs each subscription that it switches off. */
void collab_subscription_retire_begin(collab_dispatcher_t *d);

#endif
