/* status.h: the functions of status/ for the rest of the module: the pages that show this node's state, and the watcher that
 * checks its health. */
#ifndef COLLAB_STATUS_STATUS_H
#define COLLAB_STATUS_STATUS_H

#include <httpd.h>

/* The content handler of `SetHandler collab-status` (a page; ?json; ?runbook) and `SetHandler collab-metrics` (OpenMetrics).
 * Reads only shared memory (node/shared.h): no database and no lock, so it answers when all else hangs. Worker threads. */
int collab_status_handle(request_rec *r);

/* Starts the watcher (watch.c) with the configuration of the first server that serves the interface. The watcher is a process
 * beside the workers (process/supervisor.h). It checks this node every second, raises alarms (node/alarm.h) and runs
 * CollabAlertCommand and CollabMemberAlertCommand. Parent, in post_config. */
void collab_watch_start(apr_pool_t *pconf);

#endif
