/* lease.h: the leases of this dispatcher's claims, and the recovery of leases that are over (lease.c). Each claim that has been
 * sent is one lease, whose id begins with our number. It ends when all that it leased is settled, or when nobody knows what it
 * leased. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_LEASE_H
#define COLLAB_DISPATCH_DELIVERY_LEASE_H

#include "dispatch/delivery/dispatcher_number.h"
#include "dispatch/delivery/endpoint.h"

typedef struct collab_lease_t collab_lease_t;

typedef struct collab_leases_t {
  const server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  collab_link_t *link; /* the connection of the settlements */
  const collab_slots_t *slots;
  collab_endpoints_t *endpoints;
  collab_pace_t *pace;
  const collab_dispatcher_number_t *number;
  apr_time_t started;              /* when the dispatcher started */
  apr_time_t recover_at;           /* when the next recovery is due */
  char missed[500];                /* the dispatchers that the last recovery missed, as an array's text */
  bool others;                     /* the last recovery found other dispatchers */
  collab_lease_t *ended;           /* our leases that have ended */
  collab_lease_t *asked;           /* our ended leases that the recovery under way names */
  collab_lease_t *spare;           /* structures that the next claims may reuse */
  apr_time_t ended_to;             /* no lease is left whose time was over before this; the database's clock */
  apr_time_t all_ended_at;         /* when a recovery looks at all leases whose time is over, whatever ended_to says */
  apr_time_t renew_at, renewed_at; /* no renewal before renew_at; the last began at renewed_at */
} collab_leases_t;

/* How long a lease lasts, in seconds. */
int collab_lease_lasts(const collab_config_t *config);

/* The lease of a claim that is about to be sent; its id is the dispatcher's number and the rest of `uuid`. */
collab_lease_t *collab_lease_begin(collab_leases_t *leases, const char *uuid);

/* The claim's id, valid until the lease ends. */
const char *collab_lease_claim(const collab_lease_t *lease);

/* The claim has leased one more delivery. Returns the claim's id. */
const char *collab_lease_take(collab_lease_t *lease);

/* All deliveries of the claim are taken. If there are none, the lease never existed in the database. */
void collab_lease_filled(collab_leases_t *leases, collab_lease_t *lease);

/* A delivery is settled or given up. The last one ends the lease. */
void collab_lease_leave(collab_leases_t *leases, collab_lease_t *lease);

/* Ends the lease of a claim whose result is not known. */
void collab_lease_end(collab_leases_t *leases, collab_lease_t *lease);

/* Is the lease's time over? */
bool collab_lease_over(const collab_lease_t *lease, apr_time_t now);

/* While settlements are refused: asks for more time for all leases, if one with an unrecorded result will end soon. False:
 * nothing was sent. */
bool collab_lease_renew(collab_leases_t *leases);

/* Sends the recovery. */
void collab_lease_recover(collab_leases_t *leases);

#endif
