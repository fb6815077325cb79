/* alert.c: the program of CollabAlertCommand (status/alert.h).
 *
 *      program [arguments] NAME began|ended
 *
 * - No shell: the words are those of the directive. It runs as httpd's user, which the watcher is already, in a process group of
 *   its own, so that what it has started can be killed with it; it ends with the watcher.
 * - One at a time: an alarm waits until the program has ended.
 * - An alarm counts as told when the program has ended: the next watcher repeats a call that a restart of httpd has cut short.
 * - An alarm that comes and goes is told only when it has stayed, or stayed away, for a quarter of a minute. */
#include "status/alert.h"

#include <errno.h>
#include <fcntl.h>
#include <http_log.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/health.h"
#include "base/timer.h"
#include "collab_private.h"

/* ---- the program ---- */

/* In the child. Never returns. */
static __attribute__((noreturn)) void become(const char *const *words) {
  int null = open("/dev/null", O_RDWR);

  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGUSR1, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  dup2(null, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO); /* the error log */
  close_range(STDERR_FILENO + 1, ~0U, 0);
  if (chdir("/")) {
    _exit(126);
  }
  execv(words[0], (char *const *)words);
  _exit(127);
}

static void set_environment(const collab_alert_t *alert, const collab_alarm_row_t *row, const char *text) {
  setenv("COLLAB_ALARM_TEXT", text, 1);
  setenv("COLLAB_ALARM_REMEDY", row->remedy, 1);
  setenv("COLLAB_ALARM_STATUS", collab_health_word(row->health), 1);
  setenv("COLLAB_NODE", collab_health_node(alert->pool), 1);
}

/* Starts the program for an alarm that has begun (problem) or ended (NULL). Logged: it cannot be forked. */
static void start(collab_alert_t *alert, collab_alarm_t alarm, const collab_problem_t *problem) {
  const collab_alarm_row_t *row = &collab_alarms[alarm];
  const apr_array_header_t *command = alert->config->alert_command;

  apr_pool_clear(alert->pool);
  const char **words = apr_pcalloc(alert->pool, (apr_size_t)(command->nelts + 3) * sizeof *words);
  for (int i = 0; i < command->nelts; i++) {
    words[i] = APR_ARRAY_IDX(command, i, const char *);
  }
  words[command->nelts] = row->name;
  words[command->nelts + 1] = problem ? "began" : "ended";
  set_environment(alert, row, problem ? problem->text : "");
  alert->pid = fork();
  if (alert->pid == 0) {
    become(words);
  }
  if (alert->pid < 0) {
    ap_log_error(APLOG_MARK, APLOG_ERR, errno, alert->s, COLLABNO(0703) "CollabAlertCommand: cannot be started");
    alert->pid = 0;
    return;
  }
  setpgid(alert->pid, alert->pid); /* whoever of the two is first */
  alert->started = apr_time_now();
  alert->killed = false;
  alert->alarm = alarm;
  alert->began = problem != NULL;
}

static void note_told(const collab_alert_t *alert) {
  collab_told_t *told = collab_meter_told(alert->alarm);

  *(alert->began ? &told->began_at : &told->ended_at) = alert->started;
  told->began = alert->began;
  told->changed_at = 0;
}

/* Takes the end of the program that runs, or kills it when it has run for too long. */
static void reap_or_kill(collab_alert_t *alert, apr_time_t now) {
  int status;

  if (waitpid(alert->pid, &status, WNOHANG) != alert->pid) {
    if (!alert->killed && now - alert->started > collab_timer(COLLAB_TIMER_ALERT_KILL)) {
      kill(-alert->pid, SIGKILL);
      alert->killed = true;
    }
    return;
  }
  kill(-alert->pid, SIGKILL); /* what it has left behind */
  alert->pid = 0;
  note_told(alert);
  if (alert->killed) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, alert->s, COLLABNO(0704) "CollabAlertCommand: killed after %" APR_TIME_T_FMT " s",
                 apr_time_sec(now - alert->started));
  } else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, alert->s, COLLABNO(0705) "CollabAlertCommand: %s: ended with %s %d",
                 APR_ARRAY_IDX(alert->config->alert_command, 0, const char *), WIFEXITED(status) ? "exit code" : "signal",
                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
  }
}

/* ---- what is to be told ---- */

static const collab_problem_t *find(const collab_problem_t *problems, int n, collab_alarm_t alarm) {
  for (int i = 0; i < n; i++) {
    if (problems[i].alarm == alarm) {
      return &problems[i];
    }
  }
  return NULL;
}

/* Tells of an alarm if that is due. */
static void tell(collab_alert_t *alert, collab_alarm_t alarm, const collab_problem_t *problem, apr_time_t now) {
  collab_told_t *told = collab_meter_told(alarm);
  apr_interval_time_t hour = collab_timer(COLLAB_TIMER_ALERT_AGAIN), settled = collab_timer(COLLAB_TIMER_ALERT);

  if (!problem == !told->began) { /* as it was told */
    told->changed_at = 0;
    return;
  }
  told->changed_at = told->changed_at ? told->changed_at : now;
  apr_time_t last = problem ? told->began_at : told->ended_at;
  if (told->changed_at > now) { /* the clock was set back */
    told->changed_at = now;
  }
  if (now - told->changed_at >= settled && (last > now || now - last >= hour)) {
    start(alert, alarm, problem);
  }
}

void collab_alert_turn(collab_alert_t *alert, apr_time_t now) {
  collab_problem_t problems[COLLAB_ALARM_COUNT];

  if (!alert->config->alert_command) {
    return;
  }
  if (alert->pid) {
    reap_or_kill(alert, now);
  }
  int n = collab_health_problems(problems);
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT && !alert->pid; alarm++) {
    tell(alert, (collab_alarm_t)alarm, find(problems, n, (collab_alarm_t)alarm), now);
  }
}
