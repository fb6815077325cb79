/* supervisor.h: the processes that httpd's parent keeps running beside its workers: the dispatcher and the watcher. Each is an
 * "other child" of httpd, as mod_cgid's daemon is. */
#ifndef COLLAB_PROCESS_SUPERVISOR_H
#define COLLAB_PROCESS_SUPERVISOR_H

#include <apr_pools.h>
#include <apr_time.h>
#include <httpd.h>
#include <stdbool.h>

#include "base/file_access.h"
#include "collab.h"
#include "process/helper.h"

typedef struct collab_process_t {
  const char *name; /* for ps; at most 15 characters */
  const char *what; /* for messages: "the dispatcher" */
  /* The main function, in the new process, after it has dropped root. SIGTERM has its default action; the kernel sends SIGTERM
   * when the parent dies. `pool` is the process's own. Returns the exit code. */
  int (*run)(apr_pool_t *pool, server_rec *s);
  /* Has the process done anything since `started`? A process that keeps dying before it has done anything is restarted after ever
   * longer pauses. */
  bool (*bore_fruit)(apr_time_t started);
  collab_helper_command_t *command; /* the programs of its helper (process/helper.h); NULL: it needs no helper */
  const collab_guard_t *guard;      /* of the helper; NULL: none */
} collab_process_t;

/* Starts the process of this generation and supervises it until `pconf` is cleared. Called by the parent in post_config, but not
 * in configtest, and not in the first of the two passes at start. Logs a failure to fork. The process runs as `user` (NULL:
 * httpd's) if root has started httpd. `process` must live as long as the module, `user` as long as pconf. */
void collab_process_start(apr_pool_t *pconf, server_rec *s, const collab_process_t *process, const collab_account_t *user);

#endif
