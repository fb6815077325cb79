/* due.h: from when on deliveries may wait for an endpoint: the cache that claims ask by (due.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_DUE_H
#define COLLAB_DISPATCH_DELIVERY_DUE_H

#include "dispatch/delivery/claimed_row.h"
#include "dispatch/delivery/pace.h"

/* Of one endpoint. Times are the database's, but for those that say otherwise. */
typedef struct collab_due_t {
  apr_time_t since;         /* COLLAB_NEVER: nothing waits */
  apr_time_t heard_at;      /* when that was heard otherwise than by a claim; our clock */
  bool asked;               /* the claim under way asks what waits from then on */
  bool v1;                  /* of the last delivery that was taken, or left */
  bool retries;             /* all that was left are retries */
  apr_time_t backlog_until; /* catching up: what was due before it has piled up; 0: not catching up */
  apr_time_t fresh_since;   /*   from when on what came later may wait, */
  apr_time_t fresh_look_at; /*   and when that is looked at again; our clock */
  bool fresh_turn;          /*   it comes next, if it waits */
  bool fresh_asked;         /*   the claim under way asks for it */
} collab_due_t;

struct collab_endpoints_t;

/* The endpoint is catching up from now on: what waits is old, what comes is new. */
void collab_due_catch_up(collab_due_t *due, const collab_pace_t *pace);

/* For the claim that asks for so many rows: JSON, [{subscription, slots_left, in_flight, since}]. Without `look` only the
 * endpoints that have work waiting or differ from one that is not known. `whole`: for which part of the endpoints the cache is
 * ignored (look.h). *waiting: so many more transfers, at most, those that have work could begin. */
const char *collab_due_json(struct collab_endpoints_t *endpoints, apr_pool_t *pool, int rows, bool look, int rescan,
                            int *waiting);

/* What a claim says of an endpoint: the earliest delivery that nobody has leased, if there is one. */
void collab_due_remaining(struct collab_endpoints_t *endpoints, const collab_claimed_row_t *claimed_row);

/* Has one of them work that could be sent now? */
bool collab_due_ready(const struct collab_endpoints_t *endpoints);

/* A claim has looked at all endpoints, at that moment of the database's clock. */
void collab_due_looked(struct collab_endpoints_t *endpoints, apr_time_t at);

/* The endpoint has a delivery, among others, that is due then. */
void collab_due_at(struct collab_endpoints_t *endpoints, const char *subscription, apr_time_t next);

#endif
