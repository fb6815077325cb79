/* stall.h: the endpoints at which this node's dispatcher got stuck. All times are of collab_time_clock. The dispatcher ends when
 * that happens (dispatch/process/watchdog.c), so the shared memory of node/shared.h keeps them for the next one. Any process and
 * thread may call these functions. None locks, waits or allocates. The members of a row are not read as a consistent snapshot. */
#ifndef COLLAB_NODE_STALL_H
#define COLLAB_NODE_STALL_H

#include "collab.h"

/* Notes for which endpoint, by its subscription's id, libcurl works from now on; 0: for none. The dispatcher alone. Costs one
 * store. */
void collab_stall_note(int64_t subscription);
int64_t collab_stall_noted(void);

#define COLLAB_STALLS 16 /* rows */

typedef struct collab_stall_t {
  int64_t subscription;
  int in_a_row;     /* stalls without a good delivery, or an hour, between them */
  apr_time_t at;    /* the last stall */
  apr_time_t until; /* the end of the hold that follows it */
} collab_stall_t;

/* Counts a stall at an endpoint. The hold lasts COLLAB_TIMER_STALL_HOLD after the first stall and doubles with each further one,
 * up to ten times that. An endpoint without a row takes a free one, or that with the oldest stall. Returns the row's new
 * content. */
collab_stall_t collab_stall_add(int64_t subscription, apr_time_t now);

/* Forgets the stalls of an endpoint, if there are any. */
void collab_stall_forget(int64_t subscription);

/* Copies a row, and forgets it an hour after its last stall. False: the row is free. */
bool collab_stall_at(int row, apr_time_t now, collab_stall_t *stall);

#endif
