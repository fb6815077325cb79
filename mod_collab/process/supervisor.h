/* supervisor.h: processes that httpd's parent keeps beside its workers: the dispatcher and the watcher. Each is an "other child"
 * of httpd, as mod_cgid's daemon is. */
#ifndef COLLAB_PROCESS_SUPERVISOR_H
#define COLLAB_PROCESS_SUPERVISOR_H

#include <apr_pools.h>
#include <apr_time.h>
#include <httpd.h>
#include <stdbool.h>

#include "base/file_access.h"
#include "collab.h"

typedef struct collab_process_t {
  const char *name; /* the process's, for ps: at most 15 characters */
  const char *what; /* in messages: "the dispatcher" */
  /* What it does, in the process itself: as httpd's user, with SIGTERM at its default, and ended by SIGTERM when the parent dies.
   * `pool` is its own. Returns the exit code. */
  int (*run)(apr_pool_t *pool, server_rec *s);
  /* Has it done anything since `started`? One that keeps dying before it has waits before it tries again, longer each time. */
  bool (*bore_fruit)(apr_time_t started);
  bool runs_programs; /* with process/helper.h */
} collab_process_t;

/* Starts the process of this generation and supervises it until `pconf` is cleared. Parent, in post_config, in a real run (not at
 * configtest, not in the first of the two passes at start). The failure to fork is logged. `process` lives as long as the
 * module, `user` as long as pconf: whom it runs as, where root has started httpd; NULL: httpd's user.
 */
void collab_process_start(apr_pool_t *pconf, server_rec *s, const collab_process_t *process, const collab_account_t *user);

#endif
