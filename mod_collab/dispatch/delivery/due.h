/* due.h: the cached due times of the endpoints, by which claims ask for work (due.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_DUE_H
#define COLLAB_DISPATCH_DELIVERY_DUE_H

#include "dispatch/delivery/claimed_row.h"
#include "dispatch/delivery/pace.h"

/* What is cached for one endpoint. Times are by the database's clock, unless they say otherwise. */
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

struct collab_endpoints_t;

/* The endpoint catches up from now on: what waits now is its backlog, what comes later is new. */
void collab_due_catch_up(collab_due_t *due, const collab_pace_t *pace);

/* What the dispatcher tells the claim that asks for `rows` deliveries: JSON, [{subscription, slots_left, in_flight, since,
 * reports}]. Without `look`, only the endpoints that have work or that the claim would not treat like unknown ones. `rescan`: the
 * part of the endpoints whose cached due times are ignored (rescan.h). Sets *waiting: how many more transfers the endpoints with
 * work may begin. */
const char *collab_due_json(struct collab_endpoints_t *endpoints, apr_pool_t *pool, int rows, bool look, int rescan,
                            int *waiting);

/* Takes what a claim reports about an endpoint: its earliest delivery that is not leased, if there is one. */
void collab_due_remaining(struct collab_endpoints_t *endpoints, const collab_claimed_row_t *claimed_row);

/* Does any endpoint have work that could be sent to it now? */
bool collab_due_ready(const struct collab_endpoints_t *endpoints);

/* A claim has looked at all endpoints, at this time of the database's clock. */
void collab_due_looked(struct collab_endpoints_t *endpoints, apr_time_t at);

/* The endpoint has a delivery that is due at `next`; it may have others. */
void collab_due_at(struct collab_endpoints_t *endpoints, const char *subscription, apr_time_t next);

#endif
