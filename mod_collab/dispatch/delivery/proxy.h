/* proxy.h: whether the operator's proxy works (proxy.c). The loop's thread alone. */
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

/* Was it the proxy's fault? */
bool collab_proxy_failed(const collab_proxy_t *proxy, const collab_slot_t *slot, CURLcode code);

/* It was: seconds to wait. */
double collab_proxy_pause(collab_proxy_t *proxy, const collab_slot_t *slot, const char *error);

/* It was not: perhaps it works again. */
void collab_proxy_works(collab_proxy_t *proxy, const collab_slot_t *slot);

#endif
