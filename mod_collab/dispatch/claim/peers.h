/* peers.h: the notifications between dispatchers (peers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_PEERS_H
#define COLLAB_DISPATCH_CLAIM_PEERS_H

#include "dispatch/claim/lease.h"
#include "dispatch/claim/rescan.h"

typedef struct collab_peers_t {
  collab_link_t *link; /* the claims' connection */
  collab_rescan_t *rescan;
  collab_pace_t *pace;
  const collab_slots_t *slots;
  const collab_leases_t *leases; /* knows whether other dispatchers exist */
  collab_endpoints_t *endpoints;
  apr_time_t tell_at; /* no notification before this */
} collab_peers_t;

/* Takes the notifications that have come, up to that of a changed callback. Each makes the next claim look at all endpoints.
 * True: a callback was changed; notice->said is the subscription. False: there are no more notifications. */
bool collab_peers_hear(collab_peers_t *peers, collab_notice_t *notice);

/* Notifies the other dispatchers if this one is full while work is left. `work_left`: the last claim left work. */
void collab_peers_tell(collab_peers_t *peers, bool work_left);

#endif
