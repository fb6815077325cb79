/* daemon.h: the dispatcher as httpd sees it. */
#ifndef COLLAB_DISPATCH_PROCESS_DAEMON_H
#define COLLAB_DISPATCH_PROCESS_DAEMON_H

#include <apr_time.h>
#include <httpd.h>
#include <stdbool.h>

/* Starts the dispatcher process of this generation and supervises it until `pconf` is cleared. Parent, in post_config, in a real
 * run (not at configtest, not in the first of the two passes at start). The failure to fork is logged; the server starts all the
 * same. False, logged: CollabEventLog cannot be opened, and as for httpd's own logs there is no start without it. */
bool collab_dispatch_start(apr_pool_t *pconf, server_rec *s);

/* Tells the dispatcher that something has been committed. Any process and thread, after the commit; costs one system call, never
 * blocks, may be lost. */
void collab_dispatch_wake(void);

#endif
