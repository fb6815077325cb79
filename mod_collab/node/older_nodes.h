/* older_nodes.h: is a node of 0.1.0 at work on the database? In memory that the workers can read. */
#ifndef COLLAB_NODE_OLDER_NODES_H
#define COLLAB_NODE_OLDER_NODES_H

#include "collab.h"

/* Notes whether the table `node` has one. The watcher alone, at each look. */
void collab_older_nodes_note(bool there);

/* May there be one? Also true if this node's watcher has not looked for 15 seconds, or not yet. `now`: collab_time_clock. Any
 * process and thread; cheap. */
bool collab_older_nodes_possible(apr_time_t now);

#endif
