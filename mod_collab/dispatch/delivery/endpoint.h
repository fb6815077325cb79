/* endpoint.h: what the dispatcher knows of each endpoint (endpoint.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_ENDPOINT_H
#define COLLAB_DISPATCH_DELIVERY_ENDPOINT_H

#include <apr_hash.h>
#include <httpd.h>

#include "base/share.h"
#include "config/config.h"
#include "dispatch/delivery/breaker.h"
#include "dispatch/delivery/pace.h"
#include "dispatch/delivery/slot.h"
#include "dispatch/link.h"

/* What is cached of the due times of an endpoint (due.c). Times are by the database's clock, unless they say otherwise. */
typedef struct collab_due_t {
  apr_time_t since;         /* nothing is due before this; COLLAB_NEVER: nothing waits */
  apr_time_t heard_at;      /* when collab_due_at was last called; our clock */
  bool asked;               /* the claim under way asks what waits from `since` on */
  bool v1;                  /* the last delivery that was leased or left was of V1 */
  bool retries;             /* all deliveries that were left are retries */
  apr_time_t backlog_until; /* while it catches up: what was due before this is its backlog; else 0 */
  apr_time_t fresh_since;   /*   no newer delivery is due before this */
  bool fresh_turn;          /*   the next turn is for newer ones */
  bool fresh_asked;         /*   the claim under way asks for newer ones */
} collab_due_t;

/* What an endpoint's last transfer showed (stage.c). */
typedef struct collab_last_try_t {
  apr_time_t at;
  collab_local_fault_t failed; /* the stage; COLLAB_LOCAL_NONE: none */
  unsigned passed;             /* a set of stages */
} collab_last_try_t;

typedef struct collab_endpoint_t {
  struct collab_endpoint_t *before, *after; /* the ring; in the list of spare ones, only `after` */
  char id[24];
  collab_tenant_t *tenant;        /* NULL: a stranger (endpoint_tenants.c) */
  apr_time_t callback_since;      /* the callback's host is the tenant's since then; the database's clock */
  int in_flight, limit, failures; /* transfers under way, and how many may be; failed attempts in a row */
  apr_time_t reset_at;            /* when its owner changed the callback, or said that the receiver is ready */
  apr_time_t hold_until;          /* no transfer begins before this */
  apr_interval_time_t postponed;  /* the last pause after a local fault; 0: no fault lasts */
  apr_time_t postponed_until;
  apr_time_t defaults_at; /* when it has the limit of an unknown endpoint again */
  apr_time_t forget_at;   /* when it is forgotten, if nothing is under way or waits then */
  collab_breaker_t breaker;
  collab_due_t due;
  int64_t company; /* whose subscription it is; 0: nothing has been sent yet */
  collab_last_try_t last_try;
} collab_endpoint_t;

typedef struct collab_endpoints_t {
  const server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  collab_pace_t *pace;
  const collab_slots_t *slots;
  collab_shares_t shares;
  apr_hash_t *by_id;      /* by subscription id */
  int strangers;          /* how many of them have no tenant yet */
  collab_endpoint_t ring; /* its anchor: the endpoint after it has the next turn */
  collab_endpoint_t *spare;
  apr_time_t looked_at; /* the last look at all endpoints; the database's clock */
  bool passed_over;     /* the claim under way leaves work that has no slot because of a share */
} collab_endpoints_t;

void collab_endpoints_setup(collab_endpoints_t *endpoints, apr_pool_t *pool, const server_rec *s, collab_pace_t *pace,
                            const collab_slots_t *slots);

/* The endpoint of a subscription, which is known from now on. */
collab_endpoint_t *collab_endpoint_of(collab_endpoints_t *endpoints, const char *subscription);

/* How many transfers an unknown endpoint may have under way; and how many more transfers this endpoint may begin. */
int collab_endpoint_first_limit(const collab_endpoints_t *endpoints);
int collab_endpoint_slots_left(const collab_endpoint_t *endpoint);

/* Brings an endpoint up to date before a claim. False: it had nothing left to remember, and has been forgotten. */
bool collab_endpoint_remembered(collab_endpoints_t *endpoints, collab_endpoint_t *endpoint, apr_time_t now);

/* The endpoint has had its turn: it goes to the end of the ring. */
void collab_endpoint_had_turn(collab_endpoints_t *endpoints, collab_endpoint_t *endpoint);

/* The endpoint is this tenant's, since its callback is that of `callback_since`. A delivery of the company to a callback of
 * another time makes it a stranger again. */
void collab_endpoint_assign(collab_endpoints_t *endpoints, collab_endpoint_t *endpoint, collab_tenant_t *tenant,
                            apr_time_t callback_since);
void collab_endpoint_called(collab_endpoints_t *endpoints, collab_endpoint_t *endpoint, int64_t company,
                            apr_time_t callback_since);

/* The slot's delivery goes to its endpoint, which has one more transfer under way. It leaves when its result is set; `answered`:
 * the receiver answered. */
void collab_endpoint_take(collab_endpoints_t *endpoints, collab_slot_t *slot);
void collab_endpoint_leave(collab_endpoints_t *endpoints, collab_slot_t *slot, bool answered);

/* No transfer to the slot's endpoint begins before `until`, or for ten minutes if that is sooner. */
void collab_endpoint_hold(collab_slot_t *slot, apr_time_t until);

/* Holds the slot's endpoint after a local fault, longer each time. Returns the seconds. */
double collab_endpoint_postpone(collab_slot_t *slot);

/* Was the slot's delivery claimed before the callback was changed? To be asked until the slot has left its endpoint. */
bool collab_endpoint_replaced(const collab_slot_t *slot);

/* The owner has changed the callback, or has said that the receiver is ready. Only what is claimed from now on counts. */
void collab_endpoint_reset(collab_endpoints_t *endpoints, const char *subscription);

#endif
