/* look.c: when a claim looks at more than what the dispatcher knows of. A claim asks for the endpoints that have work, from the
 * due times on that due.c has cached, and for the outbox from an event on; what others have written is not in there:
 *
 *   twice a second               it looks at all endpoints, those that are not known too, and further back in the outbox
 *   now and then, with a look    it ignores the cached due times of a sixteenth of the endpoints, and the outbox's cached event
 *
 * Runs in the dispatcher's loop. */
#include "dispatch/delivery/look.h"

#include "base/timer.h"

#define LOOK_EVERY apr_time_from_msec(500)
#define USUAL_MARK apr_time_from_msec(100) /* events that are committed so late are left to the next look */

void collab_looks_reset(collab_looks_t *looks) {
  looks->look_at = looks->rescan_at = looks->outbox_rescan_at = 0;
  looks->rescan_next = COLLAB_RESCAN_ALL;
}

void collab_looks_hint(collab_looks_t *looks) {
  looks->look_at = 0;
}

void collab_looks_begin(collab_looks_t *looks, apr_time_t claimed_at) {
  looks->looking = looks->look_at <= claimed_at;
  looks->rescan = looks->looking && looks->rescan_at <= claimed_at ? looks->rescan_next : COLLAB_RESCAN_NONE;
}

/* The event from which on the outbox is looked at. An older one was taken, or is committed later than the newest that was taken a
 * moment ago; such latecomers a look finds, which goes further back, or at last the one that begins at the first. The way to them
 * leads past all that has been taken since, and while somebody's snapshot keeps that alive it is long. */
int64_t collab_looks_outbox_since(collab_looks_t *looks, apr_time_t claimed_at) {
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

/* A claim has taken outbox rows up to the event `newest`. One that took as many as it might has perhaps left others behind them,
 * latecomers too: the next begins there. Whoever leaves none behind has reached the newest of all. */
void collab_looks_outbox_taken(collab_looks_t *looks, int64_t newest, bool as_many_as_it_might) {
  looks->newest = newest > looks->newest ? newest : looks->newest;
  looks->reached = as_many_as_it_might ? newest : looks->newest;
  for (int i = 0; i < 2 && as_many_as_it_might; i++) {
    looks->outbox[i].before = looks->outbox[i].before < newest ? looks->outbox[i].before : newest;
    looks->outbox[i].marked = looks->outbox[i].marked < newest ? looks->outbox[i].marked : newest;
  }
}

/* When a look that believes nothing is made again: the last one ended at `now`, and such looks may cost a hundredth of the time.
 */
static apr_time_t next_rescan(apr_time_t claimed_at, apr_time_t now, apr_interval_time_t every) {
  apr_interval_time_t pause = 100 * (now - claimed_at);
  return now + (pause > every ? pause : every);
}

void collab_looks_done(collab_looks_t *looks, apr_time_t claimed_at, apr_time_t now) {
  apr_interval_time_t rescan = collab_timer(COLLAB_TIMER_RESCAN);

  looks->look_at = claimed_at + LOOK_EVERY;
  if (looks->rescan != COLLAB_RESCAN_NONE) {
    looks->rescan_at = next_rescan(claimed_at, now, rescan / COLLAB_RESCAN_PARTS);
    looks->rescan_next = (looks->rescan + 1) % COLLAB_RESCAN_PARTS; /* after all comes the first */
  }
  if (looks->outbox_rescan) {
    looks->outbox_rescan_at = next_rescan(claimed_at, now, rescan);
  }
}
