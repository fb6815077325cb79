/* backlog.c: measures the backlog for the status page. Raises alarms when the log of attempts lacks partitions for the coming
 * days or rows are kept longer than CollabRetention says, and when something keeps dead rows alive. Runs in the dispatcher's loop
 * (duties.c). */
#include "dispatch/duties/duties.h"

#include <stdlib.h>
#include <string.h>

#include "node/alarm.h"
#include "node/instance.h"
#include "node/meter.h"

#define DAYS_ALARM 2
#define DROPPED_WITHIN 150 /* in checks; attempt_drop runs once in sixty checks */
#define MINUTE 12          /* in intervals (CollabDutyInterval), of five seconds each by default */
#define PROBE_REST 50      /* a check takes at most a fiftieth of the connection's time: measuring must cost less than the work */

/* ---- the backlog ---- */

static const struct {
  const char *column;
  collab_gauge_t gauge;
  int64_t absent;
} probed[] = {
    {"backlog", COLLAB_GAUGE_BACKLOG, -1},
    {"oldest_due", COLLAB_GAUGE_OLDEST_DUE, 0},
    {"outbox_oldest", COLLAB_GAUGE_OUTBOX_OLDEST, 0},
    {"dead_letters", COLLAB_GAUGE_DEAD_LETTERS, -1},
    {"dead_tuples", COLLAB_GAUGE_DEAD_TUPLES, -1},
    {"partitions_ahead", COLLAB_GAUGE_PARTITIONS_AHEAD, 0},
    {"oldest_attempt", COLLAB_GAUGE_OLDEST_ATTEMPT, -1},
    {"dispatchers", COLLAB_GAUGE_DISPATCHERS, -1},
};

/* Whether attempt_drop fails to drop the oldest day of the log of attempts. True if this day has been two days past its retention
 * for more than DROPPED_WITHIN checks in a row. */
static bool is_overdue(collab_duties_t *duties) {
  const apr_interval_time_t a_day = apr_time_from_sec(86400);
  int64_t age = collab_meter_get(COLLAB_GAUGE_OLDEST_ATTEMPT), day = (apr_time_now() - age + a_day / 2) / a_day;
  bool old = duties->config->retain_attempts > 0 && age > (duties->config->retain_attempts + 2) * a_day;

  duties->overdue_looks = old && day == duties->overdue_day ? duties->overdue_looks + 1 : 0;
  duties->overdue_day = day;
  return duties->overdue_looks > DROPPED_WITHIN;
}

/* Returns the text of the alarm `retention`, or NULL. */
static const char *kept_too_long(collab_duties_t *duties) {
  if (*duties->kept_longer) {
    return collab_instance_text(duties->link.statement_pool, duties->kept_longer); /* it names a command */
  }
  return !is_overdue(duties) ? NULL
                             : apr_psprintf(duties->link.statement_pool,
                                            "the oldest day in the log of attempts is %" APR_INT64_T_FMT
                                            " days old and is not dropped, although CollabRetention says attempts=%d. A long "
                                            "query on the log prevents it, or the error log says why",
                                            collab_meter_get(COLLAB_GAUGE_OLDEST_ATTEMPT) / apr_time_from_sec(86400),
                                            duties->config->retain_attempts);
}

static bool probe_done(collab_duties_t *duties, collab_rows_t rows) {
  for (size_t i = 0; i < sizeof probed / sizeof *probed; i++) {
    const char *value = collab_rows_text(rows, 0, probed[i].column);
    collab_meter_set(probed[i].gauge, value ? apr_atoi64(value) : probed[i].absent);
  }
  duties->may_vacuum = !strcmp(collab_rows_text(rows, 0, "may_vacuum"), "t");
  collab_meter_note(COLLAB_GAUGE_PROBED_AT);
  int64_t days = collab_meter_get(COLLAB_GAUGE_PARTITIONS_AHEAD);
  collab_dispatch_alarm(duties->s, COLLAB_ALARM_PARTITIONS,
                        days >= DAYS_ALARM ? NULL
                                           : apr_psprintf(duties->link.statement_pool,
                                                          "the log of attempts has partitions for only %" APR_INT64_T_FMT
                                                          " more day%s; after that no attempt can be recorded. The error log "
                                                          "says why the dispatcher cannot make partitions",
                                                          days, days == 1 ? "" : "s"),
                        "the log of attempts has partitions for the coming days");
  collab_dispatch_alarm(duties->s, COLLAB_ALARM_RETENTION, kept_too_long(duties),
                        "rows are kept no longer than CollabRetention says");
  return false;
}

const collab_duty_t collab_duty_probe = {STATEMENT(backlog_probe), 1, .rest = PROBE_REST, .done = probe_done};

/* ---- retention ---- */

static const char *const *bind_retention(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;
  const collab_config_t *config = duties->config;

  return BINDS_IN(pool, retention_compare, .attempts = apr_itoa(pool, config->retain_attempts),
                  .audit = apr_itoa(pool, config->retain_audit), .requests = apr_itoa(pool, config->retain_requests));
}

static bool retention_compared(collab_duties_t *duties, collab_rows_t rows) {
  const char *shorter = collab_rows_text(rows, 0, "shorter");

  apr_cpystrn(duties->kept_longer, shorter ? shorter : "", sizeof duties->kept_longer);
  return false;
}

const collab_duty_t collab_duty_retention = {STATEMENT(retention_compare), MINUTE, .bind = bind_retention,
                                             .done = retention_compared};

/* ---- the horizon ---- */

/* How long this holder has kept dead rows alive. If the database does not know how long, the time counts from when this process
 * first saw this holder with this xid. */
static apr_interval_time_t horizon_age(collab_duties_t *duties, collab_rows_t rows) {
  const char *seconds = collab_rows_text(rows, 0, "seconds");
  const char *key =
      apr_pstrcat(duties->link.statement_pool, collab_rows_text(rows, 0, "holder"), " ", collab_rows_text(rows, 0, "xid"), NULL);

  if (strncmp(duties->horizon_holder, key, sizeof duties->horizon_holder - 1)) {
    apr_cpystrn(duties->horizon_holder, key, sizeof duties->horizon_holder);
    duties->horizon_since = collab_time_clock();
  }
  return seconds ? (apr_interval_time_t)(strtod(seconds, NULL) * APR_USEC_PER_SEC) : collab_time_clock() - duties->horizon_since;
}

static bool horizon_done(collab_duties_t *duties, collab_rows_t rows) {
  apr_interval_time_t age = rows.count ? horizon_age(duties, rows) : 0, most = duties->config->horizon_alarm;
  const char *text = NULL;

  age = age < 0 ? 0 : age;
  if (most && age >= most) {
    text = apr_psprintf(duties->link.statement_pool,
                        "for %" APR_TIME_T_FMT
                        " s no dead row in this database could be removed, which slows down deliveries; the cause is %s",
                        apr_time_sec(age), collab_rows_text(rows, 0, "what"));
  }
  collab_meter_set(COLLAB_GAUGE_HORIZON, age);
  collab_dispatch_alarm(duties->s, COLLAB_ALARM_HORIZON, text, "dead rows can be removed again");
  return false;
}

const collab_duty_t collab_duty_horizon = {STATEMENT(horizon_probe), 2, .rest = PROBE_REST, .done = horizon_done};
