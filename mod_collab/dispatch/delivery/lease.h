/* lease.h: the leases of this dispatcher's claims, and the recovery of those that are over (lease.c). A claim that has been sent
 * is one lease, whose id begins with our number; it ends when all that it leased is settled, or when it is not known what that
 * is. The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_LEASE_H
#define COLLAB_DISPATCH_DELIVERY_LEASE_H

#include "dispatch/delivery/endpoint.h"
#include "dispatch/delivery/number.h"

typedef struct collab_lease_t collab_lease_t;

typedef struct collab_leases_t {
  const server_rec *s;
  const collab_config_t *config;
  apr_pool_t *pool;
  collab_link_t *link; /* of the settlements */
  const collab_slots_t *slots;
  collab_endpoints_t *endpoints;
  collab_pace_t *pace;
  const collab_number_t *number;
  apr_time_t started;              /* of the dispatcher */
  bool recovering;                 /* the link's statement is the recovery */
  apr_time_t recover_at;           /* the next one */
  char missed[500];                /* dispatchers that the last one missed, as an array's text */
  bool others;                     /* other dispatchers were there a moment ago */
  collab_lease_t *ended, *asked;   /* of our own that are over; those that the recovery under way asks about; */
  collab_lease_t *spare;           /*   for the next claims */
  apr_time_t ended_to;             /* leases that were to end before this (the database's clock) are gone */
  apr_time_t all_ended_at;         /* when to look for all that have ended again */
  bool renewing;                   /* the link's statement renews leases */
  apr_time_t renew_at, renewed_at; /* no renewal before this; the last began */
} collab_leases_t;

/* How long a lease lasts, in seconds. */
int collab_lease_lasts(const collab_config_t *config);

collab_lease_t *collab_lease_begin(collab_leases_t *leases, const char *uuid);
const char *collab_lease_claim(const collab_lease_t *lease);              /* its id, for as long as it has not ended */
const char *collab_lease_take(collab_lease_t *lease);                     /* one more delivery is held under it: its id */
void collab_lease_filled(collab_leases_t *leases, collab_lease_t *lease); /* all are taken; none: it never was */
void collab_lease_leave(collab_leases_t *leases, collab_lease_t *lease);  /* one of them is settled, or given up */
void collab_lease_end(collab_leases_t *leases, collab_lease_t *lease);    /* over before that */
bool collab_lease_over(const collab_lease_t *lease, apr_time_t now);

/* Where outcomes cannot be put on record: asks for more time for what is held, when some of it will soon be over. False: there is
 * no need. */
bool collab_lease_renew(collab_leases_t *leases);
void collab_lease_renewed(collab_leases_t *leases, bool fine); /* its answer is there, or there is none */

void collab_lease_recover(collab_leases_t *leases);              /* asks for the recovery */
void collab_lease_recovered(collab_leases_t *leases, bool fine); /* its answer is there, or there is none */

#endif
