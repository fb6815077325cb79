/* alert.c: the program of CollabAlertCommand (status/alert.h).
 *
 *      program [arguments] NAME began|ended
 *
 * - One call at a time: the next alarm waits until the program has ended.
 * - A call is recorded only after the program has succeeded. So the next watcher repeats a call that a restart of httpd
 *   interrupted, and a pager that could not be reached is told later.
 * - node/damping.h decides which changes of an alarm cause a call. */
#include "status/alert.h"

#include <apr_strings.h>

#include "node/health.h"
#include "node/instance.h"
#include "node/machine.h"
#include "node/meter.h"
#include "node/shared.h"
#include "node/timer.h"

#define LONGEST_PAUSE 6 /* doublings of the pause after a call that has failed: 16 minutes */

/* ---- the program ---- */

collab_alert_words_t collab_alert_words(apr_pool_t *pool, collab_alarm_t alarm, const collab_call_t *call, const char *text) {
  const collab_alarm_row_t *row = &collab_alarms[alarm];
  collab_alarm_health_t health = call->failing ? COLLAB_ALARM_HEALTH_FAILING : COLLAB_ALARM_HEALTH_ATTENTION;

  return (collab_alert_words_t){
      .words = {row->name, call->kind == COLLAB_CALL_BEGAN ? "began" : "ended", NULL},
      .environment = {apr_pstrcat(pool, "COLLAB_ALARM_TEXT=", text, NULL),
                      apr_pstrcat(pool, "COLLAB_ALARM_REMEDY=", collab_instance_text(pool, row->remedy), NULL),
                      apr_pstrcat(pool, "COLLAB_ALARM_STATUS=", collab_alarm_health_word(health), NULL),
                      apr_psprintf(pool, "COLLAB_ALARM_SECONDS=%" APR_TIME_T_FMT, apr_time_sec(call->lasted)),
                      apr_pstrcat(pool, "COLLAB_NODE=", collab_machine_name(pool), NULL), NULL}};
}

static void start(collab_alert_t *alert, collab_alarm_t alarm, const collab_call_t *call, const char *text) {
  apr_pool_clear(alert->pool);
  const collab_alert_words_t words = collab_alert_words(alert->pool, alarm, call, text);
  if (collab_program_start(&alert->program, words.words, words.environment, NULL)) {
    alert->alarm = alarm;
    alert->call = *call;
    apr_cpystrn(alert->text, text, sizeof alert->text);
  }
}

/* Records the call that has ended. */
static void finish(collab_alert_t *alert, bool succeeded, apr_time_t now) {
  int *failed = &alert->failed[alert->alarm].count;

  if (succeeded) {
    collab_alarm_report(alert->alarm, &alert->call, alert->call.kind == COLLAB_CALL_BEGAN ? alert->text : NULL);
    *failed = 0;
    return;
  }
  alert->failed[alert->alarm].again_at = now + (collab_timer(COLLAB_TIMER_ALERT) << *failed);
  *failed += *failed < LONGEST_PAUSE;
}

/* ---- the choice of the next call ---- */

static const collab_problem_t *find(const collab_problem_t *problems, int n, collab_alarm_t alarm) {
  for (int i = 0; i < n; i++) {
    if (problems[i].alarm == alarm) {
      return &problems[i];
    }
  }
  return NULL;
}

/* When the process that finds the alarm was started: this node's dispatcher, or its first watcher. */
static apr_time_t started_at(collab_alarm_t alarm) {
  apr_time_t dispatcher = collab_meter_noted(COLLAB_GAUGE_STARTED_AT), began = collab_shared_began();

  return alarm < COLLAB_ALARM_WATCHED && dispatcher > began ? dispatcher : began;
}

/* Starts the program for an alarm if a call is due. */
static void tell(collab_alert_t *alert, collab_alarm_t alarm, const collab_problem_t *problem, apr_time_t now) {
  collab_told_t *told = collab_alarm_told(alarm);
  const collab_damping_t rules = collab_damping_rules();
  const collab_state_t state = {.shown = problem != NULL,
                                .flapping = problem && problem->flapping,
                                .failing = problem && problem->health == COLLAB_ALARM_HEALTH_FAILING,
                                .began_at = problem ? now - problem->lasts : 0,
                                .started_at = started_at(alarm)};
  const collab_call_t call = collab_damping_due(&told->report, &state, &rules, now);

  if (call.kind == COLLAB_CALL_NONE) {
    alert->failed[alarm].count = 0;
  } else if (!alert->failed[alarm].count || now >= alert->failed[alarm].again_at) {
    start(alert, alarm, &call, problem ? problem->text : told->text);
  }
}

void collab_alert_turn(collab_alert_t *alert, apr_time_t now) {
  collab_problem_t problems[COLLAB_ALARM_COUNT];

  if (!alert->program.command) {
    return;
  }
  collab_program_end_t end = alert->program.runs ? collab_program_turn(&alert->program, now) : COLLAB_PROGRAM_RUNS;
  if (end != COLLAB_PROGRAM_RUNS) {
    finish(alert, end == COLLAB_PROGRAM_DONE, now);
  }
  int n = collab_health_problems(problems);
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT && !alert->program.runs; alarm++) {
    tell(alert, (collab_alarm_t)alarm, find(problems, n, (collab_alarm_t)alarm), now);
  }
}
