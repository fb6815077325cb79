/* strangers.h: looks up the tenants of strangers: endpoints whose company and host are not known (strangers.c). Only the loop's
 * thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_STRANGERS_H
#define COLLAB_DISPATCH_CLAIM_STRANGERS_H

#include "dispatch/endpoint/endpoint.h"

typedef struct collab_strangers_t {
  collab_link_t *link; /* the claims' connection */
  collab_endpoints_t *endpoints;
} collab_strangers_t;

/* Asks for the tenants of all strangers. False: there are none, and a claim may begin. True: no claim may begin before the
 * answer. */
bool collab_strangers_ask(collab_strangers_t *strangers);

#endif
