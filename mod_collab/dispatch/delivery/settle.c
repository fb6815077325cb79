/* settle.c: outcomes put on record, many in one transaction (attempts, and what becomes of the deliveries). Runs in the
 * dispatcher's loop.
 *
 * An outcome that cannot be recorded keeps its slot until it can. Where the database refuses it, but not the renewal of its lease
 * (somebody has locked the log of attempts, say), that can last; where the database is away, until the lease has run out: then
 * the outcome is dropped, the delivery is somebody's again and will be sent again. So the list is bounded by the slots, and
 * nothing is ever recorded for a lease that has passed on. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <string.h>

#include "base/json.h"
#include "base/meter.h"
#include "base/text.h"

#define BATCH 64                      /* so many are worth a settlement at once */
#define MOST 256                      /* of one settlement */
#define USUAL 400                     /* bytes of an outcome, */
#define SHORT 8                       /*   and of a subscription's number */
#define LINGER apr_time_from_msec(20) /* how long the first outcome waits for company */
#define REFUSED_PAUSE apr_time_from_msec(500)

apr_time_t collab_settle_due(const collab_dispatcher_t *d) {
  const collab_link_t *link = &d->settles;
  apr_time_t due = collab_lease_due(d);

  if (link->busy) {
    return COLLAB_NEVER;
  }
  if (d->ndone) {
    apr_time_t at = d->stopping || d->ndone >= BATCH ? 0 : d->done_first->result.ended + LINGER;
    due = at < due ? at : due;
  }
  if (due < d->settle_at) {
    due = d->settle_at;
  }
  return collab_link_free_at(link, due);
}

void collab_settle_add(collab_dispatcher_t *d, collab_slot_t *slot) {
  slot->state = COLLAB_SLOT_DONE;
  slot->next = NULL;
  *(d->ndone++ ? &d->done_last->next : &d->done_first) = slot;
  d->done_last = slot;
}

static collab_slot_t *take_done(collab_dispatcher_t *d) {
  collab_slot_t *slot = d->done_first;
  d->done_first = slot->next;
  d->ndone--;
  return slot;
}

static void release(collab_dispatcher_t *d, collab_slot_t *slot) {
  d->retrying -= slot->attempts > 0;
  d->v1_busy -= slot->v1;
  collab_lease_leave(d, slot->lease);
  slot->state = COLLAB_SLOT_FREE;
  apr_pool_clear(slot->pool);
  slot->next = d->spare;
  d->spare = slot;
  d->free++;
}

/* ,"name":value; nothing where there is none, which is null. */
static void put(collab_string_builder_t *text, const char *name, const char *value) {
  if (value) {
    collab_string_builder_add(text, ",\"");
    collab_string_builder_add(text, name);
    collab_string_builder_add(text, "\":");
    collab_string_builder_add(text, value);
  }
}

static void put_integer(collab_string_builder_t *text, const char *name, int64_t value) {
  put(text, name, "");
  collab_string_builder_add_integer(text, value);
}

static void put_text(collab_string_builder_t *text, const char *name, const char *value) {
  if (value) {
    put(text, name, "");
    collab_json_add(text, value);
  }
}

/* Nothing that is not known. */
static void put_phases(collab_string_builder_t *text, const collab_phases_t *phases) {
  const struct {
    const char *name;
    int microseconds;
  } parts[] = {
      {"dns_us", phases->dns}, {"connect_us", phases->connect}, {"tls_us", phases->tls}, {"first_byte_us", phases->first_byte}};

  for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
    if (parts[i].microseconds >= 0) {
      put_integer(text, parts[i].name, parts[i].microseconds);
    }
  }
  put_text(text, "remote_address", phases->remote);
}

static void put_result(collab_string_builder_t *text, apr_pool_t *pool, const collab_slot_t *slot) {
  const collab_result_t *result = &slot->result;

  collab_string_builder_add(text, text->len > 1 ? ",{\"id\":" : "{\"id\":");
  collab_string_builder_add(text, slot->id);
  put(text, "subscription", slot->subscription);
  put_text(text, "claim", slot->claim);
  put_integer(text, "status", result->status);
  put(text, "success", result->success ? "true" : "false");
  put_text(text, "error", result->error);
  put_text(text, "answer", slot->kept ? collab_text_clean(pool, slot->answer, slot->kept) : NULL);
  put_integer(text, "ms", apr_time_as_msec(result->ended - result->started));
  put_integer(text, "started", result->started);
  put(text, "retry_in", result->retry_in < 0 ? NULL : apr_psprintf(pool, "%.6f", result->retry_in));
  put(text, "put_off", result->put_off > 0 ? apr_psprintf(pool, "%.6f", result->put_off) : NULL);
  put(text, "outbox_us", slot->outbox_us);
  put(text, "fanout_us", slot->fanout_us);
  put(text, "queue_us", slot->queue_us);
  put_text(text, "url", slot->url);
  put_phases(text, &result->phases);
  collab_string_builder_add(text, "}");
}

/* Outcomes whose lease has run out are nobody's business any more. */
static void drop_late(collab_dispatcher_t *d) {
  apr_time_t now = apr_time_now();

  for (int n = d->ndone; n; n--) {
    collab_slot_t *slot = take_done(d);
    if (collab_lease_over(slot->lease, now)) {
      release(d, slot);
    } else {
      collab_settle_add(d, slot);
    }
  }
}

/* A settlement whose commit is unknown is sent again: the claim ids of what it did record no longer match. */
static void settled(collab_dispatcher_t *d, bool fine) {
  unsigned n = 0;

  for (; d->settling; n++) {
    collab_slot_t *slot = d->settling;
    d->settling = slot->next;
    if (fine) {
      if (d->config->retire_gone && slot->result.status == 410) {
        collab_retire_ask(d, slot->subscription);
      }
      release(d, slot);
    } else {
      collab_settle_add(d, slot);
    }
  }
  if (fine) {
    collab_claim_freed(d);
    collab_meter_count(COLLAB_COUNT_SETTLED, n);
    collab_meter_time(COLLAB_TIME_SETTLE, apr_time_now() - d->settled_at);
  }
}

void collab_settle_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->settles;

  drop_late(d);
  if (!collab_link_up(link)) {
    return;
  }
  apr_pool_t *pool = link->statement_pool;
  apr_pool_clear(pool);
  if (d->refused && collab_lease_renew(d)) {
    return;
  }
  if (!d->ndone || collab_lease_due(d) <= apr_time_now()) { /* also where there is no end of outcomes */
    collab_lease_recover(d);
    return;
  }
  int most = d->ndone < MOST ? d->ndone : MOST;
  collab_string_builder_t results = collab_string_builder_begin(pool, (apr_size_t)most * USUAL);
  collab_string_builder_t subscriptions = collab_string_builder_begin(pool, (apr_size_t)most * SHORT);
  collab_string_builder_add(&results, "[");
  for (int n = 0; n < most; n++) {
    collab_slot_t *slot = take_done(d);
    put_result(&results, pool, slot);
    collab_string_builder_add(&subscriptions, n ? "," : "{");
    collab_string_builder_add(&subscriptions, slot->subscription);
    slot->state = COLLAB_SLOT_SETTLING;
    slot->next = d->settling;
    d->settling = slot;
  }
  collab_string_builder_add(&results, "]");
  collab_string_builder_add(&subscriptions, "}");
  d->settled_at = apr_time_now();
  if (!collab_link_send(link, STATEMENT(delivery_settle),
                        BINDS(delivery_settle, .results = results.text, .subscriptions = subscriptions.text))) {
    settled(d, false);
  }
}

void collab_settle_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->settles;
  collab_pg_state_t state = collab_link_step(link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  bool settlement = !d->recovering && !d->renewing;
  if (d->renewing) {
    collab_lease_renewed(d, state == COLLAB_PG_DONE);
  } else if (d->recovering) {
    collab_lease_recovered(d, state == COLLAB_PG_DONE);
  } else if (state == COLLAB_PG_DONE) {
    collab_rows_t again = collab_pg_rows(link->pg, 1);
    for (int row = 0; row < again.count; row++) {
      collab_endpoint_due(d, collab_rows_text(again, row, "subscription"), collab_rows_integer(again, row, "next"));
    }
  }
  if (settlement) {
    d->refused = state != COLLAB_PG_DONE;
    settled(d, !d->refused);
  }
  if (state == COLLAB_PG_FAILED) {
    d->settle_at = apr_time_now() + REFUSED_PAUSE;
  }
  collab_link_done(link, state);
}
