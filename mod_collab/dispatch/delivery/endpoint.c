/* endpoint.c: what the dispatcher knows of each endpoint. The claim asks it, the sender and the settler tell it.
 *
 * How many transfers an endpoint may have under way: who is not known begins with a quarter of per-endpoint; each answer,
 * whatever it says, doubles that up to the whole; a transfer that ends without an answer leaves one. So a receiver that hangs
 * costs one slot and not eight, and it takes as many of them as there are slots to hold up the others. What was learnt from an
 * answer is soon forgotten, what was learnt from silence is not. None, for as long as a receiver's Retry-After says.
 *
 * From when on a delivery may be waiting for it (`since`, by the database's clock): a claim asks only for endpoints that have
 * work, and from there on, past the index entries of all that has been sent already. Who puts a delivery there without our
 * knowledge (another dispatcher, a replay) makes it due at that moment; so a look at all endpoints, twice a second, begins where
 * the last one was, and only now and then at the beginning of time.
 *
 * Its breaker, on attempts: FAILURES in a row that are the receiver's fault (no answer, or 5xx), or more than SHARE of at least
 * TRIES within a while, open it. Open, there is one transfer at a time, the probe: the oldest that is due. As
 * CollabWebhookBreaker has it, the attempts go on at their times and count, or there is one probe every pause and the others
 * wait. A probe that succeeds closes it, and the endpoint begins again with one transfer, two, four and so on. What has piled up
 * and what comes from then on take turns, so that what is new does not wait for a day of what is old: a claim asks for either
 * from one time on, `since` or `fresh`, and each time learns the next of that kind.
 *
 * When its owner changes the callback, or says that it is ready (`active: true`), what was learnt is of the past: nobody is held
 * back, an open breaker probes at once, and what was claimed before says nothing any more.
 *
 * The ring gives everybody a turn where more endpoints have work than one claim can ask for. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <apr_hash.h>
#include <http_log.h>
#include <string.h>

#include "base/meter.h"
#include "base/timer.h"

#define REMEMBER_ANSWER apr_time_from_sec(2)
#define REMEMBER_SILENCE apr_time_from_sec(600)
#define REMEMBER_ANYTHING apr_time_from_sec(600)
#define LOOK_BACK apr_time_from_sec(5) /* a transaction that made something due may commit so much later */

#define FAILURES 5
#define TRIES 10
#define SHARE 70                            /* per cent */
#define WINDOW apr_time_from_sec(150)       /* failures are counted over this window and the one before */
#define HOLD_AT_MOST apr_time_from_sec(600) /* because of Retry-After, or between probes */
#define POSTPONE_MOST 30                    /* times the first pause because of a local fault */
#define FRESH_EVERY apr_time_from_msec(50)  /* looks for what is new while there was none */
#define FRESH_BACK apr_time_from_sec(1)     /* so long before the last look may be due what was committed after it */

struct collab_endpoint_t {
  collab_endpoint_t *before, *after; /* in the ring; among the spare, `after` alone */
  int used, most, failures;          /* failures: attempts in a row that came to nothing */
  collab_endpoint_state_t state;
  int faults; /* in a row, the receiver's */
  struct {
    int tries, faults;
  } window[2];          /* this one and the one before */
  apr_time_t window_at; /* this one began */
  apr_time_t opened_at;
  apr_time_t anew_at;            /* its callback was changed */
  apr_time_t hold_until;         /* nothing is begun before */
  apr_interval_time_t pause;     /* between probes */
  apr_interval_time_t postponed; /* the last pause because of a local fault; 0: none lasts */
  apr_time_t postponed_until;
  apr_time_t plain_at;  /* from then on it is like one that is not known, but for `since` */
  apr_time_t forget_at; /* once nothing is under way or waits */
  apr_time_t since;     /* COLLAB_NEVER: nothing waits */
  apr_time_t told_at;   /* when that was heard otherwise than by a claim */
  bool asked;           /* the claim under way asks what waits from then on */
  bool v1;              /* of the last delivery that was taken, or left */
  bool retries;         /* all that was left are retries */
  apr_time_t line;      /* catching up: what was due before it (the database's clock) has piled up; 0: not catching up */
  apr_time_t fresh;     /*   from when on what came later may wait, */
  apr_time_t fresh_at;  /*   and when that is looked at again */
  bool fresh_turn;      /*   it comes next, if it waits */
  bool fresh_asked;     /*   the claim under way asks for it */
  char id[24];
};

struct collab_endpoints_t {
  apr_hash_t *by_id;
  collab_endpoint_t ring; /* whose turn it is first follows it */
  collab_endpoint_t *spare;
  apr_time_t looked_at; /* the last look at all of them, the database's clock */
};

void collab_endpoints_setup(collab_dispatcher_t *d) {
  d->endpoints = apr_pcalloc(d->pool, sizeof *d->endpoints);
  d->endpoints->by_id = apr_hash_make(d->pool);
  d->endpoints->ring.before = d->endpoints->ring.after = &d->endpoints->ring;
}

int collab_endpoint_first_limit(const collab_dispatcher_t *d) {
  int quarter = d->config->dispatcher_per_endpoint / 4;
  return quarter > 1 ? quarter : 1;
}

static void unlink_endpoint(collab_endpoint_t *endpoint) {
  endpoint->before->after = endpoint->after;
  endpoint->after->before = endpoint->before;
}

static void append(collab_endpoints_t *endpoints, collab_endpoint_t *endpoint) {
  endpoint->before = endpoints->ring.before;
  endpoint->after = &endpoints->ring;
  endpoint->before->after = endpoint->after->before = endpoint;
}

static collab_endpoint_t *endpoint_of(collab_dispatcher_t *d, const char *subscription) {
  collab_endpoints_t *endpoints = d->endpoints;
  collab_endpoint_t *endpoint = apr_hash_get(endpoints->by_id, subscription, APR_HASH_KEY_STRING);

  if (!endpoint) {
    endpoint = endpoints->spare ? endpoints->spare : apr_palloc(d->pool, sizeof *endpoint);
    endpoints->spare = endpoints->spare ? endpoint->after : NULL;
    memset(endpoint, 0, sizeof *endpoint);
    apr_cpystrn(endpoint->id, subscription, sizeof endpoint->id);
    endpoint->most = collab_endpoint_first_limit(d);
    endpoint->since = COLLAB_NEVER;
    endpoint->forget_at = apr_time_now() + REMEMBER_ANYTHING;
    apr_hash_set(endpoints->by_id, endpoint->id, APR_HASH_KEY_STRING, endpoint);
    append(endpoints, endpoint);
  }
  return endpoint;
}

static void forget(collab_endpoints_t *endpoints, collab_endpoint_t *endpoint) {
  apr_hash_set(endpoints->by_id, endpoint->id, APR_HASH_KEY_STRING, NULL);
  unlink_endpoint(endpoint);
  endpoint->after = endpoints->spare;
  endpoints->spare = endpoint;
}

/* For the status page. */
static void show(const collab_endpoint_t *endpoint, const char *failed) {
  collab_meter_endpoint(apr_atoi64(endpoint->id), endpoint->state, endpoint->used, endpoint->most, endpoint->failures,
                        endpoint->hold_until > apr_time_now() ? endpoint->hold_until : 0, failed);
}

void collab_endpoint_take(collab_dispatcher_t *d, collab_slot_t *slot) {
  slot->endpoint = endpoint_of(d, slot->subscription);
  slot->endpoint->used++;
  slot->endpoint->v1 = slot->v1;
  show(slot->endpoint, NULL);
}

static void record(collab_endpoint_t *endpoint, bool fault, apr_time_t now) {
  if (endpoint->window_at + WINDOW < now) {
    bool next = endpoint->window_at + 2 * WINDOW >= now;
    endpoint->window[1].tries = next ? endpoint->window[0].tries : 0;
    endpoint->window[1].faults = next ? endpoint->window[0].faults : 0;
    endpoint->window[0].tries = endpoint->window[0].faults = 0;
    endpoint->window_at = now;
  }
  endpoint->window[0].tries++;
  endpoint->window[0].faults += fault;
  endpoint->faults = fault ? endpoint->faults + 1 : 0;
}

static bool fails(const collab_endpoint_t *endpoint) {
  int tries = endpoint->window[0].tries + endpoint->window[1].tries,
      faults = endpoint->window[0].faults + endpoint->window[1].faults;
  return endpoint->faults >= FAILURES || (tries >= TRIES && 100 * faults > SHARE * tries);
}

static void open_breaker(collab_dispatcher_t *d, collab_endpoint_t *endpoint, const char *error, apr_time_t now) {
  endpoint->state = COLLAB_ENDPOINT_OPEN;
  endpoint->opened_at = now;
  endpoint->pause = apr_time_from_sec(d->config->breaker_pause);
  endpoint->hold_until = now + endpoint->pause > endpoint->hold_until ? now + endpoint->pause : endpoint->hold_until;
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
               COLLABNO(0671) "subscription %s: its receiver fails (%s) and is tried with one delivery %s", endpoint->id,
               error ? error : "no reason", endpoint->pause ? "now and then; the others wait" : "at a time");
}

static void close_breaker(collab_dispatcher_t *d, collab_endpoint_t *endpoint) {
  endpoint->state = COLLAB_ENDPOINT_SLOW;
  endpoint->most = 1;
  if (!d->config->breaker_in_order) {
    endpoint->line = endpoint->fresh = apr_time_now() + d->clock_ahead;
    endpoint->fresh_at = 0;
    endpoint->fresh_turn = true;
  }
  memset(endpoint->window, 0, sizeof endpoint->window);
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0672) "subscription %s: its receiver works again", endpoint->id);
}

bool collab_endpoint_replaced(const collab_slot_t *slot) {
  return slot->claimed_at <= slot->endpoint->anew_at;
}

/* What an attempt says about the receiver. What was begun before the breaker opened is no probe. */
static void learn_from(collab_dispatcher_t *d, collab_endpoint_t *endpoint, const collab_result_t *result, bool fault) {
  bool probe = result->started > endpoint->opened_at;

  record(endpoint, fault, result->ended);
  if (endpoint->state == COLLAB_ENDPOINT_OPEN && !fault) {
    close_breaker(d, endpoint);
  } else if (endpoint->state == COLLAB_ENDPOINT_OPEN && probe && endpoint->pause) {
    endpoint->pause = 2 * endpoint->pause < HOLD_AT_MOST ? 2 * endpoint->pause : HOLD_AT_MOST;
    endpoint->hold_until = result->ended + endpoint->pause;
  } else if (endpoint->state != COLLAB_ENDPOINT_OPEN && fault && fails(endpoint)) {
    open_breaker(d, endpoint, result->error, result->ended);
  } else if (endpoint->state == COLLAB_ENDPOINT_SLOW && endpoint->most == d->config->dispatcher_per_endpoint) {
    endpoint->state = COLLAB_ENDPOINT_CLOSED;
  }
}

void collab_endpoint_leave(collab_dispatcher_t *d, collab_slot_t *slot, bool answered) {
  collab_endpoint_t *endpoint = slot->endpoint;
  int whole = d->config->dispatcher_per_endpoint;
  apr_time_t now = slot->result.ended;
  bool past = collab_endpoint_replaced(slot);

  slot->endpoint = NULL;
  endpoint->used--;
  if (slot->result.put_off > 0 || past) {
    return; /* says nothing about the endpoint */
  }
  endpoint->postponed = 0;
  endpoint->most = !answered ? 1 : 2 * endpoint->most < whole ? 2 * endpoint->most : whole;
  endpoint->plain_at = now + (answered ? REMEMBER_ANSWER : REMEMBER_SILENCE);
  endpoint->forget_at = now + REMEMBER_ANYTHING;
  endpoint->failures = slot->result.success ? 0 : endpoint->failures + 1;
  learn_from(d, endpoint, &slot->result, !answered || slot->result.status >= 500);
  show(endpoint, slot->result.error);
  if (endpoint->since <= now + d->clock_ahead && d->paced_until < d->claim_at) { /* it has room for what waits */
    d->claim_at = d->paced_until;
  }
}

void collab_endpoint_hold(collab_slot_t *slot, apr_time_t until) {
  apr_time_t most = apr_time_now() + HOLD_AT_MOST;

  until = until < most ? until : most;
  slot->endpoint->hold_until = slot->endpoint->hold_until < until ? until : slot->endpoint->hold_until;
  show(slot->endpoint, NULL);
}

double collab_endpoint_postpone(collab_slot_t *slot) {
  collab_endpoint_t *endpoint = slot->endpoint;
  apr_time_t now = apr_time_now();

  if (collab_endpoint_replaced(slot)) { /* of another callback */
    return (double)collab_timer(COLLAB_TIMER_POSTPONE) / APR_USEC_PER_SEC;
  }
  if (endpoint->postponed_until <= now) { /* not for those that were on their way at the same time */
    apr_interval_time_t first = collab_timer(COLLAB_TIMER_POSTPONE), most = POSTPONE_MOST * first;
    endpoint->postponed = !endpoint->postponed ? first : 2 * endpoint->postponed < most ? 2 * endpoint->postponed : most;
    endpoint->postponed_until = now + endpoint->postponed;
  }
  collab_endpoint_hold(slot, endpoint->postponed_until);
  return (double)(endpoint->postponed_until - now) / APR_USEC_PER_SEC;
}

void collab_endpoint_reset(collab_dispatcher_t *d, const char *subscription) {
  collab_endpoint_t *endpoint = apr_hash_get(d->endpoints->by_id, subscription, APR_HASH_KEY_STRING);

  if (endpoint) {
    endpoint->anew_at = apr_time_now();
    endpoint->hold_until = endpoint->plain_at = endpoint->postponed_until = endpoint->postponed = 0;
    endpoint->pause = endpoint->pause ? apr_time_from_sec(d->config->breaker_pause) : 0;
    endpoint->faults = 0;
    memset(endpoint->window, 0, sizeof endpoint->window);
  }
}

/* What the claim that asked for what is new has left of it. Where there was none, what is old goes on at once. */
static void fresh_left(collab_dispatcher_t *d, collab_endpoint_t *endpoint, apr_time_t next) {
  apr_time_t now = apr_time_now(), from = d->claimed_at + d->clock_ahead - FRESH_BACK;

  from = from > endpoint->line ? from : endpoint->line;
  endpoint->fresh = next < from ? next : from;
  endpoint->fresh_at = next <= now + d->clock_ahead ? 0 : now + FRESH_EVERY;
  if (endpoint->fresh_at && d->paced_until < d->claim_at) {
    d->claim_at = d->paced_until;
  }
}

/* A claim that has not asked tells of what it wrote itself, not of what waits in front of that; one that had begun already may
 * not have seen what was heard since (collab_endpoint_due). It tells the same with each row that it has for the endpoint. */
void collab_endpoint_remaining(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row) {
  collab_endpoint_t *endpoint = endpoint_of(d, claimed_row->subscription);
  apr_time_t next = claimed_row->next ? apr_atoi64(claimed_row->next) : COLLAB_NEVER;
  bool retries = claimed_row->retries && *claimed_row->retries == 't';

  endpoint->v1 = claimed_row->v1 ? *claimed_row->v1 == 't' : endpoint->v1;
  endpoint->retries = retries && (endpoint->asked || endpoint->retries);
  if (endpoint->fresh_asked) {
    fresh_left(d, endpoint, next);
    return;
  }
  bool newer = endpoint->asked && d->claimed_at > endpoint->told_at;
  endpoint->since = newer || next < endpoint->since ? next : endpoint->since;
  endpoint->line = endpoint->since < endpoint->line ? endpoint->line : 0;
  endpoint->fresh_at = endpoint->asked ? endpoint->fresh_at : 0;
}

void collab_endpoint_due(collab_dispatcher_t *d, const char *subscription, apr_time_t next) {
  collab_endpoint_t *endpoint = endpoint_of(d, subscription);
  endpoint->since = next < endpoint->since ? next : endpoint->since;
  endpoint->told_at = apr_time_now();
}

/* How many more transfers it may begin. */
static int limit_left(const collab_endpoint_t *endpoint) {
  int most = endpoint->state == COLLAB_ENDPOINT_OPEN || endpoint->postponed ? 1 : endpoint->most;
  return endpoint->used < most && endpoint->hold_until <= apr_time_now() ? most - endpoint->used : 0;
}

bool collab_endpoints_ready(const collab_dispatcher_t *d) {
  const collab_endpoints_t *endpoints = d->endpoints;
  apr_time_t now = apr_time_now() + d->clock_ahead;

  for (const collab_endpoint_t *endpoint = endpoints->ring.after; endpoint != &endpoints->ring; endpoint = endpoint->after) {
    if (endpoint->since <= now && limit_left(endpoint)) {
      return true;
    }
  }
  return false;
}

/* Does this claim ask for what is new? It does so in turn with what is old; a look, or a probe, is for the oldest. `left` is what
 * it may bring: half, when both wait. */
static bool asks_fresh(collab_endpoint_t *endpoint, bool waits, bool look, int *left) {
  endpoint->fresh_asked = false;
  if (!endpoint->line || !waits || !*left || look || endpoint->state == COLLAB_ENDPOINT_OPEN ||
      endpoint->fresh_at > apr_time_now()) {
    return false;
  }
  endpoint->fresh_asked = endpoint->fresh_turn;
  endpoint->fresh_turn = !endpoint->fresh_turn;
  *left = (*left + 1) / 2;
  return endpoint->fresh_asked;
}

/* What the claim is told of an endpoint, or NULL. `ask`: it is to look there, from `since` on. */
static const char *entry(const collab_dispatcher_t *d, apr_pool_t *pool, const collab_endpoint_t *endpoint, bool ask,
                         apr_time_t since, int left) {
  if (!ask && endpoint->used == 0 && left == collab_endpoint_first_limit(d)) {
    return NULL; /* as if it were not known */
  }
  return apr_psprintf(pool, "{\"subscription\":%s,\"room\":%d,\"busy\":%d,\"since\":%s}", endpoint->id, left, endpoint->used,
                      ask ? apr_psprintf(pool, "%" APR_TIME_T_FMT, since) : "null");
}

/* May a claim bring what waits for it? Whoever waits for slots that only others may have must not take the turns of those others.
 */
static bool has_seat(const collab_dispatcher_t *d, const collab_endpoint_t *endpoint) {
  return collab_claim_left(d, endpoint->v1) > 0 && !(endpoint->retries && collab_claim_retries_left(d) == 0);
}

/* Of how many rows it is worth to look for one endpoint: its part of what those that wait can get, when all have as much, and
 * one. */
static int worth(const collab_dispatcher_t *d, apr_time_t now) {
  int waiting = 0;
  bool v1 = false, v2 = false;

  for (const collab_endpoint_t *endpoint = d->endpoints->ring.after; endpoint != &d->endpoints->ring;
       endpoint = endpoint->after) {
    if (endpoint->since <= now + d->clock_ahead && limit_left(endpoint) > 0 && has_seat(d, endpoint)) {
      waiting++;
      v1 |= endpoint->v1;
      v2 |= !endpoint->v1;
    }
  }
  int rows = (v1 ? collab_claim_left(d, true) : 0) + (v2 ? collab_claim_left(d, false) : 0);
  rows = rows < d->asked ? rows : d->asked;
  return waiting && rows > 0 ? (rows + waiting - 1) / waiting + 1 : 1;
}

static bool in_part(const collab_endpoint_t *endpoint, int whole) {
  return whole == COLLAB_WHOLE_ALL || (whole >= 0 && apr_atoi64(endpoint->id) % COLLAB_WHOLE_PARTS == whole);
}

const char *collab_endpoints_json(collab_dispatcher_t *d, apr_pool_t *pool, bool look, int whole, int *waiting) {
  collab_endpoints_t *endpoints = d->endpoints;
  apr_array_header_t *parts = apr_array_make(pool, 64, sizeof(const char *));
  apr_time_t now = apr_time_now();
  int turns = 2 * d->asked; /* more would be read in vain; the others come first the next time */
  int most = worth(d, now);
  *waiting = 0;

  for (unsigned n = apr_hash_count(endpoints->by_id); n; n--) {
    collab_endpoint_t *endpoint = endpoints->ring.after;
    unlink_endpoint(endpoint);
    append(endpoints, endpoint);
    if (endpoint->used == 0 && endpoint->plain_at < now && endpoint->state != COLLAB_ENDPOINT_OPEN) {
      endpoint->most = collab_endpoint_first_limit(d);
    }
    if (endpoint->used == 0 && endpoint->since == COLLAB_NEVER && endpoint->forget_at < now && endpoint->hold_until < now) {
      forget(endpoints, endpoint);
      continue;
    }
    bool waits = endpoint->since <= now + d->clock_ahead;
    int left = limit_left(endpoint);
    *waiting += waits ? left : 0;
    left = !waits ? left : turns <= 0 || !has_seat(d, endpoint) ? 0 : left < most ? left : most;
    turns -= waits && left;
    bool fresh = asks_fresh(endpoint, waits, look, &left);
    endpoint->asked = look || (waits && left);
    apr_time_t begin = in_part(endpoint, whole) ? 0 : endpoints->looked_at - LOOK_BACK;
    apr_time_t from = fresh ? endpoint->fresh : look && begin < endpoint->since ? begin : endpoint->since;
    const char *text = entry(d, pool, endpoint, endpoint->asked, from, left);
    if (text) {
      APR_ARRAY_PUSH(parts, const char *) = text;
    }
  }
  return apr_pstrcat(pool, "[", apr_array_pstrcat(pool, parts, ','), "]", NULL);
}

void collab_endpoints_looked(collab_dispatcher_t *d, apr_time_t at) {
  d->endpoints->looked_at = at;
}
