/* callback_changed.h: reacts when an owner changes a callback or says that the receiver is ready (callback_changed.c). Only the
 * loop's thread calls this. */
#ifndef COLLAB_DISPATCH_REPLAY_CALLBACK_CHANGED_H
#define COLLAB_DISPATCH_REPLAY_CALLBACK_CHANGED_H

#include "collab.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

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
