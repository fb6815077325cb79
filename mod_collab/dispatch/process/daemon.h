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

/* What the dispatcher tells the others, in memory that all share. */
typedef struct collab_liveness_t {
  volatile apr_time_t claimed_at; /* when it last got through a claim */
  volatile apr_time_t moved_at;   /*   or had a reason not to claim that lies outside: receivers that have all slots, the proxy */
} collab_liveness_t;

/* Does the dispatcher get on with its work: has it looked for deliveries within the last five seconds, unless it had nothing to
 * send them with? Any process. */
bool collab_dispatch_moves(void);

#endif
