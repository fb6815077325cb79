/* program.c: runs an operator's program (status/program.h) by means of the helper (process/helper.h). */
#include "status/program.h"

#include <errno.h>
#include <http_log.h>
#include <string.h>
#include <sys/wait.h>

#include "base/time.h"
#include "collab_private.h"
#include "node/timer.h"

static void log_refusal(const collab_program_t *program, int error) {
  ap_log_error(APLOG_MARK, APLOG_ERR, error, program->s, COLLABNO(0703) "%s: the program cannot be started", program->directive);
}

bool collab_program_start(collab_program_t *program, const char *const *more, const char *const *environment, const char *input) {
  if (!collab_helper_run(program->place, more, environment, input)) {
    log_refusal(program, errno);
    return false;
  }
  program->runs = true;
  program->started = collab_time_clock();
  program->killed = false;
  return true;
}

collab_program_end_t collab_program_turn(collab_program_t *program, apr_time_t now) {
  collab_helper_end_t end;

  if (!collab_helper_ended(program->place, &end)) {
    if (!program->killed && now - program->started > collab_timer(COLLAB_TIMER_ALERT_KILL)) {
      collab_helper_kill(program->place);
      program->killed = true;
    }
    return COLLAB_PROGRAM_RUNS;
  }
  program->runs = false;
  if (end.error) {
    log_refusal(program, end.error);
  } else if (program->killed) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, program->s, COLLABNO(0704) "%s: killed after %" APR_TIME_T_FMT " s",
                 program->directive, apr_time_sec(now - program->started));
  } else if (!WIFEXITED(end.status) || WEXITSTATUS(end.status)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, program->s, COLLABNO(0705) "%s: %s: ended with %s %d", program->directive,
                 APR_ARRAY_IDX(program->command, 0, const char *), WIFEXITED(end.status) ? "exit code" : "signal",
                 WIFEXITED(end.status) ? WEXITSTATUS(end.status) : WTERMSIG(end.status));
  } else {
    return COLLAB_PROGRAM_DONE;
  }
  return COLLAB_PROGRAM_FAILED;
}
