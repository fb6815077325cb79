/* limiter.h: a limit on how many threads of a process do the same slow thing at once: hash a password (api/login.c), forward an
 * upload (api/attachments.c). Worker threads of one process; never called with a database connection borrowed. */
#ifndef COLLAB_BASE_LIMITER_H
#define COLLAB_BASE_LIMITER_H

#include "collab.h"

typedef struct collab_limiter_t collab_limiter_t;

typedef struct collab_limits_t {
  int places;                   /* how many threads are in at once */
  int reserved;                 /* so many last free places are for holders that have none yet */
  int queue;                    /* how many threads wait while no place is free; 0: nobody waits */
  apr_interval_time_t patience; /* how long each of them waits */
} collab_limits_t;

/* Makes a limiter, which `pool` keeps. */
collab_limiter_t *collab_limiter_make(apr_pool_t *pool, collab_limits_t limits);

/* Would collab_limiter_enter() be refused at once for want of a place and of room in the queue? A hint for a caller that has
 * other work to do first: the answer may have changed by then. */
bool collab_limiter_full(collab_limiter_t *limiter);

/* Takes a place; a free place goes to the thread that has waited longest. `holder` is whom the place is for (a company's id), or
 * 0 where nothing is reserved. False: the queue is full, or `patience` has passed. End each true with one collab_limiter_leave()
 * for the same holder. */
bool collab_limiter_enter(collab_limiter_t *limiter, int64_t holder);
void collab_limiter_leave(collab_limiter_t *limiter, int64_t holder);

#endif
