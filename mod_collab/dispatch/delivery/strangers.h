/* strangers.h: finds out whose an endpoint is (strangers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_STRANGERS_H
#define COLLAB_DISPATCH_DELIVERY_STRANGERS_H

#include "dispatch/delivery/endpoint.h"

typedef struct collab_strangers_t {
  collab_link_t *link; /* the connection of the claims */
  collab_endpoints_t *endpoints;
  bool asking; /* the statement under way is ours */
} collab_strangers_t;

/* Asks for the tenants of all strangers. False: there are none, and a claim may begin. Else no claim may begin before
 * collab_strangers_step has the answer. */
bool collab_strangers_ask(collab_strangers_t *strangers);

/* Takes the answer, in that state. Returns when the next claim may begin. */
apr_time_t collab_strangers_told(collab_strangers_t *strangers, collab_pg_state_t state);

#endif
