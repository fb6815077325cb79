/* pace.h: when the dispatcher claims next. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_PACE_H
#define COLLAB_DISPATCH_CLAIM_PACE_H

#include "collab.h"

/* All times are of collab_time_clock. */
typedef struct collab_pace_t {
  apr_time_t claim_at;    /* when the next statement of the claims' connection is due; hints make it sooner */
  apr_time_t fan_out_at;  /* when the next fan-out is due; hints make it sooner */
  apr_time_t claimed_at;  /* when the last fan-out, look or claim began */
  apr_time_t paced_until; /* a claim that hurries begins no sooner, so that the database gets as long a pause as it worked */
} collab_pace_t;

/* Makes the next fan-out begin at once, because something new may wait. */
static inline void collab_pace_hint(collab_pace_t *pace) {
  pace->claim_at = pace->fan_out_at = 0;
}

/* Makes the next claim begin as soon as the pace allows, because a waiting delivery can be sent now. */
static inline void collab_pace_hurry(collab_pace_t *pace) {
  pace->claim_at = pace->paced_until < pace->claim_at ? pace->paced_until : pace->claim_at;
}

#endif
