/* schedule.h: when a failed delivery is tried again. Pure. */
#ifndef COLLAB_BASE_SCHEDULE_H
#define COLLAB_BASE_SCHEDULE_H

#include "collab.h"

/* Retry delays after the first attempt, in seconds (CollabWebhookRetry). */
typedef struct collab_schedule_t {
  int count;
  int delay[16];
} collab_schedule_t;

/* Seconds until the next attempt after `made` attempts (at least 1) have failed: the schedule's delay and 0 to 10 % of it on top,
 * never less; the same for the same delivery and attempt. Negative: there is no next. */
double collab_schedule_next(const collab_schedule_t *schedule, int made, int64_t delivery);

#endif
