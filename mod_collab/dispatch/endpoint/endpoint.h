/* endpoint.h: the room endpoint/: the endpoints with their limits, and the slots.
 *
 *   comes in   the results of attempts, and what holds an endpoint back: Retry-After, local faults, stalls
 *   goes out   how many transfers each endpoint may begin; a slot for each claimed delivery
 *
 *   endpoint.c   the endpoints' state, and the ring in which they take turns
 *   breaker.c    their circuit breakers
 *   tenant.c     how many slots their companies and hosts may hold
 *   slot.c       the slots, each for one delivery and its transfer
 *
 * Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_ENDPOINT_ENDPOINT_H
#define COLLAB_DISPATCH_ENDPOINT_ENDPOINT_H

#include <apr_hash.h>

#include "dispatch/claim/memory.h"
#include "dispatch/endpoint/slot.h"
#include "dispatch/endpoint/tenant.h"
#include "node/endpoint_report.h"
#include "node/stall.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* ---- breaker.c ---- */

typedef struct collab_breaker_t {
  collab_endpoint_state_t state;
  int faults; /* attempts in a row that failed because of the receiver */
  struct {
    int tries, faults;
  } window[2];          /* the current window, and the one before it */
  apr_time_t window_at; /* when the current window began */
  apr_time_t opened_at;
  apr_interval_time_t pause; /* between probes; 0: no pause */
} collab_breaker_t;

/* How an attempt changed the breaker. */
typedef enum collab_breaker_change_t {
  COLLAB_BREAKER_SAME,
  COLLAB_BREAKER_OPENED,
  COLLAB_BREAKER_PROBED, /* still open: a probe failed, and the pause before the next one is longer */
  COLLAB_BREAKER_CLOSED  /* the slow start begins */
} collab_breaker_change_t;

/* Counts an attempt. `fault`: the receiver made it fail. `pause`: the first pause between probes. */
collab_breaker_change_t collab_breaker_learn(collab_breaker_t *breaker, const collab_result_t *result, bool fault,
                                             apr_interval_time_t pause);

/* Discards past faults, after the owner has changed the callback or has said that the receiver is ready. */
void collab_breaker_reset(collab_breaker_t *breaker, apr_interval_time_t pause);

/* ---- endpoint.c ---- */

/* Local faults, which count against no receiver (local_fault.c). */
typedef enum collab_local_fault_t {
  COLLAB_LOCAL_NONE,
  COLLAB_LOCAL_PROXY,     /* the operator's proxy */
  COLLAB_LOCAL_CA,        /* the CA bundle cannot be read */
  COLLAB_LOCAL_SECRETS,   /* the subscription's secrets do not open */
  COLLAB_LOCAL_RESOURCES, /* no open file or memory was left */
  COLLAB_LOCAL_CLOCK,     /* this node's clock or the database's is wrong, so the refused certificate may be valid */
  /* the stages of a transfer, in order; the fault is that every receiver fails at the stage (stage.c): */
  COLLAB_LOCAL_NAMES, /* no name resolves */
  COLLAB_LOCAL_IPV4,  /* no receiver is reached over this address family */
  COLLAB_LOCAL_IPV6,
  COLLAB_LOCAL_TLS, /* no TLS handshake succeeds */
  /* a failure at one of these stages, while it is not known whether the fault is local: */
  COLLAB_LOCAL_UNDECIDED,
  COLLAB_LOCALS
} collab_local_fault_t;

/* How far an endpoint's last transfer got (stage.c). */
typedef struct collab_last_try_t {
  apr_time_t at;
  collab_local_fault_t failed; /* the stage at which it failed; COLLAB_LOCAL_NONE: none */
  unsigned passed;             /* the set of stages that it passed */
} collab_last_try_t;

typedef struct collab_endpoint_t {
  struct collab_endpoint_t *before, *after; /* neighbours in the ring; a spare endpoint has only `after` */
  char id[24];
  collab_tenant_t *tenant;        /* NULL: not known yet; nothing is claimed here */
  apr_time_t callback_since;      /* the callback's last change, as known when `tenant` was set; the database's clock */
  int in_flight, limit, failures; /* transfers under way, and their maximum; failed attempts in a row */
  apr_time_t reset_at;            /* when the owner last changed the callback, or said that the receiver is ready */
  apr_time_t hold_until;          /* no transfer begins before this */
  apr_interval_time_t postponed;  /* the present pause after a local fault; 0: no local fault */
  apr_time_t postponed_until;
  apr_time_t defaults_at; /* when `limit` becomes that of an unknown endpoint again */
  apr_time_t forget_at;   /* when the endpoint is forgotten, if no delivery is under way or waits then */
  collab_breaker_t breaker;
  collab_due_t due;
  int64_t company; /* the subscription's company; 0: not known yet */
  bool v1;         /* its payload version */
  collab_last_try_t last_try;
  /* by collab_time_clock: the first and the last of its failures that may be a local fault (local_fault.c); 0: none */
  apr_time_t undecided_since, undecided_at;
} collab_endpoint_t;

typedef struct collab_endpoints_t {
  collab_tenants_t tenants;
  apr_hash_t *by_id;      /* by subscription id */
  collab_endpoint_t ring; /* the ring's anchor: the endpoint after it has the next turn */
  collab_endpoint_t *spare;
  bool passed_over; /* the last plan of a claim leaves work behind because a tenant's share is used up */
} collab_endpoints_t;

/* Sets up the endpoints, after the slots. */
void collab_endpoints_setup(collab_dispatcher_t *d);

/* Returns the endpoint of a subscription. Creates it if it is unknown. */
collab_endpoint_t *collab_endpoint_of(collab_dispatcher_t *d, const char *subscription);

/* The number of transfers that this endpoint may still begin. */
int collab_endpoint_slots_left(const collab_endpoint_t *endpoint);

/* Updates an endpoint before a claim. False: its state had expired, and the endpoint has been removed. */
bool collab_endpoint_remembered(collab_dispatcher_t *d, collab_endpoint_t *endpoint, apr_time_t now);

/* Moves the endpoint to the end of the ring, after its turn. */
void collab_endpoint_had_turn(collab_dispatcher_t *d, collab_endpoint_t *endpoint);

/* Assigns the endpoint to its tenant: the company, and the callback's host and port. */
void collab_endpoint_assign(collab_dispatcher_t *d, collab_endpoint_t *endpoint, int64_t company, const char *host);

/* collab_endpoint_take counts the slot's delivery as one more transfer of its endpoint. collab_endpoint_leave stops counting that
 * transfer, and learns from the slot's result. `answered`: the receiver answered. */
void collab_endpoint_take(collab_dispatcher_t *d, collab_slot_t *slot);
void collab_endpoint_leave(collab_dispatcher_t *d, collab_slot_t *slot, bool answered);

/* Holds the slot's endpoint, for at most ten minutes: no transfer begins before `until`. */
void collab_endpoint_hold(collab_slot_t *slot, apr_time_t until);

/* Holds an endpoint that has stalled this node's dispatcher until `stall->until`, for at most ten minutes. Then it gets one
 * delivery first. */
void collab_endpoint_stalled(collab_dispatcher_t *d, const collab_stall_t *stall);

/* Holds the slot's endpoint after a local fault, longer each time, but for at most `most`. Returns the pause in seconds. */
double collab_endpoint_postpone(collab_slot_t *slot, apr_interval_time_t most);

/* Whether the callback was changed after the slot's delivery was claimed. Call it before collab_endpoint_leave. */
static inline bool collab_endpoint_replaced(const collab_slot_t *slot) {
  return slot->claimed_at <= slot->endpoint->reset_at;
}

/* Discards the state from past attempts. Call it when the owner has changed the callback or has said that the receiver is ready,
 * or when an operator wants the waiting deliveries sent now. Results of deliveries that were claimed before are then ignored. */
void collab_endpoint_reset(collab_dispatcher_t *d, const char *subscription);

#endif
