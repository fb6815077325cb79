/* due.h: the cached due times of the endpoints, by which claims ask for work (due.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_DUE_H
#define COLLAB_DISPATCH_DELIVERY_DUE_H

#include "dispatch/delivery/endpoint.h"

/* What the dispatcher tells the claim that asks for `rows` deliveries: JSON, [{subscription, slots_left, in_flight, since,
 * reports}]. Without `look`, only the endpoints that have work or that the claim would not treat like unknown ones. `rescan`: the
 * part of the endpoints whose cached due times are ignored (rescan.h). Sets *waiting: how many more transfers the endpoints with
 * work may begin. */
const char *collab_due_json(collab_endpoints_t *endpoints, apr_pool_t *pool, int rows, bool look, int rescan, int *waiting);

/* Takes what a claim reports about an endpoint: its earliest delivery that is not leased, if there is one. */
void collab_due_remaining(collab_endpoints_t *endpoints, const collab_claimed_row_t *claimed_row);

/* Does any endpoint have work that could be sent to it now? */
bool collab_due_ready(const collab_endpoints_t *endpoints);

/* A claim has looked at all endpoints, at this time of the database's clock. */
void collab_due_looked(collab_endpoints_t *endpoints, apr_time_t at);

/* The endpoint has a delivery that is due at `next`; it may have others. */
void collab_due_at(collab_endpoints_t *endpoints, const char *subscription, apr_time_t next);

#endif
