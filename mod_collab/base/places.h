/* places.h: a limited number of places for the threads of a process that do the same thing at once, and the line of those that
 * wait: to hold a database connection (store/connection.c), to hash a password (api/password_check.c), to forward an upload
 * (api/attachments.c). Worker threads of one process. */
#ifndef COLLAB_BASE_PLACES_H
#define COLLAB_BASE_PLACES_H

#include "collab.h"

typedef struct collab_places_t collab_places_t;

/* What a place is taken for. Each use is limited by itself, and counts as each use before it as well. */
typedef enum collab_use_t { COLLAB_USE_ANY, COLLAB_USE_READ, COLLAB_USE_COSTLY_READ, COLLAB_USES } collab_use_t;

typedef enum collab_place_state_t {
  COLLAB_PLACE_CLOSED,
  COLLAB_PLACE_OPENING,
  COLLAB_PLACE_FREE,
  COLLAB_PLACE_TAKEN
} collab_place_state_t;

/* Who takes a place: `group` is a company, or all that no company asks for (0). */
typedef struct collab_guest_t {
  uint64_t group;
  collab_use_t use;
} collab_guest_t;

typedef struct collab_place_rules_t {
  int most[COLLAB_USES];            /* how many places each use may take; the first is the number of places */
  int shares;                       /* a group has its share once it holds most / shares of a use's places, and at least one */
  int reserved;                     /* so many last places of each use are for groups that do not have their share */
  apr_interval_time_t reserved_for; /* … for this long after a thread of another group came; 0: always */
  int line;                         /* how many threads may wait */
  void (*served)(void *context, int place); /* NULL, or what to do for a thread that gets a place in line, before it is woken:
                                              called by the thread that left the place, without the lock; it must not wait */
  void (*attend)(void); /* NULL: all places are open. Else they are closed, and this says that one might have to be opened, or
                           has been closed: called with the lock held, so that it must call none of these functions */
} collab_place_rules_t;

/* Makes the places, which `pool` keeps. */
collab_places_t *collab_places_make(apr_pool_t *pool, const collab_place_rules_t *rules);

/* Takes a place, and waits for it until `until` (base/time.h, collab_time_clock; 0: does not wait). Groups take turns: within
 * one, first come, first served; and a group that has its share waits while another could take the place. *waited (or NULL): no
 * place was free for it at once. `context` is for rules->served, and the caller's memory until this returns. Returns the place's
 * number, from 0; -1: none in time, or the line is full. Each place that is taken is ended by one collab_places_leave(). */
int collab_places_enter(collab_places_t *places, collab_guest_t guest, apr_time_t until, void *context, bool *waited);

/* Ends the use of a place that has been taken or is being opened; it is free then, or closed. */
void collab_places_leave(collab_places_t *places, int place, bool closed);

/* Would collab_places_enter() be refused at once for want of a place and of room in the line? A hint for a caller that has other
 * work to do first: the answer may have changed by then. */
bool collab_places_full(collab_places_t *places);

/* How many places are in this state? */
int collab_places_count(collab_places_t *places, collab_place_state_t state);

/* A closed place that the caller opens now, because a thread waits for one; -1: none. */
int collab_places_open(collab_places_t *places);

/* Closes a place that has been free since `since` or for longer. True: it is closed, now or already. */
bool collab_places_close(collab_places_t *places, int place, apr_time_t since);

#endif
