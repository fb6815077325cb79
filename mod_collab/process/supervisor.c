/* supervisor.c: forks, supervises and restarts processes (process/supervisor.h).
 *
 * - The parent forks the process in post_config. A new generation gets a new process; the old process gets SIGTERM when the old
 *   configuration is cleared. For a moment both processes run.
 * - When the process dies, the parent notices within about a second and forks again.
 * - The process first drops root and all rights that it does not need (protect.h). The process dies with the parent. */
#include "process/supervisor.h"

#include <ap_listen.h>
#include <ap_mpm.h>
#include <errno.h>
#include <http_config.h>
#include <http_log.h>
#include <mpm_common.h>
#include <scoreboard.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>
#include <unixd.h>

#include "base/time.h"
#include "collab_private.h"
#include "node/shared.h"
#include "process/protect.h"

#define LONGEST_PAUSE apr_time_from_sec(30)

/* The parent's record of a process of this generation; memory of pconf. */
typedef struct kept_t {
  const collab_process_t *process;
  const collab_account_t *user; /* NULL: httpd's */
  apr_pool_t *pconf;
  server_rec *s;
  apr_proc_t *proc;           /* memory of pconf: pconf's cleanup reads it after this module has been unloaded */
  bool ending;                /* the generation ends: do not start again */
  ap_generation_t generation; /* httpd's number; a restart increases it, a stop does not */
  apr_time_t started;
  int failed_starts; /* consecutive deaths before the process had done anything */
} kept_t;

static void start(kept_t *kept);

/* Makes ap_run_drop_privileges take this user instead of httpd's, in this process alone. Without root, the user stays. */
static void take_user(const kept_t *kept) {
  const collab_account_t *user = kept->user;

  if (user && !geteuid()) {
    ap_unixd_config.user_name = user->name;
    ap_unixd_config.user_id = user->uid;
    ap_unixd_config.group_id = user->gid;
  } else if (user && user->uid != geteuid()) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, kept->s,
                 COLLABNO(0640) "%s does not run as %s (CollabDispatcherUser): httpd was not started by root",
                 kept->process->what, user->name);
  }
}

static __attribute__((noreturn)) void run(const kept_t *kept, apr_interval_time_t pause) {
  server_rec *s = kept->s;
  pid_t parent = getppid();
  struct rlimit files;
  apr_pool_t *pool;

  signal(SIGTERM, SIG_DFL); /* replaces the parent's handlers until the process sets its own */
  signal(SIGHUP, SIG_DFL);
  signal(SIGUSR1, SIG_IGN);
  prctl(PR_SET_NAME, kept->process->name);
  ap_close_listeners();
  take_user(kept);
  if (!geteuid() && ap_run_drop_privileges(kept->pconf, s)) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, 0, s, COLLABNO(0641) "%s could not drop its privileges", kept->process->what);
    _exit(1);
  }
  collab_protect_memory(s, kept->process->what);
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* after dropping privileges, which would clear it */
  if (getppid() != parent) {
    _exit(0);
  }
  if (!getrlimit(RLIMIT_NOFILE, &files)) { /* the dispatcher needs a socket for each slot, and as many idle ones */
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  if (kept->process->command) {
    collab_helper_start(s, kept->process->what, kept->process->command,
                        kept->process->guard); /* first, or the helper's programs inherit what the next call forbids */
  }
  collab_protect_calls(s, kept->process->what);
  setenv("PGCONNECT_TIMEOUT", "2", 0); /* seconds, unless the DSN says otherwise; a failed connection is tried again */
  apr_sleep(pause);
  apr_pool_create(&pool, NULL);
  apr_pool_tag(pool, kept->process->name);
  int code = kept->process->run(pool, s);
  apr_pool_destroy(pool);
  exit(code);
}

static bool server_is_stopping(void) {
  int state = AP_MPMQ_STOPPING;
  return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS && state == AP_MPMQ_STOPPING;
}

static void on_change(int reason, void *data, apr_wait_t status) {
  kept_t *kept = data;

  switch (reason) {
  case APR_OC_REASON_DEATH:
    apr_proc_other_child_unregister(data);
    if (kept->ending || server_is_stopping()) {
      return;
    }
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, kept->s, COLLABNO(0642) "%s has died (%s %d) and is started again",
                 kept->process->what, WIFSIGNALED(status) ? "signal" : "exit code",
                 WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    kept->failed_starts = kept->process->bore_fruit(kept->started) ? 0 : kept->failed_starts + 1;
    start(kept);
    break;
  case APR_OC_REASON_RESTART:
    kept->ending = true;
    apr_proc_other_child_unregister(data);
    break;
  case APR_OC_REASON_LOST:
    apr_proc_other_child_unregister(data);
    start(kept);
    break;
  default: /* APR_OC_REASON_UNREGISTER: the pool's own cleanup ends the process */
    break;
  }
}

/* The running generation, from the scoreboard, because the MPM can no longer be asked when pconf is cleared. Before the first
 * generation there is no scoreboard. */
static ap_generation_t generation(void) {
  return ap_exists_scoreboard_image() ? ap_get_scoreboard_global()->running_generation : 0;
}

/* Runs before all other cleanups of pconf, so that the process ends while httpd unloads its modules: httpd waits for its end. */
static apr_status_t end_generation(void *data) {
  kept_t *kept = data;
  kept->ending = true;
  if (generation() == kept->generation) {
    collab_shared_stop();
  }
  if (kept->proc && kept->proc->pid > 0) {
    kill(kept->proc->pid, SIGTERM);
  }
  return APR_SUCCESS;
}

static void start(kept_t *kept) {
  apr_interval_time_t pause = 0;

  if (kept->failed_starts > 0) {
    pause = kept->failed_starts < 9 ? apr_time_from_msec(50) << kept->failed_starts : LONGEST_PAUSE;
  }
  kept->started = collab_time_clock() + pause;
  kept->proc = apr_pcalloc(kept->pconf, sizeof *kept->proc);
  switch (apr_proc_fork(kept->proc, kept->pconf)) {
  case APR_INCHILD:
    run(kept, pause);
  case APR_INPARENT:
    apr_pool_note_subprocess(kept->pconf, kept->proc, APR_KILL_AFTER_TIMEOUT);
    apr_proc_other_child_register(kept->proc, on_change, kept, NULL, kept->pconf);
    break;
  default:
    ap_log_error(APLOG_MARK, APLOG_CRIT, errno, kept->s, COLLABNO(0643) "%s could not be forked", kept->process->what);
  }
}

void collab_process_start(apr_pool_t *pconf, server_rec *s, const collab_process_t *process, const collab_account_t *user) {
  kept_t *kept = apr_pcalloc(pconf, sizeof *kept);

  *kept = (kept_t){.process = process, .user = user, .pconf = pconf, .s = s, .generation = generation()};
  apr_pool_pre_cleanup_register(pconf, kept, end_generation);
  start(kept);
}
