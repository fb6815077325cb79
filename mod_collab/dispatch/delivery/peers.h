/* peers.h: the notifications between dispatchers (peers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_PEERS_H
#define COLLAB_DISPATCH_DELIVERY_PEERS_H

#include "dispatch/delivery/callback_changed.h"
#include "dispatch/delivery/lease.h"
#include "dispatch/delivery/rescan.h"

typedef struct collab_peers_t {
  collab_link_t *link; /* the connection of the claims */
  collab_rescan_t *rescan;
  collab_pace_t *pace;
  const collab_slots_t *slots;
  const collab_leases_t *leases; /* knows whether there are other dispatchers */
  collab_endpoints_t *endpoints;
  collab_callbacks_t *callbacks;
  apr_time_t tell_at; /* no notification before this */
} collab_peers_t;

/* Takes the notifications: each makes the next claim look, and an owner's change goes to callback_changed.c. */
void collab_peers_hear(collab_peers_t *peers);

/* Notifies the others if this dispatcher is full while work is left. `work_left`: the last claim left some. */
void collab_peers_tell(collab_peers_t *peers, bool work_left);

#endif
