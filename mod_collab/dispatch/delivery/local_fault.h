/* local_fault.h: local faults, which use up no attempt (local_fault.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_LOCAL_FAULT_H
#define COLLAB_DISPATCH_DELIVERY_LOCAL_FAULT_H

#include "dispatch/delivery/endpoint.h"
#include "dispatch/delivery/proxy.h"

typedef struct collab_local_faults_t {
  const server_rec *s;
  const collab_config_t *config;
  const collab_pace_t *pace;
  collab_proxy_t *proxy;
  apr_time_t until[COLLAB_LOCALS]; /* the alarm ends then unless the fault is met again; 0: no alarm */
} collab_local_faults_t;

/* Which local fault has ended the transfer. If it only may have, sets *doubt. */
collab_local_fault_t collab_local_fault_of(const collab_local_faults_t *faults, const collab_slot_t *slot, CURLcode code,
                                           collab_doubt_t *doubt);

/* Is `error` an errno that says that the socket's address has no route from this node? */
bool collab_local_fault_unroutable(long error);

/* The delivery is postponed because of verdict->local: raises the fault's alarm, and returns the seconds to wait. */
double collab_local_fault_postpone(collab_local_faults_t *faults, collab_slot_t *slot, const collab_verdict_t *verdict);

/* The fault is over: ends its alarm. */
void collab_local_fault_over(collab_local_faults_t *faults, collab_local_fault_t local);

/* The receiver has answered: ends the faults that the answer refutes. */
void collab_local_fault_answered(collab_local_faults_t *faults, const collab_slot_t *slot);

/* Once in each turn of the loop: ends the alarms of faults that are no longer met. */
void collab_local_fault_turn(collab_local_faults_t *faults, apr_time_t now);

#endif
