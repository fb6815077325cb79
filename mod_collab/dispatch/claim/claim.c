/* claim.c: fans out new events and claims the deliveries that this dispatcher sends next. This comment describes the whole
 * delivery protocol:
 *
 *                          (lease)
 *   outbox ──fan-out──> due ──claim──> leased ──settle──> (gone: delivered, or dead_letter)
 *                        ^             │ ^ └───settle───> due again, later (retry)
 *                        └─────────────┘ └─ renewed while its result cannot be recorded
 *                           lease over: recovered, or released
 *
 * 1. The steps. Each is one statement and one short transaction, or happens in this process between two of them. No transaction
 * is open while HTTP is in flight or while the dispatcher decides. The model t/model/delivery.pml has the same names.
 *
 *   ENTER     the session takes the advisory lock of the dispatcher's number, before any claim (dispatcher_enter)
 *   FAN_OUT   takes outbox rows, and writes a due delivery for each subscription that wants the event (delivery_fan_out)
 *   FILTER    the filters at the time of the event decide, and whether the subscription is active now; numbers order events and
 *             changes of subscriptions (delivery_fan_out, webhook_change)
 *   MARK      some time after a fan-out's answer, the next ones read the outbox from a later event on (memory.c)
 *   CLAIM     leases due deliveries, at most as many of each endpoint as the dispatcher asks for (delivery_claim)
 *   SEND      the transfer; after a fault the receiver may get a delivery again (send/send.c)
 *   SETTLE    records results under the leases of their own attempts: gone, or due again (delivery_settle). RECOVER deletes the
 *             leases
 *   RENEW     extends the leases while the database refuses settlements (lease_renew)
 *   RECOVER   makes deliveries due whose lease has expired, or whose dispatcher's lock is free (delivery_recover)
 *   EXPIRE    a lease ends at its time, even if its dispatcher lives, which then drops its results (settle/settle.c)
 *   RESCAN    finds what the remembered marks, due times and endpoints hide (delivery_look, delivery_fan_out)
 *   OLD_NODE  a node of 0.1.0 fans out and leases in one statement, and writes the same rows
 *
 * 2. Fan-out. An operation writes its event, and an outbox row for each channel, in its own transaction. One transaction deletes
 * the outbox row and writes the event's deliveries, so each event is in the outbox or fanned out, never both. Event and queue are
 * unique together, so a repetition makes no second delivery. A fan-out takes about as many events as there are slots for.
 *
 * 3. Claim. The dispatcher alone knows its slots, and the companies, hosts, payload versions and breakers of the endpoints. It
 * decides how many deliveries of each endpoint it takes (fairness.c), and the statement leases these, unless another dispatcher
 * has just taken them. Each leased delivery has a slot already. So no lease runs while its delivery waits for a share.
 *
 * 4. Look. Twice a second, a third statement looks for what other processes have written: deliveries of other dispatchers,
 * replays and recoveries (delivery_look.sql). memory.c says what a dispatcher remembers, and why a statement costs the same
 * however much waits. A statement that gives a delivery back, or makes a new one, must not set due_at to an earlier time than the
 * present: only a rescan would find it. Look, fan-out and claim share a connection and take turns on it, so none runs beside
 * another.
 *
 * 5. Fencing. A claim id is this dispatcher's number (32 bits) and 96 bits of a random UUID. A settlement names the id, and
 * touches no row whose claim id has changed since. So a dispatcher that was stopped for a minute cannot overrule the dispatcher
 * that took over. The id is in the delivery's row and in no index, so leasing is an update within the row's page (HOT). The table
 * lease has one row for each claim, with the end of the lease and the ids of the deliveries.
 *
 * 6. End of a lease. A lease ends in one of these ways:
 *   - Its deliveries are settled.
 *   - It expires. It lasts for the longest transfer plus 15 s. While its dispatcher lives and the database refuses the
 *     settlement, the dispatcher keeps renewing it (settle.c).
 *   - Its dispatcher is gone. A dispatcher's session holds an advisory lock on the dispatcher's number (the table dispatcher
 *     lists the numbers). In any dispatcher, delivery_recover takes back the leases of numbers whose lock is free. A dispatcher
 *     that has just started does so at once. Otherwise two recoveries in a row must have found the lock free. So a kill -9 costs
 *     one to two seconds, on this host or on another. Deliveries that were in flight are sent again: delivery is at least once.
 *   - Its dispatcher is told to stop, and releases it.
 *   Only a recovery deletes the row of a lease; it is told which leases have no delivery left.
 * If a claim's answer never comes, the dispatcher cannot know what the claim leased. It first takes its number's lock in a new
 * session, which shows that the old session has ended. Then the recovery takes back what the claim leased.
 *
 * 7. A delivery may itself crash the dispatchers that send it. If more than five dispatchers in a row have lost it, because they
 * died or their lease expired, the delivery becomes a dead letter, "worker lost". A claim whose answer never came does not count.
 *
 * 8. It does no harm if a crash of the database undoes fan-outs and claims, so synchronous_commit is off for them. A crash must
 * not undo settlements; one that is committed keeps what was written before it.
 *
 * 9. Any number of dispatchers share the work; correctness never depends on their number. Each dispatcher claims what the others
 * have not locked (SKIP LOCKED). A dispatcher that is full while work is left notifies the others (peers.c). A lost wake-up or
 * notification of work costs at most one poll interval; a lost notification of a changed callback or an ended pause is made up
 * for by the next rescan.
 *
 * 10. Deliveries wait in their subscription's queue. A subscription that is switched off, deleted or retired loses its queue at
 * once, however long the queue is. Later queue_drop deletes the queue's deliveries.
 *   A claim locks the subscriptions of its deliveries FOR KEY SHARE until it commits, and so does a fan-out. So it leases nothing
 * for a subscription that has lost its queue since the claim began. A statement that takes a queue away waits for those that hold
 * such a lock. The deliveries that those claims leased may still be sent, but their results are not recorded.
 *
 * 11. An operator can pause a subscription. Its events still fan out, but its deliveries wait: a claim neither leases nor reports
 * them. When the operator ends the pause, the dispatchers get the same notification as for a changed callback. Each dispatcher
 * then asks from the due time of the first waiting delivery on.
 *
 * Runs in the dispatcher process only. */
#include "dispatch/claim/claim.h"
#include "collab_private.h"
#include "dispatch/claim/claimed_row.h"
#include "dispatch/claim/due.h"
#include "dispatch/dispatcher.h"

#include <http_log.h>
#include <string.h>

#include "base/json_writer.h"
#include "base/random.h"
#include "node/meter.h"
#include "node/timer.h"

#define POLL_EVERY apr_time_from_msec(500) /* time between two statements, unless something asks for one sooner */
#define BATCH 512                          /* maximum deliveries of one claim, and events of one channel in a fan-out */
#define PACE apr_time_from_msec(1)         /* minimum time between two claims while more work waits than can be sent */
#define SUNSET_NEAR apr_time_from_sec(86400)
/* An answer that comes too late costs the session, and the next session begins with a rescan. So that even a slow rescan ends,
 * the next statement of its kind may take twice as long, up to eight times. */
#define MAX_PATIENCE 3

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
  d->claims.candidates = apr_array_make(d->pool, 64, sizeof(collab_candidate_t));
  d->leases = (collab_leases_t){.started = collab_time_clock(), .missed = "{}"};
  return collab_dispatcher_number_setup(d);
}

apr_time_t collab_claim_due(const collab_dispatcher_t *d) {
  return collab_link_free_at(&d->claims.link, d->pace.claim_at);
}

/* The sunset of V1, for the statement, which compares it with the accepted time. NULL: there is none. While the database's clock
 * is far from it, the accepted time cannot have reached it either, and the statement need not look. */
static const char *sunset(const collab_dispatcher_t *d, apr_pool_t *pool) {
  apr_time_t at = d->config->legacy_sunset;

  return at && at - SUNSET_NEAR <= collab_database_clock_at(&d->clock, d->pace.claimed_at)
             ? apr_psprintf(pool, "%" APR_TIME_T_FMT, at)
             : NULL;
}

/* Takes a fan-out's answer to whether V1 has ended. Then no new events fan out to its subscriptions, send.c ends the deliveries
 * that a claim leases, and a duty those that wait (duties/legacy_end.c). */
static void take_legacy(collab_dispatcher_t *d, bool ended) {
  d->claims.legacy_ended = ended;
  if (ended && !d->claims.legacy_end_logged) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, 0, d->s,
                 COLLABNO(0612) "payload version V1 has ended (CollabLegacySunset): its subscriptions get no more deliveries");
    d->claims.legacy_end_logged = true;
  }
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

/* Takes what all answers of this connection have in common. Returns the rows; none: the statement failed. After a refusal, the
 * next statement waits for the next poll. */
static collab_rows_t answered(collab_dispatcher_t *d, collab_pg_state_t state) {
  apr_time_t now = collab_time_clock();
  int *patience = &d->claims.patience[d->claims.last];

  if (state != COLLAB_PG_DONE) {
    *patience += *patience < MAX_PATIENCE && now > d->claims.link.deadline;
    if (!collab_pg_alive(d->claims.link.pg)) {
      collab_pace_hint(&d->pace);
    }
    return (collab_rows_t){.count = 0};
  }
  *patience = 0;
  collab_rows_t rows = collab_pg_rows(d->claims.link.pg, 0);
  collab_database_clock_told(&d->clock, collab_rows_integer(rows, 0, "now"));
  d->pace.paced_until = now + (now - d->pace.claimed_at > PACE ? now - d->pace.claimed_at : PACE);
  /* A look shows nothing, as it only reads; nor does a fan-out if a claim is next. */
  if (d->claims.last == COLLAB_CLAIM || (d->claims.last == COLLAB_FAN_OUT && !d->claims.claimable)) {
    collab_meter_note(COLLAB_GAUGE_CLAIMED_AT);
    collab_meter_note(COLLAB_GAUGE_MOVED_AT);
  }
  return rows;
}

/* ---- look ---- */

static void looked(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_rows_t rows = answered(d, state);

  if (!rows.count) {
    return;
  }
  collab_memory_looked(&d->memory, collab_rows_integer(rows, 0, "now"), d->pace.claimed_at, collab_time_clock());
  for (int row = 0; row < rows.count; row++) {
    if (collab_rows_text(rows, row, "subscription")) {
      collab_due_found(&collab_due_meet(d, rows, row)->due, collab_rows_integer(rows, row, "next"));
    }
  }
  d->pace.claim_at = 0;
}

static void look(collab_dispatcher_t *d, apr_pool_t *pool) {
  collab_look_t look = collab_due_look(d, pool);

  collab_link_send(&d->claims.link, STATEMENT(delivery_look),
                   BINDS_IN(pool, delivery_look, .known = look.known, .since = look.since, .rescanned = look.rescanned), looked,
                   d);
}

/* ---- fan-out ---- */

static void fanned_out(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_rows_t rows = answered(d, state);
  apr_time_t now = collab_time_clock();

  if (!rows.count) {
    d->pace.fan_out_at = now + POLL_EVERY;
    return;
  }
  int64_t events = collab_rows_integer(rows, 0, "events"), made = collab_rows_integer(rows, 0, "made");
  apr_time_t database_began = collab_rows_integer(rows, 0, "now");
  bool full = events == d->claims.events_asked;

  take_legacy(d, *collab_rows_text(rows, 0, "v1_ended") == 't');
  collab_memory_taken(&d->memory, events, collab_rows_integer(rows, 0, "newest"), made, full, d->pace.claimed_at, now);
  collab_meter_time(COLLAB_TIME_CLAIM, now - d->pace.claimed_at);
  collab_meter_count(COLLAB_COUNT_EVENTS, (uint64_t)events);
  for (int row = 0; row < rows.count; row++) {
    if (collab_rows_text(rows, row, "subscription")) { /* the statement's end may lie ahead of the estimated clock */
      collab_due_made(&collab_due_meet(d, rows, row)->due, (int)collab_rows_integer(rows, row, "n"), database_began);
    }
  }
  d->claims.outbox_left = full;
  d->claims.work_left = full || collab_due_ready(d);
  if (full && d->pace.paced_until < d->pace.fan_out_at) {
    d->pace.fan_out_at = d->pace.paced_until;
  }
  if (d->claims.work_left) {
    d->pace.claim_at = 0;
  }
}

/* `planned`: the number of deliveries that a claim would lease without this fan-out. */
static void fan_out(collab_dispatcher_t *d, apr_pool_t *pool, int planned) {
  apr_time_t began = d->pace.claimed_at;
  int64_t since = collab_memory_outbox_since(&d->memory, began);

  d->pace.fan_out_at = d->pace.claim_at = began + POLL_EVERY;
  d->claims.events_asked = collab_memory_events(&d->memory, (d->slots.free < BATCH ? d->slots.free : BATCH) - planned, BATCH);
  const char *const *values = BINDS_IN(pool, delivery_fan_out, .events = apr_itoa(pool, d->claims.events_asked),
                                       .outbox_since = apr_psprintf(pool, "%" APR_INT64_T_FMT, since), .sunset = sunset(d, pool));
  collab_link_send(&d->claims.link, STATEMENT(delivery_fan_out), values, fanned_out, d);
}

/* ---- claim ---- */

static columns_t columns_of(collab_rows_t rows) {
  return (columns_t){.event = collab_event_columns(rows), COLLAB_CLAIMED_ROW_MEMBERS(COLUMN) COLLAB_CALLBACK_MEMBERS(COLUMN)};
}

static collab_claimed_row_t row_of(collab_rows_t rows, int row, const columns_t *columns) {
  return (collab_claimed_row_t){.event = collab_event_read(rows, row, &columns->event),
                                .callback = {COLLAB_CALLBACK_MEMBERS(TEXT)},
                                COLLAB_CLAIMED_ROW_MEMBERS(TEXT)};
}

/* Puts a delivery into a free slot. A claim never asks for more deliveries than there are free slots. */
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

/* Takes a row's report about its endpoint. All rows of an endpoint have the same one. Sets *corrected if nothing is due there any
 * more, perhaps because another dispatcher has taken it. */
static void take_report(collab_dispatcher_t *d, const collab_claimed_row_t *row, apr_time_t began, apr_time_t now,
                        bool *corrected) {
  const collab_due_report_t report = {.leased = row->id != NULL,
                                      .next = row->next ? apr_atoi64(row->next) : COLLAB_NEVER,
                                      .only_retries = row->only_retries && *row->only_retries == 't'};
  collab_due_t *due = &collab_endpoint_of(d, row->subscription)->due;
  apr_time_t database_now = collab_database_clock_at(&d->clock, now);
  bool was_due = collab_due_is(due, database_now);

  if (collab_due_report(due, &report, began, collab_database_clock_at(&d->clock, began), database_now)) {
    collab_pace_hurry(&d->pace);
  }
  *corrected = *corrected || (was_due && !collab_due_is(due, database_now));
}

static void claimed(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_rows_t rows = answered(d, state);
  apr_time_t now = collab_time_clock();
  int free = d->slots.free;
  bool corrected = false;

  if (!rows.count) {
    collab_lease_end(d, d->claims.lease);
    return;
  }
  collab_meter_time(COLLAB_TIME_CLAIM, now - d->pace.claimed_at);
  apr_hash_t *callbacks = apr_hash_make(d->claims.link.statement_pool);
  columns_t columns = columns_of(rows);
  for (int row = 0; row < rows.count; row++) {
    collab_claimed_row_t claimed_row = row_of(rows, row, &columns);
    take_report(d, &claimed_row, d->pace.claimed_at, now, &corrected);
    if (claimed_row.callback.version) {
      collab_due_meet(d, rows, row);
    }
    if (claimed_row.id) {
      fill_slot(d, &claimed_row, callbacks);
    }
  }
  collab_lease_filled(d, d->claims.lease);
  collab_meter_count(COLLAB_COUNT_CLAIMED, (uint64_t)(free - d->slots.free));
  /* A claim may fill only some of the slots and still leave work; then an endpoint is ready. The free slots may be reserved: for
   * first attempts, for the other payload version, or for companies and hosts that hold few slots. */
  d->claims.work_left = d->claims.outbox_left || collab_due_ready(d);
  if (d->claims.work_left && (d->claims.outbox_left || free > d->slots.free || corrected)) {
    apr_time_t at = d->slots.free >= enough_slots(d) ? now : d->pace.paced_until;
    d->pace.claim_at = at < d->pace.claim_at ? at : d->pace.claim_at;
  }
  keep_rows(d);
}

static void claim(collab_dispatcher_t *d, apr_pool_t *pool, const collab_plan_t *plan) {
  const char *uuid = collab_random_uuid(pool);

  if (!uuid) {
    return;
  }
  collab_question_t question = collab_due_ask_all(d, pool, plan);
  d->claims.lease = collab_lease_begin(d, uuid);
  const char *const *values =
      BINDS_IN(pool, delivery_claim, .claim = collab_lease_claim(d->claims.lease),
               .lease_seconds = apr_itoa(pool, collab_lease_lasts(d->config)), .subscriptions = question.subscriptions,
               .most = question.most, .retries = question.retries, .since = question.since);
  collab_link_send(&d->claims.link, STATEMENT(delivery_claim), values, claimed, d);
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

/* The statement that is sent next; COLLAB_STEPS: none is due. They take turns. So neither wake-ups without end nor slow looks
 * keep a claim waiting. */
static collab_step_t next_step(const collab_dispatcher_t *d) {
  const bool due[] = {[COLLAB_LOOK] = d->memory.look_at <= d->pace.claimed_at,
                      [COLLAB_FAN_OUT] = d->pace.fan_out_at <= d->pace.claimed_at,
                      [COLLAB_CLAIM] = d->claims.claimable};

  for (int i = 1; i <= COLLAB_STEPS; i++) {
    collab_step_t step = (d->claims.last + i) % COLLAB_STEPS;
    if (due[step]) {
      return step;
    }
  }
  return COLLAB_STEPS;
}

static void send_step(collab_dispatcher_t *d) {
  apr_pool_t *pool = d->claims.link.statement_pool;

  d->pace.claimed_at = collab_time_clock();
  collab_plan_t plan = collab_due_plan(d, d->slots.free < BATCH ? d->slots.free : BATCH);
  d->claims.claimable = plan.granted > 0;
  d->pace.claim_at = d->pace.claimed_at + POLL_EVERY;
  if (d->pace.fan_out_at < d->pace.claim_at) {
    d->pace.claim_at = d->pace.fan_out_at;
  }
  collab_step_t step = next_step(d);
  if (step == COLLAB_STEPS) {
    return;
  }
  d->claims.last = step;
  collab_database_clock_asked(&d->clock);
  if (step == COLLAB_LOOK) {
    look(d, pool);
  } else if (step == COLLAB_FAN_OUT) {
    fan_out(d, pool, plan.granted);
  } else {
    claim(d, pool, &plan);
  }
  d->claims.link.deadline = d->pace.claimed_at + (collab_timer(COLLAB_TIMER_ANSWER) << d->claims.patience[step]);
}

void collab_claim_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims.link;

  if (!collab_link_up(link)) {
    return;
  }
  if (collab_dispatcher_number_new_session(d)) {
    collab_memory_reset(&d->memory);
    d->pace.fan_out_at = 0;
    d->claims.last = COLLAB_CLAIM;
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
  send_step(d);
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
