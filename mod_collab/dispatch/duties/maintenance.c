/* maintenance.c: maintains the tables. Runs in the dispatcher's loop (duties.c).
 *
 * - Makes partitions of the log of attempts in advance, and drops old ones.
 * - Deletes old dead letters, members' replays, events and audit rows (CollabRetention), and filters that no event uses any more.
 * - Forgets who used a deprecated operation long ago.
 * - Deletes the queues of subscriptions that are switched off or deleted.
 * - Vacuums the live tables, and keeps their indexes small.
 *
 * PostgreSQL's autovacuum runs once per autovacuum_naptime, a minute by default. A queue whose dead rows are not removed slows
 * down its own claims. So the dispatcher, which knows when a vacuum is worthwhile, vacuums the tables itself. This needs
 * PostgreSQL 17, where a role can vacuum tables that it does not own. For older versions, collabctl setup --autovacuum sets an
 * autovacuum_naptime of five seconds. */
#include "collab_private.h"
#include "dispatch/duties/duties.h"

#include <http_log.h>

#include "node/alarm.h"
#include "node/meter.h"

#define DAYS_AHEAD "7"
#define MINUTES(n) (12 * (n))  /* in intervals (CollabDutyInterval), of five seconds each by default */
#define DROP_ROWS 10000        /* per run, which takes some 50 ms */
#define RETIRED_LETTERS "1000" /* per run */
#define RETIRED_ROWS "1000"    /* of the audit, per run */
#define DEAD_ROWS 1000         /* a vacuum is worthwhile with more dead rows than this plus a fiftieth of the live rows */
#define VACUUM_WITHIN apr_time_from_sec(600)

/* ---- partitions ---- */

static bool is_short(const collab_duties_t *duties) {
  (void)duties;
  return collab_meter_get(COLLAB_GAUGE_PARTITIONS_AHEAD) < apr_atoi64(DAYS_AHEAD); /* true while the number is unknown */
}

static const char *const *bind_partitions(collab_duties_t *duties) {
  return BINDS_IN(duties->link.statement_pool, attempt_partitions, .days = DAYS_AHEAD);
}

const collab_duty_t collab_duty_partitions = {STATEMENT(attempt_partitions), 1, .is_on = is_short, .bind = bind_partitions};

static bool drops(const collab_duties_t *duties) {
  return duties->config->retain_attempts > 0;
}

static const char *const *bind_drop(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, attempt_drop, .days = apr_itoa(pool, duties->config->retain_attempts));
}

static bool dropped(collab_duties_t *duties, collab_rows_t rows) {
  const char *day = collab_rows_text(rows, 0, "dropped");

  if (day) {
    collab_meter_count(COLLAB_COUNT_PARTITIONS_DROPPED, 1);
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s, COLLABNO(0653) "the log of attempts of %s was dropped: older than %d days",
                 day, duties->config->retain_attempts);
  }
  return day != NULL;
}

const collab_duty_t collab_duty_drop = {STATEMENT(attempt_drop), MINUTES(5), .is_on = drops, .bind = bind_drop, .done = dropped};

/* ---- dead letters ---- */

static bool retires_dead_letters(const collab_duties_t *duties) {
  return duties->config->retain_dead_letters > 0;
}

static const char *const *bind_dead_letters(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, dead_letter_retire, .days = apr_itoa(pool, duties->config->retain_dead_letters),
                  .after = *duties->dead_letters_to ? duties->dead_letters_to : "-infinity", .rows = RETIRED_LETTERS);
}

static bool dead_letters_retired(collab_duties_t *duties, collab_rows_t rows) {
  const char *last = collab_rows_text(rows, 0, "last");
  int64_t count = collab_rows_integer(rows, 0, "done");

  apr_cpystrn(duties->dead_letters_to, last ? last : "", sizeof duties->dead_letters_to);
  collab_meter_count(COLLAB_COUNT_DEAD_LETTERS_RETIRED, (uint64_t)count);
  if (count > 0) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, duties->s,
                 COLLABNO(0659) "%" APR_INT64_T_FMT " dead letters deleted: older than %d days; they can no longer be replayed",
                 count, duties->config->retain_dead_letters);
  }
  return last != NULL;
}

const collab_duty_t collab_duty_dead_letters = {STATEMENT(dead_letter_retire), MINUTES(5), .is_on = retires_dead_letters,
                                                .bind = bind_dead_letters, .done = dead_letters_retired};

/* ---- replays ---- */

static const char *const *bind_replays(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, replay_retire, .days = apr_itoa(pool, duties->config->retain_attempts));
}

static bool replays_retired(collab_duties_t *duties, collab_rows_t rows) {
  (void)duties;
  return collab_rows_integer(rows, 0, "done") > 0;
}

const collab_duty_t collab_duty_replays = {STATEMENT(replay_retire), MINUTES(5), .is_on = drops, .bind = bind_replays,
                                           .done = replays_retired};

/* ---- events ---- */

static bool retires(const collab_duties_t *duties) {
  return duties->config->retain_events > 0;
}

static const char *const *bind_events(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, event_retire, .days = apr_itoa(pool, duties->config->retain_events),
                  .after = *duties->events_to ? duties->events_to : "-infinity");
}

static bool events_retired(collab_duties_t *duties, collab_rows_t rows) {
  const char *last = collab_rows_text(rows, 0, "last");
  int64_t count = apr_atoi64(collab_rows_text(rows, 0, "done"));

  apr_cpystrn(duties->events_to, last ? last : "", sizeof duties->events_to);
  collab_meter_count(COLLAB_COUNT_EVENTS_RETIRED, (uint64_t)count);
  if (count > 0) {
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s, COLLABNO(0654) "%" APR_INT64_T_FMT " events deleted: older than %d days",
                 count, duties->config->retain_events);
  }
  return last != NULL;
}

const collab_duty_t collab_duty_events = {STATEMENT(event_retire), MINUTES(5), .is_on = retires, .bind = bind_events,
                                          .done = events_retired};

/* ---- the audit ---- */

static bool retires_audit(const collab_duties_t *duties) {
  return duties->config->retain_audit > 0;
}

static const char *const *bind_audit(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, audit_retire, .days = apr_itoa(pool, duties->config->retain_audit), .rows = RETIRED_ROWS);
}

static bool audit_retired(collab_duties_t *duties, collab_rows_t rows) {
  int64_t count = collab_rows_integer(rows, 0, "done");

  if (count > 0) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, duties->s,
                 COLLABNO(0664) "%" APR_INT64_T_FMT " rows of the audit deleted: older than %d days", count,
                 duties->config->retain_audit);
  }
  return count == apr_atoi64(RETIRED_ROWS);
}

const collab_duty_t collab_duty_audit = {STATEMENT(audit_retire), MINUTES(5), .is_on = retires_audit, .bind = bind_audit,
                                         .done = audit_retired};

/* ---- filters no longer in use ---- */

static bool filters_retired(collab_duties_t *duties, collab_rows_t rows) {
  (void)duties;
  return collab_rows_integer(rows, 0, "done") > 0;
}

const collab_duty_t collab_duty_filters = {STATEMENT(filters_retire), MINUTES(5), .done = filters_retired};

/* ---- the use of deprecated operations ---- */

const collab_duty_t collab_duty_legacy_use = {STATEMENT(legacy_use_retire), MINUTES(5)};

/* ---- dropped queues ---- */

static const char *const *bind_queues(collab_duties_t *duties) {
  apr_pool_t *pool = duties->link.statement_pool;

  return BINDS_IN(pool, queue_drop, .rows = apr_itoa(pool, DROP_ROWS));
}

static bool queues_dropped(collab_duties_t *duties, collab_rows_t rows) {
  int64_t deliveries = collab_rows_integer(rows, 0, "deliveries"), letters = collab_rows_integer(rows, 0, "dead_letters");

  if (deliveries > 0 || letters > 0) {
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s,
                 COLLABNO(0658) "%" APR_INT64_T_FMT " deliveries and %" APR_INT64_T_FMT
                                " dead letters deleted: their subscription is switched off or deleted",
                 deliveries, letters);
  }
  return deliveries > 0 || letters > 0;
}

const collab_duty_t collab_duty_queues = {STATEMENT(queue_drop), 1, .bind = bind_queues, .done = queues_dropped};

/* ---- vacuum ---- */

/* Whether a vacuum is worthwhile. After a refused vacuum the next one always is, even if autovacuum has removed the dead rows
 * meanwhile: only a vacuum by the dispatcher ends the alarm. */
static bool is_worth_while(const collab_duties_t *duties) {
  return duties->may_vacuum && (duties->vacuum_refused || collab_meter_get(COLLAB_GAUGE_DEAD_TUPLES) >
                                                              DEAD_ROWS + collab_meter_get(COLLAB_GAUGE_BACKLOG) / 50);
}

/* Raises the alarm; with `why` NULL, ends it. */
static void vacuum_alarm(collab_duties_t *duties, const char *why) {
  const char *text =
      why ? apr_pstrcat(duties->link.statement_pool,
                        "PostgreSQL does not vacuum the queue's tables; they grow, and deliveries get slower: ", why,
                        ". If a privilege is missing, `collabctl migrate` grants it", NULL)
          : NULL;

  duties->vacuum_refused = why != NULL;
  collab_dispatch_alarm(duties->s, COLLAB_ALARM_VACUUM, text, "the queue's tables are vacuumed");
}

/* If the role may not vacuum a table, PostgreSQL skips the table with only a warning. */
static bool vacuumed(collab_duties_t *duties, collab_rows_t rows) {
  const char *warning = collab_pg_warning(duties->link.pg);

  (void)rows;
  if (!warning) {
    collab_meter_count(COLLAB_COUNT_VACUUMS, 1);
  }
  vacuum_alarm(duties, warning);
  duties->at[COLLAB_DUTY_PROBE] = 0;
  return false;
}

static void vacuum_failed(collab_duties_t *duties) {
  vacuum_alarm(duties, collab_pg_message(duties->link.pg));
}

const collab_duty_t collab_duty_vacuum = {STATEMENT(live_vacuum),  MINUTES(1),       .within = VACUUM_WITHIN,
                                          .is_on = is_worth_while, .done = vacuumed, .failed = vacuum_failed};

static bool reindexed(collab_duties_t *duties, collab_rows_t rows) {
  const char *index = collab_rows_text(rows, 0, "index");

  if (index) {
    collab_meter_count(COLLAB_COUNT_REINDEXED, 1);
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, duties->s, COLLABNO(0657) "index %s rebuilt after a backlog: %s bytes, %s before",
                 index, collab_rows_text(rows, 0, "bytes_after"), collab_rows_text(rows, 0, "bytes_before"));
  }
  return index != NULL;
}

const collab_duty_t collab_duty_reindex = {STATEMENT(live_reindex), MINUTES(5), .done = reindexed};
