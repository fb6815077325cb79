/* trouble.h: what the error log says about subscriptions in trouble (trouble.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_TROUBLE_H
#define COLLAB_DISPATCH_DELIVERY_TROUBLE_H

#include <apr_hash.h>
#include <httpd.h>

#include "dispatch/delivery/slot.h"

typedef struct collab_troubles_t {
  const server_rec *s;
  apr_hash_t *by_subscription;
} collab_troubles_t;

/* The slot's attempt has ended, and it counts: it was not postponed. */
void collab_trouble_ended(collab_troubles_t *troubles, const collab_slot_t *slot);

#endif
