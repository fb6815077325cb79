/* watch.c: the watcher's process (status/status.h). It gathers facts, has them judged (base/health.h), and tells.
 *
 *   every second        the database, over a connection of its own as the workers have it; the dispatcher; what the node counts
 *   every five seconds  privileges, disks; and a row in the table `node`, by which others see that the node is there
 *                       (while it drains, every second)
 *   every hour          the certificate of the base URL
 *
 * Each node has one watcher, whether or not it has a dispatcher, and it holds nothing up: a database that hangs costs it two
 * seconds. A node that stops takes its row away; one that dies leaves it. /health/ready answers from what it has found, so its
 * cost is that of reading memory. */
#include "status/status.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "base/health.h"
#include "base/json_writer.h"
#include "base/text.h"
#include "base/time.h"
#include "base/timer.h"
#include "collab_private.h"
#include "config/config.h"
#include "process/supervisor.h"
#include "status/alert.h"
#include "status/certificate.h"
#include "status/member_alert.h"
#include "store/canary.h"
#include "store/db.h"
#include "store/facts.h"
#include "store/pg.h"

#define ROLE "collab_api"
#define ANSWER_WITHIN apr_time_from_sec(2)
#define LEAVE_WITHIN apr_time_from_msec(500) /* the parent waits for the process */
#define MINUTE 6                             /* samples */
#define QUARTER 90                           /*   */
#define FULL_SHARE 200                       /* a file system is full when less than one part in so many is free, */
#define FULL_BYTES INT64_C(67108864)         /*   and less than this */

typedef struct watch_t {
  server_rec *s;
  const collab_config_t *config;
  apr_pool_t *session, *round; /* session: of the connection; round: cleared before each */
  collab_pg_t *pg;
  apr_time_t together_at;   /* when a dispatcher was last seen at work on some node, or nobody could see */
  apr_time_t kept_at;       /* when the row of this node was last written */
  apr_time_t maintained_at; /* when there was last maintenance: what has waited begins to be late from then on */
  apr_time_t busy_at;       /* when a draining node last had something to do */
  uint64_t requests;        /* that had been answered by then */
  const char *missing;      /* privileges, as of then; memory of `kept` */
  const char *excess;       /* likewise */
  const char *full;         /* a full file system, likewise */
  apr_pool_t *kept;
  collab_certificate_t certificate;
} watch_t;

/* ---- the database ---- */

static void drop(watch_t *w) {
  apr_pool_clear(w->session);
  w->pg = NULL;
}

static bool ask(watch_t *w, const collab_statement_t *statement, const char *const *values, collab_rows_t *rows) {
  if (collab_pg_run(w->pg, w->round, statement, values, collab_time_clock() + ANSWER_WITHIN) != COLLAB_PG_DONE) {
    collab_meter_sqlstate(collab_pg_sqlstate(w->pg));
    return false;
  }
  *rows = collab_pg_rows(w->pg, statement->nparts - 1);
  return true;
}

/* A statement has failed: what that says. Drops a connection that is of no more use. */
static void note_failure(watch_t *w, collab_facts_t *facts) {
  const char *state = apr_pstrdup(w->round, collab_pg_sqlstate(w->pg)),
             *message = collab_pg_one_line(w->round, collab_pg_message(w->pg));

  if (!strcmp(state, "42501")) {
    facts->denied = message;
  } else if (!strcmp(state, "42P01") || !strcmp(state, "42703") || !strcmp(state, "42883") || !strcmp(state, "3F000")) {
    facts->wrong_schema = "the database does not have the schema of this service, or an old one: collabctl migrate";
  } else {
    facts->no_database = apr_pstrcat(w->round, "the database does not answer: ", message, NULL);
    drop(w);
  }
}

static bool is_connected(watch_t *w, collab_facts_t *facts) {
  const char *error = "";

  if (w->pg && !collab_pg_alive(w->pg)) {
    drop(w);
  }
  if (!w->pg && !(w->pg = collab_pg_connect(w->session, collab_db_dsn(), &error))) {
    facts->no_database = apr_pstrcat(w->round, "the database cannot be reached: ", collab_pg_one_line(w->round, error), NULL);
    drop(w);
  }
  return w->pg;
}

/* The key of a row of the table `node`, and since when this node runs; memory of `round`. */
static const char *const *row_of(const watch_t *w, pid_t process) {
  const char **values = apr_palloc(w->round, 3 * sizeof *values);

  values[0] = collab_health_node(w->round);
  values[1] = apr_itoa(w->round, (int)process);
  values[2] = collab_time_micros(w->round, collab_meter_since());
  return values;
}

static const char *const *own_row(const watch_t *w) {
  return row_of(w, getppid());
}

/* The wrong role would find no schema: its search path is another. */
static bool has_role(watch_t *w, collab_facts_t *facts) {
  collab_rows_t rows;

  if (!ask(w, STATEMENT(watch_role), NULL, &rows)) {
    note_failure(w, facts);
    return false;
  }
  facts->role = apr_pstrdup(w->round, collab_rows_text(rows, 0, "role"));
  facts->wanted_role = ROLE;
  return facts->role && !strcmp(facts->role, ROLE);
}

static bool schema_fits(watch_t *w, collab_facts_t *facts) {
  const char *const values[] = {COLLAB_SCHEMA_VERSION};
  collab_rows_t rows;

  if (!ask(w, STATEMENT(health_ready), values, &rows)) {
    note_failure(w, facts);
    return false;
  }
  const char *outcome = collab_rows_text(rows, 0, "outcome"), *version = collab_rows_text(rows, 0, "version");
  if (outcome && !strcmp(outcome, "ok")) {
    return true;
  }
  if (collab_rows_text(rows, 0, "foreign")) {
    facts->wrong_schema =
        "the database was made by a version before 0.1.0, which cannot be migrated: give this version an empty one";
    return false;
  }
  facts->wrong_schema = apr_psprintf(w->round, "the schema is %s, wanted is " COLLAB_SCHEMA_VERSION ": collabctl migrate",
                                     version ? version : "empty");
  return false;
}

/* Do our keys open the canary? Writes it when this node is the first that has keys. */
static bool has_keys(watch_t *w, collab_rows_t rows) {
  collab_canary_t canary = collab_canary_verdict(w->round, w->config->keyring, rows);

  if (canary == COLLAB_CANARY_ABSENT) {
    canary = collab_canary_check(w->pg, w->round, w->config->keyring, collab_time_clock() + ANSWER_WITHIN);
  }
  return canary != COLLAB_CANARY_FOREIGN;
}

/* Returns false when the database did not say it all. */
static bool check_database(watch_t *w, collab_facts_t *facts) {
  apr_time_t before;
  collab_rows_t rows;

  if (!is_connected(w, facts) || !has_role(w, facts) || !schema_fits(w, facts)) {
    return false;
  }
  before = apr_time_now();
  if (!ask(w, STATEMENT(watch_look), own_row(w), &rows)) {
    note_failure(w, facts);
    return false;
  }
  collab_facts_read(w->round, facts, rows, before, apr_time_now());
  facts->nodes++; /* this one */
  facts->foreign_keys = !has_keys(w, rows);
  return true;
}

/* ---- the node ---- */

static void count(collab_facts_t *facts) {
  static collab_sample_t samples[COLLAB_METER_SAMPLES];
  int n = collab_meter_history(samples);

  facts->requests = facts->failed = facts->dead = 0;
  for (int i = n - 1; i >= 0 && i >= n - QUARTER; i--) {
    facts->dead += samples[i].dead;
    if (i >= n - MINUTE) {
      facts->requests += samples[i].requests;
      facts->failed += samples[i].failed;
    }
  }
}

/* For how long something has been late (a gauge), the time before the end of maintenance left out. */
static int64_t lateness(const watch_t *w, const collab_facts_t *facts, collab_gauge_t gauge) {
  int64_t late = collab_meter_get(gauge), most = facts->now - w->maintained_at;

  return most >= 0 && most < late ? most : late;
}

static void check_dispatcher(const watch_t *w, collab_facts_t *facts) {
  apr_time_t moved = collab_meter_get(COLLAB_GAUGE_MOVED_AT), turned = collab_meter_get(COLLAB_GAUGE_TURNED_AT),
             started = collab_meter_get(COLLAB_GAUGE_STARTED_AT);
  collab_endpoint_report_t endpoint;

  facts->dispatcher = w->config->dispatcher;
  facts->started_at = started > 0 ? started : collab_meter_since();
  facts->turned_at = turned > facts->started_at ? turned : facts->started_at;
  facts->moved_at = moved > facts->started_at ? moved : facts->started_at;
  facts->outbox = lateness(w, facts, COLLAB_GAUGE_OUTBOX_OLDEST);
  facts->due = lateness(w, facts, COLLAB_GAUGE_OLDEST_DUE);
  for (int row = 0; row < COLLAB_METER_ENDPOINTS; row++) {
    facts->open += collab_meter_endpoint_at(row, &endpoint) && endpoint.state == COLLAB_ENDPOINT_OPEN;
  }
}

/* Is there no room where `path` is? What is not a file of ours (a program's pipe, syslog) is not looked at. */
static const char *full(apr_pool_t *pool, const char *path, const char *what) {
  struct statvfs space;
  const char *slash = path && *path == '/' ? strrchr(path, '/') : NULL;
  const char *folder = slash ? apr_pstrmemdup(pool, path, slash == path ? 1 : (apr_size_t)(slash - path)) : NULL;

  if (!folder || statvfs(folder, &space) || !space.f_blocks) {
    return NULL;
  }
  int64_t left = (int64_t)space.f_bavail * (int64_t)space.f_frsize;
  bool is_full = space.f_bavail * FULL_SHARE < space.f_blocks && left < FULL_BYTES;
  return is_full
             ? apr_psprintf(pool, "the disk of %s is full: %" APR_INT64_T_FMT " KiB are left in %s", what, left / 1024, folder)
             : NULL;
}

static const char *full_disk(watch_t *w) {
  const char *log = w->s->error_fname && *w->s->error_fname != '|' && strncmp(w->s->error_fname, "syslog", 6)
                        ? ap_server_root_relative(w->kept, w->s->error_fname)
                        : NULL;
  const char *found = full(w->kept, log, "the error log");

  found = found ? found : full(w->kept, w->config->event_log, "the event log");
  return found ? found : full(w->kept, w->config->audit_log, "the audit log");
}

/* ---- draining ---- */

static uint64_t count_requests(void) {
  uint64_t by_class[COLLAB_METER_CLASSES], count = 0;
  const char *name;

  for (int index = 0; index < COLLAB_METER_OPERATIONS; index++) {
    if ((name = collab_meter_requests(index, by_class)) && strncmp(name, "health_", 7)) {
      for (int class = 0; class < COLLAB_METER_CLASSES; class ++) {
        count += by_class[class];
      }
    }
  }
  return count;
}

static void set_draining(watch_t *w, bool drain, apr_time_t now) {
  collab_meter_set(COLLAB_GAUGE_DRAINING_SINCE, drain ? now : -1);
  w->kept_at = 0; /* whoever wants it waits for that */
  if (drain) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s,
                 COLLABNO(0706) "the node is draining: it is not ready, and its dispatcher claims nothing");
  } else {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s, COLLABNO(0707) "the node is no longer draining");
  }
}

/* Is this node to be drained? One that cannot ask goes on as it was. */
static void check_drain(watch_t *w) {
  apr_time_t now = apr_time_now();
  bool was = collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0;
  collab_rows_t rows;

  bool drain = ask(w, STATEMENT(watch_drain), own_row(w), &rows) ? rows.count > 0 : was;
  uint64_t requests = count_requests();
  if (drain != was) {
    set_draining(w, drain, now);
  }
  if (drain != was || requests != w->requests || collab_meter_get(COLLAB_GAUGE_SLOTS_BUSY) > 0) {
    w->busy_at = now;
  }
  w->requests = requests;
}

/* ---- telling ---- */

static void log_change(void *data, collab_alarm_t alarm, const char *text) {
  watch_t *w = data;
  apr_interval_time_t wait = collab_meter_say_at(apr_time_now()) - apr_time_now();

  w->kept_at = 0; /* the others learn it at once */
  apr_sleep(wait > 0 ? wait : 0);
  if (text) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, w->s, COLLABNO(0701) "alarm %s: %s. %s", collab_alarms[alarm].name, text,
                 collab_alarms[alarm].remedy);
  } else {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s, COLLABNO(0702) "the alarm %s is over", collab_alarms[alarm].name);
  }
}

static const char *problems_json(apr_pool_t *pool) {
  collab_problem_t problems[COLLAB_ALARM_COUNT];
  int n = collab_health_problems(problems);
  collab_json_writer_t *w = collab_json_writer_make(pool, 500);

  collab_write_open(w, NULL, "[");
  for (int i = 0; i < n; i++) {
    const collab_problem_t *problem = &problems[i];
    collab_write_strings(w, NULL, "reason", collab_alarms[problem->alarm].name, "status", collab_health_word(problem->health),
                         "text", collab_text_clean(pool, problem->text, strlen(problem->text)), "since",
                         collab_time_seconds(pool, problem->since), NULL);
  }
  collab_write_close(w, "]");
  return w->text;
}

static const char *rate_limit(const watch_t *w) {
  return w->config->rate_requests ? apr_psprintf(w->round, "%d in %d s", w->config->rate_requests, w->config->rate_window)
                                  : "Off";
}

/* The name of a process's program; "": there is no such process, or it may not be seen. */
static const char *program(const watch_t *w, pid_t process, char name[32]) {
  int file = open(apr_psprintf(w->round, "/proc/%d/comm", (int)process), O_RDONLY | O_CLOEXEC);
  ssize_t len = file >= 0 ? read(file, name, 31) : 0;

  if (file >= 0) {
    close(file);
  }
  name[len > 0 ? len : 0] = '\0';
  return name;
}

/* Takes away the rows of nodes that had died on this machine before this one was started: it has taken their place. */
static void tidy(watch_t *w) {
  collab_rows_t rows, none;
  char own[32], other[32];

  if (!*program(w, getppid(), own) || !ask(w, STATEMENT(watch_neighbours), own_row(w), &rows)) {
    return;
  }
  for (int row = 0; row < rows.count; row++) { /* the next statement ends the rows, so one at a time */
    pid_t process = (pid_t)collab_rows_integer(rows, row, "process");
    if (strcmp(program(w, process, other), own)) {
      ask(w, STATEMENT(watch_leave), row_of(w, process), &none);
      return;
    }
  }
}

/* What is dear, and the row of this node. */
static void keep(watch_t *w) {
  collab_rows_t rows;

  apr_pool_clear(w->kept);
  w->full = full_disk(w);
  w->missing = w->excess = NULL;
  if (ask(w, STATEMENT(watch_privileges), NULL, &rows)) {
    w->missing = apr_pstrdup(w->kept, collab_rows_text(rows, 0, "missing"));
    w->excess = apr_pstrdup(w->kept, collab_rows_text(rows, 0, "excess"));
  }
  bool drains = collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0;
  int64_t busy = collab_meter_get(COLLAB_GAUGE_SLOTS_BUSY);
  const char *const values[] = {collab_health_node(w->round),
                                apr_itoa(w->round, (int)getppid()),
                                COLLAB_VERSION,
                                problems_json(w->round),
                                collab_time_micros(w->round, collab_meter_since()),
                                drains ? apr_itoa(w->round, (int)apr_time_sec(apr_time_now() - w->busy_at)) : NULL,
                                apr_itoa(w->round, busy > 0 ? (int)busy : 0),
                                rate_limit(w),
                                w->config->subscription_limit};
  ask(w, STATEMENT(watch_keep), values, &rows);
  tidy(w);
}

static void check_node(watch_t *w) {
  apr_time_t now = apr_time_now();
  collab_facts_t facts = collab_facts_none(now);

  apr_pool_clear(w->round);
  collab_meter_tick(now);
  if (check_database(w, &facts)) {
    check_drain(w);
  }
  facts.now = apr_time_now();
  if (!facts.no_database) {
    collab_meter_set(COLLAB_GAUGE_REACHED_AT, facts.now);
  }
  if (facts.dispatchers || w->together_at > facts.now) { /* not known: -1 */
    w->together_at = facts.now;
  }
  facts.alone = facts.now - w->together_at;
  if (facts.maintenance || collab_health_maintenance(NULL)) {
    w->maintained_at = facts.now;
  }
  check_dispatcher(w, &facts);
  count(&facts);
  facts.missing = w->missing;
  facts.excess = w->excess;
  facts.full = w->full;
  facts.certificate = w->certificate.until;
  facts.base_url = w->certificate.url;
  facts.database_full = collab_meter_get(COLLAB_GAUGE_FULL_AT);
  facts.refused = collab_meter_get(COLLAB_GAUGE_DENIED_AT);
  collab_health_evaluate(w->round, &facts, log_change, w);
  collab_meter_set(COLLAB_GAUGE_WATCHED_AT, apr_time_now());
}

static volatile sig_atomic_t told_to_stop;

/* A generation ends, or the parent has died: then this is over at once. */
static void on_stop(int signal) {
  (void)signal;
  if (!collab_meter_stops()) {
    _exit(0);
  }
  told_to_stop = 1;
}

static void leave(watch_t *w) {
  apr_pool_clear(w->round);
  if (w->pg && collab_pg_alive(w->pg)) {
    collab_pg_run(w->pg, w->round, STATEMENT(watch_leave), own_row(w), collab_time_clock() + LEAVE_WITHIN);
  }
}

static int run(apr_pool_t *pool, server_rec *s) {
  watch_t w = {.s = s, .config = collab_config_of(s), .together_at = apr_time_now()};
  collab_alert_t alert = {.program = {s, "CollabAlertCommand", w.config->alert_command}};
  collab_member_alert_t member = {.program = {s, "CollabMemberAlertCommand", w.config->member_alert_command}};

  apr_pool_create(&w.session, pool);
  apr_pool_create(&w.round, pool);
  apr_pool_create(&w.kept, pool);
  apr_pool_create(&alert.pool, pool);
  apr_pool_create(&w.certificate.pool, pool);
  w.certificate.s = s;
  apr_pool_create(&member.pool, pool);
  setenv("PGAPPNAME", "collab-watch", 0);
  signal(SIGTERM, on_stop);
  while (!told_to_stop) {
    check_node(&w);
    collab_alert_turn(&alert, apr_time_now());
    collab_certificate_turn(&w.certificate, apr_time_now());
    collab_member_alert_turn(&member, w.pg, apr_time_now());
    apr_time_t now = apr_time_now();
    bool drains = collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0; /* somebody waits for the end of it */
    if (w.pg && (drains || now < w.kept_at || now - w.kept_at >= collab_timer(COLLAB_TIMER_WATCH_KEEP))) {
      keep(&w);
      w.kept_at = apr_time_now();
    }
    if (!told_to_stop) {
      apr_sleep(collab_timer(COLLAB_TIMER_WATCH)); /* the signal ends it */
    }
  }
  leave(&w);
  return 0;
}

static bool bore_fruit(apr_time_t started) {
  return collab_meter_get(COLLAB_GAUGE_WATCHED_AT) >= started;
}

static const collab_process_t watcher = {"collab-watch", "the watcher", run, bore_fruit};

void collab_watch_start(apr_pool_t *pconf, server_rec *s) {
  while (s && !collab_config_used(collab_config_of(s))) {
    s = s->next;
  }
  if (s && collab_db_dsn()) {
    collab_process_start(pconf, s, &watcher);
  }
}
