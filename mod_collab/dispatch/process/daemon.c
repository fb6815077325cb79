/* daemon.c: the dispatcher as a child process of httpd's parent (process/supervisor.h), and what it shares with the workers.
 *
 * - For a moment after a restart two dispatchers run. Leases make that harmless (claim/claim.c).
 * - The wake-up pipe is made once, in the process pool, because a graceful restart must not break it. */
#include "dispatch/process/daemon.h"
#include "auth/bearer.h"
#include "collab_private.h"
#include "dispatch/process/process.h"
#include "node/meter.h"
#include "process/protect.h"
#include "process/supervisor.h"
#include "store/pg.h"

#include <errno.h>
#include <fcntl.h>
#include <http_log.h>
#include <string.h>
#include <unistd.h>

/* State that survives a restart. Made once per httpd parent. */
typedef struct kept_t {
  int wake[2]; /* the pipe: the dispatcher reads [0], the workers write to [1] */
} kept_t;

static kept_t *kept; /* NULL: it could not be made */

static collab_log_output_t outputs[COLLAB_LOGS]; /* of CollabEventLog and CollabAuditLog, in this generation */

/* Makes the state, or finds it again after a restart, which reloads the module and resets its static variables. */
static bool keep(server_rec *s) {
  apr_pool_t *pool = s->process->pool;

  apr_pool_userdata_get((void **)&kept, "collab_dispatch", pool);
  if (kept) {
    return true;
  }
  kept_t *made = apr_palloc(pool, sizeof *made);
  if (pipe2(made->wake, O_NONBLOCK | O_CLOEXEC)) {
    return false;
  }
  apr_pool_userdata_set(kept = made, "collab_dispatch", NULL, pool); /* not _setn: the key would be unloaded with the module */
  return true;
}

void collab_dispatch_wake(void) {
  if (kept) {
    ssize_t ignored = write(kept->wake[1], "", 1); /* a full pipe holds a wake-up already */
    (void)ignored;
  }
}

/* ---- the process ---- */

static const collab_process_t dispatcher;

/* The role's own settings of lock_timeout and idle_in_transaction_session_timeout (sql/roles.sql) are the same. */
static const collab_pg_limits_t limits = {.statement = "15s", .lock = "5s", .idle = "1min"};

static int run(apr_pool_t *pool, server_rec *s) {
  collab_dispatcher_t d;

  collab_pg_limit(&limits);
  memset(&d, 0, sizeof d);
  d.pool = pool;
  d.s = s;
  d.config = collab_config_of(s);
  collab_jws_key_child_init(d.config->token_key, d.pool);
  collab_protect_keys(s, dispatcher.what, d.config->keyring);
  collab_trust_child_init(d.config->trust, d.pool); /* this process only frees the inherited keys; workers use them */
  d.wake = kept->wake[0];
  d.outputs = outputs;
  return collab_dispatch_loop(&d);
}

static bool has_claimed(apr_time_t started) {
  return collab_meter_noted(COLLAB_GAUGE_CLAIMED_AT) >= started;
}

static const collab_process_t dispatcher = {"collab-dispatch", "the dispatcher", run, has_claimed};

bool collab_dispatch_start(apr_pool_t *pconf, server_rec *s) {
  const collab_config_t *config = collab_config_of(s);
  const struct {
    const collab_log_kind_t *kind;
    const char *where;
  } logs[COLLAB_LOGS] = {
      [COLLAB_EVENT_LOG] = {&collab_event_log, config->event_log}, [COLLAB_AUDIT_LOG] = {&collab_audit_log, config->audit_log}};

  if (!keep(s)) {
    ap_log_error(APLOG_MARK, APLOG_CRIT, errno, s, COLLABNO(0644) "no wake-up pipe: the dispatcher is not started");
    return true;
  }
  for (int i = 0; i < COLLAB_LOGS; i++) {
    outputs[i].fd = -1;
    if (logs[i].where && !collab_sink_open(pconf, s, logs[i].kind, logs[i].where, &outputs[i])) {
      return false;
    }
  }
  collab_process_start(pconf, s, &dispatcher, config->dispatcher_user);
  return true;
}

void collab_dispatch_child_init(void) {
  collab_programs_leave();
}

int collab_dispatch_monitor(apr_pool_t *pool, server_rec *s) {
  (void)pool;
  collab_programs_monitor(s);
  return OK;
}
