/* settle.c: records the results of many attempts, and retries or removes their deliveries, in one transaction. Runs in the
 * dispatcher's loop.
 *
 * A result keeps its slot until it is recorded. While the database refuses the settlement (because the log of attempts is locked,
 * say), the dispatcher keeps the result and renews the lease. While the database is gone, no lease can be renewed. Once a lease
 * has expired, its results are dropped, and its deliveries will be claimed and sent again. So there are never more results than
 * slots, and nothing is recorded under a lease that another dispatcher has taken over. */
#include "dispatch/settle/settle.h"
#include "dispatch/claim/due.h"
#include "dispatch/dispatcher.h"

#include <string.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "node/meter.h"

#define BATCH 64                              /* number of results with which a settlement begins at once */
#define MOST 256                              /* maximum results in one settlement */
#define USUAL 400                             /* the usual length of a result in JSON, in bytes */
#define REFUSED_PAUSE apr_time_from_msec(500) /* before the next statement after a refusal */
#define LINGER apr_time_from_msec(20)         /* how long the first result waits for more */

void collab_settle_setup(collab_dispatcher_t *d) {
  collab_link_init(&d->settlements.link, d->pool, d->s, d->config->dispatcher_dsn, "settlements");
  d->settlements.link.refused_pause = REFUSED_PAUSE;
  d->failures = apr_hash_make(d->pool);
}

apr_time_t collab_settle_due(const collab_dispatcher_t *d) {
  apr_time_t due = d->stopping ? COLLAB_NEVER : d->leases.recover_at;

  if (d->slots.done) {
    apr_time_t at = d->stopping || d->slots.done >= BATCH ? 0 : d->slots.done_first->result.ended + LINGER;
    due = at < due ? at : due;
  }
  return collab_link_free_at(&d->settlements.link, due);
}

static void release(collab_dispatcher_t *d, collab_slot_t *slot) {
  collab_lease_leave(d, slot->lease);
  if (slot->transport.easy) { /* its answer is still being read (send.c) */
    slot->state = COLLAB_SLOT_SETTLED;
  } else {
    collab_slots_give_back(&d->slots, slot);
  }
}

/* Writes a number that is text already. Writes nothing for NULL: the statement reads a missing member as null. */
static void write_number_if_any(collab_json_writer_t *w, const char *name, const char *number) {
  if (number) {
    collab_write_json(w, name, number);
  }
}

static void write_phases(collab_json_writer_t *w, const collab_phases_t *phases) {
  const struct {
    const char *name;
    int microseconds;
  } parts[] = {
      {"dns_us", phases->dns}, {"connect_us", phases->connect}, {"tls_us", phases->tls}, {"first_byte_us", phases->first_byte}};

  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].microseconds >= 0) {
      collab_write_integer(w, parts[i].name, parts[i].microseconds);
    }
  }
  collab_write_text_if_any(w, "remote_address", phases->remote);
}

/* Returns the part of the answer to record: after a failure its beginning as text, at most COLLAB_ANSWER_KEPT bytes, cut between
 * two characters; after a success NULL. The limit is for the text, not for the receiver's bytes, because an invalid byte becomes
 * U+FFFD, which takes three bytes. The text is in memory of the pool. */
static const char *recorded_answer(apr_pool_t *pool, const collab_slot_t *slot) {
  if (slot->result.success || !slot->answer.kept) {
    return NULL;
  }
  const char *clean = collab_text_clean(pool, slot->answer.bytes, slot->answer.kept);
  apr_size_t len = strlen(clean);
  if (len > COLLAB_ANSWER_KEPT) {
    for (len = COLLAB_ANSWER_KEPT; (clean[len] & 0xC0) == 0x80; len--) {
    }
  }
  return apr_pstrmemdup(pool, clean, len);
}

static void write_result(collab_json_writer_t *w, const collab_slot_t *slot) {
  const collab_result_t *result = &slot->result;

  collab_write_open(w, NULL, "{");
  collab_write_json(w, "id", slot->id);
  write_number_if_any(w, "subscription", slot->subscription);
  collab_write_text_if_any(w, "claim", slot->claim);
  collab_write_integer(w, "status", result->status);
  collab_write_boolean(w, "success", result->success);
  collab_write_text_if_any(w, "error", result->error);
  collab_write_text_if_any(w, "answer", recorded_answer(w->pool, slot));
  collab_write_integer(w, "ms", apr_time_as_msec(result->ended - result->started));
  collab_write_integer(w, "started", result->dated);
  write_number_if_any(w, "retry_in", result->retry_in < 0 ? NULL : apr_psprintf(w->pool, "%.6f", result->retry_in));
  write_number_if_any(w, "put_off", result->put_off > 0 ? apr_psprintf(w->pool, "%.6f", result->put_off) : NULL);
  write_number_if_any(w, "outbox_us", slot->waited.outbox_us);
  write_number_if_any(w, "fanout_us", slot->waited.fanout_us);
  write_number_if_any(w, "queue_us", slot->waited.queue_us);
  collab_write_text_if_any(w, "url", slot->post.url);
  write_phases(w, &result->phases);
  collab_write_close(w, "}");
}

const char *const *collab_settle_binds(apr_pool_t *pool, const collab_slot_t *first, int count) {
  collab_json_writer_t *results = collab_json_writer_make(pool, (apr_size_t)count * USUAL);
  apr_array_header_t *subscriptions = apr_array_make(pool, count, sizeof(const char *));

  collab_write_open(results, NULL, "[");
  for (const collab_slot_t *slot = first; slot; slot = slot->next) {
    write_result(results, slot);
    APR_ARRAY_PUSH(subscriptions, const char *) = slot->subscription;
  }
  collab_write_close(results, "]");
  return BINDS_IN(pool, delivery_settle, .results = results->text,
                  .subscriptions = apr_pstrcat(pool, "{", apr_array_pstrcat(pool, subscriptions, ','), "}", NULL));
}

/* Drops the results whose lease has expired, because another dispatcher may have taken over their deliveries. */
static void drop_late(collab_dispatcher_t *d) {
  apr_time_t now = collab_time_clock();

  for (int n = d->slots.done; n; n--) {
    collab_slot_t *slot = collab_slots_next_done(&d->slots);
    if (collab_lease_over(slot->lease, now)) {
      release(d, slot);
    } else {
      collab_slots_done(&d->slots, slot);
    }
  }
}

/* Handles the end of a settlement. If the settlement is not known to be committed, its results go into a later one. The later
 * settlement skips results that are recorded already, because their claim id no longer matches. */
static void release_settled(collab_dispatcher_t *d, bool fine) {
  unsigned n = 0;

  for (; d->settlements.settling; n++) {
    collab_slot_t *slot = d->settlements.settling;
    d->settlements.settling = slot->next;
    if (fine) {
      if (d->config->retire_gone && slot->result.status == 410) {
        collab_subscription_retire_ask(d, slot->subscription);
      }
      release(d, slot);
    } else {
      collab_slots_done(&d->slots, slot);
    }
  }
  if (fine) {
    collab_meter_count(COLLAB_COUNT_SETTLED, n);
    collab_meter_time(COLLAB_TIME_SETTLE, collab_time_clock() - d->settlements.settled_at);
  }
}

static void settled(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  collab_rows_t again = state == COLLAB_PG_DONE ? collab_pg_rows(d->settlements.link.pg, 1) : (collab_rows_t){.count = 0};

  for (int row = 0; row < again.count; row++) {
    collab_due_at(d, collab_rows_text(again, row, "subscription"), collab_rows_integer(again, row, "next"));
  }
  d->settlements.refused = state != COLLAB_PG_DONE;
  release_settled(d, !d->settlements.refused);
}

void collab_settle_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->settlements.link;

  drop_late(d);
  if (!collab_link_up(link)) {
    return;
  }
  if (d->settlements.refused && collab_lease_renew(d)) {
    return;
  }
  if (!d->slots.done ||
      (!d->stopping && d->leases.recover_at <= collab_time_clock())) { /* a recovery need not wait until results stop coming */
    collab_lease_recover(d);
    return;
  }
  int most = d->slots.done < MOST ? d->slots.done : MOST;
  collab_slot_t *last = d->slots.done_first;
  d->settlements.settling = last;
  for (int n = 0; n < most; n++) {
    last = collab_slots_next_done(&d->slots);
    last->state = COLLAB_SLOT_SETTLING;
  }
  last->next = NULL;
  d->settlements.settled_at = collab_time_clock();
  collab_link_send(link, STATEMENT(delivery_settle), collab_settle_binds(link->statement_pool, d->settlements.settling, most),
                   settled, d);
}
