/* replay.c: makes the deliveries of replays, for an operator (collabctl replay) or a member (interface.md 16.13). Runs in the
 * dispatcher's loop, on a connection of its own.
 *
 *      replay_item ──a batch a second──> delivery ──as any other──> …      (the same transaction deletes the dead letter)
 *
 * 1. The database holds the items that are left. So a kill -9 or a restart of PostgreSQL costs a moment and never an item: a
 * batch and its count are one transaction.
 * 2. Every dispatcher runs the statement, but only one at a time makes deliveries, because the statement takes an advisory lock.
 * The replay's row has the size of the next batch (1, 2, 4 … up to the replay's rate) and the time of the next batch.
 * 3. A replay sets aside an endpoint that fails repeatedly, because each new delivery would become a dead letter again. If
 * only such endpoints are left, an operator's replay pauses, and a member's ends.
 * 4. A delivery that is made again has the event's id and body, and begins with no attempts. */
#include "dispatch/replay/replay.h"
#include "collab_private.h"
#include "dispatch/dispatcher.h"

#include <http_log.h>
#include <stdlib.h>
#include <string.h>

#include "node/timer.h"

#define REFUSED_PAUSE apr_time_from_sec(5)

void collab_replay_setup(collab_dispatcher_t *d) {
  collab_link_init(&d->replays.link, d->pool, d->s, d->config->dispatcher_dsn, "replays");
}

apr_time_t collab_replay_due(const collab_dispatcher_t *d) {
  return collab_link_free_at(&d->replays.link, d->replays.at);
}

static void fed(collab_dispatcher_t *d, collab_rows_t rows) {
  const char *id = collab_rows_text(rows, 0, "id"), *of_member = collab_rows_text(rows, 0, "of_member");
  const char *made = collab_rows_text(rows, 0, "made"), *state = collab_rows_text(rows, 0, "state"),
             *next_in = collab_rows_text(rows, 0, "next_in");

  if (next_in) {
    d->replays.at = collab_time_clock() + (apr_time_t)(strtod(next_in, NULL) * APR_USEC_PER_SEC);
  }
  if (made && strcmp(made, "0")) {
    collab_pace_hint(&d->pace);
  }
  if (state && !strcmp(state, "done") && of_member && *of_member == 'f') { /* members' replays would fill the log */
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0661) "replay %s is done: %s deliveries made again, %s left out", id,
                 collab_rows_text(rows, 0, "done"), collab_rows_text(rows, 0, "left_out"));
  } else if (state && !strcmp(state, "paused")) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
                 COLLABNO(0662) "replay %s has paused: %s; collabctl replay resume %s continues it", id,
                 collab_rows_text(rows, 0, "reason"), id);
  }
}

static void answered(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;

  if (state == COLLAB_PG_DONE) {
    fed(d, collab_pg_rows(d->replays.link.pg, 0));
  } else if (state == COLLAB_PG_FAILED) {
    d->replays.at = collab_time_clock() + REFUSED_PAUSE;
  }
}

void collab_replay_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays.link;

  if (!collab_link_up(link)) {
    return;
  }
  apr_interval_time_t pause = collab_timer(COLLAB_TIMER_REPLAY);
  const char *seconds = apr_psprintf(link->statement_pool, "%.3f", (double)pause / APR_USEC_PER_SEC);
  d->replays.at = collab_time_clock() + pause;
  const char *most = d->config->pending_limit;
  collab_link_send(link, STATEMENT(replay_feed), BINDS(replay_feed, .pause = seconds, .most = most), answered, d);
}
