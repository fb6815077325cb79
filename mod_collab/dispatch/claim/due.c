/* due.c: what is due at which endpoint. In come the due times that are remembered (memory.c), the endpoints with their limits
 * (endpoint/), and the slots in use; fairness.c decides between them. Out go the questions of a claim and of a look.
 *
 * An endpoint becomes known by a fan-out or a look, whose rows have the subscription's columns. So the dispatcher knows an
 * endpoint's tenant before it claims there. Runs in the dispatcher's loop. */
#include "dispatch/claim/due.h"
#include "dispatch/dispatcher.h"

#include <string.h>

#include "node/endpoint_report.h"
#include "outbound/url.h"

static collab_endpoint_t *known(const collab_dispatcher_t *d, const char *subscription) {
  return apr_hash_get(d->endpoints.by_id, subscription, APR_HASH_KEY_STRING);
}

void collab_due_at(collab_dispatcher_t *d, const char *subscription, apr_time_t next) {
  collab_endpoint_t *endpoint = known(d, subscription);

  if (endpoint) {
    collab_due_heard(&endpoint->due, next, collab_time_clock());
  }
  if (!endpoint || !endpoint->tenant) {
    collab_memory_hint(&d->memory); /* a look finds it, and its tenant */
  }
}

collab_endpoint_t *collab_due_meet(collab_dispatcher_t *d, collab_rows_t rows, int row) {
  collab_endpoint_t *endpoint = collab_endpoint_of(d, collab_rows_text(rows, row, "subscription"));
  apr_time_t callback_since = collab_rows_integer(rows, row, "callback_since");

  if (!endpoint->tenant || endpoint->callback_since != callback_since) {
    const char *host = collab_url_host_port(d->claims.link.statement_pool, collab_rows_text(rows, row, "callback_url"));
    endpoint->callback_since = callback_since;
    endpoint->v1 = !strcmp(collab_rows_text(rows, row, "version"), "V1");
    collab_endpoint_assign(d, endpoint, collab_rows_integer(rows, row, "company"), host);
  }
  return endpoint;
}

bool collab_due_ready(const collab_dispatcher_t *d) {
  apr_time_t database_now = collab_database_clock_at(&d->clock, collab_time_clock());

  for (const collab_endpoint_t *endpoint = d->endpoints.ring.after; endpoint != &d->endpoints.ring; endpoint = endpoint->after) {
    if (collab_due_is(&endpoint->due, database_now) && endpoint->tenant && collab_endpoint_slots_left(endpoint)) {
      return true;
    }
  }
  return false;
}

/* ---- the plan ---- */

static collab_seats_t seats_of(const collab_slots_t *slots) {
  return (collab_seats_t){.count = slots->count,
                          .free = slots->free,
                          .busy = {slots->count - slots->free - slots->v1_busy, slots->v1_busy},
                          .retrying = slots->retrying};
}

static void count_holders(collab_dispatcher_t *d, const collab_seats_t *seats) {
  collab_fairness_begin(&d->endpoints.tenants, seats);
  for (int i = 0; i < d->slots.count; i++) {
    const collab_slot_t *slot = &d->slots.all[i];
    const collab_endpoint_t *endpoint = slot->state == COLLAB_SLOT_FREE ? NULL
                                        : slot->endpoint                ? slot->endpoint
                                                                        : known(d, slot->subscription);
    if (endpoint && endpoint->tenant) {
      collab_fairness_holds(&d->endpoints.tenants, endpoint->tenant);
    }
  }
}

/* A probe is the endpoint's oldest delivery, alone. */
static bool is_probed(const collab_endpoint_t *endpoint) {
  return endpoint->breaker.state == COLLAB_ENDPOINT_OPEN;
}

/* While an endpoint catches up, new deliveries and the backlog take turns, each with half of the transfers that may begin. */
static collab_candidate_t candidate_of(collab_endpoint_t *endpoint) {
  bool halves = collab_due_catches_up(&endpoint->due) && !is_probed(endpoint);
  int left = collab_endpoint_slots_left(endpoint);

  return (collab_candidate_t){.endpoint = endpoint,
                              .tenant = endpoint->tenant,
                              .v1 = endpoint->v1,
                              .retries = endpoint->due.only_retries,
                              .fresh = !halves && endpoint->due.waiting < COLLAB_MANY,
                              .in_flight = endpoint->in_flight,
                              .left = halves ? (left + 1) / 2 : left,
                              .waiting = halves ? COLLAB_MANY : endpoint->due.waiting};
}

/* Candidates are all endpoints with work: those that may take nothing now must not hide others behind them. An endpoint without a
 * slot for its kind of delivery is none. */
collab_plan_t collab_due_plan(collab_dispatcher_t *d, int rows) {
  collab_seats_t seats = seats_of(&d->slots);
  apr_time_t now = collab_time_clock(), database_now = collab_database_clock_at(&d->clock, now);
  apr_array_header_t *candidates = d->claims.candidates;
  collab_endpoint_t *next;

  count_holders(d, &seats);
  apr_array_clear(candidates);
  for (collab_endpoint_t *endpoint = d->endpoints.ring.after; endpoint != &d->endpoints.ring; endpoint = next) {
    next = endpoint->after; /* collab_endpoint_remembered may take the endpoint out of the ring */
    if (collab_due_is(&endpoint->due, database_now) && endpoint->tenant && collab_endpoint_remembered(d, endpoint, now) &&
        collab_fairness_has_seat(&seats, endpoint->v1, endpoint->due.only_retries) && collab_endpoint_slots_left(endpoint)) {
      APR_ARRAY_PUSH(candidates, collab_candidate_t) = candidate_of(endpoint);
    }
  }
  collab_plan_t plan = {(collab_candidate_t *)candidates->elts, candidates->nelts, 0};
  plan.granted =
      collab_fairness_share_out(&d->endpoints.tenants, &seats, plan.candidates, plan.count, rows, &d->endpoints.passed_over);
  return plan;
}

/* ---- questions ---- */

static void push(apr_array_header_t *list, int64_t number) {
  APR_ARRAY_PUSH(list, const char *) = apr_psprintf(list->pool, "%" APR_INT64_T_FMT, number);
}

static const char *array(apr_pool_t *pool, const apr_array_header_t *list) {
  return apr_pstrcat(pool, "{", apr_array_pstrcat(pool, list, ','), "}", NULL);
}

collab_question_t collab_due_ask_all(collab_dispatcher_t *d, apr_pool_t *pool, const collab_plan_t *plan) {
  apr_array_header_t *list[4];

  for (int i = 0; i < 4; i++) {
    list[i] = apr_array_make(pool, plan->granted, sizeof(const char *));
  }
  for (int i = 0; i < plan->count; i++) {
    const collab_candidate_t *candidate = &plan->candidates[i];
    collab_endpoint_t *endpoint = candidate->endpoint;
    if (candidate->granted) {
      APR_ARRAY_PUSH(list[0], const char *) = endpoint->id;
      push(list[1], candidate->granted);
      push(list[2], candidate->retry_granted);
      push(list[3], collab_due_ask(&endpoint->due, is_probed(endpoint)));
      collab_endpoint_had_turn(d, endpoint);
      collab_fairness_had_turn(&d->endpoints.tenants, endpoint->tenant);
    }
  }
  return (collab_question_t){array(pool, list[0]), array(pool, list[1]), array(pool, list[2]), array(pool, list[3])};
}

collab_look_t collab_due_look(collab_dispatcher_t *d, apr_pool_t *pool) {
  apr_array_header_t *seen = apr_array_make(pool, 64, sizeof(const char *)),
                     *rescanned = apr_array_make(pool, 64, sizeof(const char *));
  apr_time_t now = collab_time_clock(), since = collab_memory_look(&d->memory, now);
  collab_endpoint_t *next;

  for (collab_endpoint_t *endpoint = d->endpoints.ring.after; endpoint != &d->endpoints.ring; endpoint = next) {
    next = endpoint->after;
    if (collab_endpoint_remembered(d, endpoint, now) && endpoint->tenant) { /* without a tenant, it is found as an unknown one */
      APR_ARRAY_PUSH(collab_memory_rescans(&d->memory, apr_atoi64(endpoint->id)) ? rescanned : seen, const char *) = endpoint->id;
    }
  }
  return (collab_look_t){array(pool, seen), apr_psprintf(pool, "%" APR_TIME_T_FMT, since), array(pool, rescanned)};
}
