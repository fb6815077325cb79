/* rescan.c: when a claim looks beyond what the dispatcher knows. Most claims ask only for the endpoints that have work, from the
 * due times on that due.c has cached, and for the outbox from a cached event on. That leaves out what others have written:
 *
 *   look, twice a second   the claim asks for all endpoints, unknown ones too, and goes further back in the outbox
 *   rescan, with a look    the claim ignores the cached due times of one sixteenth of the endpoints, or the outbox's cached event
 *
 * A rescan walks past all that has been sent since the last vacuum, and all deliveries wait for it: hence the sixteenths
 * (t/dispatch/rescan.t). Runs in the dispatcher's loop. */
#include "dispatch/delivery/rescan.h"

#include "base/timer.h"

#define LOOK_EVERY apr_time_from_msec(500)
#define USUAL_MARK apr_time_from_msec(100) /* an event that is committed later than this is left to the next look */

void collab_rescan_reset(collab_rescan_t *looks) {
  looks->look_at = looks->rescan_at = looks->outbox_rescan_at = 0;
  looks->rescan_next = COLLAB_RESCAN_ALL;
}

void collab_rescan_hint(collab_rescan_t *looks) {
  looks->look_at = 0;
}

void collab_rescan_begin(collab_rescan_t *looks, apr_time_t claimed_at) {
  looks->looking = looks->look_at <= claimed_at;
  looks->rescan = looks->looking && looks->rescan_at <= claimed_at ? looks->rescan_next : COLLAB_RESCAN_NONE;
}

/* The event from which on the claim reads the outbox. An older event has been taken, or it is a latecomer: committed after events
 * with higher ids had been taken. A look finds latecomers, because it goes further back; the rescan finds the last of them. The
 * way to a latecomer leads past all that has been taken since, and is long while an old snapshot keeps that alive. */
int64_t collab_rescan_outbox_since(collab_rescan_t *looks, apr_time_t claimed_at) {
  const apr_interval_time_t every[] = {USUAL_MARK, collab_timer(COLLAB_TIMER_LOOK_MARK)};

  for (int i = 0; i < 2; i++) {
    if (looks->outbox[i].at < claimed_at) {
      looks->outbox[i].before = looks->outbox[i].marked;
      looks->outbox[i].marked = looks->reached;
      looks->outbox[i].at = claimed_at + every[i];
    }
  }
  looks->outbox_rescan = looks->looking && looks->outbox_rescan_at <= claimed_at;
  return looks->outbox_rescan ? 0 : looks->outbox[looks->looking ? 1 : 0].before;
}

/* A claim that took as many rows as it might may have left rows after `newest`, latecomers too: the next claim begins there. A
 * claim that took fewer has reached the newest event of all. */
void collab_rescan_outbox_taken(collab_rescan_t *looks, int64_t newest, bool as_many_as_it_might) {
  looks->newest = newest > looks->newest ? newest : looks->newest;
  looks->reached = as_many_as_it_might ? newest : looks->newest;
  for (int i = 0; i < 2 && as_many_as_it_might; i++) {
    looks->outbox[i].before = looks->outbox[i].before < newest ? looks->outbox[i].before : newest;
    looks->outbox[i].marked = looks->outbox[i].marked < newest ? looks->outbox[i].marked : newest;
  }
}

/* When the next rescan is due: the last one ended at `now`, and rescans may take one per cent of the time. */
static apr_time_t next_rescan(apr_time_t claimed_at, apr_time_t now, apr_interval_time_t every) {
  apr_interval_time_t pause = 100 * (now - claimed_at);
  return now + (pause > every ? pause : every);
}

void collab_rescan_done(collab_rescan_t *looks, apr_time_t claimed_at, apr_time_t now) {
  apr_interval_time_t rescan = collab_timer(COLLAB_TIMER_RESCAN);

  looks->look_at = claimed_at + LOOK_EVERY;
  if (looks->rescan != COLLAB_RESCAN_NONE) {
    looks->rescan_at = next_rescan(claimed_at, now, rescan / COLLAB_RESCAN_PARTS);
    looks->rescan_next = (looks->rescan + 1) % COLLAB_RESCAN_PARTS; /* after the rescan of all, part 0 */
  }
  if (looks->outbox_rescan) {
    looks->outbox_rescan_at = next_rescan(claimed_at, now, rescan);
  }
}
