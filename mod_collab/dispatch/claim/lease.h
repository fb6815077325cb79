/* lease.h: the leases of this dispatcher's claims, and the recovery of leases that are over (lease.c). Each claim that has been
 * sent has one lease. The claim's id begins with the dispatcher's number. A lease ends when all its deliveries are settled, or
 * when the claim's result is lost. Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_LEASE_H
#define COLLAB_DISPATCH_CLAIM_LEASE_H

#include "config/config.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

typedef struct collab_lease_t collab_lease_t;

typedef struct collab_leases_t {
  apr_time_t started;              /* when the dispatcher started */
  apr_time_t recover_at;           /* when the next recovery is due */
  char missed[500];                /* numbers whose lock the last recovery found free, as the text of an array */
  bool others;                     /* the last recovery found other dispatchers */
  collab_lease_t *ended;           /* this dispatcher's ended leases */
  collab_lease_t *asked;           /* the ended leases that the recovery under way names */
  collab_lease_t *spare;           /* structures for reuse by later claims */
  apr_time_t ended_to;             /* no lease that expired before this time is left; the database's clock */
  apr_time_t all_ended_at;         /* when a recovery next ignores ended_to and looks at all expired leases */
  apr_time_t renew_at, renewed_at; /* no renewal begins before renew_at; the last renewal began at renewed_at */
} collab_leases_t;

/* The duration of a lease, in seconds. */
int collab_lease_lasts(const collab_config_t *config);

/* Returns the lease for a claim that is about to be sent. The claim's id is `uuid` with the dispatcher's number as its first
 * 8 digits. */
collab_lease_t *collab_lease_begin(collab_dispatcher_t *d, const char *uuid);

/* The claim's id, valid until the lease ends. */
const char *collab_lease_claim(const collab_lease_t *lease);

/* Counts one more delivery under the lease. Returns the claim's id. */
const char *collab_lease_take(collab_lease_t *lease);

/* Call it after the claim's last delivery. A lease without deliveries has no row in the database, and its structure is reused. */
void collab_lease_filled(collab_dispatcher_t *d, collab_lease_t *lease);

/* Counts a delivery that is settled or given up. The last delivery ends the lease. */
void collab_lease_leave(collab_dispatcher_t *d, collab_lease_t *lease);

/* Ends the lease of a claim whose result is not known. */
void collab_lease_end(collab_dispatcher_t *d, collab_lease_t *lease);

/* Whether the lease has expired. */
bool collab_lease_over(const collab_lease_t *lease, apr_time_t now);

/* While settlements are refused: if a lease with an unrecorded result will expire soon, renews all leases. False: nothing was
 * sent. */
bool collab_lease_renew(collab_dispatcher_t *d);

/* Sends the recovery of expired and lost leases. */
void collab_lease_recover(collab_dispatcher_t *d);

#endif
