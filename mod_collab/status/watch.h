/* watch.h: the watcher: a process beside the workers that looks every second whether anything is wrong with this node, puts what
 * it finds on record (base/alarm.h) and calls CollabAlertCommand. */
#ifndef COLLAB_STATUS_WATCH_H
#define COLLAB_STATUS_WATCH_H

#include <httpd.h>

/* Starts it (process/supervisor.h), for the first server that serves the interface. Parent, in post_config. */
void collab_watch_start(apr_pool_t *pconf, server_rec *s);

#endif
