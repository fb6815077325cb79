/* endpoint.c: the dispatcher's state of each endpoint. Claims read it; the sender and the settlements update it.
 *
 * The maximum number of transfers that an endpoint may have under way:
 *
 *   an unknown endpoint              a quarter of per-endpoint
 *   after an answer, of any status   twice as many as before, up to per-endpoint
 *   after a transfer without answer  one
 *   until Retry-After is over        none
 *   after it stalled the dispatcher  none for some minutes, then one (process/watchdog.c)
 *   while its breaker is open        one (breaker.c)
 *   while a local fault lasts        one (local_fault.c)
 *
 * So a hanging receiver costs one slot. It takes as many hanging receivers as slots to delay the others. An endpoint remembers an
 * answer for 2 s (REMEMBER_ANSWER), and a transfer without answer for ten minutes (REMEMBER_SILENCE).
 *
 * When the owner changes the callback, or says that the receiver is ready (`active: true`), the past no longer counts. Nothing
 * holds the endpoint back, an open breaker probes at once, and the results of deliveries that were claimed before are ignored.
 *
 * claim/memory.c knows whether deliveries wait for an endpoint. Runs in the dispatcher's loop. */
#include "dispatch/endpoint/endpoint.h"
#include "collab_private.h"
#include "dispatch/dispatcher.h"

#include <http_log.h>
#include <string.h>

#include "node/endpoint_report.h"
#include "node/timer.h"

#define REMEMBER_ANSWER apr_time_from_sec(2)
#define REMEMBER_SILENCE apr_time_from_sec(600)
#define REMEMBER_ANYTHING apr_time_from_sec(600)
#define HOLD_AT_MOST apr_time_from_sec(600) /* the longest hold after a Retry-After */

void collab_endpoints_setup(collab_dispatcher_t *d) {
  d->endpoints.by_id = apr_hash_make(d->pool);
  d->endpoints.ring.before = d->endpoints.ring.after = &d->endpoints.ring;
  collab_tenants_setup(&d->endpoints.tenants, d->pool, d->slots.count, d->config->dispatcher_company, d->config->dispatcher_host);
}

/* The number of transfers that an unknown endpoint may have under way. */
static int first_limit(const collab_dispatcher_t *d) {
  int quarter = d->config->dispatcher_per_endpoint / 4;
  return quarter > 1 ? quarter : 1;
}

int collab_endpoint_slots_left(const collab_endpoint_t *endpoint) {
  int most = endpoint->breaker.state == COLLAB_ENDPOINT_OPEN || endpoint->postponed ? 1 : endpoint->limit;
  return endpoint->in_flight < most && endpoint->hold_until <= collab_time_clock() ? most - endpoint->in_flight : 0;
}

/* ---- the ring ---- */

static void take_out(collab_endpoint_t *endpoint) {
  endpoint->before->after = endpoint->after;
  endpoint->after->before = endpoint->before;
}

static void append(collab_dispatcher_t *d, collab_endpoint_t *endpoint) {
  endpoint->before = d->endpoints.ring.before;
  endpoint->after = &d->endpoints.ring;
  endpoint->before->after = endpoint->after->before = endpoint;
}

collab_endpoint_t *collab_endpoint_of(collab_dispatcher_t *d, const char *subscription) {
  collab_endpoint_t *endpoint = apr_hash_get(d->endpoints.by_id, subscription, APR_HASH_KEY_STRING);

  if (!endpoint) {
    endpoint = d->endpoints.spare ? d->endpoints.spare : apr_palloc(d->pool, sizeof *endpoint);
    d->endpoints.spare = d->endpoints.spare ? endpoint->after : NULL;
    memset(endpoint, 0, sizeof *endpoint);
    apr_cpystrn(endpoint->id, subscription, sizeof endpoint->id);
    endpoint->limit = first_limit(d);
    collab_due_begin(&endpoint->due);
    endpoint->forget_at = collab_time_clock() + REMEMBER_ANYTHING;
    apr_hash_set(d->endpoints.by_id, endpoint->id, APR_HASH_KEY_STRING, endpoint);
    append(d, endpoint);
  }
  return endpoint;
}

static void leave_tenant(collab_dispatcher_t *d, collab_endpoint_t *endpoint) {
  if (endpoint->tenant) {
    collab_tenant_leave(&d->endpoints.tenants, endpoint->tenant);
  }
}

void collab_endpoint_assign(collab_dispatcher_t *d, collab_endpoint_t *endpoint, int64_t company, const char *host) {
  char key[24];

  apr_snprintf(key, sizeof key, "%" APR_INT64_T_FMT, company);
  leave_tenant(d, endpoint);
  endpoint->company = company;
  endpoint->tenant = collab_tenant_join(&d->endpoints.tenants, key, host);
}

static void forget(collab_dispatcher_t *d, collab_endpoint_t *endpoint) {
  apr_hash_set(d->endpoints.by_id, endpoint->id, APR_HASH_KEY_STRING, NULL);
  leave_tenant(d, endpoint);
  take_out(endpoint);
  endpoint->after = d->endpoints.spare;
  d->endpoints.spare = endpoint;
}

void collab_endpoint_had_turn(collab_dispatcher_t *d, collab_endpoint_t *endpoint) {
  take_out(endpoint);
  append(d, endpoint);
}

bool collab_endpoint_remembered(collab_dispatcher_t *d, collab_endpoint_t *endpoint, apr_time_t now) {
  if (endpoint->in_flight == 0 && endpoint->defaults_at < now && endpoint->breaker.state != COLLAB_ENDPOINT_OPEN) {
    endpoint->limit = first_limit(d);
  }
  if (endpoint->in_flight == 0 && endpoint->due.since == COLLAB_NEVER && endpoint->forget_at < now &&
      endpoint->hold_until < now) {
    forget(d, endpoint);
    return false;
  }
  return true;
}

/* ---- learning from attempts ---- */

/* Updates the status page. */
static void show(const collab_endpoint_t *endpoint, const char *failed) {
  collab_endpoint_report_set(apr_atoi64(endpoint->id), endpoint->breaker.state, endpoint->in_flight, endpoint->limit,
                             endpoint->failures, endpoint->hold_until > collab_time_clock() ? endpoint->hold_until : 0, failed);
}

void collab_endpoint_take(collab_dispatcher_t *d, collab_slot_t *slot) {
  slot->endpoint = collab_endpoint_of(d, slot->subscription);
  slot->endpoint->in_flight++;
  show(slot->endpoint, NULL);
}

static void opened(collab_dispatcher_t *d, collab_endpoint_t *endpoint, const char *error, apr_time_t now) {
  apr_interval_time_t pause = endpoint->breaker.pause;

  endpoint->hold_until = now + pause > endpoint->hold_until ? now + pause : endpoint->hold_until;
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
               COLLABNO(0671) "subscription %s: its receiver fails (%s); the breaker lets one delivery through %s", endpoint->id,
               error ? error : "no reason", pause ? "after each pause; the others wait" : "at a time");
}

static void closed(collab_dispatcher_t *d, collab_endpoint_t *endpoint) {
  endpoint->limit = 1;
  if (!d->config->breaker_in_order) {
    collab_due_catch_up(&endpoint->due, collab_database_clock_at(&d->clock, collab_time_clock()));
  }
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0672) "subscription %s: its receiver works again", endpoint->id);
}

static apr_interval_time_t first_pause(const collab_dispatcher_t *d) {
  return apr_time_from_sec(d->config->breaker_pause);
}

/* Passes an attempt to the breaker, and acts on the breaker's change. */
static void learn(collab_dispatcher_t *d, collab_endpoint_t *endpoint, const collab_result_t *result, bool fault) {
  switch (collab_breaker_learn(&endpoint->breaker, result, fault, first_pause(d))) {
  case COLLAB_BREAKER_OPENED:
    opened(d, endpoint, result->error, result->ended);
    break;
  case COLLAB_BREAKER_PROBED:
    endpoint->hold_until = result->ended + endpoint->breaker.pause;
    break;
  case COLLAB_BREAKER_CLOSED:
    closed(d, endpoint);
    break;
  case COLLAB_BREAKER_SAME:
    if (endpoint->breaker.state == COLLAB_ENDPOINT_SLOW && endpoint->limit == d->config->dispatcher_per_endpoint) {
      endpoint->breaker.state = COLLAB_ENDPOINT_CLOSED; /* the slow start is over */
    }
    break;
  }
}

void collab_endpoint_leave(collab_dispatcher_t *d, collab_slot_t *slot, bool answered) {
  collab_endpoint_t *endpoint = slot->endpoint;
  int whole = d->config->dispatcher_per_endpoint;
  apr_time_t now = slot->result.ended;
  bool replaced = collab_endpoint_replaced(slot);

  slot->endpoint = NULL;
  endpoint->in_flight--;
  if (slot->result.put_off > 0 || replaced) {
    return; /* a delivery that was postponed, or sent to the old callback, says nothing about the endpoint */
  }
  endpoint->postponed = 0;
  endpoint->undecided_since = answered ? 0 : endpoint->undecided_since;
  endpoint->limit = !answered ? 1 : 2 * endpoint->limit < whole ? 2 * endpoint->limit : whole;
  endpoint->defaults_at = now + (answered ? REMEMBER_ANSWER : REMEMBER_SILENCE);
  endpoint->forget_at = now + REMEMBER_ANYTHING;
  endpoint->failures = slot->result.success ? 0 : endpoint->failures + 1;
  learn(d, endpoint, &slot->result, !answered || slot->result.status >= 500);
  show(endpoint, slot->result.error);
  if (collab_due_is(&endpoint->due, collab_database_clock_at(&d->clock, now))) { /* a waiting delivery may begin now */
    collab_pace_hurry(&d->pace);
  }
}

void collab_endpoint_hold(collab_slot_t *slot, apr_time_t until) {
  apr_time_t most = collab_time_clock() + HOLD_AT_MOST;

  until = until < most ? until : most;
  slot->endpoint->hold_until = slot->endpoint->hold_until < until ? until : slot->endpoint->hold_until;
  show(slot->endpoint, NULL);
}

void collab_endpoint_stalled(collab_dispatcher_t *d, const collab_stall_t *stall) {
  apr_time_t now = collab_time_clock(), most = now + HOLD_AT_MOST, until = stall->until < most ? stall->until : most;
  char id[24];

  if (until <= now) {
    return;
  }
  apr_snprintf(id, sizeof id, "%" APR_INT64_T_FMT, stall->subscription);
  collab_endpoint_t *endpoint = collab_endpoint_of(d, id);
  if (endpoint->hold_until < until) {
    endpoint->hold_until = until;
    endpoint->limit = 1;
    endpoint->defaults_at = until + REMEMBER_SILENCE;
    endpoint->forget_at = until + REMEMBER_ANYTHING;
    show(endpoint, NULL);
  }
}

double collab_endpoint_postpone(collab_slot_t *slot, apr_interval_time_t most) {
  collab_endpoint_t *endpoint = slot->endpoint;
  apr_time_t now = collab_time_clock();

  if (collab_endpoint_replaced(slot)) { /* the delivery was sent to the old callback */
    return (double)collab_timer(COLLAB_TIMER_POSTPONE) / APR_USEC_PER_SEC;
  }
  if (endpoint->postponed_until <= now) { /* transfers that failed at the same time count once */
    apr_interval_time_t longer = endpoint->postponed ? 2 * endpoint->postponed : collab_timer(COLLAB_TIMER_POSTPONE);
    endpoint->postponed = longer < most ? longer : most;
    endpoint->postponed_until = now + endpoint->postponed;
  }
  collab_endpoint_hold(slot, endpoint->postponed_until);
  return (double)(endpoint->postponed_until - now) / APR_USEC_PER_SEC;
}

void collab_endpoint_reset(collab_dispatcher_t *d, const char *subscription) {
  collab_endpoint_t *endpoint = apr_hash_get(d->endpoints.by_id, subscription, APR_HASH_KEY_STRING);

  collab_stall_forget(apr_atoi64(subscription));
  if (endpoint) {
    endpoint->reset_at = collab_time_clock();
    endpoint->hold_until = endpoint->defaults_at = endpoint->postponed_until = endpoint->postponed = 0;
    endpoint->undecided_since = 0;
    collab_breaker_reset(&endpoint->breaker, first_pause(d));
  }
}
