/* spent.h: the companies that have used up their day (CollabDailyLimit), in memory that the workers can read. */
#ifndef COLLAB_NODE_SPENT_H
#define COLLAB_NODE_SPENT_H

#include "collab.h"

#define COLLAB_SPENT 1024 /* companies that are refused at a time */

/* Replaces them. `until`, by collab_time_clock, and the date `ends` are the end of the day. The watcher alone. */
void collab_spent_set(const int64_t *companies, int count, apr_time_t until, apr_time_t ends);

/* Has the company used up the day? If so, sets how much of it is left, and the date of its end. `now`: collab_time_clock. Any
 * process and thread; cheap. */
bool collab_spent_has(int64_t company, apr_time_t now, apr_interval_time_t *left, apr_time_t *ends);

#endif
