/* daemon.h: starts the dispatcher from httpd, and wakes it. */
#ifndef COLLAB_DISPATCH_PROCESS_DAEMON_H
#define COLLAB_DISPATCH_PROCESS_DAEMON_H

#include <apr_time.h>
#include <httpd.h>
#include <stdbool.h>

/* Starts the dispatcher of this generation, and supervises it until `pconf` is cleared. Runs in the parent, in post_config, in a
 * real run (not at configtest, not in the first of the two passes at start). A failure to fork is logged, and the server starts
 * all the same. Returns false, after logging, if CollabEventLog or CollabAuditLog cannot be opened: as with httpd's own logs, the
 * server does not start without them. */
bool collab_dispatch_start(apr_pool_t *pconf, server_rec *s);

/* Closes what a worker has inherited of the logs. Each worker calls this once, in child_init. */
void collab_dispatch_child_init(void);

/* A hook of the parent, about every ten seconds, for the programs of the logs (dispatch/eventlog/program.h). */
int collab_dispatch_monitor(apr_pool_t *pool, server_rec *s);

/* Tells the dispatcher about a commit. Any process and thread may call this, after the commit. It costs one system call and never
 * blocks. A wake-up may be lost. */
void collab_dispatch_wake(void);

#endif
