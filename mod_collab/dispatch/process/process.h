/* process.h: the room process/: the dispatcher's process.
 *
 *   daemon.c     the parent's side (daemon.h)
 *   loop.c       the main loop, which calls the other rooms
 *   stalls.c     holds back the endpoints that stalled this node's dispatchers
 *   watchdog.c   a thread that ends the dispatcher when its loop is stuck
 *   give_up.c    gives up the deliveries of a dispatcher that ends so
 */
#ifndef COLLAB_DISPATCH_PROCESS_PROCESS_H
#define COLLAB_DISPATCH_PROCESS_PROCESS_H

#include "dispatch/dispatcher.h"

/* Runs until the process is told to stop. Returns the exit code. */
int collab_dispatch_loop(collab_dispatcher_t *d);

/* ---- stalls.c ---- */

/* Applies the holds and updates the alarm, once a second. The first call applies the holds from before the dispatcher's start.
 * Only the loop's thread calls this. */
void collab_stalls_turn(collab_dispatcher_t *d, apr_time_t now);

/* ---- watchdog.c ---- */

typedef struct collab_watchdog_t collab_watchdog_t;

/* Starts the thread, after the components are set up. The loop's thread calls this and the functions below. NULL, after logging:
 * the operating system refuses the thread. The other functions accept NULL. */
collab_watchdog_t *collab_watchdog_start(collab_dispatcher_t *d);

/* Tells the watchdog that the loop begins a turn. Does not return once the watchdog ends the process. */
void collab_watchdog_turned(collab_watchdog_t *watchdog);

/* Ends the thread, and waits for it: it sleeps, so that takes no time. */
void collab_watchdog_stop(collab_watchdog_t *watchdog);

/* ---- give_up.c: only the watchdog calls this ---- */

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
