/* status.h: what the rest of the module calls in status/: the pages that show the server's state, and the watcher that finds out
 * whether anything is wrong with it. */
#ifndef COLLAB_STATUS_STATUS_H
#define COLLAB_STATUS_STATUS_H

#include <httpd.h>

/* The content handler of `SetHandler collab-status` (a page; ?json) and `SetHandler collab-metrics`
 * (OpenMetrics). Reads shared memory (base/meter.h) and nothing else: no database, no lock, so it answers when all else stands
 * still. Worker threads. */
int collab_status_handle(request_rec *r);

/* Starts the watcher (watch.c) for the first server that serves the interface: a process beside the workers
 * (process/supervisor.h) that looks every second whether anything is wrong with this node, puts what it finds on record
 * (base/alarm.h) and calls CollabAlertCommand. Parent, in post_config. */
void collab_watch_start(apr_pool_t *pconf, server_rec *s);

#endif
