/* batches.c: runs a statement in batches while the nodes work, for commands that read or change many requests.
 *
 * A batch is a transaction of about BATCH_TIME, so its locks delay nobody for long. Each batch is followed by a pause of at least
 * its duration. So the command uses at most half of one processor, and vacuum keeps up.
 *
 * A statement may limit how long it waits for a row (ctl_rewrite_batch). A batch that meets the limit is rolled back, and taken
 * again after a pause, with fewer requests. */
#include "ctl/ctl.h"

#define WAIT 60
#define BATCH_TIME apr_time_from_msec(50)
#define FIRST 10  /* requests of the first batch */
#define MOST 1000 /* the number of requests doubles only while it is below this */
#define LATE_PAUSE apr_time_from_sec(1)
#define LATE_FOR 300 /* seconds; then the command gives up */

/* Runs one batch, then pauses for `rest` times its duration. Sets *took to the duration, *more to whether another follows, and
 * *late to whether the batch waited too long for a row. */
static collab_ctl_exit_t batch(collab_ctl_t *ctl, const collab_statement_t *statement, int rest, collab_ctl_batch_t *done,
                               void *data, bool *more, bool *late, apr_interval_time_t *took) {
  apr_pool_t *pool = ctl->pool;
  apr_time_t begun = collab_time_clock();
  collab_rows_t rows;

  apr_pool_create(&ctl->pool, pool);
  *late = false;
  ctl->late = late;
  collab_ctl_exit_t outcome = collab_ctl_rehearse(ctl, statement, WAIT, &rows);
  ctl->late = NULL;
  *more = outcome == CTL_DONE && done(data, rows);
  *took = collab_time_clock() - begun;
  apr_pool_destroy(ctl->pool);
  ctl->pool = pool;
  apr_sleep(rest * *took);
  return outcome;
}

collab_ctl_exit_t collab_ctl_batches(collab_ctl_t *ctl, const collab_statement_t *statement, int rest, collab_ctl_batch_t *done,
                                     void *data) {
  collab_ctl_exit_t outcome;
  apr_time_t went_on = collab_time_clock();
  int requests = FIRST;
  apr_interval_time_t took;
  bool more, late;

  do {
    apr_table_set(ctl->args, "requests", apr_itoa(ctl->pool, requests));
    outcome = batch(ctl, statement, rest, done, data, &more, &late, &took);
    if (late) {
      apr_sleep(LATE_PAUSE);
    } else {
      went_on = collab_time_clock();
    }
    if (took > BATCH_TIME) {
      requests = requests > 1 ? requests / 2 : 1;
    } else if (took < BATCH_TIME / 2 && requests < MOST) {
      requests *= 2;
    }
  } while (more || (late && collab_time_clock() - went_on < apr_time_from_sec(LATE_FOR)));
  if (late) {
    collab_ctl_say(ctl, "another session holds the next request, see collabctl blocker list; end it and repeat the command");
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_batches_each(collab_ctl_t *ctl, const collab_statement_t *statement, int rest,
                                          collab_ctl_batch_t *done, void *data) {
  char *last, *companies = apr_pstrdup(ctl->pool, collab_ctl_value(ctl, "companies"));
  collab_ctl_exit_t outcome = CTL_DONE;

  for (char *id = apr_strtok(companies, "{,}", &last); id && outcome == CTL_DONE; id = apr_strtok(NULL, "{,}", &last)) {
    apr_table_set(ctl->args, "id", id);
    outcome = collab_ctl_batches(ctl, statement, rest, done, data);
  }
  return outcome;
}
