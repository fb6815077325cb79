/* places.h: limits how many threads of a process do one thing at once, and keeps the others in line. It serves threads that use
 * a database connection (store/connection.c), hash a password (api/password_check.c) or forward an upload (api/attachments.c).
 * Called by the worker threads of one process. */
#ifndef COLLAB_NODE_PLACES_H
#define COLLAB_NODE_PLACES_H

#include "collab.h"

typedef struct collab_places_t collab_places_t;

/* What a place is used for. Each use has a limit. A place also counts against the limits of all uses listed before its own. */
typedef enum collab_use_t { COLLAB_USE_ANY, COLLAB_USE_READ, COLLAB_USE_COSTLY_READ, COLLAB_USES } collab_use_t;

typedef enum collab_place_state_t {
  COLLAB_PLACE_CLOSED,
  COLLAB_PLACE_OPENING,
  COLLAB_PLACE_FREE,
  COLLAB_PLACE_TAKEN
} collab_place_state_t;

#define COLLAB_GROUP_STRANGER (UINT64_C(1) << 63) /* in the number of a group: its threads are strangers */

/* The taker of a place. `group` is a company; 0 is for all work that belongs to no company. For passwords, it is an account, or a
 * stranger's address. */
typedef struct collab_guest_t {
  uint64_t group;
  collab_use_t use;
} collab_guest_t;

typedef struct collab_place_rules_t {
  int most[COLLAB_USES];            /* limit of each use; the first is the number of places */
  int shares;                       /* a group's share of a use: the use's limit divided by this number, but at least one */
  int reserved;                     /* last places of each use, which only groups below their share may take */
  apr_interval_time_t reserved_for; /* how long they stay reserved after a thread of another group came; 0: always */
  int line;                         /* threads that may wait */
  int line_share; /* 0, or the number of threads of one group that may wait. Then strangers and others are served alternately, and
                     when the line is full, a group that has fewer threads in it takes the place of the largest group's last */
  void (*served)(void *context, int place); /* NULL, or called for each thread in line that gets a place, before that thread is
                                              woken. The thread that left the place calls it, without the lock. Must not wait */
  void (*attend)(void); /* NULL: all places begin open. Else all begin closed, and this function is called when a place may have
                           to be opened, or has been closed. Must call no function of places.h: the lock is held meanwhile */
} collab_place_rules_t;

/* Makes the places, in `pool`. */
collab_places_t *collab_places_make(apr_pool_t *pool, const collab_place_rules_t *rules);

/* Takes a place, or waits for one until the time `until` of collab_time_clock; 0: does not wait. Groups take turns. Within a
 * group the first to come is served first. A group that has its share waits while another group could take the place. Sets
 * *waited to true if the thread could not take a place at once; `waited` may be NULL. rules->served gets `context`, which must
 * stay valid until the return. Returns the place's number, from 0, or -1 when no place became free in time, the line is full, or
 * this thread had to leave it for another one. Each place taken needs one collab_places_leave(). */
int collab_places_enter(collab_places_t *places, collab_guest_t guest, apr_time_t until, void *context, bool *waited);

/* Ends the use of a place that was taken or being opened. The place becomes closed if `closed` is true, else free. */
void collab_places_leave(collab_places_t *places, int place, bool closed);

/* The number of places in this state. */
int collab_places_count(collab_places_t *places, collab_place_state_t state);

/* Returns a closed place that the caller must now open, because a thread waits for one or, if `first`, because no place is open
 * or being opened; -1: none. */
int collab_places_open(collab_places_t *places, bool first);

/* Closes a place that has been free since `since` or longer. Returns whether the place is closed after the call. */
bool collab_places_close(collab_places_t *places, int place, apr_time_t since);

#endif
