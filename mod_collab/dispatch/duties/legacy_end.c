/* legacy_end.c: once V1 has ended by the accepted time (CollabLegacySunset), makes dead letters of the deliveries that wait for
 * its subscriptions, also of those that are due later, paused or held back. Runs in the dispatcher's loop (duties.c). */
#include "collab_private.h"
#include "dispatch/duties/duties.h"

#include <http_log.h>

#define ROWS 1000 /* per run */
#define WITHIN apr_time_from_sec(30)

static bool has_sunset(const collab_duties_t *duties) {
  return duties->config->legacy_sunset != 0;
}

static const char *const *bind_sunset(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, legacy_end, .sunset = apr_psprintf(pool, "%" APR_TIME_T_FMT, duties->config->legacy_sunset),
                  .rows = apr_itoa(pool, ROWS));
}

static bool ended(collab_duties_t *duties, collab_rows_t rows) {
  int64_t count = collab_rows_integer(rows, 0, "done");

  if (count > 0) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, duties->s,
                 COLLABNO(0665) "%" APR_INT64_T_FMT " deliveries became dead letters: payload version V1 has ended", count);
  }
  return count == ROWS;
}

const collab_duty_t collab_duty_legacy_end = {STATEMENT(legacy_end), 6, .most = WITHIN, .is_on = has_sunset, .bind = bind_sunset,
                                              .done = ended};
