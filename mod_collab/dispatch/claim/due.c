/* due.c: each endpoint's cached due time, `since`: before this time of the database's clock, the endpoint has nothing to send.
 * A claim asks only for the endpoints that have work, from `since` on, so that it does not walk past the index entries of all
 * sent deliveries.
 *
 * This is only a cache; the protocol of claim.c is correct without it. This dispatcher does not know the deliveries
 * that another dispatcher or a replay has written. But the statement that writes such a delivery makes it due at that moment. So
 * a claim that looks at all endpoints, twice a second, need only look for due times since the last such claim. A rescan from the
 * beginning of time is seldom needed (rescan.c).
 *
 * After an endpoint's breaker has closed, the endpoint catches up: its backlog and its new deliveries take turns, so that new
 * ones do not wait for a day's backlog. A claim asks for one of these kinds, from `since` or from `fresh_since` on, and learns
 * when the next delivery of that kind is due.
 *
 * The ring (endpoint.h) gives every endpoint a turn when more of them have work than one claim can ask for. It passes over
 * endpoints whose company or host holds its share of the slots (dispatch/endpoint/share.c); they stay where they are in the ring.
 * Runs in the dispatcher's loop. */
#include "dispatch/claim/due.h"
#include "dispatch/claim/rescan.h"
#include "dispatch/dispatcher.h"

#include "base/json_writer.h"
#include "node/endpoint_report.h"

#define LOOK_BACK apr_time_from_sec(5)  /* assumed maximum time from setting due_at to the commit */
#define USUAL 4000                      /* the usual length of the JSON for a claim, in bytes */
#define FRESH_BACK apr_time_from_sec(1) /* a delivery committed after a claim may be due up to this long before the claim */

/* Takes the report of a claim that asked for new deliveries. `next`: due time of the first new delivery that the claim left. If
 * `next` is in the future, no new delivery is due. Then the next claim, which asks for the backlog, begins at once. */
static void fresh_remaining(collab_dispatcher_t *d, collab_due_t *due, apr_time_t next) {
  apr_time_t from = collab_database_clock_at(&d->clock, d->pace.claimed_at) - FRESH_BACK;

  from = from > due->backlog_until ? from : due->backlog_until;
  due->fresh_since = next < from ? next : from;
  if (next > collab_database_clock_at(&d->clock, collab_time_clock())) {
    collab_pace_hurry(&d->pace);
  }
}

/* A claim that did not ask about this endpoint reports only the deliveries that it wrote itself, not the older ones that wait
 * there. A claim that began before a call of collab_due_at may have missed that call's delivery. In both cases the report may
 * only make `since` earlier (t/dispatch/subscriptions/paused.t, "a claim that is under way does not hide what waits"). All rows
 * of an endpoint have the same report. */
void collab_due_remaining(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row) {
  collab_due_t *due = &collab_endpoint_of(d, claimed_row->subscription)->due;
  apr_time_t next = claimed_row->next ? apr_atoi64(claimed_row->next) : COLLAB_NEVER;
  bool retries = claimed_row->retries && *claimed_row->retries == 't';

  due->v1 = claimed_row->v1 ? *claimed_row->v1 == 't' : due->v1;
  due->retries = retries && (due->asked || due->retries);
  if (due->fresh_asked) {
    fresh_remaining(d, due, next);
    return;
  }
  bool newer = due->asked && d->pace.claimed_at > due->heard_at;
  due->since = newer || next < due->since ? next : due->since;
  due->backlog_until = due->since < due->backlog_until ? due->backlog_until : 0;
}

void collab_due_at(collab_dispatcher_t *d, const char *subscription, apr_time_t next) {
  collab_due_t *due = &collab_endpoint_of(d, subscription)->due;

  due->since = next < due->since ? next : due->since;
  due->heard_at = collab_time_clock();
}

bool collab_due_ready(const collab_dispatcher_t *d) {
  apr_time_t now = collab_database_clock_at(&d->clock, collab_time_clock());

  for (const collab_endpoint_t *endpoint = d->endpoints.ring.after; endpoint != &d->endpoints.ring; endpoint = endpoint->after) {
    if (endpoint->due.since <= now && collab_endpoint_slots_left(endpoint)) {
      return true;
    }
  }
  return false;
}

/* Whether this claim asks the endpoint for new deliveries. While the endpoint catches up, new deliveries and the backlog take
 * turns, and *left, the number of deliveries that the claim may lease here, is halved. A look or a probe always asks for the
 * oldest delivery. */
static bool asks_fresh(collab_endpoint_t *endpoint, bool waits, bool look, int *left) {
  collab_due_t *due = &endpoint->due;

  due->fresh_asked = false;
  if (!due->backlog_until || !waits || !*left || look || endpoint->breaker.state == COLLAB_ENDPOINT_OPEN) {
    return false;
  }
  due->fresh_asked = due->fresh_turn;
  due->fresh_turn = !due->fresh_turn;
  *left = (*left + 1) / 2;
  return due->fresh_asked;
}

/* Writes the claim's entry for an endpoint, unless the endpoint needs none. `ask`: the claim looks for the endpoint's deliveries
 * from `since` on. `reports`: the claim only reports these deliveries, because the dispatcher has not counted them against the
 * shares of their company and host. */
static void write_entry(collab_json_writer_t *w, const collab_dispatcher_t *d, const collab_endpoint_t *endpoint, bool ask,
                        apr_time_t since, int left, bool reports) {
  if (!ask && endpoint->in_flight == 0 && left == collab_endpoint_first_limit(d)) {
    return; /* an entry would change nothing */
  }
  collab_write_open(w, NULL, "{");
  collab_write_json(w, "subscription", endpoint->id);
  collab_write_integer(w, "slots_left", left);
  collab_write_integer(w, "in_flight", endpoint->in_flight);
  if (ask) {
    collab_write_boolean(w, "reports", reports);
    collab_write_integer(w, "since", since);
  }
  collab_write_close(w, "}");
}

/* Whether a slot is left for the deliveries that wait at this endpoint. Slots that are reserved for the other payload version do
 * not count. For retries, slots that are reserved for first attempts do not count, either. Without a slot the endpoint takes no
 * turn, because it would use up the turns of other endpoints (t/dispatch/slots/slot-shares.t fails without this). */
static bool has_slot(const collab_slots_t *slots, const collab_due_t *due) {
  return collab_slots_left(slots, due->v1) > 0 && !(due->retries && collab_slots_retries_left(slots) == 0);
}

/* Whether a claim could lease the endpoint's waiting deliveries. Ignores the tenants' shares. */
static bool is_ready(const collab_dispatcher_t *d, const collab_endpoint_t *endpoint, apr_time_t database_now) {
  return endpoint->due.since <= database_now && collab_endpoint_slots_left(endpoint) > 0 && has_slot(&d->slots, &endpoint->due);
}

/* Counts the tenants that hold slots and those that wait for some (dispatch/endpoint/share.c). */
static void count_tenants(collab_dispatcher_t *d, apr_time_t database_now) {
  const collab_slots_t *slots = &d->slots;

  collab_shares_begin(&d->endpoints.shares, slots->count);
  for (int i = 0; i < slots->count; i++) {
    const collab_slot_t *slot = &slots->all[i];
    const collab_endpoint_t *endpoint = slot->state == COLLAB_SLOT_FREE ? NULL
                                        : slot->endpoint
                                            ? slot->endpoint
                                            : apr_hash_get(d->endpoints.by_id, slot->subscription, APR_HASH_KEY_STRING);
    if (endpoint) {
      collab_tenant_holds(&d->endpoints.shares, endpoint->tenant);
    }
  }
  for (const collab_endpoint_t *endpoint = d->endpoints.ring.after; endpoint != &d->endpoints.ring; endpoint = endpoint->after) {
    if (is_ready(d, endpoint, database_now)) {
      collab_tenant_waits(&d->endpoints.shares, endpoint->tenant);
    }
  }
}

/* The maximum number of deliveries that a claim should lease at one endpoint. The number that the claim can lease in all is
 * divided equally among the waiting endpoints and rounded up; then one is added. */
static int most_of_one(collab_dispatcher_t *d, int asked, apr_time_t database_now) {
  const collab_slots_t *slots = &d->slots;
  int waiting = 0;
  bool v1 = false, v2 = false;

  for (const collab_endpoint_t *endpoint = d->endpoints.ring.after; endpoint != &d->endpoints.ring; endpoint = endpoint->after) {
    if (is_ready(d, endpoint, database_now) && collab_tenant_may_take(&d->endpoints.shares, endpoint->tenant)) {
      waiting++;
      v1 |= endpoint->due.v1;
      v2 |= !endpoint->due.v1;
    }
  }
  int rows = (v1 ? collab_slots_left(slots, true) : 0) + (v2 ? collab_slots_left(slots, false) : 0);
  rows = rows < asked ? rows : asked;
  return waiting && rows > 0 ? (rows + waiting - 1) / waiting + 1 : 1;
}

static bool in_part(const collab_endpoint_t *endpoint, int rescan) {
  return rescan == COLLAB_RESCAN_ALL || (rescan >= 0 && apr_atoi64(endpoint->id) % COLLAB_RESCAN_PARTS == rescan);
}

/* The number of deliveries that the claim may lease at an endpoint with work. Adds to *waiting the number of transfers that the
 * endpoint may still begin, or what its tenant's share allows if that is less. */
static int take_turn(collab_dispatcher_t *d, collab_endpoint_t *endpoint, int wanted, int *waiting) {
  int left = collab_endpoint_slots_left(endpoint);

  wanted = left < wanted ? left : wanted;
  wanted = has_slot(&d->slots, &endpoint->due) ? wanted : 0;
  int may = collab_tenant_take(&d->endpoints.shares, endpoint->tenant, wanted);
  d->endpoints.passed_over |= may < wanted;
  *waiting += may < wanted ? may : left;
  if (may) {
    collab_endpoint_had_turn(d, endpoint);
  }
  return may;
}

const char *collab_due_json(collab_dispatcher_t *d, apr_pool_t *pool, int rows, bool look, int rescan, int *waiting) {
  collab_json_writer_t *w = collab_json_writer_make(pool, USUAL);
  apr_time_t now = collab_time_clock(), database_now = collab_database_clock_at(&d->clock, now);
  int turns = 2 * rows; /* the claim cannot use more endpoints; those that get no turn come first in the next claim */
  collab_endpoint_t *endpoint, *next = d->endpoints.ring.after;

  count_tenants(d, database_now);
  int most = most_of_one(d, rows, database_now);
  *waiting = 0;
  d->endpoints.passed_over = false;
  collab_write_open(w, NULL, "[");
  for (unsigned n = apr_hash_count(d->endpoints.by_id); n; n--) {
    endpoint = next;
    next = endpoint->after;
    if (!collab_endpoint_remembered(d, endpoint, now)) {
      continue;
    }
    collab_due_t *due = &endpoint->due;
    bool waits = due->since <= database_now;
    int left = waits ? take_turn(d, endpoint, turns > 0 ? most : 0, waiting) : collab_endpoint_slots_left(endpoint);
    turns -= waits && left;
    bool fresh = asks_fresh(endpoint, waits, look, &left);
    due->asked = look || (waits && left);
    apr_time_t begin = in_part(endpoint, rescan) ? 0 : d->endpoints.looked_at - LOOK_BACK;
    apr_time_t from = fresh ? due->fresh_since : look && begin < due->since ? begin : due->since;
    write_entry(w, d, endpoint, due->asked, from, left, !waits);
  }
  collab_write_close(w, "]");
  return w->text;
}

void collab_due_looked(collab_dispatcher_t *d, apr_time_t at) {
  d->endpoints.looked_at = at;
}
