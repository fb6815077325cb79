/* callback_changed.h: what the dispatcher does when an owner changes a callback, or says that the receiver is ready
 * (callback_changed.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_CALLBACK_CHANGED_H
#define COLLAB_DISPATCH_DELIVERY_CALLBACK_CHANGED_H

#include "dispatch/delivery/access_token.h"
#include "dispatch/delivery/endpoint.h"

#define COLLAB_CHANGED_MOST 16 /* changed callbacks that may wait for their turn */

typedef struct collab_callbacks_t {
  const collab_config_t *config;
  collab_link_t *link; /* the connection of the replays */
  collab_endpoints_t *endpoints;
  collab_access_tokens_t *tokens;
  collab_pace_t *pace;
  int count;                             /* how many subscriptions wait for their turn, */
  char changed[COLLAB_CHANGED_MOST][24]; /*   and which */
  char changing[24];                     /* the subscription that the last statement was for */
} collab_callbacks_t;

/* The owner's change has been committed: discards the cached state of the subscription, and queues it. */
void collab_callback_changed(collab_callbacks_t *callbacks, const char *subscription);

/* When the next statement may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_callback_due(const collab_callbacks_t *callbacks);

/* Sends the statement for the next changed callback. */
void collab_callback_begin(collab_callbacks_t *callbacks);

#endif
