/* baton.h: who may use the dispatcher's state. The loop's thread holds the baton, except while libcurl works for it. When libcurl
 * does not return, the watchdog seizes the baton for good (process/watchdog.c). From then on the loop's thread waits for ever as
 * soon as libcurl returns or calls back, so the watchdog has the slots for itself.
 *
 * Each call of libcurl that may read or write a socket stands between collab_baton_give and collab_baton_take. A callback of
 * libcurl that uses the slots begins with COLLAB_BATON_IN_CALLBACK. */
#ifndef COLLAB_DISPATCH_BATON_H
#define COLLAB_DISPATCH_BATON_H

#include <apr_time.h>

#include "node/stall.h"

/* Takes the baton for the first time. The loop's thread, once, before it calls libcurl. */
void collab_baton_setup(void);

/* Notes for which endpoint libcurl will work, by its subscription's id (0: none, or not known), and gives the baton away. Only
 * the loop's thread calls this. Costs some nanoseconds, as do the functions below. */
void collab_baton_give(int64_t subscription);

/* Takes the baton back, and clears the note. Does not return once the watchdog has the baton. Only the loop's thread calls
 * this. */
void collab_baton_take(void);

/* The first line of a callback: notes the endpoint, and holds the baton until the callback returns. Also fits where libcurl calls
 * back while the loop holds the baton. */
#define COLLAB_BATON_IN_CALLBACK(subscription)                                                                                   \
  __attribute__((cleanup(collab_baton_return), unused)) bool baton_was_given = collab_baton_callback(subscription)
bool collab_baton_callback(int64_t subscription);
void collab_baton_return(const bool *was_given);

/* Seizes the baton. False: the loop's thread has not given it away within this time, so it is not in libcurl. Only the
 * watchdog calls this. */
bool collab_baton_seize(apr_interval_time_t within);

/* Returns the seized baton, when the loop has turned after all. */
void collab_baton_release(void);

#endif
