/* local_fault.h: local faults, which use up no attempt (local_fault.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_LOCAL_FAULT_H
#define COLLAB_DISPATCH_SETTLE_LOCAL_FAULT_H

#include "dispatch/endpoint/endpoint.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

typedef struct collab_local_faults_t {
  apr_time_t until[COLLAB_LOCALS];   /* when the fault is over unless a transfer meets it again; 0: no fault */
  apr_time_t over_at[COLLAB_LOCALS]; /* when the fault last ended */
} collab_local_faults_t;

/* Returns the local fault that ended the transfer, COLLAB_LOCAL_UNDECIDED if the fault may be local, and the text of the alarm,
 * in the slot's memory pool (NULL: collab_local_fault_postpone makes it, if there is one). Call it once for each transfer, also
 * after a success: the call records how far the transfer got, and ends the faults that the transfer refutes. */
collab_local_fault_t collab_local_fault_of(collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code, const char **alarm);

/* Postpones the delivery because of verdict->local: raises the fault's alarm, and returns the wait in seconds. */
double collab_local_fault_postpone(collab_dispatcher_t *d, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Once per turn of the loop: ends each fault that no transfer has met lately, and its alarm. */
void collab_local_fault_turn(collab_dispatcher_t *d, apr_time_t now);

#endif
