/* local_fault.h: local faults, which use up no attempt (local_fault.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_LOCAL_FAULT_H
#define COLLAB_DISPATCH_DELIVERY_LOCAL_FAULT_H

#include "dispatch/delivery/endpoint.h"

typedef struct collab_local_faults_t {
  const server_rec *s;
  const collab_config_t *config;
  const collab_pace_t *pace;
  const collab_endpoints_t *endpoints;
  apr_time_t until[COLLAB_LOCALS];   /* the fault is over then unless it is met again; 0: it does not last */
  apr_time_t over_at[COLLAB_LOCALS]; /* when it last ended */
} collab_local_faults_t;

/* Which local fault has ended the transfer, with the text of its alarm, in the slot's memory pool. Once for each transfer, also
 * for one that has not failed: it records what the transfer shows of its endpoint, and ends the faults that it refutes. */
collab_local_fault_t collab_local_fault_of(collab_local_faults_t *faults, const collab_slot_t *slot, CURLcode code,
                                           const char **alarm);

/* The delivery is postponed because of verdict->local: raises the fault's alarm, and returns the seconds to wait. */
double collab_local_fault_postpone(collab_local_faults_t *faults, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Once in each turn of the loop: ends the alarms of faults that are no longer met. */
void collab_local_fault_turn(collab_local_faults_t *faults, apr_time_t now);

#endif
