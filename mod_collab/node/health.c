/* health.c: turns facts into alarms (node/health.h). docs/status.md lists each alarm with its threshold: change both.
 *
 * The watcher raises an alarm only while none of its causes is raised (`causes`). The dispatcher raises its own alarms as it
 * meets faults. Readers of alarms do not see a dispatcher's alarm that follows from a watcher's alarm (`is_consequence`). */
#include "node/health.h"

#include <stdlib.h>
#include <string.h>

#include "base/time.h"
#include "node/meter.h"
#include "node/shared.h"
#include "node/timer.h"

#define RECENT apr_time_from_sec(60)      /* how long a fault counts after it was last met */
#define CLOCK_SLACK apr_time_from_sec(5)  /* tolerated difference between this machine's clock and the database's */
#define OUTBOX_LATE apr_time_from_sec(60) /* an event that waits longer for its fan-out is late */
#define DUE_LATE apr_time_from_sec(300)   /* a delivery that nothing holds back is late if overdue for longer */
#define FAILED_LEAST 5                    /* this many 5xx answers in a minute are a fault, */
#define FAILED_SHARE 20                   /*   if at least one request in 20 got one */
#define UNWATCHED apr_time_from_sec(15)   /* a longer time without a check is a fault; the watcher checks every second */
#define FIRST_LOOK apr_time_from_sec(5)   /* how long after httpd's start the dispatcher waits for the watcher's first check */
#define EXPIRES_SOON 14                   /* days */
#define PARTED apr_time_from_sec(3600)    /* so long the clock may be another than the accepted time */
#define LOST_FOR apr_time_from_sec(3600)  /* a worker process that crashed is reported for so long */
#define DEAD_LEAST 10                     /* this many deliveries given up in 15 minutes are a fault */
#define DEAD_MOST 10000                   /* watch_dead_letters.sql counts no further */

#define BIT(alarm) (UINT64_C(1) << COLLAB_ALARM_##alarm)
#define UNDELIVERED (BIT(NO_DISPATCHER) | BIT(CLAIMS) | BIT(LAG))

typedef struct evaluation_t {
  apr_pool_t *pool;
  const collab_facts_t *facts;
  void (*changed)(void *data, collab_alarm_t alarm, const char *text);
  void *data;
} evaluation_t;

collab_facts_t collab_facts_none(void) {
  apr_time_t now = collab_time_clock();

  return (collab_facts_t){.now = now,
                          .date = apr_time_now(),
                          .nodes = -1,
                          .dispatchers = -1,
                          .waiting = -1,
                          .alone = -1,
                          .probed_at = now,
                          .outbox = -1,
                          .due = -1,
                          .requests = -1,
                          .failed = -1,
                          .dead = -1,
                          .keys_age = -1,
                          .parted_for = -1};
}

/* True if `at` is less than RECENT ago. */
static bool is_recent(const collab_facts_t *facts, apr_time_t at) {
  return at > 0 && facts->now - at < RECENT;
}

/* ---- causes, and what follows from them ---- */

/* While a cause is raised, and for COLLAB_TIMER_SETTLE afterwards, its consequences are not raised. A consequence that was raised
 * before its cause stays raised. `errors` is raised as soon as its cause has ended, because it counts only later requests. */
static const struct {
  collab_alarm_t cause;
  uint64_t consequences;
} causes[] = {
    {COLLAB_ALARM_DATABASE, UNDELIVERED | BIT(ERRORS) | BIT(SILENT_NODE) | BIT(NO_WRITES)},
    {COLLAB_ALARM_EXCHANGE, UNDELIVERED | BIT(ERRORS) | BIT(NO_WRITES)},
    {COLLAB_ALARM_SCHEMA, UNDELIVERED | BIT(ERRORS) | BIT(NO_WRITES)},
    {COLLAB_ALARM_ROLE, UNDELIVERED | BIT(ERRORS) | BIT(NO_WRITES)},
    {COLLAB_ALARM_PRIVILEGE, UNDELIVERED | BIT(ERRORS) | BIT(NO_WRITES)},
    {COLLAB_ALARM_DISK, UNDELIVERED | BIT(ERRORS) | BIT(SILENT_NODE) | BIT(NO_WRITES)},
    {COLLAB_ALARM_NO_WRITES, UNDELIVERED | BIT(ERRORS) | BIT(SILENT_NODE)},
    {COLLAB_ALARM_LOGIN, UNDELIVERED},
    {COLLAB_ALARM_DISPATCHER, UNDELIVERED},
    {COLLAB_ALARM_NO_DISPATCHER, BIT(CLAIMS) | BIT(LAG)},
    {COLLAB_ALARM_CLAIMS, BIT(LAG)},
    {COLLAB_ALARM_MAINTENANCE, 0}, /* lag_fault() asks when it was last raised */
};

static bool is_raised(collab_alarm_t alarm) {
  char text[COLLAB_ALARM_TEXT];

  return collab_alarm_text(alarm, text);
}

/* The alarm `disk` is a cause while the database's disk is full, but not when only a disk of this machine is full. */
static void note_causes(const collab_facts_t *facts) {
  for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
    if (is_raised(causes[i].cause) && (causes[i].cause != COLLAB_ALARM_DISK || is_recent(facts, facts->database_full))) {
      collab_alarm_told(causes[i].cause)->seen_at = facts->now;
    }
  }
}

/* When a cause of this alarm was last raised; 0: never. */
static apr_time_t cause_seen_at(collab_alarm_t alarm) {
  apr_time_t last = 0;

  for (size_t i = 0; i < sizeof causes / sizeof *causes; i++) {
    apr_time_t seen = collab_alarm_told(causes[i].cause)->seen_at;
    last = (causes[i].consequences >> alarm & 1) && seen > last ? seen : last;
  }
  return last;
}

/* Is a cause of this alarm raised, or was one a moment ago? */
static bool has_cause(collab_alarm_t alarm, apr_time_t now) {
  apr_interval_time_t settle = alarm == COLLAB_ALARM_ERRORS ? 0 : collab_timer(COLLAB_TIMER_SETTLE);
  apr_time_t seen = cause_seen_at(alarm);

  return seen && now - seen <= settle;
}

apr_time_t collab_health_errors_from(void) {
  return cause_seen_at(COLLAB_ALARM_ERRORS);
}

/* Raises the alarm with this text, or ends it (NULL). Causes must be set before their consequences. */
static void set(const evaluation_t *evaluation, collab_alarm_t alarm, const char *text) {
  note_causes(evaluation->facts);
  if (text && !is_raised(alarm) && has_cause(alarm, evaluation->facts->now)) {
    return;
  }
  if (collab_alarm_set(alarm, text) && evaluation->changed) {
    evaluation->changed(evaluation->data, alarm, text);
  }
}

/* Raises the alarm at once, but ends it only if `known`: a new watcher finds alarms of the old one, and must not end them before
 * it has the facts. */
static void set_if_known(const evaluation_t *evaluation, collab_alarm_t alarm, bool known, const char *text) {
  if (known || text) {
    set(evaluation, alarm, text);
  }
}

static const char *seconds(apr_pool_t *pool, int64_t microseconds) {
  return apr_psprintf(pool, "%" APR_INT64_T_FMT " s", microseconds / APR_USEC_PER_SEC);
}

/* ---- the database, as this node sees it ---- */

static const char *role_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  if (facts->role && facts->wanted_role && strcmp(facts->role, facts->wanted_role)) {
    return apr_psprintf(pool, "the workers are logged in as %s instead of %s", facts->role, facts->wanted_role);
  }
  return facts->other_role ? apr_psprintf(pool, "a dispatcher is logged in as %s instead of collab_dispatch", facts->other_role)
                           : NULL;
}

static const char *join(apr_pool_t *pool, const char *text, const char *more) {
  return text && more ? apr_pstrcat(pool, text, "; ", more, NULL) : text ? text : more;
}

/* Names all differences from sql/roles.sql: a person who changed one privilege has often changed others. */
static const char *privilege_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  const char *fault = join(pool, facts->denied, facts->missing);

  if (!fault && is_recent(facts, facts->refused)) {
    fault = "the database has refused a statement because a privilege is missing; the error log names it (SQLSTATE 42501)";
  }
  return fault ? join(pool, fault, facts->excess) : NULL;
}

static const char *excess_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->excess ? join(pool, facts->excess, facts->missing) : NULL;
}

static const char *clock_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  int64_t off = facts->clock_ahead < 0 ? -facts->clock_ahead : facts->clock_ahead;

  collab_meter_set(COLLAB_GAUGE_CLOCK_OFF, off);
  return off < CLOCK_SLACK ? NULL
                           : apr_psprintf(pool, "the clock of this machine is %s %s the database's%s", seconds(pool, off),
                                          facts->clock_ahead < 0 ? "behind" : "ahead of",
                                          off <= COLLAB_CLOCK_CLAIMS ? "" : ": its dispatcher claims nothing");
}

static const char *time_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  collab_meter_set(COLLAB_GAUGE_ACCEPTED_AT, facts->accepted_at ? facts->accepted_at : -1);
  collab_meter_set(COLLAB_GAUGE_TIME_PARTED, facts->parted_for < 0 ? 0 : facts->parted_for);
  return facts->parted_for < 0
             ? NULL
             : apr_psprintf(
                   pool,
                   "the database's clock says %s, but the accepted time is %s: deletion, closing, reminders, the sunset of "
                   "V1 and the end of local faults go by the earlier one. The clock is accepted by collabctl clock accept, "
                   "or when the gap has been constant for %d more running hours",
                   collab_time_seconds(pool, facts->clock_at), collab_time_seconds(pool, facts->accepted_at),
                   (int)((facts->accepts_in + apr_time_from_sec(3600) - 1) / apr_time_from_sec(3600)));
}

static const char *dispatchers_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->dispatchers == 0 && facts->waiting > collab_timer(COLLAB_TIMER_WAITING) &&
                 facts->alone > collab_timer(COLLAB_TIMER_WAITING)
             ? apr_psprintf(pool, "no dispatcher is at work on any node, and work has waited %s", seconds(pool, facts->waiting))
             : NULL;
}

/* While the database cannot be reached, the alarms that need facts from it stay as they are. */
static void evaluate_database(const evaluation_t *evaluation, const collab_facts_t *facts) {
  apr_pool_t *pool = evaluation->pool;

  set(evaluation, COLLAB_ALARM_DATABASE, facts->no_database ? facts->no_database : facts->no_pool);
  if (facts->no_database) {
    return;
  }
  set(evaluation, COLLAB_ALARM_EXCHANGE, facts->exchange);
  set(evaluation, COLLAB_ALARM_ROLE, role_fault(pool, facts));
  set(evaluation, COLLAB_ALARM_SCHEMA, facts->wrong_schema);
  set_if_known(evaluation, COLLAB_ALARM_PRIVILEGE, facts->privileges_read, privilege_fault(pool, facts));
  set_if_known(evaluation, COLLAB_ALARM_EXCESS, facts->privileges_read, excess_fault(pool, facts));
  set_if_known(evaluation, COLLAB_ALARM_DRIFT, facts->drift_read, facts->drift);
  if (!facts->complete) {
    return;
  }
  set(evaluation, COLLAB_ALARM_KEYS,
      facts->foreign_keys ? "no key of CollabSecretsKey opens the database's canary: secrets cannot be decrypted here" : NULL);
  set(evaluation, COLLAB_ALARM_MAINTENANCE, facts->maintenance);
  set(evaluation, COLLAB_ALARM_CLOCK, clock_fault(pool, facts));
  set(evaluation, COLLAB_ALARM_TIME, time_fault(pool, facts));
}

/* ---- the node itself ---- */

static const char *stuck_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  if (!facts->dispatcher || facts->now - facts->turned_at <= collab_timer(COLLAB_TIMER_STALLED)) {
    return NULL;
  }
  const char *text = apr_psprintf(pool, "the dispatcher has stood still for %s", seconds(pool, facts->now - facts->turned_at));
  return facts->stalled_by > 0
             ? apr_psprintf(pool, "%s, at the receiver of subscription %" APR_INT64_T_FMT, text, facts->stalled_by)
             : text;
}

static const char *claims_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->dispatcher && facts->turned_at - facts->moved_at > collab_timer(COLLAB_TIMER_WAITING)
             ? apr_psprintf(pool, "the dispatcher has waited %s for an answer to its claims",
                            seconds(pool, facts->turned_at - facts->moved_at))
             : NULL;
}

/* Returns a measured lateness in microseconds, counted from the end of the last maintenance at the earliest. */
static int64_t without_maintenance(const collab_facts_t *facts, int64_t late) {
  apr_time_t maintained = collab_alarm_told(COLLAB_ALARM_MAINTENANCE)->seen_at;
  int64_t most = facts->probed_at > maintained ? facts->probed_at - maintained : 0;

  return most < late ? most : late;
}

/* Returns NULL during maintenance, because all deliveries wait then. Also returns NULL if the last measurement was made soon
 * after the dispatcher's start. Such a measurement includes deliveries that became late before the start, and the next one may be
 * minutes away. */
static const char *lag_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  int64_t outbox = without_maintenance(facts, facts->outbox), due = without_maintenance(facts, facts->due);
  bool just_started = facts->probed_at - facts->started_at < collab_timer(COLLAB_TIMER_WAITING);

  if (facts->maintenance || just_started) {
    return NULL;
  }
  if (outbox > OUTBOX_LATE) {
    return apr_psprintf(pool, "events wait in the outbox, the oldest for %s", seconds(pool, outbox));
  }
  return due > DUE_LATE && !facts->open ? apr_psprintf(pool, "deliveries are late, the oldest by %s", seconds(pool, due)) : NULL;
}

static const char *errors_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->failed >= FAILED_LEAST && facts->failed * FAILED_SHARE >= facts->requests
             ? apr_psprintf(pool,
                            "%" APR_INT64_T_FMT " of the %" APR_INT64_T_FMT " requests of the last minute were answered with 5xx",
                            facts->failed, facts->requests)
             : NULL;
}

static const char *dead_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->dead >= DEAD_LEAST || (facts->dead > 0 && is_raised(COLLAB_ALARM_DEAD_LETTERS))
             ? apr_psprintf(pool, "%s%" APR_INT64_T_FMT " deliveries were given up: %s",
                            facts->dead < DEAD_MOST ? "" : "at least ", facts->dead, facts->dead_whose)
             : NULL;
}

static const char *worker_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->worker_at > 0 && facts->now - facts->worker_at < LOST_FOR
             ? apr_psprintf(
                   pool,
                   "worker processes have ended without their clean-up, with the requests that they had: %" APR_INT64_T_FMT
                   " since httpd's start, the last at %s; httpd's AH00052 names the signal, if it was not killed (9)",
                   facts->workers, collab_time_seconds(pool, facts->date - (facts->now - facts->worker_at)))
             : NULL;
}

static const char *daily_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->near_limit ? apr_pstrcat(pool, "companies have used up most of their day: ", facts->near_limit, NULL) : NULL;
}

static const char *issuer_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  if (facts->issuers_read) {
    collab_meter_set(COLLAB_GAUGE_KEYS_AGE, facts->keys_age);
    collab_meter_set(COLLAB_GAUGE_KEYLESS, facts->keyless);
  }
  return facts->issuers ? apr_pstrcat(pool, "keys of issuers: ", facts->issuers, NULL) : NULL;
}

static const char *disk_fault(const collab_facts_t *facts) {
  return facts->full ? facts->full
         : is_recent(facts, facts->database_full)
             ? "the database has no room on its disk (SQLSTATE 53100): nothing can be written"
             : NULL;
}

static const char *no_writes_fault(apr_pool_t *pool, const collab_facts_t *facts) {
  return facts->no_writes ? apr_pstrcat(pool, "the database accepts no writes: ", facts->no_writes, NULL) : NULL;
}

const char *collab_health_expiry(apr_pool_t *pool, apr_time_t until, apr_time_t now) {
  const apr_interval_time_t day = apr_time_from_sec(86400);
  const char *date = collab_time_seconds(pool, until);

  return until <= 0 || until - now > EXPIRES_SOON * day ? NULL
         : until <= now                                 ? apr_psprintf(pool, "has expired on %.10s", date)
                        : apr_psprintf(pool, "expires in %d days, on %.10s", (int)((until - now) / day), date);
}

/* The alarm stays as it is while the date is unknown. */
static void evaluate_certificate(const evaluation_t *evaluation, const collab_facts_t *facts) {
  const char *expiry = collab_health_expiry(evaluation->pool, facts->certificate, facts->date);

  if (facts->certificate) {
    set(evaluation, COLLAB_ALARM_CERTIFICATE,
        expiry ? apr_psprintf(evaluation->pool, "the certificate of %s %s", facts->base_url, expiry) : NULL);
  }
}

void collab_health_evaluate(apr_pool_t *pool, const collab_facts_t *facts,
                            void (*changed)(void *data, collab_alarm_t alarm, const char *text), void *data) {
  const evaluation_t evaluation = {pool, facts, changed, data};

  evaluate_database(&evaluation, facts);
  set_if_known(&evaluation, COLLAB_ALARM_DISK, facts->disks_read, disk_fault(facts));
  if (!facts->no_database) {
    set_if_known(&evaluation, COLLAB_ALARM_NO_WRITES, facts->wrote, no_writes_fault(pool, facts));
  }
  set_if_known(&evaluation, COLLAB_ALARM_SERVER, facts->server_read, facts->server);
  set(&evaluation, COLLAB_ALARM_DISPATCHER, stuck_fault(pool, facts));
  if (facts->complete) {
    set(&evaluation, COLLAB_ALARM_NO_NODE,
        facts->nodes == 0 && !facts->silent ? "no node has been seen in the database for 15 s" : NULL);
    set(&evaluation, COLLAB_ALARM_SILENT_NODE,
        facts->silent ? apr_pstrcat(pool, "not seen in the database: ", facts->silent, NULL) : NULL);
    set(&evaluation, COLLAB_ALARM_NO_DISPATCHER, dispatchers_fault(pool, facts));
  }
  set(&evaluation, COLLAB_ALARM_CLAIMS, claims_fault(pool, facts));
  set(&evaluation, COLLAB_ALARM_LAG, lag_fault(pool, facts));
  evaluate_certificate(&evaluation, facts);
  set(&evaluation, COLLAB_ALARM_ERRORS, errors_fault(pool, facts));
  set(&evaluation, COLLAB_ALARM_WORKER, worker_fault(pool, facts));
  if (facts->dead >= 0) {
    set(&evaluation, COLLAB_ALARM_DEAD_LETTERS, dead_fault(pool, facts));
  }
  set_if_known(&evaluation, COLLAB_ALARM_ISSUER, facts->issuers_read, issuer_fault(pool, facts));
  set_if_known(&evaluation, COLLAB_ALARM_DAILY_LIMIT, facts->stored_read, daily_fault(pool, facts));
}

/* ---- what is wrong now ---- */

collab_alarm_health_t collab_health_of(collab_alarm_t alarm) {
  collab_alarm_health_t health = collab_alarms[alarm].health;
  bool worse = (alarm == COLLAB_ALARM_PARTITIONS && collab_meter_get(COLLAB_GAUGE_PARTITIONS_AHEAD) <= 0) ||
               (alarm == COLLAB_ALARM_CLOCK && collab_health_clock_off()) ||
               (alarm == COLLAB_ALARM_TIME && collab_meter_get(COLLAB_GAUGE_TIME_PARTED) >= PARTED) ||
               (alarm == COLLAB_ALARM_ISSUER && collab_meter_get(COLLAB_GAUGE_KEYLESS) > 0) ||
               (alarm == COLLAB_ALARM_CERTIFICATE && collab_meter_get(COLLAB_GAUGE_CERTIFICATE_UNTIL) <= apr_time_now());

  return health != COLLAB_ALARM_HEALTH_GRADED ? health : worse ? COLLAB_ALARM_HEALTH_FAILING : COLLAB_ALARM_HEALTH_ATTENTION;
}

static bool is_shown(collab_alarm_t alarm) {
  char text[COLLAB_ALARM_TEXT];
  bool flapping;

  return collab_alarm_shown(alarm, text, &flapping);
}

/* True if this alarm of the dispatcher follows from an alarm of the watcher. Without a database, or with another exchange's, the
 * dispatcher cannot log in; with the wrong keys it opens no secret. */
static bool is_consequence(collab_alarm_t alarm) {
  return (alarm == COLLAB_ALARM_LOGIN && (is_shown(COLLAB_ALARM_DATABASE) || is_shown(COLLAB_ALARM_EXCHANGE))) ||
         (alarm == COLLAB_ALARM_SECRETS && is_shown(COLLAB_ALARM_KEYS));
}

/* In collabctl, both times are 0. */
bool collab_health_unwatched(collab_problem_t *problem) {
  apr_time_t looked_at = collab_meter_noted(COLLAB_GAUGE_WATCHED_AT), now = collab_time_clock();
  apr_time_t at = looked_at > 0 ? looked_at : collab_shared_began();

  if (at == 0 || now - at < UNWATCHED) {
    return false;
  }
  apr_time_t since = looked_at > 0 ? collab_meter_get(COLLAB_GAUGE_WATCHED_AT) : collab_shared_since();
  *problem = (collab_problem_t){
      .alarm = COLLAB_ALARM_WATCH, .health = collab_health_of(COLLAB_ALARM_WATCH), .since = since, .lasts = now - at};
  apr_snprintf(problem->text, sizeof problem->text,
               "the watcher has not looked for %" APR_INT64_T_FMT " s, so the alarms that it judges are not known",
               (now - at) / APR_USEC_PER_SEC);
  return true;
}

static int worst_first(const void *a, const void *b) {
  const collab_problem_t *one = a, *other = b;

  return one->health != other->health ? (int)other->health - (int)one->health : (int)one->alarm - (int)other->alarm;
}

int collab_health_problems(collab_problem_t problems[COLLAB_ALARM_COUNT]) {
  int count = 0;

  for (int i = 0; i < COLLAB_ALARM_COUNT; i++) {
    collab_problem_t *problem = &problems[count];
    if (!is_consequence((collab_alarm_t)i) && collab_alarm_shown((collab_alarm_t)i, problem->text, &problem->flapping)) {
      problem->alarm = (collab_alarm_t)i;
      problem->health = collab_health_of(problem->alarm);
      problem->since = collab_alarm_since(problem->alarm);
      problem->lasts = collab_alarm_age(problem->alarm);
      count++;
    }
  }
  count += collab_health_unwatched(&problems[count]);
  qsort(problems, (size_t)count, sizeof *problems, worst_first);
  return count;
}

bool collab_health_clock_off(void) {
  return collab_meter_get(COLLAB_GAUGE_CLOCK_OFF) > COLLAB_CLOCK_LIMIT;
}

apr_time_t collab_health_accepted(apr_time_t now) {
  apr_time_t accepted = collab_meter_get(COLLAB_GAUGE_ACCEPTED_AT);

  return accepted > 0 && accepted < now ? accepted : now;
}

bool collab_health_maintenance(char text[COLLAB_ALARM_TEXT]) {
  char unwanted[COLLAB_ALARM_TEXT];

  return collab_alarm_text(COLLAB_ALARM_MAINTENANCE, text ? text : unwanted);
}

bool collab_health_on_hold(void) {
  return collab_health_maintenance(NULL) ||
         (collab_meter_get(COLLAB_GAUGE_WATCHED_AT) < 0 && collab_time_clock() - collab_shared_began() < FIRST_LOOK);
}

bool collab_health_other_exchange(void) {
  return is_raised(COLLAB_ALARM_EXCHANGE);
}

bool collab_health_foreign_keys(void) {
  return is_raised(COLLAB_ALARM_KEYS);
}
