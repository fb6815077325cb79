/* delivery.h: the components that claim, send and settle deliveries (delivery.c). The loop calls each of them directly. */
#ifndef COLLAB_DISPATCH_PROCESS_DELIVERY_H
#define COLLAB_DISPATCH_PROCESS_DELIVERY_H

#include "dispatch/claim/claim.h"
#include "dispatch/claim/peers.h"
#include "dispatch/replay/callback_changed.h"
#include "dispatch/replay/replay.h"
#include "dispatch/send/send.h"

typedef struct collab_delivery_t {
  collab_pace_t pace;
  collab_database_clock_t clock;
  collab_slots_t slots;
  collab_dispatcher_number_t number;
  collab_rescan_t rescan;
  collab_endpoints_t endpoints;
  collab_claims_t claims;
  collab_peers_t peers;
  collab_leases_t leases;
  collab_settlements_t settlements;
  collab_replays_t replays;
  collab_callbacks_t callbacks;
  collab_retirements_t retirements;
  collab_calls_t calls;
  collab_local_faults_t faults;
  collab_credentials_cache_t *credentials;
  collab_access_tokens_t tokens;
  collab_failure_log_t failure_log;
  collab_sender_t sender;
} collab_delivery_t;

/* Sets up all components; once, in zeroed memory. `slots`: the maximum number of transfers under way. False: out of memory, or no
 * randomness. */
bool collab_delivery_setup(collab_delivery_t *delivery, apr_pool_t *pool, const server_rec *s, collab_transfers_t *transfers,
                           int slots);

/* Ends all transfers and frees their handles, at shutdown, after collab_claim_release. */
void collab_delivery_close(collab_delivery_t *delivery);

#endif
