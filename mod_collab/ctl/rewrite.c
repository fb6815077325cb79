/* rewrite.c: the last step of collabctl migrate: makes the rendered texts of old rows anew, after a migration that changes them.
 *
 * A row of request, note or response keeps its own JSON text, which a trigger renders when the row is written. A migration that
 * changes the text changes the trigger and calls rewrite_rendered() (sql/schema/19_rewrite.sql). The old rows are rendered here,
 * after the migration's commit, while the nodes are at work: a request with its notes and responses at a time, by the key, in
 * transactions of about BATCH_TIME. Each transaction also records how far it has come. So the rewrite can be killed at any time,
 * and the next collabctl migrate continues it.
 *
 * After each batch it pauses for as long as the batch took. So it takes half of one processor at most, and vacuum keeps up. */
#include "ctl/ctl.h"

#include <stdio.h>

#define WAIT 60
#define BATCH_TIME apr_time_from_msec(50)
#define FIRST 10 /* requests of the first batch */
#define MOST 1000
#define REPORT_EVERY apr_time_from_sec(10)

/* Renders the next `requests` requests, then pauses. Returns how many requests there were in *done, and in *took how long it
 * took. */
static collab_ctl_exit_t batch(collab_ctl_t *ctl, int requests, int64_t *done, apr_interval_time_t *took) {
  apr_pool_t *pool = ctl->pool;
  apr_time_t begun = apr_time_now();
  collab_rows_t rows;

  apr_pool_create(&ctl->pool, pool);
  apr_table_set(ctl->args, "requests", apr_itoa(ctl->pool, requests));
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_rewrite_batch), WAIT, &rows);
  *done = outcome == CTL_DONE ? collab_rows_integer(rows, 0, "done") : 0;
  *took = apr_time_now() - begun;
  apr_pool_destroy(ctl->pool);
  ctl->pool = pool;
  apr_sleep(*took);
  return outcome;
}

static void report(const collab_ctl_t *ctl, int64_t left) {
  collab_ctl_tell(ctl, "%" APR_INT64_T_FMT " requests left", left > 0 ? left : 0);
  fflush(stdout);
}

collab_ctl_exit_t collab_ctl_rewrite(collab_ctl_t *ctl, bool *found) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_rewrite_left), WAIT, &rows);

  *found = outcome == CTL_DONE && rows.count > 0;
  if (!*found) {
    return outcome;
  }
  int64_t left = collab_rows_integer(rows, 0, "requests"), done = 0, all = 0;
  int requests = FIRST;
  apr_time_t reported = apr_time_now();
  apr_interval_time_t took;
  collab_ctl_tell(ctl, "rewriting the stored text of %" APR_INT64_T_FMT " requests; nodes may be restarted meanwhile", left);
  fflush(stdout);
  while ((outcome = batch(ctl, requests, &done, &took)) == CTL_DONE && done > 0) {
    all += done;
    if (took > BATCH_TIME) {
      requests = requests > 1 ? requests / 2 : 1;
    } else if (took < BATCH_TIME / 2 && requests < MOST) {
      requests *= 2;
    }
    if (apr_time_now() - reported >= REPORT_EVERY) {
      report(ctl, left - all);
      reported = apr_time_now();
    }
  }
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "rewrote the stored text of %" APR_INT64_T_FMT " requests", all);
  }
  return outcome;
}
