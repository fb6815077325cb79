/* batches.c: runs a statement in batches while the nodes work, for commands that read or change many requests.
 *
 * A batch is a transaction of about BATCH_TIME, so its locks delay nobody for long. Each batch is followed by a pause of at least
 * its duration. So the command uses at most half of one processor, and vacuum keeps up. */
#include "ctl/ctl.h"

#define WAIT 60
#define BATCH_TIME apr_time_from_msec(50)
#define FIRST 10  /* requests of the first batch */
#define MOST 1000 /* the number of requests doubles only while it is below this */

/* Runs one batch, then pauses for `rest` times its duration. Sets *took to the duration and *more to whether another follows. */
static collab_ctl_exit_t batch(collab_ctl_t *ctl, const collab_statement_t *statement, int rest, collab_ctl_batch_t *done,
                               void *data, bool *more, apr_interval_time_t *took) {
  apr_pool_t *pool = ctl->pool;
  apr_time_t begun = collab_time_clock();
  collab_rows_t rows;

  apr_pool_create(&ctl->pool, pool);
  collab_ctl_exit_t outcome = collab_ctl_rehearse(ctl, statement, WAIT, &rows);
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
  int requests = FIRST;
  apr_interval_time_t took;
  bool more;

  do {
    apr_table_set(ctl->args, "requests", apr_itoa(ctl->pool, requests));
    outcome = batch(ctl, statement, rest, done, data, &more, &took);
    if (took > BATCH_TIME) {
      requests = requests > 1 ? requests / 2 : 1;
    } else if (took < BATCH_TIME / 2 && requests < MOST) {
      requests *= 2;
    }
  } while (more);
  return outcome;
}
