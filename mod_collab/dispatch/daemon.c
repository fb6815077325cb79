/* daemon.c: the parent's side of the dispatcher: fork, supervise, start again. An "other child" of httpd, as mod_cgid's daemon
 * is.
 *
 * - The parent forks it in post_config; a new generation gets a new one, the old one is told to stop when the old configuration
 * is cleared. For a moment there are two: leases make that harmless (claim.c).
 * - When it dies, the parent is told within about a second and forks again; one that keeps dying before it has
 * done anything waits before it tries, longer each time.
 * - The wake-up pipe is made once, in the process pool: a graceful restart must not cut it.
 * - The process drops its privileges before it does anything, and dies with the parent. */
#include "dispatch/daemon.h"
#include "auth/bearer.h"
#include "base/timer.h"
#include "collab_private.h"
#include "dispatch/dispatch.h"
#include "dispatch/log.h"

#include <ap_listen.h>
#include <ap_mpm.h>
#include <errno.h>
#include <fcntl.h>
#include <http_config.h>
#include <http_log.h>
#include <mpm_common.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#define LONGEST_PAUSE apr_time_from_sec(30)

/* What outlives a restart, made once a server process. */
typedef struct kept_t {
  int wake[2]; /* the pipe: the dispatcher reads [0], the workers write to [1] */
  collab_liveness_t *liveness;
} kept_t;

static kept_t *kept; /* NULL: could not be made */

/* The parent's record of the process of this generation. */
static struct {
  apr_pool_t *pconf;
  server_rec *s;
  apr_proc_t *proc; /* of pconf: its end looks at it when this module is unloaded already */
  bool alive;
  bool ending; /* the generation ends: do not start again */
  apr_time_t started;
  int barren; /* deaths in a row before the first claim was through */
  int log_fd; /* of CollabEventLog, for every process of this generation; -1: there is none */
} daemon_of;

static void start(void);

/* Found again after each restart, though the module's own statics are gone then. */
static bool keep(server_rec *s) {
  apr_pool_t *pool = s->process->pool;

  apr_pool_userdata_get((void **)&kept, "collab_dispatch", pool);
  if (kept) {
    return true;
  }
  kept_t *made = apr_palloc(pool, sizeof *made);
  made->liveness = mmap(NULL, sizeof *made->liveness, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (made->liveness == MAP_FAILED || pipe2(made->wake, O_NONBLOCK | O_CLOEXEC)) {
    return false;
  }
  apr_pool_userdata_set(kept = made, "collab_dispatch", NULL, pool); /* not _setn: the name would go with the module */
  return true;
}

void collab_dispatch_wake(void) {
  if (kept) {
    ssize_t ignored = write(kept->wake[1], "", 1); /* full: it is awake already */
    (void)ignored;
  }
}

bool collab_dispatch_moves(void) {
  return kept && apr_time_now() - kept->liveness->moved_at < collab_timer(COLLAB_TIMER_STALLED);
}

/* ---- the process itself ---- */

static __attribute__((noreturn)) void run(apr_interval_time_t pause) {
  collab_dispatcher_t d;
  server_rec *s = daemon_of.s;
  pid_t parent = getppid();

  memset(&d, 0, sizeof d);
  signal(SIGTERM, SIG_DFL); /* until the loop sets its own: the parent's handlers are no use here */
  signal(SIGHUP, SIG_DFL);
  signal(SIGUSR1, SIG_IGN);
  prctl(PR_SET_NAME, "collab-dispatch");
  ap_close_listeners();
  if (!geteuid() && ap_run_drop_privileges(daemon_of.pconf, s)) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, 0, s, COLLABNO(0641) "the dispatcher could not drop its privileges");
    _exit(1);
  }
  prctl(PR_SET_PDEATHSIG, SIGTERM); /* after dropping privileges, which would clear it */
  if (getppid() != parent) {
    _exit(0);
  }
  struct rlimit files;
  if (!getrlimit(RLIMIT_NOFILE, &files)) { /* a socket a slot, and as many kept for the next time */
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
  }
  setenv("PGCONNECT_TIMEOUT", "2", 0); /* unless the DSN says otherwise: who does not answer is asked again */
  apr_sleep(pause);
  apr_pool_create(&d.pool, NULL);
  apr_pool_tag(d.pool, "collab_dispatch");
  d.s = s;
  d.config = collab_config_of(s);
  collab_jws_key_child_init(d.config->token_key, d.pool);
  collab_trust_child_init(d.config->trust, d.pool); /* it was the parent's: workers use it, this process only has it */
  d.wake = kept->wake[0];
  d.liveness = kept->liveness;
  d.log_fd = daemon_of.log_fd;
  int code = collab_dispatch_loop(&d);
  apr_pool_destroy(d.pool);
  exit(code);
}

/* ---- the parent's supervision ---- */

static bool server_is_stopping(void) {
  int state = AP_MPMQ_STOPPING;
  return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS && state == AP_MPMQ_STOPPING;
}

static void on_change(int reason, void *data, apr_wait_t status) {
  switch (reason) {
  case APR_OC_REASON_DEATH:
    daemon_of.alive = false;
    apr_proc_other_child_unregister(data);
    if (daemon_of.ending || server_is_stopping()) {
      return;
    }
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, daemon_of.s, COLLABNO(0642) "the dispatcher has died (%s %d) and is started again",
                 WIFSIGNALED(status) ? "signal" : "exit code", WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
    daemon_of.barren = kept->liveness->claimed_at < daemon_of.started ? daemon_of.barren + 1 : 0;
    start();
    break;
  case APR_OC_REASON_RESTART:
    daemon_of.ending = true;
    apr_proc_other_child_unregister(data);
    break;
  case APR_OC_REASON_LOST:
    daemon_of.alive = false;
    apr_proc_other_child_unregister(data);
    start();
    break;
  default: /* APR_OC_REASON_UNREGISTER: the pool's own cleanup ends the process */
    break;
  }
}

static apr_status_t end_generation(void *data) {
  (void)data;
  daemon_of.ending = true;
  return APR_SUCCESS;
}

static void start(void) {
  apr_interval_time_t pause = 0;

  if (daemon_of.barren > 0) {
    pause = daemon_of.barren < 9 ? apr_time_from_msec(50) << daemon_of.barren : LONGEST_PAUSE;
  }
  daemon_of.started = apr_time_now() + pause;
  daemon_of.proc = apr_pcalloc(daemon_of.pconf, sizeof *daemon_of.proc);
  switch (apr_proc_fork(daemon_of.proc, daemon_of.pconf)) {
  case APR_INCHILD:
    run(pause);
  case APR_INPARENT:
    daemon_of.alive = true;
    apr_pool_note_subprocess(daemon_of.pconf, daemon_of.proc, APR_KILL_AFTER_TIMEOUT);
    apr_proc_other_child_register(daemon_of.proc, on_change, daemon_of.proc, NULL, daemon_of.pconf);
    break;
  default:
    ap_log_error(APLOG_MARK, APLOG_CRIT, errno, daemon_of.s, COLLABNO(0643) "the dispatcher could not be forked");
  }
}

bool collab_dispatch_start(apr_pool_t *pconf, server_rec *s) {
  const char *log = collab_config_of(s)->event_log;

  if (!keep(s)) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, errno, s, COLLABNO(0644) "no wake-up pipe: the dispatcher is not started");
    return true;
  }
  memset(&daemon_of, 0, sizeof daemon_of);
  daemon_of.pconf = pconf;
  daemon_of.s = s;
  daemon_of.log_fd = log ? collab_sink_open(pconf, s, log) : -1;
  if (log && daemon_of.log_fd < 0) {
    return false;
  }
  apr_pool_cleanup_register(pconf, NULL, end_generation, apr_pool_cleanup_null);
  start();
  return true;
}
