/* proxy.h: whether the operator's proxy works (proxy.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_PROXY_H
#define COLLAB_DISPATCH_DELIVERY_PROXY_H

#include <httpd.h>

#include "dispatch/delivery/slot.h"

typedef struct collab_proxy_t {
  const server_rec *s;
  bool configured;
  apr_interval_time_t pause; /* 0: it works */
  apr_time_t until;          /* nothing is claimed before */
} collab_proxy_t;

/* Did the slot's transfer fail because of the proxy? */
bool collab_proxy_failed(const collab_proxy_t *proxy, const collab_slot_t *slot, CURLcode code);

/* It did: begins or prolongs the pause. Returns the seconds that the delivery waits. */
double collab_proxy_pause(collab_proxy_t *proxy, const collab_slot_t *slot, const char *error);

/* It did not: ends the pause if the transfer went through the proxy. */
void collab_proxy_works(collab_proxy_t *proxy, const collab_slot_t *slot);

#endif
