/* pace.h: when the dispatcher claims next, and what moves that forward. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_PACE_H
#define COLLAB_DISPATCH_DELIVERY_PACE_H

#include "collab.h"

typedef struct collab_pace_t {
  apr_time_t claim_at;             /* when the next claim is due; a hint moves it forward */
  apr_time_t claimed_at;           /* when the last claim began */
  apr_time_t paced_until;          /* no claim begins before this, unless work is left and enough slots are free for it */
  apr_interval_time_t clock_ahead; /* the database's clock minus ours */
} collab_pace_t;

/* Something new may wait: the next claim begins at once. */
static inline void collab_pace_hint(collab_pace_t *pace) {
  pace->claim_at = 0;
}

/* Something that waits can be sent now: the next claim begins as soon as the pace allows. */
static inline void collab_pace_hurry(collab_pace_t *pace) {
  pace->claim_at = pace->paced_until < pace->claim_at ? pace->paced_until : pace->claim_at;
}

/* A time of our clock as a time of the database's clock. */
static inline apr_time_t collab_pace_database_time(const collab_pace_t *pace, apr_time_t now) {
  return now + pace->clock_ahead;
}

#endif
