/* room.c: what the dispatcher knows of each endpoint. The claim asks it, the sender and the settler tell it.
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

struct collab_room_t {
  collab_room_t *before, *after; /* in the ring; among the spare, `after` alone */
  int used, most, failures;      /* failures: attempts in a row that came to nothing */
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

struct collab_rooms_t {
  apr_hash_t *by_id;
  collab_room_t ring; /* whose turn it is first follows it */
  collab_room_t *spare;
  apr_time_t looked_at; /* the last look at all of them, the database's clock */
};

void collab_room_setup(collab_dispatcher_t *d) {
  d->rooms = apr_pcalloc(d->pool, sizeof *d->rooms);
  d->rooms->by_id = apr_hash_make(d->pool);
  d->rooms->ring.before = d->rooms->ring.after = &d->rooms->ring;
}

int collab_room_first(const collab_dispatcher_t *d) {
  int quarter = d->config->dispatcher_per_endpoint / 4;
  return quarter > 1 ? quarter : 1;
}

static void unlink_room(collab_room_t *room) {
  room->before->after = room->after;
  room->after->before = room->before;
}

static void append(collab_rooms_t *rooms, collab_room_t *room) {
  room->before = rooms->ring.before;
  room->after = &rooms->ring;
  room->before->after = room->after->before = room;
}

static collab_room_t *room_of(collab_dispatcher_t *d, const char *subscription) {
  collab_rooms_t *rooms = d->rooms;
  collab_room_t *room = apr_hash_get(rooms->by_id, subscription, APR_HASH_KEY_STRING);

  if (!room) {
    room = rooms->spare ? rooms->spare : apr_palloc(d->pool, sizeof *room);
    rooms->spare = rooms->spare ? room->after : NULL;
    memset(room, 0, sizeof *room);
    apr_cpystrn(room->id, subscription, sizeof room->id);
    room->most = collab_room_first(d);
    room->since = COLLAB_NEVER;
    room->forget_at = apr_time_now() + REMEMBER_ANYTHING;
    apr_hash_set(rooms->by_id, room->id, APR_HASH_KEY_STRING, room);
    append(rooms, room);
  }
  return room;
}

static void forget(collab_rooms_t *rooms, collab_room_t *room) {
  apr_hash_set(rooms->by_id, room->id, APR_HASH_KEY_STRING, NULL);
  unlink_room(room);
  room->after = rooms->spare;
  rooms->spare = room;
}

/* For the status page. */
static void show(const collab_room_t *room, const char *failed) {
  collab_meter_endpoint(apr_atoi64(room->id), room->state, room->used, room->most, room->failures,
                        room->hold_until > apr_time_now() ? room->hold_until : 0, failed);
}

void collab_room_take(collab_dispatcher_t *d, collab_slot_t *slot) {
  slot->room = room_of(d, slot->subscription);
  slot->room->used++;
  slot->room->v1 = slot->v1;
  show(slot->room, NULL);
}

static void record(collab_room_t *room, bool fault, apr_time_t now) {
  if (room->window_at + WINDOW < now) {
    bool next = room->window_at + 2 * WINDOW >= now;
    room->window[1].tries = next ? room->window[0].tries : 0;
    room->window[1].faults = next ? room->window[0].faults : 0;
    room->window[0].tries = room->window[0].faults = 0;
    room->window_at = now;
  }
  room->window[0].tries++;
  room->window[0].faults += fault;
  room->faults = fault ? room->faults + 1 : 0;
}

static bool fails(const collab_room_t *room) {
  int tries = room->window[0].tries + room->window[1].tries, faults = room->window[0].faults + room->window[1].faults;
  return room->faults >= FAILURES || (tries >= TRIES && 100 * faults > SHARE * tries);
}

static void open_breaker(collab_dispatcher_t *d, collab_room_t *room, const char *error, apr_time_t now) {
  room->state = COLLAB_ENDPOINT_OPEN;
  room->opened_at = now;
  room->pause = apr_time_from_sec(d->config->breaker_pause);
  room->hold_until = now + room->pause > room->hold_until ? now + room->pause : room->hold_until;
  ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
               COLLABNO(0671) "subscription %s: its receiver fails (%s) and is tried with one delivery %s", room->id,
               error ? error : "no reason", room->pause ? "now and then; the others wait" : "at a time");
}

static void close_breaker(collab_dispatcher_t *d, collab_room_t *room) {
  room->state = COLLAB_ENDPOINT_SLOW;
  room->most = 1;
  if (!d->config->breaker_in_order) {
    room->line = room->fresh = apr_time_now() + d->clock_ahead;
    room->fresh_at = 0;
    room->fresh_turn = true;
  }
  memset(room->window, 0, sizeof room->window);
  ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0672) "subscription %s: its receiver works again", room->id);
}

bool collab_room_past(const collab_slot_t *slot) {
  return slot->claimed_at <= slot->room->anew_at;
}

/* What an attempt says about the receiver. What was begun before the breaker opened is no probe. */
static void judge(collab_dispatcher_t *d, collab_room_t *room, const collab_result_t *result, bool fault) {
  bool probe = result->started > room->opened_at;

  record(room, fault, result->ended);
  if (room->state == COLLAB_ENDPOINT_OPEN && !fault) {
    close_breaker(d, room);
  } else if (room->state == COLLAB_ENDPOINT_OPEN && probe && room->pause) {
    room->pause = 2 * room->pause < HOLD_AT_MOST ? 2 * room->pause : HOLD_AT_MOST;
    room->hold_until = result->ended + room->pause;
  } else if (room->state != COLLAB_ENDPOINT_OPEN && fault && fails(room)) {
    open_breaker(d, room, result->error, result->ended);
  } else if (room->state == COLLAB_ENDPOINT_SLOW && room->most == d->config->dispatcher_per_endpoint) {
    room->state = COLLAB_ENDPOINT_CLOSED;
  }
}

void collab_room_leave(collab_dispatcher_t *d, collab_slot_t *slot, bool answered) {
  collab_room_t *room = slot->room;
  int whole = d->config->dispatcher_per_endpoint;
  apr_time_t now = slot->result.ended;
  bool past = collab_room_past(slot);

  slot->room = NULL;
  room->used--;
  if (slot->result.put_off > 0 || past) {
    return; /* says nothing about the endpoint */
  }
  room->postponed = 0;
  room->most = !answered ? 1 : 2 * room->most < whole ? 2 * room->most : whole;
  room->plain_at = now + (answered ? REMEMBER_ANSWER : REMEMBER_SILENCE);
  room->forget_at = now + REMEMBER_ANYTHING;
  room->failures = slot->result.success ? 0 : room->failures + 1;
  judge(d, room, &slot->result, !answered || slot->result.status >= 500);
  show(room, slot->result.error);
  if (room->since <= now + d->clock_ahead && d->paced_until < d->claim_at) { /* it has room for what waits */
    d->claim_at = d->paced_until;
  }
}

void collab_room_hold(collab_slot_t *slot, apr_time_t until) {
  apr_time_t most = apr_time_now() + HOLD_AT_MOST;

  until = until < most ? until : most;
  slot->room->hold_until = slot->room->hold_until < until ? until : slot->room->hold_until;
  show(slot->room, NULL);
}

double collab_room_postpone(collab_slot_t *slot) {
  collab_room_t *room = slot->room;
  apr_time_t now = apr_time_now();

  if (collab_room_past(slot)) { /* of another callback */
    return (double)collab_timer(COLLAB_TIMER_POSTPONE) / APR_USEC_PER_SEC;
  }
  if (room->postponed_until <= now) { /* not for those that were on their way at the same time */
    apr_interval_time_t first = collab_timer(COLLAB_TIMER_POSTPONE), most = POSTPONE_MOST * first;
    room->postponed = !room->postponed ? first : 2 * room->postponed < most ? 2 * room->postponed : most;
    room->postponed_until = now + room->postponed;
  }
  collab_room_hold(slot, room->postponed_until);
  return (double)(room->postponed_until - now) / APR_USEC_PER_SEC;
}

void collab_room_anew(collab_dispatcher_t *d, const char *subscription) {
  collab_room_t *room = apr_hash_get(d->rooms->by_id, subscription, APR_HASH_KEY_STRING);

  if (room) {
    room->anew_at = apr_time_now();
    room->hold_until = room->plain_at = room->postponed_until = room->postponed = 0;
    room->pause = room->pause ? apr_time_from_sec(d->config->breaker_pause) : 0;
    room->faults = 0;
    memset(room->window, 0, sizeof room->window);
  }
}

/* What the claim that asked for what is new has left of it. Where there was none, what is old goes on at once. */
static void fresh_left(collab_dispatcher_t *d, collab_room_t *room, apr_time_t next) {
  apr_time_t now = apr_time_now(), from = d->claimed_at + d->clock_ahead - FRESH_BACK;

  from = from > room->line ? from : room->line;
  room->fresh = next < from ? next : from;
  room->fresh_at = next <= now + d->clock_ahead ? 0 : now + FRESH_EVERY;
  if (room->fresh_at && d->paced_until < d->claim_at) {
    d->claim_at = d->paced_until;
  }
}

/* A claim that has not asked tells of what it wrote itself, not of what waits in front of that; one that had begun already may not
 * have seen what was heard since (collab_room_due). It tells the same with each row that it has for the endpoint. */
void collab_room_left(collab_dispatcher_t *d, const collab_brought_t *brought) {
  collab_room_t *room = room_of(d, brought->subscription);
  apr_time_t next = brought->next ? apr_atoi64(brought->next) : COLLAB_NEVER;
  bool retries = brought->retries && *brought->retries == 't';

  room->v1 = brought->v1 ? *brought->v1 == 't' : room->v1;
  room->retries = retries && (room->asked || room->retries);
  if (room->fresh_asked) {
    fresh_left(d, room, next);
    return;
  }
  bool newer = room->asked && d->claimed_at > room->told_at;
  room->since = newer || next < room->since ? next : room->since;
  room->line = room->since < room->line ? room->line : 0;
  room->fresh_at = room->asked ? room->fresh_at : 0;
}

void collab_room_due(collab_dispatcher_t *d, const char *subscription, apr_time_t next) {
  collab_room_t *room = room_of(d, subscription);
  room->since = next < room->since ? next : room->since;
  room->told_at = apr_time_now();
}

/* How many more transfers it may begin. */
static int room_left(const collab_room_t *room) {
  int most = room->state == COLLAB_ENDPOINT_OPEN || room->postponed ? 1 : room->most;
  return room->used < most && room->hold_until <= apr_time_now() ? most - room->used : 0;
}

bool collab_room_ready(const collab_dispatcher_t *d) {
  const collab_rooms_t *rooms = d->rooms;
  apr_time_t now = apr_time_now() + d->clock_ahead;

  for (const collab_room_t *room = rooms->ring.after; room != &rooms->ring; room = room->after) {
    if (room->since <= now && room_left(room)) {
      return true;
    }
  }
  return false;
}

/* Does this claim ask for what is new? It does so in turn with what is old; a look, or a probe, is for the oldest. `left` is what
 * it may bring: half, when both wait. */
static bool asks_fresh(collab_room_t *room, bool waits, bool look, int *left) {
  room->fresh_asked = false;
  if (!room->line || !waits || !*left || look || room->state == COLLAB_ENDPOINT_OPEN || room->fresh_at > apr_time_now()) {
    return false;
  }
  room->fresh_asked = room->fresh_turn;
  room->fresh_turn = !room->fresh_turn;
  *left = (*left + 1) / 2;
  return room->fresh_asked;
}

/* What the claim is told of an endpoint, or NULL. `ask`: it is to look there, from `since` on. */
static const char *entry(const collab_dispatcher_t *d, apr_pool_t *pool, const collab_room_t *room, bool ask, apr_time_t since,
                         int left) {
  if (!ask && room->used == 0 && left == collab_room_first(d)) {
    return NULL; /* as if it were not known */
  }
  return apr_psprintf(pool, "{\"subscription\":%s,\"room\":%d,\"busy\":%d,\"since\":%s}", room->id, left, room->used,
                      ask ? apr_psprintf(pool, "%" APR_TIME_T_FMT, since) : "null");
}

/* May a claim bring what waits for it? Whoever waits for slots that only others may have must not take the turns of those others.
 */
static bool has_seat(const collab_dispatcher_t *d, const collab_room_t *room) {
  return collab_claim_left(d, room->v1) > 0 && !(room->retries && collab_claim_retries_left(d) == 0);
}

/* Of how many rows it is worth to look for one endpoint: its part of what those that wait can get, when all have as much, and
 * one. */
static int worth(const collab_dispatcher_t *d, apr_time_t now) {
  int waiting = 0;
  bool v1 = false, v2 = false;

  for (const collab_room_t *room = d->rooms->ring.after; room != &d->rooms->ring; room = room->after) {
    if (room->since <= now + d->clock_ahead && room_left(room) > 0 && has_seat(d, room)) {
      waiting++;
      v1 |= room->v1;
      v2 |= !room->v1;
    }
  }
  int rows = (v1 ? collab_claim_left(d, true) : 0) + (v2 ? collab_claim_left(d, false) : 0);
  rows = rows < d->asked ? rows : d->asked;
  return waiting && rows > 0 ? (rows + waiting - 1) / waiting + 1 : 1;
}

static bool in_part(const collab_room_t *room, int whole) {
  return whole == COLLAB_WHOLE_ALL || (whole >= 0 && apr_atoi64(room->id) % COLLAB_WHOLE_PARTS == whole);
}

const char *collab_room_text(collab_dispatcher_t *d, apr_pool_t *pool, bool look, int whole, int *waiting) {
  collab_rooms_t *rooms = d->rooms;
  apr_array_header_t *parts = apr_array_make(pool, 64, sizeof(const char *));
  apr_time_t now = apr_time_now();
  int turns = 2 * d->asked; /* more would be read in vain; the others come first the next time */
  int most = worth(d, now);
  *waiting = 0;

  for (unsigned n = apr_hash_count(rooms->by_id); n; n--) {
    collab_room_t *room = rooms->ring.after;
    unlink_room(room);
    append(rooms, room);
    if (room->used == 0 && room->plain_at < now && room->state != COLLAB_ENDPOINT_OPEN) {
      room->most = collab_room_first(d);
    }
    if (room->used == 0 && room->since == COLLAB_NEVER && room->forget_at < now && room->hold_until < now) {
      forget(rooms, room);
      continue;
    }
    bool waits = room->since <= now + d->clock_ahead;
    int left = room_left(room);
    *waiting += waits ? left : 0;
    left = !waits ? left : turns <= 0 || !has_seat(d, room) ? 0 : left < most ? left : most;
    turns -= waits && left;
    bool fresh = asks_fresh(room, waits, look, &left);
    room->asked = look || (waits && left);
    apr_time_t begin = in_part(room, whole) ? 0 : rooms->looked_at - LOOK_BACK;
    apr_time_t from = fresh ? room->fresh : look && begin < room->since ? begin : room->since;
    const char *text = entry(d, pool, room, room->asked, from, left);
    if (text) {
      APR_ARRAY_PUSH(parts, const char *) = text;
    }
  }
  return apr_pstrcat(pool, "[", apr_array_pstrcat(pool, parts, ','), "]", NULL);
}

void collab_room_looked(collab_dispatcher_t *d, apr_time_t at) {
  d->rooms->looked_at = at;
}
