/* status.h: the functions of status/ for the rest of the module: the pages that show this node's state, and the watcher that
 * checks its health. */
#ifndef COLLAB_STATUS_STATUS_H
#define COLLAB_STATUS_STATUS_H

#include <httpd.h>
#include <mpm_common.h>

/* The content handler of `SetHandler collab-status` (a page; ?json; ?runbook) and `SetHandler collab-metrics` (OpenMetrics).
 * Reads only shared memory (node/shared.h): no database and no lock, so it answers when all else hangs. Worker threads. */
int collab_status_handle(request_rec *r);

/* Starts the watcher (watch.c) with the configuration of the first server that serves the interface. The watcher is a process
 * beside the workers (process/supervisor.h). It checks this node every second, raises alarms (node/alarm.h) and runs
 * CollabAlertCommand and CollabMemberAlertCommand. Parent, in post_config. */
void collab_watch_start(apr_pool_t *pconf);

/* At a start, reads which alarms were reported before it, after the installation's id is known. Each generation writes them at
 * its end (reported.c). Logs a file that is not this node's (CB0722). Parent, in post_config, before collab_watch_start. */
void collab_reported_start(apr_pool_t *pconf, server_rec *s);

/* Hooks of the parent, every ten seconds: write the reported alarms (CB0723), log that the watcher does not look (CB0724). */
int collab_reported_monitor(apr_pool_t *pool, server_rec *s);
int collab_guard_monitor(apr_pool_t *pool, server_rec *s);

/* The hook child_status of the parent: counts a worker process that has ended without its clean-up. */
void collab_guard_child(server_rec *s, pid_t pid, ap_generation_t generation, int slot, mpm_child_status state);

#endif
