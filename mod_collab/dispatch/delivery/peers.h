/* peers.h: what dispatchers tell one another (peers.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_PEERS_H
#define COLLAB_DISPATCH_DELIVERY_PEERS_H

#include "dispatch/delivery/callback.h"
#include "dispatch/delivery/lease.h"
#include "dispatch/delivery/look.h"

typedef struct collab_peers_t {
  collab_link_t *link; /* of the claims */
  collab_looks_t *looks;
  collab_pace_t *pace;
  const collab_slots_t *slots;
  const collab_leases_t *leases; /* they know whether there are others */
  collab_endpoints_t *endpoints;
  collab_callbacks_t *callbacks;
  bool telling;       /* the link's statement is word to them */
  apr_time_t tell_at; /* none before */
} collab_peers_t;

/* Word of others makes us look; that of an owner's change is passed on. */
void collab_peers_hear(collab_peers_t *peers);

/* When the slots are full and work is left; `work_left`: the last claim has left some. */
void collab_peers_tell(collab_peers_t *peers, bool work_left);

/* Steps what `telling` says is under way. */
void collab_peers_told(collab_peers_t *peers);

#endif
