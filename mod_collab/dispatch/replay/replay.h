/* replay.h: the room replay/: what is due again or sooner, because somebody asks for it.
 *
 *   comes in   the items of replays, from the database; notifications of changed callbacks
 *   goes out   deliveries that are due, which claim/ hears of
 *
 *   replay.c             makes the deliveries of replays, on a connection of its own
 *   callback_changed.c   discards what is known of a changed callback, and shortens the wait of its deliveries
 *
 * Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_REPLAY_REPLAY_H
#define COLLAB_DISPATCH_REPLAY_REPLAY_H

#include "dispatch/link.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

typedef struct collab_replays_t {
  collab_link_t link;
  apr_time_t at; /* when the next batch, or the next check for one, is due */
} collab_replays_t;

/* Sets up the replays. */
void collab_replay_setup(collab_dispatcher_t *d);

/* When the next batch may begin; COLLAB_NEVER while the connection is busy or connecting. */
apr_time_t collab_replay_due(const collab_dispatcher_t *d);

/* Sends the statement that makes the next batch. Logs when an operator's replay is done, and when a replay pauses. */
void collab_replay_begin(collab_dispatcher_t *d);

/* ---- callback_changed.c: reacts when an owner changes a callback or says that the receiver is ready ---- */

#define COLLAB_CHANGED_MOST 16 /* maximum number of changed callbacks that wait in line */

typedef struct collab_callbacks_t {
  int count;                             /* number of subscriptions that wait in line */
  char changed[COLLAB_CHANGED_MOST][24]; /* the ids of the subscriptions in line */
  char changing[24];                     /* the subscription that the last statement was for */
} collab_callbacks_t;

/* Takes a committed change: discards the subscription's cached state, and puts the subscription in line for the statement. */
void collab_callback_changed(collab_dispatcher_t *d, const char *subscription);

/* When the next statement may begin; COLLAB_NEVER while no callback is in line, or the connection is busy or connecting. */
apr_time_t collab_callback_due(const collab_dispatcher_t *d);

/* Sends the statement for one changed callback. */
void collab_callback_begin(collab_dispatcher_t *d);

#endif
