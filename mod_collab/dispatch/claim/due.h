/* due.h: what is due at which endpoint (due.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_DUE_H
#define COLLAB_DISPATCH_CLAIM_DUE_H

#include "dispatch/claim/fairness.h"
#include "dispatch/endpoint/endpoint.h"
#include "store/pg.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* The next claim: the endpoints that it asks, with what they are granted. */
typedef struct collab_plan_t {
  collab_candidate_t *candidates;
  int count;
  int granted; /* deliveries in all */
} collab_plan_t;

/* Plans a claim of at most `rows` deliveries. Nobody has had a turn yet, so the plan may be discarded. It is valid until the next
 * one. */
collab_plan_t collab_due_plan(collab_dispatcher_t *d, int rows);

/* The plan as the statement's question; each text is an array. */
typedef struct collab_question_t {
  const char *subscriptions, *most, *retries, *since;
} collab_question_t;

/* Begins the planned claim: the endpoints have their turns. */
collab_question_t collab_due_ask_all(collab_dispatcher_t *d, apr_pool_t *pool, const collab_plan_t *plan);

/* What a look asks for; known and rescanned are arrays. */
typedef struct collab_look_t {
  const char *known, *since, *rescanned;
} collab_look_t;

/* Begins a look at all endpoints. Forgets endpoints whose state has expired. */
collab_look_t collab_due_look(collab_dispatcher_t *d, apr_pool_t *pool);

/* Returns the endpoint of a result's row, which has the columns of its subscription. Learns from them the tenant and payload
 * version. */
collab_endpoint_t *collab_due_meet(collab_dispatcher_t *d, collab_rows_t rows, int row);

/* Notes that the endpoint has a delivery due at `next` (the database's clock), perhaps among others. */
void collab_due_at(collab_dispatcher_t *d, const char *subscription, apr_time_t next);

/* Whether any endpoint has work that could be sent now. Ignores the slots that are reserved for others. */
bool collab_due_ready(const collab_dispatcher_t *d);

#endif
