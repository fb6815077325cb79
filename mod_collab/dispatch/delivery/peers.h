/* peers.h: the notifications between dispatchers (peers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_PEERS_H
#define COLLAB_DISPATCH_DELIVERY_PEERS_H

#include "dispatch/delivery/callback_changed.h"
#include "dispatch/delivery/lease.h"
#include "dispatch/delivery/rescan.h"

typedef struct collab_peers_t {
  collab_link_t *link; /* the claims' connection */
  collab_rescan_t *rescan;
  collab_pace_t *pace;
  const collab_slots_t *slots;
  const collab_leases_t *leases; /* knows whether other dispatchers exist */
  collab_endpoints_t *endpoints;
  collab_callbacks_t *callbacks;
  apr_time_t tell_at; /* no notification before this */
} collab_peers_t;

/* Takes the notifications that have come. Each makes the next claim look at all endpoints. callback_changed.c gets the
 * notifications of changed callbacks. */
void collab_peers_hear(collab_peers_t *peers);

/* Notifies the other dispatchers if this one is full while work is left. `work_left`: the last claim left work. */
void collab_peers_tell(collab_peers_t *peers, bool work_left);

#endif
