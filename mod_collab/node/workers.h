/* workers.h: httpd's worker processes of this node: how many have ended without their clean-up, and how many database connections
 * they have. Kept in shared memory, because a process that crashes can report nothing. */
#ifndef COLLAB_NODE_WORKERS_H
#define COLLAB_NODE_WORKERS_H

#include <sys/types.h>

#include "collab.h"

#define COLLAB_WORKERS 1024 /* processes; further ones are not counted */

/* Enters this process, which may have `most` database connections. Called in child_init. */
void collab_workers_enter(int most);

/* Removes this process: it cleans up before it ends. */
void collab_workers_leave(void);

/* Adds to this process's open connections, or to those that its threads have borrowed. Any thread. */
void collab_workers_opened(int connections);
void collab_workers_lent(int connections);

/* Notes that a worker process has ended. True: it has not left before. Parent. */
bool collab_workers_ended(pid_t pid);

/* Sets the gauges of the workers' database connections. */
void collab_workers_measure(void);

#endif
