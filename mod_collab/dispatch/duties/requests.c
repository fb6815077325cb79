/* requests.c: sends reminders for requests whose respondBy has passed, closes idle requests (CollabAutoClose), and deletes
 * requests that were closed long ago (CollabRetention requests=). During maintenance the dispatcher neither reminds nor closes.
 * Runs in the dispatcher's loop (duties.c). */
#include "collab_private.h"
#include "dispatch/duties/duties.h"

#include <http_log.h>

#include "base/random.h"
#include "node/health.h"
#include "node/meter.h"

#define REMINDERS 100
#define DELETED_REQUESTS "200" /* per run */
#define MINUTES(n) (12 * (n))  /* in intervals (CollabDutyInterval), of five seconds each by default */

/* ---- reminders ---- */

static bool reminds(const collab_duties_t *duties) {
  (void)duties;
  return !collab_health_on_hold();
}

/* Makes random tokens for the reminders, as the text of an array. If a token cannot be made, returns NULL, which skips this
 * run. */
static const char *const *bind_remind(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;
  apr_array_header_t *list = apr_array_make(pool, REMINDERS, sizeof(const char *));

  for (int i = 0; i < REMINDERS; i++) {
    const char *token = collab_random_token(pool);
    if (!token) {
      return NULL;
    }
    APR_ARRAY_PUSH(list, const char *) = token;
  }
  return BINDS_IN(pool, request_remind, .tokens = apr_pstrcat(pool, "{", apr_array_pstrcat(pool, list, ','), "}", NULL));
}

static bool reminded(collab_duties_t *duties, collab_rows_t rows) {
  int64_t count = apr_atoi64(collab_rows_text(rows, 0, "done"));

  if (count > 0) {
    collab_meter_count(COLLAB_COUNT_REMINDED, (uint64_t)count);
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s,
                 COLLABNO(0652) "reminders sent for %" APR_INT64_T_FMT " requests: no response in time", count);
  }
  return count == REMINDERS;
}

const collab_duty_t collab_duty_remind = {STATEMENT(request_remind), 1, .is_on = reminds, .bind = bind_remind, .done = reminded};

/* ---- closing ---- */

static bool closes(const collab_duties_t *duties) {
  return duties->config->auto_close > 0 && !collab_health_on_hold();
}

static const char *const *bind_retire(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, request_retire, .days = apr_itoa(pool, duties->config->auto_close),
                  .after = *duties->retired_to ? duties->retired_to : "0");
}

static bool retired(collab_duties_t *duties, collab_rows_t rows) {
  const char *last = collab_rows_text(rows, 0, "last");
  int64_t count = apr_atoi64(collab_rows_text(rows, 0, "done"));

  apr_cpystrn(duties->retired_to, last ? last : "", sizeof duties->retired_to);
  if (count > 0) {
    collab_meter_count(COLLAB_COUNT_CLOSED_IDLE, (uint64_t)count);
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s, COLLABNO(0651) "%" APR_INT64_T_FMT " requests closed: idle for %d days",
                 count, duties->config->auto_close);
    duties->made_events = true;
  }
  return last != NULL;
}

const collab_duty_t collab_duty_retire = {STATEMENT(request_retire), 1, .is_on = closes, .bind = bind_retire, .done = retired};

/* ---- deletion ---- */

static bool deletes(const collab_duties_t *duties) {
  return duties->config->retain_requests > 0;
}

static const char *const *bind_requests(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, request_delete, .days = apr_itoa(pool, duties->config->retain_requests),
                  .after = *duties->requests_to ? duties->requests_to : "-infinity", .requests = DELETED_REQUESTS);
}

static bool deleted(collab_duties_t *duties, collab_rows_t rows) {
  const char *last = collab_rows_text(rows, 0, "last");
  int64_t count = collab_rows_integer(rows, 0, "done");

  apr_cpystrn(duties->requests_to, last ? last : "", sizeof duties->requests_to);
  if (count > 0) {
    collab_meter_count(COLLAB_COUNT_REQUESTS_DELETED, (uint64_t)count);
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s,
                 COLLABNO(0663) "%" APR_INT64_T_FMT " requests deleted: closed for more than %d days", count,
                 duties->config->retain_requests);
  }
  return last != NULL;
}

const collab_duty_t collab_duty_requests = {STATEMENT(request_delete), MINUTES(5), .is_on = deletes, .bind = bind_requests,
                                            .done = deleted};
