/* times.c: repairs what a clock that was ahead has left behind: deliveries that are due too late, and stored times that lie in
 * the future. Runs in the dispatcher's loop (duties.c). */
#include "collab_private.h"
#include "dispatch/duties/duties.h"

#include <http_log.h>

#define MINUTE 12                /* in intervals (CollabDutyInterval), of five seconds each by default */
#define RETRY_AFTER_MOST 36000.0 /* seconds; verdict.c allows no longer Retry-After */
#define JITTER 1.1               /* domain/schedule.h */

static double longest_delay(const collab_schedule_t *schedule) {
  int longest = 0;

  for (int i = 0; i < schedule->count; i++) {
    longest = schedule->delay[i] > longest ? schedule->delay[i] : longest;
  }
  return longest * JITTER;
}

static const char *const *bind_sweep(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;
  double v1 = longest_delay(&duties->config->retry_v1), v2 = longest_delay(&duties->config->retry_v2);
  double longest = v1 > v2 ? v1 : v2;

  return BINDS_IN(pool, due_sweep, .longest = apr_itoa(pool, (int)(longest > RETRY_AFTER_MOST ? longest : RETRY_AFTER_MOST)),
                  .after = *duties->swept_to ? duties->swept_to : "0");
}

static bool swept(collab_duties_t *duties, collab_rows_t rows) {
  const char *last = collab_rows_text(rows, 0, "last");
  int64_t count = collab_rows_integer(rows, 0, "done");

  apr_cpystrn(duties->swept_to, last ? last : "", sizeof duties->swept_to);
  if (count > 0) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, duties->s,
                 COLLABNO(0666) "%" APR_INT64_T_FMT " deliveries are due now: a wrong clock had put them off", count);
  }
  return count > 0 || last != NULL;
}

const collab_duty_t collab_duty_due = {STATEMENT(due_sweep), MINUTE, .most = apr_time_from_sec(60), .bind = bind_sweep,
                                       .done = swept};

static bool pulled_back(collab_duties_t *duties, collab_rows_t rows) {
  int64_t count = collab_rows_integer(rows, 0, "done");

  if (count > 0) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, duties->s,
                 COLLABNO(0667) "%" APR_INT64_T_FMT " stored times lay ahead of the database's clock, and count as now", count);
  }
  return false;
}

const collab_duty_t collab_duty_times = {STATEMENT(times_pull_back), MINUTE, .most = apr_time_from_sec(60), .done = pulled_back};
