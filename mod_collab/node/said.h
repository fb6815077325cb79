/* said.h: how often lines about faults may be logged, by all processes of the node together. Any process and thread may call
 * these functions at any time. None locks, waits or allocates. */
#ifndef COLLAB_NODE_SAID_H
#define COLLAB_NODE_SAID_H

#include "collab.h"

/* True if a line about a fault may be logged now. All processes of the node together log one such line a second, because in an
 * outage every request and every statement fails. Sets *unsaid to the number of lines left out since the last one. */
bool collab_said_may(uint64_t *unsaid);

/* As collab_said_may, for a line about a text from elsewhere: true at most once a minute for each text. Texts that differ in
 * digits alone are the same. Remembers the last COLLAB_SAID_TEXTS texts. `unsaid` NULL: several such lines may come in a second.
 */
#define COLLAB_SAID_TEXTS 32
bool collab_said_may_text(const char *text, uint64_t *unsaid);

/* For a line that must be logged: reserves the next free second and returns its beginning (collab_time_clock, as `now`). The
 * caller waits until then. */
apr_time_t collab_said_next(apr_time_t now);

/* " (and 12 more such lines)", or "". */
const char *collab_said_unsaid(apr_pool_t *pool, uint64_t unsaid);

#endif
