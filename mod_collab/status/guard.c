/* guard.c: tells when the watcher is gone or stands still, which it cannot tell itself, and counts the workers that crash.
 *
 * - The watcher's helper (process/helper.h) outlives it, and runs the program of CollabAlertCommand for the alarm `watch`, until
 *   a call succeeds. The next watcher, or this one when it goes on, reports the end like that of any alarm.
 * - httpd's parent logs it. */
#include "status/status.h"

#include <ap_mpm.h>

#include "base/time.h"
#include "collab_private.h"
#include "node/health.h"
#include "node/instance.h"
#include "node/meter.h"
#include "node/shared.h"
#include "node/timer.h"
#include "node/workers.h"
#include "status/alert.h"
#include "status/watch.h"

/* ---- in the helper ---- */

static int64_t number; /* of this helper */
static collab_call_t call;
static collab_problem_t problem;
static collab_alert_words_t words;
static apr_time_t again_at; /* after a call that has failed */

static void begin(void) {
  number = collab_shared_next_helper();
}

static collab_guard_turn_t turn(apr_pool_t *pool, const char *const **arguments, const char *const **environment) {
  const collab_damping_t rules = collab_damping_rules();
  apr_time_t now = collab_time_clock();

  if (collab_shared_stops() || !collab_shared_wants_watch() || number != collab_shared_latest_helper()) {
    return COLLAB_GUARD_END;
  }
  if (now < again_at || !collab_health_unwatched(&problem)) {
    return COLLAB_GUARD_WAIT;
  }
  const collab_state_t state = {.shown = true, .failing = true, .began_at = now - problem.lasts};
  call = collab_damping_due(&collab_alarm_told(COLLAB_ALARM_WATCH)->report, &state, &rules, now);
  if (call.kind == COLLAB_CALL_NONE) {
    return COLLAB_GUARD_WAIT;
  }
  words = collab_alert_words(pool, COLLAB_ALARM_WATCH, &call, problem.text);
  *arguments = words.words;
  *environment = words.environment;
  return COLLAB_GUARD_CALL;
}

/* A pager that could not be reached is told again. */
static void done(bool succeeded) {
  if (succeeded) {
    collab_alarm_report(COLLAB_ALARM_WATCH, &call, problem.text);
  } else {
    again_at = collab_time_clock() + collab_timer(COLLAB_TIMER_ALERT);
  }
}

const collab_guard_t collab_watch_guard = {begin, turn, done};

/* ---- in httpd's parent ---- */

int collab_guard_monitor(apr_pool_t *pool, server_rec *s) {
  static bool logged;
  collab_problem_t unwatched;
  bool is = collab_shared_wants_watch() && collab_health_unwatched(&unwatched);

  if (is && !logged) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, s, COLLABNO(0724) "alarm watch: %s. %s", unwatched.text,
                 collab_instance_text(pool, collab_alarms[COLLAB_ALARM_WATCH].remedy));
  } else if (!is && logged) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s, COLLABNO(0725) "the alarm watch is over: the watcher looks again");
  }
  logged = is;
  return OK;
}

/* ---- worker processes ---- */

void collab_guard_child(server_rec *s, pid_t pid, ap_generation_t generation, int slot, mpm_child_status state) {
  int mpm = AP_MPMQ_STOPPING;

  (void)s, (void)generation, (void)slot;
  if (state != MPM_CHILD_EXITED || !collab_workers_ended(pid)) {
    return;
  }
  if (ap_mpm_query(AP_MPMQ_MPM_STATE, &mpm) == APR_SUCCESS && mpm != AP_MPMQ_STOPPING) { /* a stop and a restart kill workers */
    collab_meter_count(COLLAB_COUNT_WORKERS_LOST, 1);
    collab_meter_note(COLLAB_GAUGE_WORKER_LOST_AT);
  }
}
