/* schedule.h: when a failed delivery is retried. Pure. */
#ifndef COLLAB_DOMAIN_SCHEDULE_H
#define COLLAB_DOMAIN_SCHEDULE_H

#include "collab.h"

/* Retry delays after the first attempt, in seconds (CollabWebhookRetry). */
typedef struct collab_schedule_t {
  int count;
  int delay[16];
} collab_schedule_t;

/* Seconds until the next attempt after `made` attempts (at least 1) have failed: the schedule's delay plus 0 to 10 % of it. The
 * same delivery and attempt always get the same delay. Negative when there is no next attempt. */
double collab_schedule_next(const collab_schedule_t *schedule, int made, int64_t delivery);

#endif
