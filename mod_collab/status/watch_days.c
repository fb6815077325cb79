/* watch_days.c: has what the companies have made and stored today counted (CollabDailyLimit), reads the sums, and makes known to
 * this node's workers which companies have used up their day (status/watch.h).
 *
 * The watchers of all nodes take turns: sql/queries/api/watch_days.sql counts nothing if another watcher has just counted. */
#include "status/watch.h"

#include <apr_strings.h>

#include "base/time.h"
#include "node/spent.h"
#include "node/storers.h"
#include "node/timer.h"

/* The column `spent` has the companies' ids, separated by commas. */
static void set_spent(const collab_watch_t *w, collab_rows_t rows) {
  static int64_t companies[COLLAB_SPENT];
  const char *ids = rows.count ? collab_rows_text(rows, 0, "spent") : NULL;
  char *last, *copy = apr_pstrdup(w->round, ids ? ids : "");
  int count = 0;

  for (char *id = apr_strtok(copy, ",", &last); id && count < COLLAB_SPENT; id = apr_strtok(NULL, ",", &last)) {
    companies[count++] = apr_atoi64(id);
  }
  apr_interval_time_t left = count ? collab_rows_integer(rows, 0, "ends_in") : 0;
  collab_spent_set(companies, count, collab_time_clock() + left, count ? collab_rows_integer(rows, 0, "ends") : 0);
}

void collab_watch_days(collab_watch_t *w) {
  const double seconds = 0.8 * (double)collab_timer(COLLAB_TIMER_WATCH_KEEP) / APR_USEC_PER_SEC;
  const char *const turn[] = {apr_psprintf(w->round, "%.3f", seconds)};
  const char *const limits[] = {w->config->daily_requests, w->config->daily_bytes};
  collab_storer_t storers[COLLAB_STORERS] = {{0}};
  collab_rows_t rows;

  w->found.stored_read = false;
  w->found.near_limit = NULL;
  if (!collab_watch_ask(w, STATEMENT(watch_days), turn, &rows) || !collab_watch_ask(w, STATEMENT(watch_stored), limits, &rows)) {
    return;
  }
  w->found.stored_read = true;
  set_spent(w, rows);
  w->found.near_limit = rows.count ? apr_pstrdup(w->kept, collab_rows_text(rows, 0, "near")) : NULL;
  for (int i = 0; i < rows.count && i < COLLAB_STORERS; i++) {
    storers[i].company = collab_rows_integer(rows, i, "company");
    storers[i].requests = collab_rows_integer(rows, i, "requests");
    storers[i].bytes = collab_rows_integer(rows, i, "bytes");
    apr_cpystrn(storers[i].name, collab_rows_text(rows, i, "name"), sizeof storers[i].name);
  }
  collab_storers_set(storers);
}
