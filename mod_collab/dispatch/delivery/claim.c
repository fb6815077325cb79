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
#include "dispatch/delivery/claim.h"
#include "collab_private.h"

#include <http_log.h>
#include <stdlib.h>
#include <string.h>

#include "base/meter.h"
#include "base/random.h"

#define POLL_EVERY apr_time_from_msec(500) /* without a hint */
#define BATCH 512                          /* rows of one claim; and most events of a channel */
#define FEW 10                             /* least events of a channel */
#define PACE apr_time_from_msec(1)         /* at least between two claims while there is more than can be sent */
#define SEND_AT_ONCE 64                    /* transfers begun in one turn of the loop */

apr_time_t collab_claim_due(const collab_claims_t *claims) {
  if (claims->link.busy || claims->slots->free == 0) {
    return COLLAB_NEVER;
  }
  apr_time_t due = claims->pace->claim_at < claims->proxy->until ? claims->proxy->until : claims->pace->claim_at;
  return collab_link_free_at(&claims->link, due);
}

/* Once V1 has ended, nothing new is spread to its subscriptions, and what was pending ends in send.c. */
static bool legacy_ended(collab_claims_t *claims) {
  bool ended = collab_config_legacy_ended(claims->config, apr_time_now());

  if (ended && !claims->legacy_end_logged) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, claims->s,
                 COLLABNO(0612) "payload version V1 has ended (CollabLegacySunset): its subscriptions get no more deliveries");
    claims->legacy_end_logged = true;
  }
  return ended;
}

/* What a channel may still take: half of the slots while the other one has work, and never the last ones. */
static const char *shares(const collab_claims_t *claims, apr_pool_t *pool) {
  int half = claims->slots->count / 2;

  return apr_psprintf(pool, "[{\"version\":\"V1\",\"half\":%d,\"most\":%d},{\"version\":\"V2\",\"half\":%d,\"most\":%d}]",
                      half - collab_slots_busy(claims->slots, true), collab_slots_left(claims->slots, true),
                      half - collab_slots_busy(claims->slots, false), collab_slots_left(claims->slots, false));
}

/* How many events to spread: as many as make deliveries for the slots that those which wait already will leave. What is spread
 * beyond that would be written twice; it waits as well in the outbox. But some always: who has nothing waiting must not wait for
 * those who have. */
static int events_wanted(const collab_claims_t *claims, int waiting) {
  double wanted = (claims->rows_asked - waiting) / (claims->deliveries_per_event > 1 ? claims->deliveries_per_event : 1);
  return wanted > BATCH ? BATCH : wanted > FEW ? (int)wanted : FEW;
}

void collab_claim_begin(collab_claims_t *claims) {
  collab_link_t *link = &claims->link;
  collab_looks_t *looks = claims->looks;
  apr_pool_t *pool = link->statement_pool;

  if (!collab_link_up(link)) {
    return;
  }
  if (collab_number_new_session(claims->number)) {
    collab_looks_reset(looks);
  }
  apr_pool_clear(pool);
  if (!claims->number->held) {
    collab_number_enter(claims->number);
    return;
  }
  claims->pace->claimed_at = apr_time_now();
  claims->pace->claim_at = claims->pace->claimed_at + POLL_EVERY;
  const char *uuid = collab_random_uuid(pool);
  int waiting;
  if (!uuid) {
    return;
  }
  claims->lease = collab_lease_begin(claims->leases, uuid);
  claims->rows_asked = claims->proxy->pause          ? 1
                       : claims->slots->free < BATCH ? claims->slots->free
                                                     : BATCH; /* one is the probe */
  collab_looks_begin(looks, claims->pace->claimed_at);
  const char *endpoints = collab_due_json(claims->endpoints, pool, claims->rows_asked, looks->looking, looks->rescan, &waiting);
  claims->events_asked = events_wanted(claims, waiting);
  const char *const *values = BINDS_IN(
      pool, delivery_claim, .claim = collab_lease_claim(claims->lease),
      .lease_seconds = apr_itoa(pool, collab_lease_lasts(claims->config)), .slots = apr_itoa(pool, claims->rows_asked),
      .retry_slots = apr_itoa(pool, collab_slots_retries_left(claims->slots)),
      .first_limit = apr_itoa(pool, collab_endpoint_first_limit(claims->endpoints)), .endpoints = endpoints,
      .legacy = legacy_ended(claims) ? "false" : "true", .look = looks->looking ? "true" : "false",
      .outbox_since = apr_psprintf(pool, "%" APR_INT64_T_FMT, collab_looks_outbox_since(looks, claims->pace->claimed_at)),
      .shares = shares(claims, pool), .events = apr_itoa(pool, claims->events_asked));
  if (!collab_link_send(link, STATEMENT(delivery_claim), values)) {
    collab_lease_end(claims->leases, claims->lease);
    claims->pace->claim_at = claims->pace->claimed_at;
  }
}

/* So many free slots are worth a claim at once. */
static int worth_a_claim(const collab_claims_t *claims) {
  return claims->slots->count / 4 < BATCH ? claims->slots->count / 4 : BATCH;
}

void collab_claim_freed(collab_claims_t *claims) {
  if (claims->work_left && claims->slots->free >= worth_a_claim(claims)) {
    claims->pace->claim_at = 0;
  }
}

/* A delivery goes into a slot; no more were asked for than there are. */
static void fill_slot(collab_claims_t *claims, const collab_claimed_row_t *claimed_row, apr_hash_t *callbacks) {
  const collab_callback_t *callback = claimed_row->callback.version
                                          ? &claimed_row->callback
                                          : apr_hash_get(callbacks, claimed_row->subscription, APR_HASH_KEY_STRING);
  collab_slot_t *slot =
      collab_slots_take(claims->slots, (int)apr_atoi64(claimed_row->attempts), !strcmp(callback->version, "V1"));

  slot->claimed_row = *claimed_row;
  slot->claimed_row.callback = *callback;
  if (claimed_row->callback.version) {
    apr_hash_set(callbacks, claimed_row->subscription, APR_HASH_KEY_STRING, &slot->claimed_row.callback);
  }
  slot->id = apr_pstrdup(slot->pool, claimed_row->id);
  slot->lease = claims->lease;
  slot->claim = collab_lease_take(claims->lease);
  slot->claimed_at = claims->pace->claimed_at;
  slot->subscription = apr_pstrdup(slot->pool, claimed_row->subscription);
  *(claims->taken_first ? &claims->taken_last->next : &claims->taken_first) = slot;
  claims->taken_last = slot;
  collab_endpoint_take(claims->endpoints, slot);
}

/* The rows stay until their transfers have begun, and the next claim runs meanwhile: they change places with those of the claim
 * before. */
static void keep_rows(collab_claims_t *claims) {
  apr_pool_t *before = claims->taken_pool;

  apr_pool_clear(before);
  claims->taken_pool = claims->link.statement_pool;
  claims->link.statement_pool = before;
}

void collab_claim_send(collab_claims_t *claims) {
  for (int n = SEND_AT_ONCE; claims->taken_first && n; n--) {
    collab_slot_t *slot = claims->taken_first;
    claims->taken_first = slot->next;
    collab_send_begin(claims->sender, slot);
  }
}

void collab_claim_step(collab_claims_t *claims) {
  collab_link_t *link = &claims->link;
  collab_pg_state_t state = collab_link_step(link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (claims->number->entering) {
    claims->pace->claim_at = collab_number_entered(claims->number, state);
    return;
  }
  if (state != COLLAB_PG_DONE) { /* refused: not again before the next poll */
    collab_lease_end(claims->leases, claims->lease);
    if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
      collab_link_drop(link);
      claims->pace->claim_at = apr_time_now();
    }
    return;
  }
  collab_rows_t rows = collab_pg_rows(link->pg, 0);
  int64_t events = collab_rows_integer(rows, 0, "events"), newest = collab_rows_integer(rows, 0, "newest");
  apr_time_t now = apr_time_now(), at = collab_rows_integer(rows, 0, "now");
  int free = claims->slots->free, columns[COLLAB_CLAIMED_ROW_COLUMNS];

  claims->pace->clock_ahead = at - claims->pace->claimed_at;
  collab_looks_outbox_taken(claims->looks, newest, events == claims->events_asked);
  claims->pace->paced_until = now + (now - claims->pace->claimed_at > PACE ? now - claims->pace->claimed_at : PACE);
  if (events > 0) {
    claims->deliveries_per_event +=
        ((double)collab_rows_integer(rows, 0, "made") / (double)events - claims->deliveries_per_event) / 8;
  }
  collab_meter_set(COLLAB_GAUGE_CLAIMED_AT, now);
  collab_meter_set(COLLAB_GAUGE_MOVED_AT, now);
  collab_meter_time(COLLAB_TIME_CLAIM, now - claims->pace->claimed_at);
  collab_meter_count(COLLAB_COUNT_EVENTS, (uint64_t)events);
  apr_hash_t *callbacks = apr_hash_make(link->statement_pool);
  collab_claimed_row_columns(rows, columns);
  for (int row = 0; row < rows.count; row++) {
    collab_claimed_row_t claimed_row;
    collab_claimed_row_read(rows, row, columns, &claimed_row);
    if (claimed_row.known && *claimed_row.known == 't') {
      collab_due_remaining(claims->endpoints, &claimed_row);
    }
    if (claimed_row.id) {
      fill_slot(claims, &claimed_row, callbacks);
    }
  }
  collab_lease_filled(claims->leases, claims->lease);
  collab_meter_count(COLLAB_COUNT_CLAIMED, (uint64_t)(free - claims->slots->free));
  if (claims->looks->looking) {
    collab_due_looked(claims->endpoints, at);
    collab_looks_done(claims->looks, claims->pace->claimed_at, now);
  }
  /* Who has room and work that was left behind waits for slots: the last are kept for first attempts and the other version. */
  claims->work_left =
      events == claims->events_asked || free - claims->slots->free == claims->rows_asked || collab_due_ready(claims->endpoints);
  if (claims->work_left && (events || free > claims->slots->free)) {
    claims->pace->claim_at = claims->slots->free >= worth_a_claim(claims) ? now : claims->pace->paced_until;
  }
  keep_rows(claims);
}

void collab_claim_release(collab_claims_t *claims, apr_time_t deadline) {
  collab_link_t *link = &claims->link;
  apr_pool_t *pool = link->statement_pool;

  if (!link->pg || !collab_pg_alive(link->pg)) {
    return;
  }
  apr_array_header_t *leases = apr_array_make(pool, claims->slots->count, sizeof(const char *));
  for (int i = 0; i < claims->slots->count; i++) {
    const collab_slot_t *slot = &claims->slots->all[i];
    if (slot->state != COLLAB_SLOT_FREE) {
      APR_ARRAY_PUSH(leases, const char *) = apr_psprintf(pool, "{\"id\":%s,\"claim\":\"%s\"}", slot->id, slot->claim);
    }
  }
  if (leases->nelts) {
    const char *list = apr_pstrcat(pool, "[", apr_array_pstrcat(pool, leases, ','), "]", NULL);
    collab_pg_run(link->pg, pool, STATEMENT(delivery_release), BINDS(delivery_release, .leases = list), deadline);
  }
}
