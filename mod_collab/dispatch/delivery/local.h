/* local.h: faults on this node's side, which use up no attempt (local.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_LOCAL_H
#define COLLAB_DISPATCH_DELIVERY_LOCAL_H

#include "dispatch/delivery/endpoint.h"
#include "dispatch/delivery/proxy.h"

typedef struct collab_faults_t {
  const server_rec *s;
  const collab_config_t *config;
  const collab_pace_t *pace;
  collab_proxy_t *proxy;
  apr_time_t until[COLLAB_LOCALS]; /* until then the fault is met again, or its alarm is over; 0: it is */
} collab_faults_t;

/* Which local fault has ended the transfer, or perhaps has: then there is a doubt. */
collab_local_t collab_local_of(const collab_faults_t *faults, const collab_slot_t *slot, CURLcode code, collab_doubt_t *doubt);

/* Is it an errno of a socket for which there is no way out? */
bool collab_local_unroutable(long error);

/* The delivery is postponed by verdict->local: raises its alarm and gives the seconds to wait. */
double collab_local_postpone(collab_faults_t *faults, collab_slot_t *slot, const collab_verdict_t *verdict);

/* That fault is over. */
void collab_local_over(collab_faults_t *faults, collab_local_t local);

/* The receiver has answered: what works again? */
void collab_local_answered(collab_faults_t *faults, const collab_slot_t *slot);

/* Once a turn: ends the alarms of faults that are no longer met. */
void collab_local_turn(collab_faults_t *faults, apr_time_t now);

#endif
