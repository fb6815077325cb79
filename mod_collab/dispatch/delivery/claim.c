/* claim.c: which deliveries this dispatcher sends next. The protocol by which deliveries are sent, whole:
 *
 *                        (lease)
 *   outbox ──spread──┬───────────────> leased ──settle──> (gone: delivered, or dead_letter)
 *                    │                 │ ^ └───settle───> due again, later (retry)
 *                    └──> due ──claim──┼─┘
 *                          ^           │
 *                          └───────────┘ lease over: recovered, or released
 *
 * 1. An operation writes its event and an outbox row a channel in its own transaction. A claim is one statement, one short
 * transaction; none is open while HTTP is in flight. It turns the outbox rows of V1 and V2 into deliveries, one for each
 * subscription that wants the event (again after a crash: event and subscription are unique together), and leases what is to be
 * sent: new ones are born leased where there is room for them beside the older ones that wait, which saves writing them twice; so
 * no more events are taken than that, and a few.
 * 2. It asks for no more than there are free slots, takes for one endpoint no more than may be under way there (endpoint.c), goes
 * round robin over the endpoints (who has least under way comes first), and leaves a fifth of the slots to first attempts and an
 * eighth to the other version; beyond half of them, V1 and V2 go after one another. Who never answers holds up nobody else.
 * 3. What a claim costs does not depend on how much there is, nor on what has been. It is told which endpoints may have work and
 * from which due time on (endpoint.c), and from which event on the outbox may hold rows, so it never walks past index entries of
 * what is gone, even while somebody's old snapshot keeps them alive. What it leaves behind it reports. Twice a second it looks
 * for what others have written: at the known endpoints from the last look on, at unknown ones by hopping through the index
 * between those that are known. About three times a minute it believes nothing (COLLAB_TIMER_RESCAN; less often when that is
 * dear), of the outbox, and of a sixteenth of the endpoints at a time: that walks past what is gone, and all wait for it. So
 * whoever gives a delivery back, or makes a new one, must set due_at to the present time; what is put forward to a later one
 * (callback.c) each dispatcher asks for.
 * 4. A claim id is this dispatcher's number (32 bits) and 96 random bits. Settling names it and touches no row whose claim id has
 * changed since: a dispatcher that was stopped for a minute cannot overrule the one that took over. The delivery carries the id,
 * of which no index knows, so that leasing is an update in its page (HOT); the time and the ids stand in a row of the claim
 * (table lease).
 * 5. A lease ends by settling; or by time (longest transfer + 15 s; once more as much, again and again, while its holder lives
 * and the database refuses to take down what came of it: settle.c); or with its holder: a dispatcher holds an advisory lock of
 * its number for as long as its session lives (table dispatcher lists the numbers), and whoever runs delivery_recover takes back
 * the leases of numbers that nobody holds: at its start at once, later when it has missed them twice. So a kill -9 costs about a
 * second, on this host or another. What was in flight then is sent again: at least once. A dispatcher that is told to stop gives
 * its leases back itself. A claim whose answer never came is in doubt until its dispatcher has its number's lock on another
 * session: then the old one is over, and what the claim holds is taken back.
 * 6. A delivery whose holder died more than five times in a row is a dead letter, "worker lost": it may be what kills them.
 * 7. Claims need not outlive a crash of the database (synchronous_commit is off for them), settlements must.
 * 8. Any number of dispatchers share the work: each claims what the others have not locked (SKIP LOCKED), and one whose slots are
 * full while work is left tells the others (peers.c). Correctness never rests on how many there are. Losing a wake-up, or word of
 * another, costs at most one poll interval.
 * 9. Deliveries wait in the queue that their subscription has. Who is switched off, deleted or retired has it no more: what is
 * left in it is nobody's, however much it is, and queue_drop deletes it. A claim holds the subscriptions of what it leases FOR
 * KEY SHARE until its commit, so nothing is leased for who has lost his queue meanwhile, and he waits for what is leased before.
 * What has been leased by then may still be sent; what comes of it is not put on record.
 * 10. What is for a subscription that its operator has paused is spread and waits; a claim neither leases it nor tells of it.
 * When it goes on, dispatchers are told as of a changed callback, and ask from the first due time on.
 *
 * Runs in the dispatcher process alone. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <stdlib.h>
#include <string.h>

#include "base/meter.h"
#include "base/random.h"
#include "base/timer.h"

#define ENTER_WITHIN apr_time_from_sec(2)
#define POLL_EVERY apr_time_from_msec(500) /* without a hint */
#define USUAL_MARK apr_time_from_msec(100) /* events that are committed so late are left to the next look */
#define BATCH 512                          /* rows of one claim; and most events of a channel */
#define FEW 10                             /* least events of a channel */
#define PACE apr_time_from_msec(1)         /* at least between two claims while there is more than can be sent */
#define SEND_AT_ONCE 64                    /* transfers begun in one turn of the loop */
#define RELEASE_WITHIN apr_time_from_msec(300)

/* Asks for the lock of this dispatcher's number on the claims link; without it, its leases would count as nobody's. */
static void enter(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  apr_pool_t *pool = link->statement_pool;

  d->entering = collab_link_send(link, STATEMENT(dispatcher_enter), BINDS(dispatcher_enter, .number = apr_itoa(pool, d->number)));
  link->deadline = apr_time_now() + ENTER_WITHIN;
}

/* Entered, unless somebody has the number: our old session, most likely, and not for long. */
static void entered(collab_dispatcher_t *d, collab_pg_state_t state) {
  collab_link_t *link = &d->claims;
  const char *entered = state == COLLAB_PG_DONE ? collab_rows_text(collab_pg_rows(link->pg, 0), 0, "entered") : NULL;

  d->entering = false;
  d->entered = entered && *entered == 't';
  if (state != COLLAB_PG_DONE) {
    collab_link_drop(link);
  } else if (!d->entered && apr_time_now() - d->number_since > collab_timer(COLLAB_TIMER_NUMBER)) {
    const char *uuid = collab_random_uuid(link->statement_pool);
    d->number = uuid ? (int)(strtoul(uuid, NULL, 16) & 0x7fffffff) : d->number; /* no randomness: the next time */
    d->number_since = apr_time_now();
  }
  d->claim_at = d->entered ? 0 : apr_time_now() + COLLAB_TRY_AGAIN;
}

/* A node that drains finishes what it has; it keeps its number for that. */
static bool is_draining(const collab_dispatcher_t *d) {
  return collab_dispatch_drains() && d->entered && d->claims.pg && d->claims.sessions == d->session;
}

apr_time_t collab_claim_due(const collab_dispatcher_t *d) {
  if (d->stopping || d->claims.busy || d->free == 0 || is_draining(d)) {
    return COLLAB_NEVER;
  }
  apr_time_t due = d->claim_at < d->proxy_until ? d->proxy_until : d->claim_at;
  return collab_link_free_at(&d->claims, due);
}

/* Once V1 has ended, nothing new is spread to its subscriptions, and what was pending ends in send.c. */
static bool legacy_ended(collab_dispatcher_t *d) {
  bool ended = collab_config_legacy_ended(d->config, apr_time_now());

  if (ended && !d->legacy_over) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
                 COLLABNO(0612) "payload version V1 has ended (CollabLegacySunset): its subscriptions get no more deliveries");
    d->legacy_over = true;
  }
  return ended;
}

static int busy_with(const collab_dispatcher_t *d, bool v1) {
  return v1 ? d->v1_busy : d->nslots - d->free - d->v1_busy;
}

int collab_claim_left(const collab_dispatcher_t *d, bool v1) {
  int left = d->nslots - d->nslots / 8 - busy_with(d, v1);
  return left < d->free ? left : d->free;
}

int collab_claim_retries_left(const collab_dispatcher_t *d) {
  int left = (d->nslots > 1 ? d->nslots * 4 / 5 : 1) - d->retrying;
  return left > 0 ? left : 0;
}

/* What a channel may still take: half of the slots while the other one has work, and never the last ones. */
static const char *shares(const collab_dispatcher_t *d, apr_pool_t *pool) {
  int half = d->nslots / 2;

  return apr_psprintf(pool, "[{\"version\":\"V1\",\"half\":%d,\"most\":%d},{\"version\":\"V2\",\"half\":%d,\"most\":%d}]",
                      half - busy_with(d, true), collab_claim_left(d, true), half - busy_with(d, false),
                      collab_claim_left(d, false));
}

/* The event from which on the outbox is looked at. An older one was taken, or is committed later than the newest that was taken a
 * moment ago; such latecomers a look finds, which goes further back, or at last the one that begins at the first. The way to them
 * leads past all that has been taken since, and while somebody's snapshot keeps that alive it is long. */
static int64_t outbox_since(collab_dispatcher_t *d) {
  const apr_interval_time_t every[] = {USUAL_MARK, collab_timer(COLLAB_TIMER_LOOK_MARK)};

  for (int i = 0; i < 2; i++) {
    if (d->outbox[i].at < d->claimed_at) {
      d->outbox[i].before = d->outbox[i].marked;
      d->outbox[i].marked = d->reached;
      d->outbox[i].at = d->claimed_at + every[i];
    }
  }
  d->outbox_whole = d->looking && d->outbox_whole_at <= d->claimed_at;
  return d->outbox_whole ? 0 : d->outbox[d->looking ? 1 : 0].before;
}

/* A claim has taken outbox rows up to the event `newest`. One that took as many as it might has perhaps left others behind them,
 * latecomers too: the next begins there. Whoever leaves none behind has reached the newest of all. */
static void outbox_taken(collab_dispatcher_t *d, int64_t newest, bool as_many_as_it_might) {
  d->newest = newest > d->newest ? newest : d->newest;
  d->reached = as_many_as_it_might ? newest : d->newest;
  for (int i = 0; i < 2 && as_many_as_it_might; i++) {
    d->outbox[i].before = d->outbox[i].before < newest ? d->outbox[i].before : newest;
    d->outbox[i].marked = d->outbox[i].marked < newest ? d->outbox[i].marked : newest;
  }
}

/* How many events to spread: as many as make deliveries for the slots that those which wait already will leave. What is spread
 * beyond that would be written twice; it waits as well in the outbox. But some always: who has nothing waiting must not wait for
 * those who have. */
static int events_wanted(const collab_dispatcher_t *d, int waiting) {
  double wanted = (d->asked - waiting) / (d->per_event > 1 ? d->per_event : 1);
  return wanted > BATCH ? BATCH : wanted > FEW ? (int)wanted : FEW;
}

void collab_claim_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  apr_pool_t *pool = link->statement_pool;

  if (!collab_link_up(link)) {
    return;
  }
  if (link->sessions != d->session) {
    d->session = link->sessions;
    d->entered = false;
    d->number_since = apr_time_now();
    d->look_at = d->whole_at = d->outbox_whole_at = 0;
    d->whole_next = COLLAB_WHOLE_ALL;
  }
  apr_pool_clear(pool);
  if (!d->entered) {
    enter(d);
    return;
  }
  d->claimed_at = apr_time_now();
  d->claim_at = d->claimed_at + POLL_EVERY;
  const char *uuid = collab_random_uuid(pool);
  int waiting;
  if (!uuid) {
    return;
  }
  d->claimed = collab_lease_begin(d, uuid);
  d->asked = d->proxy_pause ? 1 : d->free < BATCH ? d->free : BATCH; /* one is the probe */
  d->looking = d->look_at <= d->claimed_at;
  d->whole = d->looking && d->whole_at <= d->claimed_at ? d->whole_next : COLLAB_WHOLE_NONE;
  const char *endpoints = collab_endpoints_json(d, pool, d->looking, d->whole, &waiting);
  d->events = events_wanted(d, waiting);
  const char *const *values = BINDS_IN(
      pool, delivery_claim, .claim = collab_lease_claim(d->claimed),
      .lease_seconds = apr_itoa(pool, d->config->webhook_timeout + (int)apr_time_sec(collab_timer(COLLAB_TIMER_LEASE_MARGIN))),
      .slots = apr_itoa(pool, d->asked), .retry_slots = apr_itoa(pool, collab_claim_retries_left(d)),
      .first_room = apr_itoa(pool, collab_endpoint_first_limit(d)), .rooms = endpoints,
      .legacy = legacy_ended(d) ? "false" : "true", .look = d->looking ? "true" : "false",
      .outbox_since = apr_psprintf(pool, "%" APR_INT64_T_FMT, outbox_since(d)), .shares = shares(d, pool),
      .events = apr_itoa(pool, d->events));
  if (!collab_link_send(link, STATEMENT(delivery_claim), values)) {
    collab_lease_end(d, d->claimed);
    d->claim_at = d->claimed_at;
  }
}

/* So many free slots are worth a claim at once. */
static int enough(const collab_dispatcher_t *d) {
  return d->nslots / 4 < BATCH ? d->nslots / 4 : BATCH;
}

void collab_claim_freed(collab_dispatcher_t *d) {
  if (d->plenty && d->free >= enough(d)) {
    d->claim_at = 0;
  }
}

/* A delivery goes into a slot; no more were asked for than there are. */
static void take(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row, apr_hash_t *callbacks) {
  collab_slot_t *slot = d->spare;

  d->spare = slot->next;
  d->free--;
  slot->claimed_row = *claimed_row;
  if (claimed_row->callback.version) {
    apr_hash_set(callbacks, claimed_row->subscription, APR_HASH_KEY_STRING, &slot->claimed_row.callback);
  } else {
    slot->claimed_row.callback =
        *(const collab_callback_t *)apr_hash_get(callbacks, claimed_row->subscription, APR_HASH_KEY_STRING);
  }
  slot->id = apr_pstrdup(slot->pool, claimed_row->id);
  slot->lease = d->claimed;
  slot->claim = collab_lease_take(d->claimed);
  slot->claimed_at = d->claimed_at;
  slot->subscription = apr_pstrdup(slot->pool, claimed_row->subscription);
  slot->attempts = (int)apr_atoi64(claimed_row->attempts);
  slot->v1 = !strcmp(slot->claimed_row.callback.version, "V1");
  d->retrying += slot->attempts > 0;
  d->v1_busy += slot->v1;
  slot->state = COLLAB_SLOT_TAKEN;
  slot->next = NULL;
  *(d->taken_first ? &d->taken_last->next : &d->taken_first) = slot;
  d->taken_last = slot;
  collab_endpoint_take(d, slot);
}

/* The rows stay until their transfers have begun, and the next claim runs meanwhile: they change places with those of the claim
 * before. */
static void keep(collab_dispatcher_t *d) {
  apr_pool_t *before = d->taken_pool;

  apr_pool_clear(before);
  d->taken_pool = d->claims.statement_pool;
  d->claims.statement_pool = before;
}

void collab_claim_send(collab_dispatcher_t *d) {
  for (int n = SEND_AT_ONCE; d->taken_first && n; n--) {
    collab_slot_t *slot = d->taken_first;
    d->taken_first = slot->next;
    collab_send_begin(d, slot);
  }
}

/* When a look that believes nothing is made again: the last one ended at `now`, and such looks may cost a hundredth of the time.
 */
static apr_time_t whole_again(const collab_dispatcher_t *d, apr_time_t now, apr_interval_time_t every) {
  apr_interval_time_t pause = 100 * (now - d->claimed_at);
  return now + (pause > every ? pause : every);
}

/* The claim that ended at `now` looked everywhere. */
static void looked(collab_dispatcher_t *d, apr_time_t now, apr_time_t at) {
  apr_interval_time_t rescan = collab_timer(COLLAB_TIMER_RESCAN);

  collab_endpoints_looked(d, at);
  d->look_at = d->claimed_at + POLL_EVERY;
  if (d->whole != COLLAB_WHOLE_NONE) {
    d->whole_at = whole_again(d, now, rescan / COLLAB_WHOLE_PARTS);
    d->whole_next = (d->whole + 1) % COLLAB_WHOLE_PARTS; /* after all comes the first */
  }
  if (d->outbox_whole) {
    d->outbox_whole_at = whole_again(d, now, rescan);
  }
}

void collab_claim_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  collab_pg_state_t state = collab_link_step(link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (d->entering) {
    entered(d, state);
    return;
  }
  if (state != COLLAB_PG_DONE) { /* refused: not again before the next poll */
    collab_lease_end(d, d->claimed);
    if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
      collab_link_drop(link);
      d->claim_at = apr_time_now();
    }
    return;
  }
  collab_rows_t rows = collab_pg_rows(link->pg, 0);
  int64_t events = collab_rows_integer(rows, 0, "events"), newest = collab_rows_integer(rows, 0, "newest");
  apr_time_t now = apr_time_now(), at = collab_rows_integer(rows, 0, "now");
  int free = d->free, columns[COLLAB_CLAIMED_ROW_COLUMNS];

  d->clock_ahead = at - d->claimed_at;
  outbox_taken(d, newest, events == d->events);
  d->paced_until = now + (now - d->claimed_at > PACE ? now - d->claimed_at : PACE);
  if (events > 0) {
    d->per_event += ((double)collab_rows_integer(rows, 0, "made") / (double)events - d->per_event) / 8;
  }
  collab_meter_set(COLLAB_GAUGE_CLAIMED_AT, now);
  collab_meter_set(COLLAB_GAUGE_MOVED_AT, now);
  collab_meter_time(COLLAB_TIME_CLAIM, now - d->claimed_at);
  collab_meter_count(COLLAB_COUNT_EVENTS, (uint64_t)events);
  apr_hash_t *callbacks = apr_hash_make(link->statement_pool);
  collab_claimed_row_columns(rows, columns);
  for (int row = 0; row < rows.count; row++) {
    collab_claimed_row_t claimed_row;
    collab_claimed_row_read(rows, row, columns, &claimed_row);
    if (claimed_row.known && *claimed_row.known == 't') {
      collab_endpoint_remaining(d, &claimed_row);
    }
    if (claimed_row.id) {
      take(d, &claimed_row, callbacks);
    }
  }
  collab_lease_filled(d, d->claimed);
  collab_meter_count(COLLAB_COUNT_CLAIMED, (uint64_t)(free - d->free));
  if (d->looking) {
    looked(d, now, at);
  }
  /* Who has room and work that was left behind waits for slots: the last are kept for first attempts and the other version. */
  d->plenty = events == d->events || free - d->free == d->asked || collab_endpoints_ready(d);
  if (d->plenty && (events || free > d->free)) {
    d->claim_at = d->free >= enough(d) ? now : d->paced_until;
  }
  keep(d);
}

void collab_claim_release(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  apr_pool_t *pool = link->statement_pool;
  apr_time_t deadline = apr_time_now() + RELEASE_WITHIN;

  if (link->busy) { /* what it brings is leased too */
    collab_pg_wait(link->pg, deadline);
    if (d->telling) {
      collab_peers_told(d);
    } else {
      collab_claim_step(d);
    }
  }
  if (!link->pg || !collab_pg_alive(link->pg)) {
    return;
  }
  apr_array_header_t *leases = apr_array_make(pool, d->nslots, sizeof(const char *));
  for (int i = 0; i < d->nslots; i++) {
    if (d->slots[i].state != COLLAB_SLOT_FREE) {
      APR_ARRAY_PUSH(leases, const char *) =
          apr_psprintf(pool, "{\"id\":%s,\"claim\":\"%s\"}", d->slots[i].id, d->slots[i].claim);
    }
  }
  if (leases->nelts) {
    const char *list = apr_pstrcat(pool, "[", apr_array_pstrcat(pool, leases, ','), "]", NULL);
    collab_pg_run(link->pg, pool, STATEMENT(delivery_release), BINDS(delivery_release, .leases = list), deadline);
  }
}
