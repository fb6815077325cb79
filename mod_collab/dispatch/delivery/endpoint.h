/* endpoint.h: what the dispatcher knows of each endpoint (endpoint.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_ENDPOINT_H
#define COLLAB_DISPATCH_DELIVERY_ENDPOINT_H

#include <apr_hash.h>
#include <httpd.h>

#include "config/config.h"
#include "dispatch/delivery/breaker.h"
#include "dispatch/delivery/due.h"
#include "dispatch/delivery/pace.h"
#include "dispatch/delivery/slot.h"
#include "dispatch/link.h"

typedef struct collab_endpoint_t {
  struct collab_endpoint_t *before, *after; /* in the ring; among the spare, `after` alone */
  char id[24];
  int in_flight, limit, failures; /* transfers under way, and how many may be; attempts in a row that came to nothing */
  apr_time_t reset_at;            /* its callback was changed, or it says that it is ready */
  apr_time_t hold_until;          /* nothing is begun before */
  apr_interval_time_t postponed;  /* the last pause because of a local fault; 0: none lasts */
  apr_time_t postponed_until;
  apr_time_t defaults_at; /* from then on it is like one that is not known, but for its due times */
  apr_time_t forget_at;   /* once nothing is under way or waits */
  collab_breaker_t breaker;
  collab_due_t due;
} collab_endpoint_t;

typedef struct collab_endpoints_t {
  const server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  collab_pace_t *pace;
  const collab_slots_t *slots;
  apr_hash_t *by_id;      /* by subscription */
  collab_endpoint_t ring; /* whose turn it is first follows it */
  collab_endpoint_t *spare;
  apr_time_t looked_at; /* the last look at all of them, the database's clock */
} collab_endpoints_t;

void collab_endpoints_setup(collab_endpoints_t *endpoints, apr_pool_t *pool, const server_rec *s, collab_pace_t *pace,
                            const collab_slots_t *slots);

/* Known from now on. */
collab_endpoint_t *collab_endpoint_of(collab_endpoints_t *endpoints, const char *subscription);

/* How many transfers an endpoint that is not known may have under way; how many more this one may begin. */
int collab_endpoint_first_limit(const collab_endpoints_t *endpoints);
int collab_endpoint_slots_left(const collab_endpoint_t *endpoint);

/* The one whose turn it is first goes to the end of the ring. NULL: there was nothing left to remember of it, and it is gone. */
collab_endpoint_t *collab_endpoint_next(collab_endpoints_t *endpoints, apr_time_t now);

/* The slot's delivery is for it: one more under way. It leaves when its result is set; `answered`: by the receiver. */
void collab_endpoint_take(collab_endpoints_t *endpoints, collab_slot_t *slot);
void collab_endpoint_leave(collab_endpoints_t *endpoints, collab_slot_t *slot, bool answered);

/* Nothing more is begun before; ten minutes at most. */
void collab_endpoint_hold(collab_slot_t *slot, apr_time_t until);

/* The same because of a local fault: for so many seconds, longer each time. */
double collab_endpoint_postpone(collab_slot_t *slot);

/* Was the slot's delivery claimed before its callback was changed? Until it has left. */
bool collab_endpoint_replaced(const collab_slot_t *slot);

/* Its callback was changed, or it says that it is ready; what is claimed from now on goes there. */
void collab_endpoint_reset(collab_endpoints_t *endpoints, const char *subscription);

#endif
