/* history.h: samples of the last hour. Any process and thread. */
#ifndef COLLAB_NODE_HISTORY_H
#define COLLAB_NODE_HISTORY_H

#include "collab.h"

#define COLLAB_HISTORY_SAMPLES 360
#define COLLAB_HISTORY_EVERY apr_time_from_sec(10)

typedef struct collab_sample_t {
  apr_time_t at;                /* by collab_time_clock */
  double seconds;               /* since the previous sample */
  int64_t requests, failed;     /* in that time; failed as in COLLAB_COUNT_FAILED */
  int64_t delivered, retried;   /* attempts that delivered; attempts that failed, whether retried or given up */
  int64_t request_p95, lag_p95; /* microseconds; -1: none in that time */
  int64_t backlog;              /* -1: unknown */
} collab_sample_t;

/* Takes a sample if one is due; cheap otherwise. Called at the end of every request and in the dispatcher's loop. `now`:
 * collab_time_clock. */
void collab_history_tick(apr_time_t now);

/* Copies samples, oldest first; returns how many. */
int collab_history(collab_sample_t samples[COLLAB_HISTORY_SAMPLES]);

#endif
