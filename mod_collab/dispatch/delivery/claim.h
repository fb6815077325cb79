/* claim.h: which deliveries this dispatcher sends next (claim.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_CLAIM_H
#define COLLAB_DISPATCH_DELIVERY_CLAIM_H

#include "dispatch/delivery/look.h"
#include "dispatch/delivery/send.h"

typedef struct collab_claims_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_link_t link;
  collab_number_t *number;
  collab_looks_t *looks;
  collab_pace_t *pace;
  collab_slots_t *slots;
  collab_endpoints_t *endpoints;
  collab_leases_t *leases;
  collab_sender_t *sender;
  const collab_proxy_t *proxy;
  collab_slot_t *taken_first, *taken_last; /* taken by the last claim, and not yet begun; */
  apr_pool_t *taken_pool;                  /*   its rows' memory */
  bool work_left;                          /* the last one took as much as it might */
  double deliveries_per_event;             /* deliveries that an event makes, of late */
  int events_asked;                        /* that the claim under way may take from a channel's outbox */
  int rows_asked;                          /* rows that the claim under way may bring */
  collab_lease_t *lease;                   /* what it leases */
  bool legacy_end_logged;                  /* said that V1 has ended */
} collab_claims_t;

/* When the next claim may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_claim_due(const collab_claims_t *claims);
void collab_claim_begin(collab_claims_t *claims);

/* Not before all that the last one leased has begun; or steps what asks for the dispatcher's number. */
void collab_claim_step(collab_claims_t *claims);

/* Begins some of the transfers that the last claim leased. */
void collab_claim_send(collab_claims_t *claims);

/* Slots have become free. */
void collab_claim_freed(collab_claims_t *claims);

/* At the end, when nothing is under way on the link: gives back what is still leased. */
void collab_claim_release(collab_claims_t *claims, apr_time_t deadline);

#endif
