/* strangers.h: looks up the tenants of strangers: endpoints whose company and host are not known (strangers.c). Only the loop's
 * thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_STRANGERS_H
#define COLLAB_DISPATCH_CLAIM_STRANGERS_H

#include <stdbool.h>

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Asks for the tenants of all strangers. False: there are none, and a claim may begin. True: no claim may begin before the
 * answer. */
bool collab_strangers_ask(collab_dispatcher_t *d);

#endif
