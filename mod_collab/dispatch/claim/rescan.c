/* rescan.c: decides when a claim looks beyond the cache. Most claims ask only for the endpoints that have work, from their cached
 * due times on (due.c), and read the outbox from a cached event on. Two kinds of claim find what other processes have written:
 *
 *   look     twice a second, a claim asks for all endpoints, unknown ones too, and goes further back in the outbox
 *   rescan   a look that also ignores the cached due times of one sixteenth of the endpoints, or the cached event of the outbox
 *
 * A rescan walks past all that has been sent since the last vacuum, and all deliveries wait for it. So one rescan takes only a
 * sixteenth of the endpoints (t/dispatch/claim/rescan.t). Runs in the dispatcher's loop. */
#include "dispatch/claim/rescan.h"

#include "node/timer.h"

#define LOOK_EVERY apr_time_from_msec(500)
/* Most claims begin in the outbox at a mark: the newest event that had been taken at least this long ago. So they may miss an
 * event that is committed more than this after an event with a higher id. Then the event waits for the next look. */
#define USUAL_MARK apr_time_from_msec(100)

void collab_rescan_reset(collab_rescan_t *rescan) {
  rescan->look_at = rescan->rescan_at = rescan->outbox_rescan_at = 0;
  rescan->rescan_next = COLLAB_RESCAN_ALL;
}

void collab_rescan_hint(collab_rescan_t *rescan) {
  rescan->look_at = 0;
}

void collab_rescan_begin(collab_rescan_t *rescan, apr_time_t claimed_at) {
  rescan->looking = rescan->look_at <= claimed_at;
  rescan->part = rescan->looking && rescan->rescan_at <= claimed_at ? rescan->rescan_next : COLLAB_RESCAN_NONE;
}

/* Each event with a lower id than the returned one has been taken already, or is a latecomer: it was committed after events with
 * higher ids had been taken. A look finds most latecomers, because it goes further back; the rescan finds the rest. To find a
 * latecomer, a claim scans from the latecomer's id on, past the dead rows of all taken events with higher ids. That is slow while
 * an old snapshot keeps those rows. */
int64_t collab_rescan_outbox_since(collab_rescan_t *rescan, apr_time_t claimed_at) {
  const apr_interval_time_t every[] = {USUAL_MARK, collab_timer(COLLAB_TIMER_LOOK_MARK)};

  for (int i = 0; i < 2; i++) {
    if (rescan->outbox[i].at < claimed_at) {
      rescan->outbox[i].before = rescan->outbox[i].marked;
      rescan->outbox[i].marked = rescan->reached;
      rescan->outbox[i].at = claimed_at + every[i];
    }
  }
  rescan->outbox_rescan = rescan->looking && rescan->outbox_rescan_at <= claimed_at;
  return rescan->outbox_rescan ? 0 : rescan->outbox[rescan->looking ? 1 : 0].before;
}

/* If a claim took as many events as it had asked for, rows with higher ids than `newest` may be left, even latecomers. So the
 * next claim begins at `newest`. A claim that took fewer events has read the outbox to its end. */
void collab_rescan_outbox_taken(collab_rescan_t *rescan, int64_t newest, bool as_many_as_it_might) {
  rescan->newest = newest > rescan->newest ? newest : rescan->newest;
  rescan->reached = as_many_as_it_might ? newest : rescan->newest;
  for (int i = 0; i < 2 && as_many_as_it_might; i++) {
    rescan->outbox[i].before = rescan->outbox[i].before < newest ? rescan->outbox[i].before : newest;
    rescan->outbox[i].marked = rescan->outbox[i].marked < newest ? rescan->outbox[i].marked : newest;
  }
}

/* When the next rescan is due, if the last one ended at `now`. Rescans may take one per cent of the time. */
static apr_time_t next_rescan(apr_time_t claimed_at, apr_time_t now, apr_interval_time_t every) {
  apr_interval_time_t pause = 100 * (now - claimed_at);
  return now + (pause > every ? pause : every);
}

void collab_rescan_done(collab_rescan_t *rescan, apr_time_t claimed_at, apr_time_t now) {
  apr_interval_time_t every = collab_timer(COLLAB_TIMER_RESCAN);

  rescan->look_at = claimed_at + LOOK_EVERY;
  if (rescan->part != COLLAB_RESCAN_NONE) {
    rescan->rescan_at = next_rescan(claimed_at, now, every / COLLAB_RESCAN_PARTS);
    rescan->rescan_next = (rescan->part + 1) % COLLAB_RESCAN_PARTS; /* after COLLAB_RESCAN_ALL, part 0 */
  }
  if (rescan->outbox_rescan) {
    rescan->outbox_rescan_at = next_rescan(claimed_at, now, every);
  }
}
