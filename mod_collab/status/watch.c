/* watch.c: the watcher's process (status/status.h). It gathers facts, has them judged (node/health.h), and raises alarms.
 *
 * - Every second: the database, over a connection like the workers'; the dispatcher; the node's counters.
 * - Every five seconds: privileges, disks, dead letters; and the row in the table `node`, from which other nodes learn that this
 *   node is alive. While the node drains, the watcher does this work every second, too.
 * - Every hour: the certificates of the base URLs, and the schema.
 *
 * Each node has one watcher, with or without a dispatcher. A hanging database delays nothing but the watcher, by two seconds. A
 * node that stops deletes its row; a node that dies leaves its row behind. The answer of /health/ready comes from the watcher's
 * findings, so answering only reads memory. */
#include "status/status.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "auth/bearer.h"
#include "base/time.h"
#include "collab_private.h"
#include "node/endpoint_report.h"
#include "node/history.h"
#include "node/instance.h"
#include "node/meter.h"
#include "node/pool_fault.h"
#include "node/said.h"
#include "node/shared.h"
#include "node/stall.h"
#include "node/timer.h"
#include "process/helper.h"
#include "process/protect.h"
#include "process/supervisor.h"
#include "status/alert.h"
#include "status/watch.h"
#include "store/db.h"
#include "store/own_exchange.h"

#define MINUTE 6                             /* samples */
#define WITHIN apr_time_from_sec(120)        /* a sample that began earlier does not count: for a while nobody took samples */
#define REOPENED_WITHIN apr_time_from_sec(5) /* when the database is the right one again, the workers have a connection */
#define FULL_SHARE 200               /* a file system is full when less than 1/200 of it is free, and less than FULL_BYTES */
#define FULL_BYTES INT64_C(67108864) /* 64 MiB: with more free space, a file system is never full */

/* ---- the node ---- */

static void count(collab_facts_t *facts) {
  static collab_sample_t samples[COLLAB_HISTORY_SAMPLES];
  int n = collab_history(samples);
  apr_time_t from = collab_health_errors_from();

  facts->requests = facts->failed = 0;
  for (int i = n - 1; i >= 0 && i >= n - MINUTE; i--) {
    apr_time_t begins = samples[i].at - (apr_time_t)(samples[i].seconds * APR_USEC_PER_SEC);
    if (facts->now - begins < WITHIN && begins >= from) {
      facts->requests += samples[i].requests;
      facts->failed += samples[i].failed;
    }
  }
}

/* The watcher's connection may work while the workers cannot open one: another application can spoil mod_dbd's pool. Workers open
 * none to another exchange's database, which has an alarm of its own. */
static void check_workers(const collab_watch_t *w, collab_facts_t *facts) {
  char reason[COLLAB_POOL_FAULT_REASON];

  if (w->foreign_at && collab_time_clock() - w->foreign_at < REOPENED_WITHIN) {
    return;
  }
  if (collab_pool_fault_reason(reason)) {
    facts->no_pool = apr_pstrcat(w->round, "the workers cannot reach the database: ", reason, NULL);
  }
}

static void check_dispatcher(const collab_watch_t *w, collab_facts_t *facts) {
  apr_time_t moved = collab_meter_noted(COLLAB_GAUGE_MOVED_AT), turned = collab_meter_noted(COLLAB_GAUGE_TURNED_AT),
             started = collab_meter_noted(COLLAB_GAUGE_STARTED_AT);
  collab_endpoint_report_t endpoint;

  facts->dispatcher = w->config->dispatcher;
  facts->started_at = started > 0 ? started : collab_shared_began();
  facts->turned_at = turned > facts->started_at ? turned : facts->started_at;
  facts->moved_at = moved > facts->started_at ? moved : facts->started_at;
  facts->stalled_by = collab_stall_noted();
  facts->probed_at = collab_meter_noted(COLLAB_GAUGE_PROBED_AT);
  facts->outbox = collab_meter_get(COLLAB_GAUGE_OUTBOX_OLDEST);
  facts->due = collab_meter_get(COLLAB_GAUGE_OLDEST_DUE);
  for (int row = 0; row < COLLAB_ENDPOINT_REPORTS; row++) {
    facts->open += collab_endpoint_report_at(row, &endpoint) && endpoint.state == COLLAB_ENDPOINT_OPEN;
  }
}

/* Returns a text saying that the file system of `path` is full. NULL: it is not full, or `path` is not a file (a program's pipe,
 * syslog). */
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

static const char *full_disk(collab_watch_t *w) {
  const char *log = w->s->error_fname && *w->s->error_fname != '|' && strncmp(w->s->error_fname, "syslog", 6)
                        ? ap_server_root_relative(w->kept, w->s->error_fname)
                        : NULL;
  const char *found = full(w->kept, log, "the error log");

  found = found ? found : full(w->kept, w->config->event_log, "the event log");
  return found ? found : full(w->kept, w->config->audit_log, "the audit log");
}

/* ---- alarms ---- */

/* Waits until the next line about a fault may be logged. */
static void take_line(void) {
  apr_interval_time_t wait = collab_said_next(collab_time_clock()) - collab_time_clock();
  apr_sleep(wait > 0 ? wait : 0);
}

static void log_change(void *data, collab_alarm_t alarm, const char *text) {
  collab_watch_t *w = data;

  w->kept_at = 0; /* write the row now, so that other nodes see the change */
  take_line();
  if (text) {
    ap_log_error(APLOG_MARK, COLLAB_HEALTH_LEVEL(alarm), 0, w->s, COLLABNO(0701) "alarm %s: %s. %s", collab_alarms[alarm].name,
                 text, collab_instance_text(w->round, collab_alarms[alarm].remedy));
  } else {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, w->s, COLLABNO(0702) "the alarm %s is over", collab_alarms[alarm].name);
  }
}

/* Logs what log_change and the dispatcher do not see: that an alarm becomes failing, begins to flap, or ends after flapping. */
static void log_state(collab_watch_t *w, collab_alarm_t alarm) {
  collab_told_t *told = collab_alarm_told(alarm);
  char text[COLLAB_ALARM_TEXT];
  bool flapping, shown = collab_alarm_shown(alarm, text, &flapping);
  collab_alarm_health_t health = shown ? collab_health_of(alarm) : COLLAB_ALARM_HEALTH_OK;

  if (told->logged == COLLAB_ALARM_HEALTH_ATTENTION && health == COLLAB_ALARM_HEALTH_FAILING) {
    take_line();
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, w->s, COLLABNO(0721) "the alarm %s is failing now: %s. %s", collab_alarms[alarm].name,
                 text, collab_instance_text(w->round, collab_alarms[alarm].remedy));
  }
  if (flapping && !told->logged_flapping) {
    take_line();
    ap_log_error(APLOG_MARK, COLLAB_HEALTH_LEVEL(alarm), 0, w->s,
                 COLLABNO(0720) "the alarm %s begins and ends again and again: %s", collab_alarms[alarm].name, text);
  }
  if (!shown && told->logged_flapping) {
    log_change(w, alarm, NULL);
  }
  told->logged = shown && health < told->logged ? told->logged : health;
  told->logged_flapping = flapping || (shown && told->logged_flapping);
}

static void check_node(collab_watch_t *w) {
  const collab_facts_t unknown = collab_facts_none();
  collab_facts_t facts = w->found;

  facts.now = unknown.now;
  facts.probed_at = unknown.probed_at;
  facts.date = unknown.date;
  apr_pool_clear(w->round);
  collab_history_tick(facts.now);
  if (collab_watch_database(w, &facts)) {
    collab_watch_drain(w);
  }
  facts.now = collab_time_clock();
  check_workers(w, &facts);
  if ((!facts.no_database || facts.answered) && !facts.no_pool) {
    collab_meter_note(COLLAB_GAUGE_REACHED_AT);
  }
  if (facts.dispatchers) { /* -1 if not known */
    w->together_at = facts.now;
  }
  facts.alone = facts.now - w->together_at;
  check_dispatcher(w, &facts);
  count(&facts);
  facts.certificate = w->certificate.until;
  facts.base_url = w->certificate.url;
  facts.database_full = collab_meter_noted(COLLAB_GAUGE_FULL_AT);
  facts.refused = collab_meter_noted(COLLAB_GAUGE_DENIED_AT);
  facts.worker_at = collab_meter_noted(COLLAB_GAUGE_WORKER_LOST_AT);
  facts.workers = (int64_t)collab_meter_counted(COLLAB_COUNT_WORKERS_LOST);
  collab_health_evaluate(w->round, &facts, log_change, w);
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT; alarm++) {
    log_state(w, (collab_alarm_t)alarm);
  }
  collab_meter_note(COLLAB_GAUGE_WATCHED_AT);
}

/* Makes the key sets that the process has inherited its own. */
static void take_trusts(const collab_config_t *first, apr_pool_t *pool) {
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    const collab_config_t *config = collab_config_of(APR_ARRAY_IDX(collab_config_serving(), at, server_rec *));
    if (at == 0 || config->trust != first->trust) {
      collab_trust_child_init(config->trust, pool);
    }
  }
}

static volatile sig_atomic_t told_to_stop;

/* SIGTERM has three causes. If httpd stops, the process deletes the node's row before it ends. If a generation ends or the
 * parent has died, the process ends at once. */
static void on_stop(int signal) {
  (void)signal;
  if (!collab_shared_stops()) {
    _exit(0);
  }
  told_to_stop = 1;
}

static const collab_process_t watcher;

static int run(apr_pool_t *pool, server_rec *s) {
  collab_watch_t w = {.s = s,
                      .config = collab_config_of(s),
                      .together_at = collab_time_clock(),
                      .busy_at = collab_time_clock(),
                      .found = collab_facts_none()};
  collab_alert_t alert = {.program = {s, "CollabAlertCommand", w.config->alert_command, COLLAB_HELPER_ALERT}};
  collab_member_alert_t member = {
      .program = {s, "CollabMemberAlertCommand", w.config->member_alert_command, COLLAB_HELPER_MEMBER}};

  apr_pool_create(&w.session, pool);
  apr_pool_create(&w.round, pool);
  apr_pool_create(&w.kept, pool);
  apr_pool_create(&alert.pool, pool);
  apr_pool_create(&w.certificate.pool, pool);
  apr_pool_create(&member.pool, pool);
  setenv("PGAPPNAME", "collab-watch", 0);
  collab_jws_key_child_init(w.config->token_key, pool);
  take_trusts(w.config, pool);
  collab_protect_keys(s, watcher.what, w.config->keyring);
  signal(SIGTERM, on_stop);
  w.exchange = collab_own_exchange_expected();
  collab_own_exchange_expect(NULL);                /* it connects to another exchange's database, too, and reports it */
  while (!told_to_stop && collab_helper_lives()) { /* if the helper has died: end, and the next watcher forks another */
    check_node(&w);
    collab_alert_turn(&alert, collab_time_clock());
    collab_certificate_turn(&w.certificate, collab_time_clock());
    collab_member_alert_turn(&member, w.ours ? w.pg : NULL, collab_time_clock());
    bool drains = collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0; /* an operator waits for the end of draining */
    if (w.pg && w.ours && (drains || collab_time_clock() - w.kept_at >= collab_timer(COLLAB_TIMER_WATCH_KEEP))) {
      apr_pool_clear(w.kept);
      w.found.full = full_disk(&w);
      w.found.disks_read = true;
      collab_watch_keep(&w); /* first: a statement that has no answer breaks the connection */
      collab_watch_rates(&w);
      collab_watch_server(&w);
      collab_watch_privileges(&w);
      collab_watch_drift(&w);
      collab_watch_dead_letters(&w);
      collab_watch_days(&w);
      collab_watch_legacy(&w);
      collab_watch_issuers(&w);
      w.kept_at = collab_time_clock();
    }
    if (!told_to_stop) {
      apr_sleep(collab_timer(COLLAB_TIMER_WATCH)); /* a signal ends the sleep */
    }
  }
  if (w.ours) {
    collab_watch_leave(&w);
  }
  return told_to_stop ? 0 : 1;
}

static const apr_array_header_t *command(const server_rec *s, collab_helper_place_t place) {
  const collab_config_t *config = collab_config_of(s);
  return place == COLLAB_HELPER_ALERT ? config->alert_command : config->member_alert_command;
}

static bool bore_fruit(apr_time_t started) {
  return collab_meter_noted(COLLAB_GAUGE_WATCHED_AT) >= started;
}

static const collab_process_t watcher = {"collab-watch", "the watcher", run, bore_fruit, command, &collab_watch_guard};

/* Runs when the generation ends, before the watcher is told to stop. */
static apr_status_t unwatch(void *data) {
  (void)data;
  collab_shared_want_watch(false);
  return APR_SUCCESS;
}

void collab_watch_start(apr_pool_t *pconf) {
  if (collab_db_dsn()) {
    collab_shared_want_watch(true);
    collab_process_start(pconf, collab_config_first(), &watcher, NULL);
    apr_pool_pre_cleanup_register(pconf, NULL, unwatch);
  }
}
