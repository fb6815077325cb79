/* callback.h: what follows when an owner changes a callback, or says that it is ready (callback.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_CALLBACK_H
#define COLLAB_DISPATCH_DELIVERY_CALLBACK_H

#include "dispatch/delivery/endpoint.h"
#include "dispatch/delivery/token.h"

#define COLLAB_CHANGED_MOST 16 /* changed callbacks that wait for their turn */

typedef struct collab_callbacks_t {
  const collab_config_t *config;
  collab_link_t *link; /* of the replays */
  collab_endpoints_t *endpoints;
  collab_tokens_t *tokens;
  collab_pace_t *pace;
  int count;                             /* subscriptions whose callbacks were changed: so many, */
  char changed[COLLAB_CHANGED_MOST][24]; /*   these; */
  char changing[24];                     /*   the link's statement is for that one; "": it is not ours */
} collab_callbacks_t;

/* By its owner, and committed. */
void collab_callback_changed(collab_callbacks_t *callbacks, const char *subscription);

/* When the next may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_callback_due(const collab_callbacks_t *callbacks);
void collab_callback_begin(collab_callbacks_t *callbacks);
void collab_callback_step(collab_callbacks_t *callbacks);

#endif
