/* due.h: the cached due times of the endpoints, which tell a claim where work waits (due.c). Only the loop's thread calls
 * this. */
#ifndef COLLAB_DISPATCH_CLAIM_DUE_H
#define COLLAB_DISPATCH_CLAIM_DUE_H

#include "dispatch/claim/claimed_row.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Returns, as JSON, what a claim for `rows` deliveries must know about the endpoints: [{subscription, slots_left, in_flight,
 * since, reports}]. Without `look`, leaves out the endpoints that need no entry: those with no work, no transfer under way, and
 * as many slots left as an unknown endpoint. `rescan`: the part of the endpoints whose cached due times are ignored (rescan.h).
 * Sets *waiting to the number of transfers that the endpoints with work may still begin. */
const char *collab_due_json(collab_dispatcher_t *d, apr_pool_t *pool, int rows, bool look, int rescan, int *waiting);

/* Takes a claim's report about an endpoint: when its earliest unleased delivery is due, if it has one. */
void collab_due_remaining(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row);

/* Whether any endpoint has work that could be sent now. */
bool collab_due_ready(const collab_dispatcher_t *d);

/* Notes that a claim has looked at all endpoints, at time `at` of the database's clock. */
void collab_due_looked(collab_dispatcher_t *d, apr_time_t at);

/* Notes that the endpoint has a delivery due at `next` (the database's clock), perhaps among others. */
void collab_due_at(collab_dispatcher_t *d, const char *subscription, apr_time_t next);

#endif
