/* request_counts.h: requests and their times, by operation. Any process and thread may call these functions at any time. None
 * locks, waits or allocates. */
#ifndef COLLAB_NODE_REQUEST_COUNTS_H
#define COLLAB_NODE_REQUEST_COUNTS_H

#include "node/meter.h"

#define COLLAB_COUNTED_OPERATIONS 96
#define COLLAB_COUNTED_CLASSES 6 /* by the first digit of the status; 0: the client disconnected */

/* Names the operation whose row has this index. Index 0 counts requests that match no operation. Parent, before the first
 * request. */
void collab_request_counts_name(int index, const char *name);
void collab_request_counts_add(int index, int status, int64_t microseconds);

/* The times of an operation's requests, in microseconds. */
collab_times_t collab_request_counts_times(int index);

/* Copies an operation's counts and returns its name; NULL when the index has none. */
const char *collab_request_counts(int index, uint64_t by_class[COLLAB_COUNTED_CLASSES]);

/* The number of all requests. */
uint64_t collab_request_counts_all(void);

#endif
