/* program.c: runs a program of the operator's (status/program.h).
 *
 * No shell: the words are those of the directive. It runs as httpd's user, which the watcher is already, in a process group of
 * its own, so that what it has started can be killed with it; it ends with the watcher. */
#include "status/program.h"

#include <errno.h>
#include <fcntl.h>
#include <http_log.h>
#include <signal.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/timer.h"
#include "collab_private.h"

/* In the child. Never returns. */
static __attribute__((noreturn)) void become(const char *const *words, int input) {
  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  signal(SIGTERM, SIG_DFL);
  signal(SIGUSR1, SIG_DFL);
  signal(SIGPIPE, SIG_DFL);
  signal(SIGHUP, SIG_DFL);
  dup2(input, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO); /* the error log */
  close_range(STDERR_FILENO + 1, ~0U, 0);
  if (chdir("/")) {
    _exit(126);
  }
  execv(words[0], (char *const *)words);
  _exit(127);
}

/* A descriptor from which `text` can be read; -1: there is none. A pipe holds so much without a reader. */
static int readable(const char *text) {
  int ends[2];

  if (!text) {
    return open("/dev/null", O_RDWR | O_CLOEXEC);
  }
  apr_size_t len = strlen(text);
  if (len > COLLAB_PROGRAM_INPUT || pipe2(ends, O_CLOEXEC)) {
    return -1;
  }
  bool fine = write(ends[1], text, len) == (ssize_t)len;
  close(ends[1]);
  if (!fine) {
    close(ends[0]);
  }
  return fine ? ends[0] : -1;
}

bool collab_program_start(collab_program_t *program, apr_pool_t *pool, const char *const *more, const char *input) {
  apr_array_header_t *words = apr_array_copy(pool, program->command);

  for (; more && *more; more++) {
    APR_ARRAY_PUSH(words, const char *) = *more;
  }
  APR_ARRAY_PUSH(words, const char *) = NULL;
  int from = readable(input);
  program->pid = from < 0 ? -1 : fork();
  if (program->pid == 0) {
    become((const char *const *)words->elts, from);
  }
  int error = errno;
  if (from >= 0) {
    close(from);
  }
  if (program->pid < 0) {
    ap_log_error(APLOG_MARK, APLOG_ERR, error, program->s, COLLABNO(0703) "%s: cannot be started", program->directive);
    program->pid = 0;
    return false;
  }
  setpgid(program->pid, program->pid); /* whoever of the two is first */
  program->started = apr_time_now();
  program->killed = false;
  return true;
}

collab_program_end_t collab_program_turn(collab_program_t *program, apr_time_t now) {
  int status;

  if (waitpid(program->pid, &status, WNOHANG) != program->pid) {
    if (!program->killed && now - program->started > collab_timer(COLLAB_TIMER_ALERT_KILL)) {
      kill(-program->pid, SIGKILL);
      program->killed = true;
    }
    return COLLAB_PROGRAM_RUNS;
  }
  kill(-program->pid, SIGKILL); /* what it has left behind */
  program->pid = 0;
  if (program->killed) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, program->s, COLLABNO(0704) "%s: killed after %" APR_TIME_T_FMT " s",
                 program->directive, apr_time_sec(now - program->started));
  } else if (!WIFEXITED(status) || WEXITSTATUS(status)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, program->s, COLLABNO(0705) "%s: %s: ended with %s %d", program->directive,
                 APR_ARRAY_IDX(program->command, 0, const char *), WIFEXITED(status) ? "exit code" : "signal",
                 WIFEXITED(status) ? WEXITSTATUS(status) : WTERMSIG(status));
  } else {
    return COLLAB_PROGRAM_DONE;
  }
  return COLLAB_PROGRAM_FAILED;
}
