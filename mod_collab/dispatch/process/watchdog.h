/* watchdog.h: a thread that ends the dispatcher when its loop is stuck (watchdog.c). */
#ifndef COLLAB_DISPATCH_PROCESS_WATCHDOG_H
#define COLLAB_DISPATCH_PROCESS_WATCHDOG_H

#include "dispatch/dispatcher.h"

typedef struct collab_watchdog_t collab_watchdog_t;

/* Starts the thread, after the components are set up. The loop's thread calls this and the functions below. NULL, after logging:
 * the operating system refuses the thread. The other functions accept NULL. */
collab_watchdog_t *collab_watchdog_start(collab_dispatcher_t *d);

/* Tells the watchdog that the loop begins a turn. Does not return once the watchdog ends the process. */
void collab_watchdog_turned(collab_watchdog_t *watchdog);

/* Ends the thread, and waits for it: it sleeps, so that takes no time. */
void collab_watchdog_stop(collab_watchdog_t *watchdog);

#endif
