/* due.c: from when on a delivery may be waiting for an endpoint (`since`, by the database's clock): a claim asks only for
 * endpoints that have work, and from there on, past the index entries of all that has been sent already. A cache, which the
 * protocol of claim.c does not need: whoever puts a delivery there without our knowledge (another dispatcher, a replay) makes it
 * due at that moment; so a look at all endpoints, twice a second, begins where the last one was, and only now and then at the
 * beginning of time (look.c).
 *
 * After its breaker has closed, what has piled up and what comes from then on take turns, so that what is new does not wait for a
 * day of what is old: a claim asks for either from one time on, `since` or `fresh`, and each time learns the next of that kind.
 *
 * The ring (endpoint.h) gives everybody a turn where more endpoints have work than one claim can ask for. Runs in the
 * dispatcher's loop. */
#include "dispatch/delivery/due.h"
#include "dispatch/delivery/endpoint.h"
#include "dispatch/delivery/look.h"

#define LOOK_BACK apr_time_from_sec(5)     /* a transaction that made something due may commit so much later */
#define FRESH_EVERY apr_time_from_msec(50) /* looks for what is new while there was none */
#define FRESH_BACK apr_time_from_sec(1)    /* so long before the last look may be due what was committed after it */

void collab_due_catch_up(collab_due_t *due, const collab_pace_t *pace) {
  due->backlog_until = due->fresh_since = collab_pace_database_time(pace, apr_time_now());
  due->fresh_look_at = 0;
  due->fresh_turn = true;
}

/* What the claim that asked for what is new has left of it. Where there was none, what is old goes on at once. */
static void fresh_remaining(collab_due_t *due, collab_pace_t *pace, apr_time_t next) {
  apr_time_t now = apr_time_now(), from = collab_pace_database_time(pace, pace->claimed_at) - FRESH_BACK;

  from = from > due->backlog_until ? from : due->backlog_until;
  due->fresh_since = next < from ? next : from;
  due->fresh_look_at = next <= collab_pace_database_time(pace, now) ? 0 : now + FRESH_EVERY;
  if (due->fresh_look_at) {
    collab_pace_hurry(pace);
  }
}

/* A claim that has not asked tells of what it wrote itself, not of what waits in front of that; one that had begun already may
 * not have seen what was heard since (collab_due_at). It tells the same with each row that it has for the endpoint. */
void collab_due_remaining(collab_endpoints_t *endpoints, const collab_claimed_row_t *claimed_row) {
  collab_due_t *due = &collab_endpoint_of(endpoints, claimed_row->subscription)->due;
  apr_time_t next = claimed_row->next ? apr_atoi64(claimed_row->next) : COLLAB_NEVER;
  bool retries = claimed_row->retries && *claimed_row->retries == 't';

  due->v1 = claimed_row->v1 ? *claimed_row->v1 == 't' : due->v1;
  due->retries = retries && (due->asked || due->retries);
  if (due->fresh_asked) {
    fresh_remaining(due, endpoints->pace, next);
    return;
  }
  bool newer = due->asked && endpoints->pace->claimed_at > due->heard_at;
  due->since = newer || next < due->since ? next : due->since;
  due->backlog_until = due->since < due->backlog_until ? due->backlog_until : 0;
  due->fresh_look_at = due->asked ? due->fresh_look_at : 0;
}

void collab_due_at(collab_endpoints_t *endpoints, const char *subscription, apr_time_t next) {
  collab_due_t *due = &collab_endpoint_of(endpoints, subscription)->due;

  due->since = next < due->since ? next : due->since;
  due->heard_at = apr_time_now();
}

bool collab_due_ready(const collab_endpoints_t *endpoints) {
  apr_time_t now = collab_pace_database_time(endpoints->pace, apr_time_now());

  for (const collab_endpoint_t *endpoint = endpoints->ring.after; endpoint != &endpoints->ring; endpoint = endpoint->after) {
    if (endpoint->due.since <= now && collab_endpoint_slots_left(endpoint)) {
      return true;
    }
  }
  return false;
}

/* Does this claim ask for what is new? It does so in turn with what is old; a look, or a probe, is for the oldest. `left` is what
 * it may bring: half, when both wait. */
static bool asks_fresh(collab_endpoint_t *endpoint, bool waits, bool look, int *left) {
  collab_due_t *due = &endpoint->due;

  due->fresh_asked = false;
  if (!due->backlog_until || !waits || !*left || look || endpoint->breaker.state == COLLAB_ENDPOINT_OPEN ||
      due->fresh_look_at > apr_time_now()) {
    return false;
  }
  due->fresh_asked = due->fresh_turn;
  due->fresh_turn = !due->fresh_turn;
  *left = (*left + 1) / 2;
  return due->fresh_asked;
}

/* What the claim is told of an endpoint, or NULL. `ask`: it is to look there, from `since` on. */
static const char *entry(const collab_endpoints_t *endpoints, apr_pool_t *pool, const collab_endpoint_t *endpoint, bool ask,
                         apr_time_t since, int left) {
  if (!ask && endpoint->in_flight == 0 && left == collab_endpoint_first_limit(endpoints)) {
    return NULL; /* as if it were not known */
  }
  return apr_psprintf(pool, "{\"subscription\":%s,\"slots_left\":%d,\"in_flight\":%d,\"since\":%s}", endpoint->id, left,
                      endpoint->in_flight, ask ? apr_psprintf(pool, "%" APR_TIME_T_FMT, since) : "null");
}

/* May a claim bring what waits for it? Whoever waits for slots that only others may have must not take the turns of those others.
 */
static bool has_seat(const collab_slots_t *slots, const collab_due_t *due) {
  return collab_slots_left(slots, due->v1) > 0 && !(due->retries && collab_slots_retries_left(slots) == 0);
}

/* Of how many rows it is worth to look for one endpoint: its part of what those that wait can get, when all have as much, and
 * one. */
static int worth(const collab_endpoints_t *endpoints, int asked, apr_time_t database_now) {
  const collab_slots_t *slots = endpoints->slots;
  int waiting = 0;
  bool v1 = false, v2 = false;

  for (const collab_endpoint_t *endpoint = endpoints->ring.after; endpoint != &endpoints->ring; endpoint = endpoint->after) {
    if (endpoint->due.since <= database_now && collab_endpoint_slots_left(endpoint) > 0 && has_seat(slots, &endpoint->due)) {
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

const char *collab_due_json(collab_endpoints_t *endpoints, apr_pool_t *pool, int rows, bool look, int rescan, int *waiting) {
  apr_array_header_t *parts = apr_array_make(pool, 64, sizeof(const char *));
  apr_time_t now = apr_time_now(), database_now = collab_pace_database_time(endpoints->pace, now);
  int turns = 2 * rows; /* more would be read in vain; the others come first the next time */
  int most = worth(endpoints, rows, database_now);
  *waiting = 0;

  for (unsigned n = apr_hash_count(endpoints->by_id); n; n--) {
    collab_endpoint_t *endpoint = collab_endpoint_next(endpoints, now);
    if (!endpoint) {
      continue;
    }
    collab_due_t *due = &endpoint->due;
    bool waits = due->since <= database_now;
    int left = collab_endpoint_slots_left(endpoint);
    *waiting += waits ? left : 0;
    left = !waits ? left : turns <= 0 || !has_seat(endpoints->slots, due) ? 0 : left < most ? left : most;
    turns -= waits && left;
    bool fresh = asks_fresh(endpoint, waits, look, &left);
    due->asked = look || (waits && left);
    apr_time_t begin = in_part(endpoint, rescan) ? 0 : endpoints->looked_at - LOOK_BACK;
    apr_time_t from = fresh ? due->fresh_since : look && begin < due->since ? begin : due->since;
    const char *text = entry(endpoints, pool, endpoint, due->asked, from, left);
    if (text) {
      APR_ARRAY_PUSH(parts, const char *) = text;
    }
  }
  return apr_pstrcat(pool, "[", apr_array_pstrcat(pool, parts, ','), "]", NULL);
}

void collab_due_looked(collab_endpoints_t *endpoints, apr_time_t at) {
  endpoints->looked_at = at;
}
