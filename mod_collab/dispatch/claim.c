/* claim.c: which deliveries this dispatcher sends next.
 *
 * A delivery row lives only while it is due or leased:
 *
 *      due ──claim──> leased ──settle──> (gone: delivered, or dead_letter)
 *       ^               │ └───settle───> due again, later (retry)
 *       └──lease over───┘
 *
 * 1. An operation writes its event and an outbox row in its own transaction. The claim's first part turns outbox rows into
 * deliveries, one for each subscription that wants the event; its second part, which sees them, leases what is due. One round
 * trip, one short transaction; none is open while HTTP is in flight.
 * 2. It asks for no more than there are free slots, takes from one subscription no more than its room (room.c), goes round
 * robin over the subscriptions, and leaves a fifth of the slots to first attempts: who never answers holds up nobody else.
 * 3. A claim id is this dispatcher's number (32 bits) and 96 random bits. Settling names it and touches no row whose claim id has
 * changed since: a dispatcher that was stopped for a minute cannot overrule the one that took over.
 * 4. A lease ends by settling; or by time (longest transfer + 15 s); or with its holder: a dispatcher holds an advisory lock of
 * its number for as long as its session lives, and whoever runs delivery_recover takes back the leases of numbers that nobody
 * holds: at its start at once, later when it has missed them twice. So a kill -9 costs about a second, on this host or another.
 * What was in flight then is sent again: at least once. A dispatcher that is told to stop gives its leases back itself.
 * 5. Correctness never rests on there being one dispatcher. Losing a wake-up costs at most one poll interval.
 *
 * Runs in the dispatcher process alone. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <stdlib.h>
#include <string.h>

#include "base/meter.h"
#include "base/random.h"

#define NUMBER_PATIENCE apr_time_from_sec(5) /* how long our old session may linger before we take another number */
#define POLL_EVERY apr_time_from_msec(500)   /* without a hint */
#define BATCH 100                            /* rows of one claim; events of one fan-out, as delivery_claim.sql has it */
#define RELEASE_WITHIN apr_time_from_msec(300)

/* Slots that are taken by retries. */
static int retries(const collab_dispatcher_t *d) {
  int n = 0;
  for (int i = 0; i < d->nslots; i++) {
    n += d->slots[i].state != COLLAB_SLOT_FREE && d->slots[i].attempts > 0;
  }
  return n;
}

/* Holds the lock of this dispatcher's number on the claims link; without it, its leases would count as nobody's. */
static bool enter(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  const char *values[] = {apr_itoa(link->statement_pool, COLLAB_DISPATCHER_CLASS), apr_itoa(link->statement_pool, d->number)};
  collab_pg_state_t state =
      collab_pg_run(link->pg, link->statement_pool, STATEMENT(dispatcher_enter), values, apr_time_now() + apr_time_from_sec(2));

  if (state != COLLAB_PG_DONE) {
    collab_link_drop(link);
    return false;
  }
  const char *entered = collab_rows_text(collab_pg_rows(link->pg, 0), 0, "entered");
  d->entered = entered && *entered == 't';
  if (!d->entered && apr_time_now() - d->number_since > NUMBER_PATIENCE) {
    d->number = (int)(strtoul(collab_random_uuid(link->statement_pool), NULL, 16) & 0x7fffffff);
    d->number_since = apr_time_now();
  }
  apr_pool_clear(link->statement_pool);
  return d->entered;
}

apr_time_t collab_claim_due(const collab_dispatcher_t *d) {
  if (d->stopping || d->claims.busy || d->free == 0) {
    return COLLAB_NEVER;
  }
  return !d->claims.pg && d->claim_at < d->claims.again_at ? d->claims.again_at : d->claim_at;
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

void collab_claim_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  apr_pool_t *pool = link->statement_pool;
  collab_pg_t *before = link->pg;

  if (!collab_link_up(d, link)) {
    return;
  }
  if (link->pg != before) {
    d->entered = false;
    d->number_since = apr_time_now();
  }
  if (!d->entered && !enter(d)) {
    d->claim_at = apr_time_now() + COLLAB_TRY_AGAIN;
    return;
  }
  apr_pool_clear(pool);
  d->claimed_at = apr_time_now();
  d->claim_at = d->claimed_at + POLL_EVERY;
  const char *uuid = collab_random_uuid(pool);
  if (!uuid) {
    return;
  }
  int retry_room = d->nslots * 4 / 5 - retries(d);
  d->claim = apr_psprintf(pool, "%08x%s", (unsigned)d->number, uuid + 8);
  d->asked = d->free < BATCH ? d->free : BATCH;
  const char **values = apr_pcalloc(pool, COLLAB_MAX_BINDS * sizeof *values);
  values[0] = d->claim;
  values[1] = apr_itoa(pool, d->config->webhook_timeout + COLLAB_LEASE_MARGIN);
  values[2] = apr_itoa(pool, d->asked);
  values[3] = apr_itoa(pool, retry_room > 0 ? retry_room : 0);
  values[4] = apr_itoa(pool, collab_room_first(d));
  values[5] = collab_room_text(d, pool);
  values[6] = legacy_ended(d) ? "false" : "true";
  if (!collab_link_send(d, link, STATEMENT(delivery_claim), values)) {
    d->claim_at = d->claimed_at;
  }
}

static collab_slot_t *free_slot(collab_dispatcher_t *d) {
  for (int i = 0; i < d->nslots; i++) {
    if (d->slots[i].state == COLLAB_SLOT_FREE) {
      return &d->slots[i];
    }
  }
  return NULL;
}

void collab_claim_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  collab_pg_state_t state = collab_link_step(d, link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (state != COLLAB_PG_DONE) { /* refused: not again before the next poll */
    if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
      collab_link_drop(link);
      d->claim_at = apr_time_now();
    }
    return;
  }
  const char *events = collab_rows_text(collab_pg_rows(link->pg, 1), 0, "events");
  collab_rows_t rows = collab_pg_rows(link->pg, 2);
  for (int row = 0; row < rows.count; row++) {
    collab_slot_t *slot = free_slot(d); /* no more were asked for than there are */
    d->free--;
    slot->claim = apr_pstrdup(slot->pool, d->claim);
    collab_send_begin(d, slot, rows, row);
  }
  d->more = rows.count > 0;
  d->liveness->claimed_at = apr_time_now();
  collab_meter_set(COLLAB_GAUGE_CLAIMED_AT, d->liveness->claimed_at);
  collab_meter_time(COLLAB_TIME_CLAIM, d->liveness->claimed_at - d->claimed_at);
  collab_meter_count(COLLAB_COUNT_CLAIMED, (uint64_t)rows.count);
  collab_meter_count(COLLAB_COUNT_EVENTS, events ? (uint64_t)apr_atoi64(events) : 0);
  if (rows.count == d->asked || (events && apr_atoi64(events) == BATCH)) {
    d->claim_at = d->liveness->claimed_at;
  }
  apr_pool_clear(link->statement_pool);
}

void collab_claim_release(collab_dispatcher_t *d) {
  collab_link_t *link = &d->claims;
  apr_pool_t *pool = link->statement_pool;
  apr_time_t deadline = apr_time_now() + RELEASE_WITHIN;

  if (link->busy) { /* what it brings is leased too */
    collab_pg_wait(link->pg, deadline);
    collab_claim_step(d);
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
    const char *values[] = {apr_pstrcat(pool, "[", apr_array_pstrcat(pool, leases, ','), "]", NULL)};
    collab_pg_run(link->pg, pool, STATEMENT(delivery_release), values, deadline);
  }
}
