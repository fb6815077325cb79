/* alert.c: the program of CollabAlertCommand (status/alert.h).
 *
 *      program [arguments] NAME began|ended
 *
 * - One call at a time: the next alarm waits until the program has ended.
 * - A call is recorded only after the program has ended. So the next watcher repeats a call that a restart of httpd interrupted.
 * - An alarm causes a call only after it has been raised, or has been over, for 15 seconds. */
#include "status/alert.h"

#include <apr_strings.h>

#include "node/health.h"
#include "node/instance.h"
#include "node/machine.h"
#include "node/timer.h"

/* ---- the program ---- */

/* Starts the program for an alarm that has begun, or that has ended (`problem` NULL). */
static void start(collab_alert_t *alert, collab_alarm_t alarm, const collab_problem_t *problem) {
  const collab_alarm_row_t *row = &collab_alarms[alarm];
  const char *const more[] = {row->name, problem ? "began" : "ended", NULL};
  apr_pool_t *pool = alert->pool;

  apr_pool_clear(pool);
  const char *const environment[] = {apr_pstrcat(pool, "COLLAB_ALARM_TEXT=", problem ? problem->text : "", NULL),
                                     apr_pstrcat(pool, "COLLAB_ALARM_REMEDY=", collab_instance_text(pool, row->remedy), NULL),
                                     apr_pstrcat(pool, "COLLAB_ALARM_STATUS=", collab_alarm_health_word(row->health), NULL),
                                     apr_pstrcat(pool, "COLLAB_NODE=", collab_machine_name(pool), NULL), NULL};
  if (collab_program_start(&alert->program, more, environment, NULL)) {
    alert->alarm = alarm;
    alert->began = problem != NULL;
  }
}

static void note_told(const collab_alert_t *alert) {
  collab_told_t *told = collab_alarm_told(alert->alarm);

  *(alert->began ? &told->began_at : &told->ended_at) = alert->program.started;
  told->began = alert->began;
  told->changed_at = 0;
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

/* Starts the program for an alarm if a call is due. */
static void tell(collab_alert_t *alert, collab_alarm_t alarm, const collab_problem_t *problem, apr_time_t now) {
  collab_told_t *told = collab_alarm_told(alarm);
  apr_interval_time_t hour = collab_timer(COLLAB_TIMER_ALERT_AGAIN), settled = collab_timer(COLLAB_TIMER_ALERT);

  if (!problem == !told->began) { /* no change since the last call */
    told->changed_at = 0;
    return;
  }
  told->changed_at = told->changed_at ? told->changed_at : now;
  apr_time_t last = problem ? told->began_at : told->ended_at;
  if (now - told->changed_at >= settled && now - last >= hour) {
    start(alert, alarm, problem);
  }
}

void collab_alert_turn(collab_alert_t *alert, apr_time_t now) {
  collab_problem_t problems[COLLAB_ALARM_COUNT];

  if (!alert->program.command) {
    return;
  }
  if (alert->program.runs && collab_program_turn(&alert->program, now) != COLLAB_PROGRAM_RUNS) {
    note_told(alert);
  }
  int n = collab_health_problems(problems);
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT && !alert->program.runs; alarm++) {
    tell(alert, (collab_alarm_t)alarm, find(problems, n, (collab_alarm_t)alarm), now);
  }
}
