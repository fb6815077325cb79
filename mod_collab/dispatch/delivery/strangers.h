/* strangers.h: finds out whose an endpoint is (strangers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_STRANGERS_H
#define COLLAB_DISPATCH_DELIVERY_STRANGERS_H

#include "dispatch/delivery/endpoint.h"

typedef struct collab_strangers_t {
  collab_link_t *link; /* the connection of the claims */
  collab_endpoints_t *endpoints;
} collab_strangers_t;

/* Asks for the tenants of all strangers. False: there are none, and a claim may begin. Else no claim may begin before
 * the answer. */
bool collab_strangers_ask(collab_strangers_t *strangers);

#endif
