/* settle.c: outcomes put on record, many in one transaction (attempts, and what becomes of the deliveries). Runs in the
 * dispatcher's loop.
 *
 * An outcome that cannot be recorded (the database is away) keeps its slot until it can, or until its lease has run out: then it
 * is dropped, the delivery is somebody's again and will be sent again. So the list is bounded by the slots, and nothing is ever
 * recorded for a lease that has passed on. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <string.h>

#include "base/json.h"
#include "base/meter.h"
#include "base/text.h"

#define BATCH 64
#define LINGER apr_time_from_msec(20) /* how long the first outcome waits for company */
#define RECOVER_EVERY apr_time_from_sec(1)
#define BELIEVE_FOR apr_time_from_sec(2) /* after the start whoever is missed is our predecessor, killed: no second look */
#define REFUSED_PAUSE apr_time_from_msec(500)

apr_time_t collab_settle_due(const collab_dispatcher_t *d) {
  const collab_link_t *link = &d->settles;
  apr_time_t due = d->stopping || !d->entered ? COLLAB_NEVER : d->recover_at;
  int waiting = 0;

  if (link->busy) {
    return COLLAB_NEVER;
  }
  for (int i = 0; i < d->nslots; i++) {
    if (d->slots[i].state == COLLAB_SLOT_DONE) {
      apr_time_t at = d->stopping ? 0 : d->slots[i].result.ended + LINGER;
      due = at < due ? at : due;
      waiting++;
    }
  }
  if (waiting >= BATCH) {
    due = 0;
  }
  if (due < d->settle_at) {
    due = d->settle_at;
  }
  return !link->pg && due < link->again_at ? link->again_at : due;
}

static void release(collab_dispatcher_t *d, collab_slot_t *slot) {
  slot->state = COLLAB_SLOT_FREE;
  apr_pool_clear(slot->pool); /* secrets are wiped with it */
  d->free++;
}

static const char *result_text(apr_pool_t *pool, const collab_slot_t *slot) {
  const collab_result_t *result = &slot->result;
  const char *answer = slot->kept ? collab_json_quote(pool, collab_text_clean(pool, slot->answer, slot->kept)) : "null";

  return apr_psprintf(
      pool,
      "{\"id\":%s,\"claim\":\"%s\",\"status\":%d,\"success\":%s,\"error\":%s,\"answer\":%s,\"ms\":%d,\"started\":%" APR_TIME_T_FMT
      ",\"retry_in\":%s}",
      slot->id, slot->claim, result->status, result->success ? "true" : "false", collab_json_quote(pool, result->error), answer,
      (int)apr_time_as_msec(result->ended - result->started), result->started,
      result->retry_in < 0 ? "null" : apr_psprintf(pool, "%.6f", result->retry_in));
}

/* Outcomes whose lease has run out are nobody's business any more. */
static void drop_late(collab_dispatcher_t *d) {
  apr_time_t lease = apr_time_from_sec(d->config->webhook_timeout + COLLAB_LEASE_MARGIN);
  for (int i = 0; i < d->nslots; i++) {
    if (d->slots[i].state == COLLAB_SLOT_DONE && d->slots[i].result.started + lease < apr_time_now()) {
      release(d, &d->slots[i]);
    }
  }
}

static void recover(collab_dispatcher_t *d) {
  apr_pool_t *pool = d->settles.statement_pool;
  const char **values = apr_pcalloc(pool, COLLAB_MAX_BINDS * sizeof *values);
  values[0] = apr_itoa(pool, COLLAB_DISPATCHER_CLASS);
  values[1] = apr_psprintf(pool, "%08x", (unsigned)d->number); /* our own leases are ours even while our session is away */
  values[2] = apr_time_now() < d->started + BELIEVE_FOR ? NULL : apr_pstrdup(pool, d->missed);
  apr_cpystrn(d->missed, "{}", sizeof d->missed);
  d->recover_at = apr_time_now() + RECOVER_EVERY;
  d->recovering = collab_link_send(d, &d->settles, STATEMENT(delivery_recover), values);
}

void collab_settle_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->settles;
  int n = 0;

  drop_late(d);
  if (!collab_link_up(d, link)) {
    return;
  }
  apr_pool_t *pool = link->statement_pool;
  apr_pool_clear(pool);
  apr_array_header_t *parts = apr_array_make(pool, 2 * BATCH + 1, sizeof(const char *));
  for (int i = 0; i < d->nslots && n < 2 * BATCH; i++) {
    if (d->slots[i].state == COLLAB_SLOT_DONE) {
      APR_ARRAY_PUSH(parts, const char *) = result_text(pool, &d->slots[i]);
      d->slots[i].state = COLLAB_SLOT_SETTLING;
      n++;
    }
  }
  if (n == 0) {
    recover(d);
    return;
  }
  const char **values = apr_pcalloc(pool, COLLAB_MAX_BINDS * sizeof *values);
  values[0] = apr_pstrcat(pool, "[", apr_array_pstrcat(pool, parts, ','), "]", NULL);
  d->settled_at = apr_time_now();
  if (!collab_link_send(d, link, STATEMENT(delivery_settle), values)) {
    for (int i = 0; i < d->nslots; i++) {
      if (d->slots[i].state == COLLAB_SLOT_SETTLING) {
        d->slots[i].state = COLLAB_SLOT_DONE;
      }
    }
  }
}

static void recovered(collab_dispatcher_t *d, collab_rows_t rows) {
  const char *lost = collab_rows_text(rows, 0, "lost"), *missing = collab_rows_text(rows, 0, "missing");

  if (lost && strcmp(lost, "0")) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0621) "%s deliveries taken back from a dispatcher that is gone",
                 lost);
    collab_meter_count(COLLAB_COUNT_LEASES_LOST, (uint64_t)apr_atoi64(lost));
    d->claim_at = apr_time_now();
  }
  if (missing && strlen(missing) < sizeof d->missed) {
    apr_cpystrn(d->missed, missing, sizeof d->missed);
  }
}

void collab_settle_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->settles;
  collab_pg_state_t state = collab_link_step(d, link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (d->recovering && state == COLLAB_PG_DONE) {
    recovered(d, collab_pg_rows(link->pg, 0));
  }
  unsigned settled = 0;
  /* A settlement whose commit is unknown is sent again: the claim ids of what it did record no longer match. */
  for (int i = 0; i < d->nslots && !d->recovering; i++) {
    if (d->slots[i].state == COLLAB_SLOT_SETTLING) {
      if (state == COLLAB_PG_DONE) {
        release(d, &d->slots[i]);
        settled++;
      } else {
        d->slots[i].state = COLLAB_SLOT_DONE;
      }
    }
  }
  if (settled) {
    collab_meter_count(COLLAB_COUNT_SETTLED, settled);
    collab_meter_time(COLLAB_TIME_SETTLE, apr_time_now() - d->settled_at);
  }
  if (state == COLLAB_PG_FAILED) {
    d->settle_at = apr_time_now() + REFUSED_PAUSE;
  }
  d->recovering = false;
  if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
    collab_link_drop(link);
  } else {
    apr_pool_clear(link->statement_pool);
  }
}
