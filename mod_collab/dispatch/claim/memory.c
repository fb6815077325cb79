/* memory.c: what the dispatcher remembers between two statements.
 *
 * All of it is a cache. The protocol (claim.c) is correct without it, only slow: a statement would walk past the index entries of
 * all deliveries sent and all events taken since the last vacuum, and past all of them while an old snapshot keeps them. With it,
 * the cost of a fan-out or a claim depends neither on how much waits nor on how much has been sent.
 *
 * Three things are remembered. For each there are statements that use it, a statement that finds what it misses, and a rescan
 * that finds the rest:
 *
 *                           what it says               found twice a second      found by the rescan
 *   an endpoint's due time  nothing is due before it   due since the last look   any delivery
 *   the outbox's marks      all below it are taken     above a mark of 3 s ago   any event
 *   the known endpoints     only these have work       any queue with work       -
 *
 * 1. Due times (collab_due_t). A claim asks an endpoint for deliveries from `since` on, and reports when the first is due that it
 * left. A fan-out and a look make `since` earlier; they take turns with the claim on one connection. So do other statements of
 * this dispatcher, which run beside it on connections of their own (settlements, recoveries, notifications). A claim that began
 * before such a statement ended may have missed its delivery. Therefore the report of that claim may only make `since` earlier,
 * too (heard_at). Deliveries that other processes write become known by a look. A statement that writes a delivery, or gives one
 * back, makes it due at that moment or later. So twice a second a look need only read what is due since the last look, with a
 * margin of 5 s (LOOK_BACK) from the time when the due time was set to the commit. callback_changed.sql may set a due time in the
 * future; each dispatcher runs it and hears the due time.
 *
 * `waiting` is what fan-outs have made and claims have not leased yet. It only keeps a claim from asking for more than there is.
 * A number that is wrong hides nothing, because `since` alone says whether the endpoint has work. `only_retries` keeps an
 * endpoint from taking turns that it cannot use, while retries hold all slots that they may. Whatever says that there may be
 * something new there ends it.
 *
 * 2. Catching up. After an endpoint's breaker has closed, its backlog and its new deliveries take turns, so that new ones do not
 * wait for a day's backlog. A claim asks for one of these kinds, from `since` or from `fresh_since` on, and learns when the next
 * delivery of that kind is due.
 *
 * 3. Marks of the outbox. Events commit in another order than that of their numbers. So a fan-out reads from a mark on: the
 * newest event that had been taken at least 0.1 s ago (USUAL_MARK). An event is a latecomer if it is committed more than 0.1 s
 * after an event with a higher number. Twice a second a fan-out reads from a mark that is 3 s old (COLLAB_TIMER_LOOK_MARK), which
 * finds most latecomers. To find one, it scans past the dead rows of all taken events with higher numbers. That is slow while an
 * old snapshot keeps those rows. If a fan-out took as many events as it had asked for, rows with higher numbers than `newest` may
 * be left, even latecomers. Then the next fan-out begins at `newest`. A fan-out that took fewer events has read the outbox to its
 * end. A mark moves when the answer has come, which is after the commit. If the answer is lost, the mark stays, and the next
 * session rescans.
 *
 * 4. Rescans. Every 20 s (COLLAB_TIMER_RESCAN) a fan-out reads the outbox from its beginning, and looks read endpoints from the
 * beginning of time. A rescan walks past everything, and all deliveries wait for it. So a look rescans a sixteenth of the
 * endpoints at a time, and rescans take at most one per cent of the time: after a slow one the next comes later. The first look
 * of a session rescans all endpoints.
 *
 * Runs in the dispatcher's loop. t/unit/test_memory.c drives it without a database. */
#include "dispatch/claim/memory.h"

#include "node/timer.h"

#define LOOK_EVERY apr_time_from_msec(500)
#define LOOK_BACK apr_time_from_sec(5) /* assumed maximum time from setting due_at to the commit */
#define USUAL_MARK apr_time_from_msec(100)
#define PARTS 16
#define ALL (-1)
#define NONE (-2)
#define FRESH_BACK apr_time_from_sec(1) /* a delivery committed after a claim may be due up to this long before the claim */
#define FEW 10                          /* a fan-out asks each channel for at least this many events */

static int64_t earlier(int64_t a, int64_t b) {
  return a < b ? a : b;
}

void collab_memory_reset(collab_memory_t *memory) {
  double deliveries_per_event = memory->outbox.deliveries_per_event;

  *memory = (collab_memory_t){.next_part = ALL};
  memory->outbox.deliveries_per_event = deliveries_per_event;
}

/* When the next rescan is due, if the last one ran from `began` to `now`. Rescans may take one per cent of the time. */
static apr_time_t next_rescan(apr_time_t began, apr_time_t now, apr_interval_time_t every) {
  apr_interval_time_t pause = 100 * (now - began);
  return now + (pause > every ? pause : every);
}

/* ---- the outbox ---- */

int64_t collab_memory_outbox_since(collab_memory_t *memory, apr_time_t began) {
  const apr_interval_time_t every[] = {USUAL_MARK, collab_timer(COLLAB_TIMER_LOOK_MARK)};

  for (int i = 0; i < 2; i++) {
    if (memory->outbox.mark[i].at < began) {
      memory->outbox.mark[i].before = memory->outbox.mark[i].marked;
      memory->outbox.mark[i].marked = memory->outbox.reached;
      memory->outbox.mark[i].at = began + every[i];
    }
  }
  memory->outbox.further = memory->outbox.further_at <= began;
  memory->outbox.whole = memory->outbox.further && memory->outbox.whole_at <= began;
  return memory->outbox.whole ? 0 : memory->outbox.mark[memory->outbox.further].before;
}

/* As many events as fill the room. A further delivery would only wait in a table that every claim reads, and its event can just
 * as well wait in the outbox. A few events are always taken, because an endpoint without a backlog must not wait for those that
 * have one. */
int collab_memory_events(const collab_memory_t *memory, int room, int most) {
  double wanted = room / (memory->outbox.deliveries_per_event > 1 ? memory->outbox.deliveries_per_event : 1);
  return wanted > most ? most : wanted > FEW ? (int)wanted : FEW;
}

void collab_memory_taken(collab_memory_t *memory, int64_t events, int64_t newest, int64_t made, bool full, apr_time_t began,
                         apr_time_t now) {
  memory->outbox.newest = newest > memory->outbox.newest ? newest : memory->outbox.newest;
  memory->outbox.reached = full ? newest : memory->outbox.newest;
  for (int i = 0; i < 2 && full; i++) {
    memory->outbox.mark[i].before = earlier(memory->outbox.mark[i].before, newest);
    memory->outbox.mark[i].marked = earlier(memory->outbox.mark[i].marked, newest);
  }
  if (memory->outbox.further) {
    memory->outbox.further_at = began + LOOK_EVERY;
  }
  if (memory->outbox.whole) {
    memory->outbox.whole_at = next_rescan(began, now, collab_timer(COLLAB_TIMER_RESCAN));
  }
  if (events > 0) {
    memory->outbox.deliveries_per_event += ((double)made / (double)events - memory->outbox.deliveries_per_event) / 8;
  }
}

/* ---- looks ---- */

void collab_memory_hint(collab_memory_t *memory) {
  memory->look_at = 0;
}

apr_time_t collab_memory_look(collab_memory_t *memory, apr_time_t began) {
  memory->part = memory->rescan_at <= began ? memory->next_part : NONE;
  return memory->looked_at - LOOK_BACK;
}

bool collab_memory_rescans(const collab_memory_t *memory, int64_t subscription) {
  return memory->part == ALL || (memory->part >= 0 && subscription % PARTS == memory->part);
}

void collab_memory_looked(collab_memory_t *memory, apr_time_t at, apr_time_t began, apr_time_t now) {
  memory->looked_at = at;
  memory->look_at = now + LOOK_EVERY;
  if (memory->part != NONE) {
    memory->rescan_at = next_rescan(began, now, collab_timer(COLLAB_TIMER_RESCAN) / PARTS);
    memory->next_part = (memory->part + 1) % PARTS; /* after ALL, part 0 */
  }
}

/* ---- an endpoint's due times ---- */

void collab_due_made(collab_due_t *due, int n, apr_time_t next) {
  due->waiting = due->since > next ? n : due->waiting < COLLAB_MANY - n ? due->waiting + n : COLLAB_MANY;
  due->since = earlier(due->since, next);
  due->only_retries = false;
}

void collab_due_found(collab_due_t *due, apr_time_t next) {
  due->waiting = next < due->since ? COLLAB_MANY : due->waiting;
  due->since = earlier(due->since, next);
  due->only_retries = false;
}

void collab_due_heard(collab_due_t *due, apr_time_t next, apr_time_t our_now) {
  due->waiting = next < due->since ? COLLAB_MANY : due->waiting;
  due->since = earlier(due->since, next);
  due->only_retries = false;
  due->heard_at = our_now;
}

bool collab_due_catches_up(const collab_due_t *due) {
  return due->backlog_until != 0;
}

apr_time_t collab_due_ask(collab_due_t *due, bool probe) {
  due->fresh_asked = false;
  if (due->backlog_until && !probe) {
    due->fresh_asked = due->fresh_turn;
    due->fresh_turn = !due->fresh_turn;
  }
  return due->fresh_asked ? due->fresh_since : due->since;
}

bool collab_due_report(collab_due_t *due, const collab_due_report_t *report, apr_time_t began, apr_time_t database_began,
                       apr_time_t database_now) {
  if (due->fresh_asked) {
    apr_time_t from = database_began - FRESH_BACK;
    from = from > due->backlog_until ? from : due->backlog_until;
    due->fresh_since = earlier(report->next, from);
    return report->next > database_now;
  }
  due->only_retries = report->only_retries;
  due->since = began > due->heard_at ? report->next : earlier(due->since, report->next);
  due->waiting = due->waiting < COLLAB_MANY && due->waiting > report->leased ? due->waiting - report->leased : COLLAB_MANY;
  due->backlog_until = due->since < due->backlog_until ? due->backlog_until : 0;
  return false;
}
