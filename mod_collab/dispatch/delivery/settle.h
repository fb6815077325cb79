/* settle.h: records the results of attempts (settle.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_SETTLE_H
#define COLLAB_DISPATCH_DELIVERY_SETTLE_H

#include "dispatch/delivery/lease.h"
#include "dispatch/delivery/subscription_retire.h"

typedef struct collab_settlements_t {
  const collab_config_t *config;
  collab_link_t link;
  collab_slots_t *slots;
  collab_leases_t *leases;
  collab_endpoints_t *endpoints;
  collab_retirements_t *retirements;
  collab_slot_t *done_first, *done_last; /* slots whose results wait for a settlement, the oldest first */
  int done_count;                        /*   so many */
  collab_slot_t *settling;               /* the slots in the settlement under way */
  apr_time_t settled_at;                 /* when the settlement under way began */
  apr_time_t settle_at;                  /* no settlement begins before this: the last was refused */
  bool refused;                          /* the last settlement was refused, or lost */
} collab_settlements_t;

/* When the next settlement, renewal or recovery may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_settle_due(const collab_settlements_t *settlements, bool stopping);

/* The slot's result is there: it waits for a settlement. */
void collab_settle_add(collab_settlements_t *settlements, collab_slot_t *slot);

/* Sends the next settlement, renewal or recovery. */
void collab_settle_begin(collab_settlements_t *settlements, bool stopping);

/* Takes the answer of the statement under way, if it is there. True: slots have become free. */
bool collab_settle_step(collab_settlements_t *settlements);

#endif
