/* rewrite.c: the last step of collabctl migrate: rewrites the stored JSON texts of old rows, after a migration that changes these
 * texts.
 *
 * A row of request, note or response stores its JSON text. A trigger renders the text when the row is written. To change the
 * texts, a migration changes what the trigger renders, and calls rewrite_rendered() (sql/schema/19_rewrite.sql). After the
 * migration's commit, while the nodes work, this file rewrites the old rows in batches (batches.c). A batch takes requests in the
 * order of their ids, each with its notes and responses, and also records its progress. So the rewrite may be killed at any time,
 * and the next collabctl migrate continues it. */
#include "ctl/ctl.h"

#include <stdio.h>

#define WAIT 60
#define REPORT_EVERY apr_time_from_sec(10)

typedef struct progress_t {
  const collab_ctl_t *ctl;
  int64_t left, all;
  apr_time_t reported;
} progress_t;

static bool rewritten(void *data, collab_rows_t rows) {
  progress_t *progress = data;
  int64_t done = collab_rows_integer(rows, 0, "done");

  progress->all += done;
  progress->left -= done;
  if (done > 0 && collab_time_clock() - progress->reported >= REPORT_EVERY) {
    collab_ctl_tell(progress->ctl, "%" APR_INT64_T_FMT " requests left", progress->left > 0 ? progress->left : 0);
    fflush(stdout);
    progress->reported = collab_time_clock();
  }
  return done > 0;
}

collab_ctl_exit_t collab_ctl_rewrite(collab_ctl_t *ctl, bool *found) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_rewrite_left), WAIT, &rows);

  *found = outcome == CTL_DONE && rows.count > 0;
  if (!*found) {
    return outcome;
  }
  progress_t progress = {.ctl = ctl, .left = collab_rows_integer(rows, 0, "requests"), .reported = collab_time_clock()};
  collab_ctl_tell(ctl, "rewriting the stored text of %" APR_INT64_T_FMT " requests; nodes may be restarted meanwhile",
                  progress.left);
  fflush(stdout);
  outcome = collab_ctl_batches(ctl, STATEMENT(ctl_rewrite_batch), 1, rewritten, &progress);
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "rewrote the stored text of %" APR_INT64_T_FMT " requests", progress.all);
  }
  return outcome;
}
