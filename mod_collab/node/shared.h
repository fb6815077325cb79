/* shared.h: the memory that a node's processes share. Each noun of node/ that is kept in it (counters, alarms …) has a header of
 * its own. Without shared memory (collabctl, unit tests), each process has its own figures. Each node has its own, too. */
#ifndef COLLAB_NODE_SHARED_H
#define COLLAB_NODE_SHARED_H

#include "collab.h"

/* Makes the shared memory, or finds it again after a restart: figures live as long as the parent process. Parent only, in
 * post_config; `pool` is the process's. False when there is no memory; then each process counts for itself. */
bool collab_shared_make(apr_pool_t *pool);

/* When this memory was made, at the parent's start: the date, and the time by collab_time_clock. */
apr_time_t collab_shared_since(void);
apr_time_t collab_shared_began(void);

/* The parent notes that it stops and does not restart; its processes check this before they end. */
void collab_shared_stop(void);
bool collab_shared_stops(void);

/* Whether this generation of httpd has a watcher. Parent; any process. */
void collab_shared_want_watch(bool wanted);
bool collab_shared_wants_watch(void);

/* Takes the next number for a helper of a watcher, and gives the latest. Any process. */
int64_t collab_shared_next_helper(void);
int64_t collab_shared_latest_helper(void);

/* True once: the caller must read what earlier starts have reported. Parent. */
bool collab_shared_first_reading(void);

/* Clears the dispatcher's endpoints, gauges and alarms. Called when a dispatcher starts, and on a node that no longer has a
 * dispatcher. */
void collab_shared_forget(void);

#define COLLAB_SHARED_NAME 164 /* bytes of a name in this memory: 40 characters */

#endif
