/* give_up.h: gives up the deliveries of a dispatcher that ends because its loop is stuck (give_up.c). Only the watchdog calls
 * this. */
#ifndef COLLAB_DISPATCH_PROCESS_GIVE_UP_H
#define COLLAB_DISPATCH_PROCESS_GIVE_UP_H

#include "config/config.h"
#include "dispatch/endpoint/slot.h"

typedef struct collab_give_up_t {
  apr_pool_t *pool; /* the watchdog's own */
  const collab_config_t *config;
  const collab_slots_t *slots; /* NULL: the loop's thread still uses the slots */
  int number;                  /* the dispatcher's number */
  int64_t endpoint;            /* the endpoint at which the loop is stuck; 0: at none */
  apr_time_t deadline;         /* set by collab_give_up (collab_time_clock) */
  /* results: */
  int attempts;      /* deliveries at that endpoint that got an attempt */
  int64_t released;  /* deliveries whose leases were given up */
  const char *error; /* NULL: all of that was recorded */
} collab_give_up_t;

/* Records the results that wait, and an attempt for each delivery in flight at the endpoint, and releases all other deliveries.
 * What cannot be recorded is left to the recovery (lease.c). Takes some seconds at most. */
void collab_give_up(collab_give_up_t *g);

#endif
