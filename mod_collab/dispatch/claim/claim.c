/* claim.c: claims the deliveries that this dispatcher sends next. This comment describes the whole delivery protocol:
 *
 *                        (lease)
 *   outbox ─fan-out──┬───────────────> leased ──settle──> (gone: delivered, or dead_letter)
 *                    │                 │ ^ └───settle───> due again, later (retry)
 *                    └──> due ──claim──┼─┘
 *                          ^           │
 *                          └───────────┘ lease over: recovered, or released
 *
 * 1. Claim. An operation writes its event, and an outbox row for each channel, in its own transaction. A claim is one statement
 * and one short transaction. No transaction is open while HTTP is in flight.
 *   A claim first fans out: it turns the outbox rows of V1 and V2 into deliveries, one for each subscription that wants the
 * event. Repeating this after a crash is harmless, because event and subscription are unique together.
 *   Then the claim leases the deliveries to send. It writes a new delivery together with its lease if the endpoint has slots left
 * after its older waiting deliveries. That saves a second write, which would lease the delivery later. So a claim takes at most a
 * few more events than there are slots for.
 *
 * 2. Fairness. A claim asks for at most as many deliveries as there are free slots. For one endpoint it asks for at most the
 * number of transfers that the endpoint may still begin (endpoint.c). It goes round robin over the endpoints, and begins with the
 * endpoint that has the fewest transfers under way. Some slots are reserved:
 *   - A fifth of the slots is reserved for first attempts.
 *   - An eighth is reserved for each payload version. Once a version holds half of the slots, its further deliveries are claimed
 * last.
 *   - A quarter is reserved for companies and hosts that hold less than their share (dispatch/endpoint/share.c).
 * So a receiver that never answers delays no other receiver, and a company with many slow receivers delays no other company. Each
 * leased delivery has a slot already. So no lease runs while its delivery waits for a share.
 *
 * 3. Cost. The cost of a claim depends neither on the number of waiting deliveries nor on the number of sent ones. The dispatcher
 * tells the claim which endpoints may have work, and from which due time on (due.c). It also tells the claim at which event to
 * begin in the outbox (rescan.c). So most claims never walk past the index entries of sent deliveries, even while an old
 * snapshot keeps those entries alive. The claim reports for each endpoint when the first delivery that it leaves there is due.
 *   Twice a second, a claim also looks for deliveries that other processes have written. At known endpoints it looks for
 * due times since the last look. It finds unknown endpoints by hopping through the index between the known ones.
 *   A rescan ignores these due times, or the event at which to begin. It walks past the index entries of sent deliveries,
 * and all deliveries wait for it. Every 20 s (COLLAB_TIMER_RESCAN; less often when it is expensive) a claim rescans the whole
 * outbox. Within the same 20 s other claims rescan every endpoint, a sixteenth of the endpoints at a time.
 *   A statement that gives a delivery back, or makes a new one, must set due_at to the present time: only a rescan would find an
 * earlier due_at. callback_changed.sql may set a due_at in the future. Each dispatcher runs that statement, and then asks from
 * that due_at on.
 *
 * 4. Fencing. A claim id is this dispatcher's number (32 bits) and 96 bits of a random UUID. A settlement names the id, and
 * touches no row whose claim id has changed since. So a dispatcher that was stopped for a minute cannot overrule the dispatcher
 * that took over. The id is in the delivery's row and in no index, so leasing is an update within the row's page (HOT). The table
 * lease has one row for each claim, with the end of the lease and the ids of the deliveries.
 *
 * 5. End of a lease. A lease ends in one of these ways:
 *   - Its deliveries are settled.
 *   - It expires. It lasts for the longest transfer plus 15 s. While its dispatcher lives and the database refuses the
 *     settlement, the dispatcher keeps renewing it (settle.c).
 *   - Its dispatcher is gone. A dispatcher's session holds an advisory lock on the dispatcher's number (the table dispatcher
 *     lists the numbers). In any dispatcher, delivery_recover takes back the leases of numbers whose lock is free. A dispatcher
 *     that has just started does so at once. Otherwise two recoveries in a row must have found the lock free. So a kill -9 costs
 *     one to two seconds, on this host or on another. Deliveries that were in flight are sent again: delivery is at least once.
 *   - Its dispatcher is told to stop, and releases it.
 * If a claim's answer never comes, the dispatcher cannot know what the claim leased. It first takes its number's lock in a new
 * session, which shows that the old session has ended. Then the recovery takes back what the claim leased.
 *
 * 6. A delivery may itself crash the dispatchers that send it. If more than five dispatchers in a row have died while they held
 * it, the delivery becomes a dead letter, "worker lost".
 *
 * 7. It does no harm if a crash of the database undoes claims, so synchronous_commit is off for claims. A crash must not undo
 * settlements.
 *
 * 8. Any number of dispatchers share the work; correctness never depends on their number. Each dispatcher claims what the others
 * have not locked (SKIP LOCKED). A dispatcher that is full while work is left notifies the others (peers.c). A lost wake-up or
 * notification costs at most one poll interval.
 *
 * 9. Deliveries wait in their subscription's queue. A subscription that is switched off, deleted or retired loses its queue at
 * once, however long the queue is. Later queue_drop deletes the queue's deliveries.
 *   A claim locks the subscriptions of its deliveries FOR KEY SHARE until it commits. So it leases nothing for a subscription
 * that has lost its queue since the claim began. A statement that takes a queue away waits for the claims that hold such a lock.
 * The deliveries that those claims leased may still be sent, but their results are not recorded.
 *
 * 10. An operator can pause a subscription. Its events still fan out, but its deliveries wait: a claim neither leases nor reports
 * them. When the operator ends the pause, the dispatchers get the same notification as for a changed callback. Each dispatcher
 * then asks from the due time of the first waiting delivery on.
 *
 * Runs in the dispatcher process only. */
#include "dispatch/claim/claim.h"
#include "collab_private.h"
#include "dispatch/claim/due.h"
#include "dispatch/claim/strangers.h"
#include "dispatch/dispatcher.h"

#include <http_log.h>
#include <stdlib.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/random.h"
#include "node/meter.h"

#define POLL_EVERY apr_time_from_msec(500) /* time between two claims, unless something asks for a claim sooner */
#define BATCH 512                          /* maximum rows of one claim, and events of one channel */
#define FEW 10                             /* a claim asks each channel for at least this many events */
#define PACE apr_time_from_msec(1)         /* minimum time between two claims while more work waits than can be sent */
#define SUNSET_NEAR apr_time_from_sec(86400)

#define NUMBER(name) int name;
#define COLUMN(name) .name = collab_rows_column(rows, #name),
#define TEXT(name) .name = collab_rows_at(rows, row, columns->name),

/* The number of each column of a claim's result. */
typedef struct columns_t {
  COLLAB_CLAIMED_ROW_MEMBERS(NUMBER)
  COLLAB_CALLBACK_MEMBERS(NUMBER)
  collab_event_columns_t event;
} columns_t;

bool collab_claim_setup(collab_dispatcher_t *d) {
  collab_link_init(&d->claims.link, d->pool, d->s, d->config->dispatcher_dsn, "claims");
  d->claims.link.reports_login = true;
  apr_pool_create(&d->claims.taken_pool, d->pool);
  apr_pool_tag(d->claims.taken_pool, "collab_claimed_rows");
  d->leases = (collab_leases_t){.started = collab_time_clock(), .missed = "{}"};
  return collab_dispatcher_number_setup(d);
}

apr_time_t collab_claim_due(const collab_dispatcher_t *d) {
  return d->slots.free ? collab_link_free_at(&d->claims.link, d->pace.claim_at) : COLLAB_NEVER;
}

/* The sunset of V1, for the statement, which compares it with the accepted time. NULL: there is none. While the database's clock
 * is far from it, the accepted time cannot have reached it either, and the statement need not look. */
static const char *sunset(const collab_dispatcher_t *d, apr_pool_t *pool) {
  apr_time_t at = d->config->legacy_sunset;

  return at && at - SUNSET_NEAR <= collab_database_clock_at(&d->clock, d->pace.claimed_at)
             ? apr_psprintf(pool, "%" APR_TIME_T_FMT, at)
             : NULL;
}

/* Takes the claim's answer to whether V1 has ended. Then no new events fan out to its subscriptions, send.c ends the deliveries
 * that a claim leases, and a duty those that wait (duties/legacy_end.c). */
static void take_legacy(collab_dispatcher_t *d, bool ended) {
  d->claims.legacy_ended = ended;
  if (ended && !d->claims.legacy_end_logged) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
                 COLLABNO(0612) "payload version V1 has ended (CollabLegacySunset): its subscriptions get no more deliveries");
    d->claims.legacy_end_logged = true;
  }
}

/* Returns, as JSON, how many more slots each version may take: up to half of all slots while the other version has work
 * (even_share), and never the eighth reserved for the other version (most). */
static const char *shares(const collab_dispatcher_t *d, apr_pool_t *pool) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 100);

  collab_write_open(w, NULL, "[");
  for (int v1 = 1; v1 >= 0; v1--) {
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "version", v1 ? "V1" : "V2");
    collab_write_integer(w, "even_share", d->slots.count / 2 - collab_slots_busy(&d->slots, v1));
    collab_write_integer(w, "most", collab_slots_left(&d->slots, v1));
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
  return w->text;
}

/* The number of events of a channel to fan out: enough to fill the slots that the waiting deliveries leave free. Any further
 * delivery would be written twice, when it is made and when it is leased. Its event can just as well wait in the outbox. A few
 * events are always taken, because an endpoint without a backlog must not wait for the endpoints that have one. */
static int events_wanted(const collab_dispatcher_t *d, int waiting) {
  double wanted = (d->claims.rows_asked - waiting) / (d->claims.deliveries_per_event > 1 ? d->claims.deliveries_per_event : 1);
  return wanted > BATCH ? BATCH : wanted > FEW ? (int)wanted : FEW;
}

/* If work is left, the next claim begins at once when this many slots are free. */
static int enough_slots(const collab_dispatcher_t *d) {
  return d->slots.count / 4 < BATCH ? d->slots.count / 4 : BATCH;
}

void collab_claim_freed(collab_dispatcher_t *d) {
  if (d->claims.work_left && d->slots.free >= enough_slots(d)) {
    d->pace.claim_at = 0;
  } else if (d->endpoints.passed_over) {
    collab_pace_hurry(&d->pace);
  }
}

static columns_t columns_of(collab_rows_t rows) {
  return (columns_t){.event = collab_event_columns(rows), COLLAB_CLAIMED_ROW_MEMBERS(COLUMN) COLLAB_CALLBACK_MEMBERS(COLUMN)};
}

static collab_claimed_row_t row_of(collab_rows_t rows, int row, const columns_t *columns) {
  return (collab_claimed_row_t){.event = collab_event_read(rows, row, &columns->event),
                                .callback = {COLLAB_CALLBACK_MEMBERS(TEXT)},
                                COLLAB_CLAIMED_ROW_MEMBERS(TEXT)};
}

/* Puts a delivery into a free slot. The claim never asks for more rows than there are free slots. */
static void fill_slot(collab_dispatcher_t *d, const collab_claimed_row_t *claimed_row, apr_hash_t *callbacks) {
  const collab_callback_t *callback = claimed_row->callback.version
                                          ? &claimed_row->callback
                                          : apr_hash_get(callbacks, claimed_row->subscription, APR_HASH_KEY_STRING);
  collab_slot_t *slot = collab_slots_take(&d->slots, (int)apr_atoi64(claimed_row->attempts), !strcmp(callback->version, "V1"));

  slot->claimed_row = *claimed_row;
  slot->ended = slot->v1 && d->claims.legacy_ended;
  slot->claimed_row.callback = *callback;
  if (claimed_row->callback.version) {
    apr_hash_set(callbacks, claimed_row->subscription, APR_HASH_KEY_STRING, &slot->claimed_row.callback);
  }
  slot->id = apr_pstrdup(slot->pool, claimed_row->id);
  slot->lease = d->claims.lease;
  slot->claim = collab_lease_take(d->claims.lease);
  slot->claimed_at = d->pace.claimed_at;
  slot->subscription = apr_pstrdup(slot->pool, claimed_row->subscription);
  slot->number = apr_atoi64(claimed_row->subscription);
  *(d->claims.taken_first ? &d->claims.taken_last->next : &d->claims.taken_first) = slot;
  d->claims.taken_last = slot;
  collab_endpoint_take(d, slot);
  if (claimed_row->callback.version) {
    collab_endpoint_called(d, slot->endpoint, apr_atoi64(claimed_row->callback.company),
                           apr_atoi64(claimed_row->callback.callback_since));
  }
}

/* Keeps the claim's rows until their transfers have begun. Two memory pools take turns, because the next claim runs meanwhile. */
static void keep_rows(collab_dispatcher_t *d) {
  apr_pool_t *before = d->claims.taken_pool;

  apr_pool_clear(before);
  d->claims.taken_pool = d->claims.link.statement_pool;
  d->claims.link.statement_pool = before;
}

collab_slot_t *collab_claim_next(collab_dispatcher_t *d) {
  collab_slot_t *slot = d->claims.taken_first;

  d->claims.taken_first = slot ? slot->next : NULL;
  return slot;
}

static void claimed(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_link_t *link = &d->claims.link;

  if (state != COLLAB_PG_DONE) { /* after a refusal, the next claim waits for the next poll */
    collab_lease_end(d, d->claims.lease);
    if (!collab_pg_alive(link->pg)) {
      collab_pace_hint(&d->pace);
    }
    return;
  }
  collab_rows_t rows = collab_pg_rows(link->pg, 0);
  int64_t events = collab_rows_integer(rows, 0, "events"), newest = collab_rows_integer(rows, 0, "newest");
  apr_time_t now = collab_time_clock(), at = collab_rows_integer(rows, 0, "now");
  int free = d->slots.free;

  take_legacy(d, *collab_rows_text(rows, 0, "v1_ended") == 't');
  collab_database_clock_told(&d->clock, at);
  collab_rescan_outbox_taken(&d->rescan, newest, events == d->claims.events_asked);
  d->pace.paced_until = now + (now - d->pace.claimed_at > PACE ? now - d->pace.claimed_at : PACE);
  if (events > 0) {
    d->claims.deliveries_per_event +=
        ((double)collab_rows_integer(rows, 0, "made") / (double)events - d->claims.deliveries_per_event) / 8;
  }
  collab_meter_note(COLLAB_GAUGE_CLAIMED_AT);
  collab_meter_note(COLLAB_GAUGE_MOVED_AT);
  collab_meter_time(COLLAB_TIME_CLAIM, now - d->pace.claimed_at);
  collab_meter_count(COLLAB_COUNT_EVENTS, (uint64_t)events);
  apr_hash_t *callbacks = apr_hash_make(link->statement_pool);
  columns_t columns = columns_of(rows);
  for (int row = 0; row < rows.count; row++) {
    collab_claimed_row_t claimed_row = row_of(rows, row, &columns);
    if (claimed_row.known && *claimed_row.known == 't') {
      collab_due_remaining(d, &claimed_row);
    }
    if (claimed_row.id) {
      fill_slot(d, &claimed_row, callbacks);
    }
  }
  collab_lease_filled(d, d->claims.lease);
  collab_meter_count(COLLAB_COUNT_CLAIMED, (uint64_t)(free - d->slots.free));
  if (d->rescan.looking) {
    collab_due_looked(d, at);
    collab_rescan_done(&d->rescan, d->pace.claimed_at, now);
  }
  /* A claim may fill only some of the slots and still leave work; then an endpoint is ready (collab_due_ready). The free slots
   * may be reserved: for first attempts, for the other payload version, or for companies and hosts that hold few slots. Or the
   * claim looked at all endpoints, and only reported the work that it found there. */
  d->claims.work_left = events == d->claims.events_asked || free - d->slots.free == d->claims.rows_asked || collab_due_ready(d);
  if (d->claims.work_left && (events || free > d->slots.free || d->rescan.looking)) {
    d->pace.claim_at = d->slots.free >= enough_slots(d) ? now : d->pace.paced_until;
  }
  keep_rows(d);
}

bool collab_claim_must_wait(const collab_dispatcher_t *d) {
  return d->claims.taken_first && d->claims.link.receive == claimed;
}

static void told_time(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;

  if (state == COLLAB_PG_DONE) {
    collab_database_clock_told(&d->clock, collab_rows_integer(collab_pg_rows(d->claims.link.pg, 0), 0, "now"));
  }
}

void collab_claim_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims.link;
  collab_rescan_t *rescan = &d->rescan;
  apr_pool_t *pool = link->statement_pool;

  if (!collab_link_up(link)) {
    return;
  }
  if (collab_dispatcher_number_new_session(d)) {
    collab_rescan_reset(rescan);
  }
  if (!d->number.held) {
    collab_dispatcher_number_enter(d);
    return;
  }
  if (collab_database_clock_differs(&d->clock)) {
    d->pace.claim_at = collab_time_clock() + POLL_EVERY;
    collab_database_clock_asked(&d->clock);
    collab_link_send(link, STATEMENT(dispatcher_clock), NULL, told_time, d);
    return;
  }
  if (collab_strangers_ask(d)) {
    return;
  }
  d->pace.claimed_at = collab_time_clock();
  d->pace.claim_at = d->pace.claimed_at + POLL_EVERY;
  const char *uuid = collab_random_uuid(pool);
  const collab_shares_t *tenants = &d->endpoints.shares;
  int waiting;
  if (!uuid) {
    return;
  }
  d->claims.lease = collab_lease_begin(d, uuid);
  d->claims.rows_asked = d->slots.free < BATCH ? d->slots.free : BATCH;
  collab_rescan_begin(rescan, d->pace.claimed_at);
  const char *endpoints = collab_due_json(d, pool, d->claims.rows_asked, rescan->looking, rescan->part, &waiting);
  d->claims.events_asked = events_wanted(d, waiting);
  const char *const *values = BINDS_IN(
      pool, delivery_claim, .claim = collab_lease_claim(d->claims.lease),
      .lease_seconds = apr_itoa(pool, collab_lease_lasts(d->config)), .slots = apr_itoa(pool, d->claims.rows_asked),
      .retry_slots = apr_itoa(pool, collab_slots_retries_left(&d->slots)),
      .first_limit = apr_itoa(pool, collab_endpoint_first_limit(d)), .endpoints = endpoints, .sunset = sunset(d, pool),
      .look = rescan->looking ? "true" : "false",
      .outbox_since = apr_psprintf(pool, "%" APR_INT64_T_FMT, collab_rescan_outbox_since(rescan, d->pace.claimed_at)),
      .shares = shares(d, pool), .events = apr_itoa(pool, d->claims.events_asked),
      .open = apr_itoa(pool, collab_shares_open(tenants)),
      .company_left = apr_itoa(pool, collab_shares_usual(tenants->of_company)),
      .host_left = apr_itoa(pool, collab_shares_usual(tenants->of_host)),
      .large_companies = collab_shares_large(tenants, pool, false), .large_hosts = collab_shares_large(tenants, pool, true));
  collab_database_clock_asked(&d->clock);
  collab_link_send(link, STATEMENT(delivery_claim), values, claimed, d);
}

void collab_claim_release(collab_dispatcher_t *d, apr_time_t deadline) {
  collab_link_t *link = &d->claims.link;
  apr_pool_t *pool = link->statement_pool;

  if (!link->pg || !collab_pg_alive(link->pg) || d->slots.free == d->slots.count) {
    return;
  }
  collab_json_writer_t *leases = collab_json_writer_make(pool, 1000);
  collab_write_open(leases, NULL, "[");
  for (int i = 0; i < d->slots.count; i++) {
    const collab_slot_t *slot = &d->slots.all[i];
    if (collab_slot_is_leased(slot)) {
      collab_write_strings(leases, NULL, "id", slot->id, "claim", slot->claim, NULL);
    }
  }
  collab_write_close(leases, "]");
  collab_pg_run(link->pg, pool, STATEMENT(delivery_release), BINDS(delivery_release, .leases = leases->text), deadline);
}
