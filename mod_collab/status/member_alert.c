/* member_alert.c: the program of CollabMemberAlertCommand (status/alert.h).
 *
 *      program [arguments] < JSON
 *
 * - The statement member_alert_next chooses a subscription with news and records the start of the call. Of all nodes' watchers,
 *   only one chooses at a time, and the statement chooses no subscription twice within an hour.
 * - When the program has succeeded, member_alert_told records the news as told. Otherwise the next call, in an hour, repeats the
 *   news. */
#include "status/alert.h"

#include <string.h>

#include "base/time.h"
#include "node/timer.h"

#define ANSWER_WITHIN apr_time_from_sec(2)

static bool ask(collab_member_alert_t *alert, collab_pg_t *pg, const collab_statement_t *statement, const char *const *values,
                collab_rows_t *rows) {
  bool fine = collab_pg_run(pg, alert->pool, statement, values, collab_time_clock() + ANSWER_WITHIN) == COLLAB_PG_DONE;

  if (fine) {
    *rows = collab_pg_rows(pg, statement->nparts - 1);
  }
  return fine;
}

static const char *in_seconds(apr_pool_t *pool, collab_timer_t timer) {
  return apr_psprintf(pool, "%" APR_TIME_T_FMT ".%06d", apr_time_sec(collab_timer(timer)),
                      (int)apr_time_usec(collab_timer(timer)));
}

/* Starts the program if a subscription has news. False: none has. */
static bool tell_next(collab_member_alert_t *alert, collab_pg_t *pg) {
  const char *const values[] = {in_seconds(alert->pool, COLLAB_TIMER_FAILING), in_seconds(alert->pool, COLLAB_TIMER_ALERT_AGAIN)};
  collab_rows_t rows;

  if (!ask(alert, pg, STATEMENT(member_alert_next), values, &rows) || !rows.count) {
    return false;
  }
  static const char *const columns[] = {"subscription", "failing", "dead_letters"};
  for (int i = 0; i < 3; i++) {
    alert->told[i] = collab_rows_text(rows, 0, columns[i]);
  }
  const char *json = collab_rows_text(rows, 0, "json");
  collab_program_start(&alert->program, NULL, NULL, apr_pstrcat(alert->pool, json, "\n", NULL));
  return true;
}

void collab_member_alert_turn(collab_member_alert_t *alert, collab_pg_t *pg, apr_time_t now) {
  collab_rows_t none;

  if (!alert->program.command) {
    return;
  }
  if (alert->program.runs) {
    collab_program_end_t end = collab_program_turn(&alert->program, now);
    if (end == COLLAB_PROGRAM_RUNS) {
      return;
    }
    if (end == COLLAB_PROGRAM_DONE && pg) {
      ask(alert, pg, STATEMENT(member_alert_told), alert->told, &none);
    }
    alert->look_at = now; /* there may be more news */
  }
  if (!pg || alert->look_at > now) {
    return;
  }
  apr_pool_clear(alert->pool);
  if (!tell_next(alert, pg)) {
    alert->look_at = now + collab_timer(COLLAB_TIMER_MEMBER);
  }
}
