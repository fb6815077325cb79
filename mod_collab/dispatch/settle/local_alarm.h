/* local_alarm.h: the local faults that are present, and their alarms (local_alarm.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_LOCAL_ALARM_H
#define COLLAB_DISPATCH_SETTLE_LOCAL_ALARM_H

#include "dispatch/settle/verdict.h"

typedef struct collab_local_faults_t {
  apr_time_t until[COLLAB_LOCALS];   /* when the fault is over unless a transfer meets it again; 0: no fault */
  apr_time_t over_at[COLLAB_LOCALS]; /* when the fault last ended */
} collab_local_faults_t;

/* Whether the fault is present, or the slot's attempt began before it ended. */
bool collab_local_alarm_explains(const collab_dispatcher_t *d, const collab_slot_t *slot, collab_local_fault_t local);

/* The alarm's text for a fault that the slot's transfer has met, in the slot's memory pool; NULL: collab_local_alarm_raise makes
 * it from the verdict. */
const char *collab_local_alarm_text(const collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code,
                                    collab_local_fault_t local);

/* Notes that the slot's attempt has met verdict->local, and raises the fault's alarm. The fault is present at least until the
 * next try, which begins after `wait` seconds. */
void collab_local_alarm_raise(collab_dispatcher_t *d, const collab_slot_t *slot, const collab_verdict_t *verdict, double wait);

/* Ends a fault and its alarm. */
void collab_local_alarm_end(collab_dispatcher_t *d, collab_local_fault_t local);

/* Once per turn of the loop: ends each fault that no transfer has met lately, and its alarm. */
void collab_local_alarm_turn(collab_dispatcher_t *d, apr_time_t now);

#endif
