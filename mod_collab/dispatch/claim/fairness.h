/* fairness.h: shares the free slots out among the endpoints where deliveries are due (fairness.c). Needs neither httpd nor a
 * database. Called in the dispatcher's loop alone. */
#ifndef COLLAB_DISPATCH_CLAIM_FAIRNESS_H
#define COLLAB_DISPATCH_CLAIM_FAIRNESS_H

#include "dispatch/endpoint/tenant.h"

/* An endpoint where deliveries are due. The caller sets all members but the last two, which are the answer. Sharing out may lower
 * `waiting`. */
typedef struct collab_candidate_t {
  struct collab_endpoint_t *endpoint; /* the caller's; fairness.c does not read it */
  collab_tenant_t *tenant;
  bool v1;           /* its payload version */
  bool retries;      /* only retries are known to wait here */
  bool fresh;        /* all that is known to wait here are first attempts */
  int in_flight;     /* its transfers under way */
  int left;          /* transfers that it may still begin */
  int waiting;       /* deliveries that may be due here; a number that is too high only wastes part of a claim */
  int granted;       /* how many deliveries the claim may lease here */
  int retry_granted; /* how many of them may be retries */
} collab_candidate_t;

/* The slots. [0] is V2, [1] is V1. */
typedef struct collab_seats_t {
  int count, free; /* of all slots */
  int busy[2];     /* slots that the payload version holds */
  int retrying;    /* slots that retries hold */
} collab_seats_t;

/* collab_fairness_begin begins a round. Then collab_fairness_holds counts each slot in use, by its tenant. */
void collab_fairness_begin(collab_tenants_t *tenants, const collab_seats_t *seats);
void collab_fairness_holds(collab_tenants_t *tenants, collab_tenant_t *tenant);

/* Grants the candidates at most `rows` deliveries, once in a round. The candidates stand in the order of their turns. Returns the
 * number of deliveries granted. Sets *passed_over: whether a candidate got less because its tenant's share is used up. */
int collab_fairness_share_out(collab_tenants_t *tenants, const collab_seats_t *seats, collab_candidate_t *candidates, int count,
                              int rows, bool *passed_over);

/* Notes that a planned claim begins, in which an endpoint of the tenant is granted deliveries. */
void collab_fairness_had_turn(collab_tenants_t *tenants, collab_tenant_t *tenant);

/* Whether a slot is left for deliveries of this kind. Slots that are reserved for others do not count. */
bool collab_fairness_has_seat(const collab_seats_t *seats, bool v1, bool retries);

#endif
