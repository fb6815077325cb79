/* pace.h: when the dispatcher claims next, and what moves that forward. The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_PACE_H
#define COLLAB_DISPATCH_DELIVERY_PACE_H

#include "collab.h"

typedef struct collab_pace_t {
  apr_time_t claim_at;             /* the next claim; a hint moves it forward */
  apr_time_t claimed_at;           /* the last claim began */
  apr_time_t paced_until;          /* none before, unless there is plenty to do and slots are free for it */
  apr_interval_time_t clock_ahead; /* the database's clock before ours */
} collab_pace_t;

/* Something new may wait: claims at once. */
static inline void collab_pace_hint(collab_pace_t *pace) {
  pace->claim_at = 0;
}

/* Something that waits can be sent now: claims as soon as the pace allows. */
static inline void collab_pace_hurry(collab_pace_t *pace) {
  pace->claim_at = pace->paced_until < pace->claim_at ? pace->paced_until : pace->claim_at;
}

/* What the database's clock says at a time of ours. */
static inline apr_time_t collab_pace_database_time(const collab_pace_t *pace, apr_time_t now) {
  return now + pace->clock_ahead;
}

#endif
