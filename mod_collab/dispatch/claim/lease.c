/* lease.c: the leases of this dispatcher's claims, and the recovery of leases that are over. The recovery takes back expired
 * leases, the leases of dispatchers that are gone, and the leases of this dispatcher's own claims whose answer never came.
 *
 * Each recovery names the claims whose leases have ended in this process. The statement delivery_recover takes these names as
 * hints where to look, and relies only on what it finds. Runs in the dispatcher's loop, on the settlements' connection. */
#include "dispatch/claim/lease.h"
#include "collab_private.h"
#include "dispatch/claim/due.h"
#include "dispatch/dispatcher.h"

#include <http_log.h>
#include <string.h>

#include "node/meter.h"
#include "node/timer.h"

#define RECOVER_EVERY apr_time_from_sec(1)
/* For this long after our start, a recovery takes back a dispatcher's leases as soon as it finds the lock of that dispatcher's
 * number free: our predecessor may have been killed. */
#define PREDECESSOR_WITHIN apr_time_from_sec(2)
#define ALL_ENDED_EVERY apr_time_from_sec(60)
#define RENEWALS 8                        /* maximum renewals in the duration of a lease */
#define ENDED_MARGIN apr_time_from_sec(5) /* a recovery also looks at leases that expired up to this long before `ended_to` */

/* The lease of one claim. The structure is reused for later claims. */
struct collab_lease_t {
  char claim[40];
  int held;        /* number of its deliveries that are not settled */
  apr_time_t ends; /* expiry by our clock; not later than in the database */
  bool renewing;   /* the renewal under way includes this lease */
  collab_lease_t *next;
};

int collab_lease_lasts(const collab_config_t *config) {
  return config->webhook_timeout + (int)apr_time_sec(collab_timer(COLLAB_TIMER_LEASE_MARGIN));
}

collab_lease_t *collab_lease_begin(collab_dispatcher_t *d, const char *uuid) {
  collab_lease_t *lease = d->leases.spare;

  if (lease) {
    d->leases.spare = lease->next;
  } else {
    lease = apr_palloc(d->pool, sizeof *lease);
  }
  apr_snprintf(lease->claim, sizeof lease->claim, "%08x%s", (unsigned)d->number.value, uuid + 8);
  lease->held = 0;
  lease->ends = d->pace.claimed_at + apr_time_from_sec(collab_lease_lasts(d->config));
  lease->renewing = false;
  return lease;
}

const char *collab_lease_claim(const collab_lease_t *lease) {
  return lease->claim;
}

const char *collab_lease_take(collab_lease_t *lease) {
  lease->held++;
  return lease->claim;
}

static void spare(collab_dispatcher_t *d, collab_lease_t *lease) {
  lease->next = d->leases.spare;
  d->leases.spare = lease;
}

void collab_lease_filled(collab_dispatcher_t *d, collab_lease_t *lease) {
  if (lease->held == 0) {
    spare(d, lease);
  }
}

void collab_lease_leave(collab_dispatcher_t *d, collab_lease_t *lease) {
  if (--lease->held == 0) {
    collab_lease_end(d, lease);
  }
}

void collab_lease_end(collab_dispatcher_t *d, collab_lease_t *lease) {
  lease->next = d->leases.ended;
  d->leases.ended = lease;
}

bool collab_lease_over(const collab_lease_t *lease, apr_time_t now) {
  return lease->ends < now;
}

/* ---- renewal ---- */

/* Extends the renewed leases, except leases that the database no longer has. */
static void renewed(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;
  apr_hash_t *claims = apr_hash_make(d->settlements.link.statement_pool);
  collab_rows_t rows = state == COLLAB_PG_DONE ? collab_pg_rows(d->settlements.link.pg, 0) : (collab_rows_t){.count = 0};

  for (int row = 0; row < rows.count; row++) {
    apr_hash_set(claims, collab_rows_text(rows, row, "claim"), APR_HASH_KEY_STRING, "");
  }
  for (int i = 0; i < d->slots.count; i++) {
    const collab_slot_t *slot = &d->slots.all[i];
    if (collab_slot_is_leased(slot) && slot->lease->renewing && apr_hash_get(claims, slot->claim, APR_HASH_KEY_STRING)) {
      slot->lease->ends = d->leases.renewed_at + apr_time_from_sec(collab_lease_lasts(d->config));
    }
  }
  for (int i = 0; i < d->slots.count; i++) {
    if (collab_slot_is_leased(&d->slots.all[i])) {
      d->slots.all[i].lease->renewing = false;
    }
  }
}

bool collab_lease_renew(collab_dispatcher_t *d) {
  apr_pool_t *pool = d->settlements.link.statement_pool;
  apr_array_header_t *claims = apr_array_make(pool, 64, sizeof(const char *));
  apr_time_t now = collab_time_clock(), soon = now + apr_time_from_sec(collab_lease_lasts(d->config)) / 2;
  bool wanted = false;

  for (int i = 0; i < d->slots.count && now >= d->leases.renew_at; i++) {
    wanted |= d->slots.all[i].state == COLLAB_SLOT_DONE && d->slots.all[i].lease->ends < soon;
  }
  if (!wanted) {
    return false;
  }
  for (int i = 0; i < d->slots.count; i++) {
    const collab_slot_t *slot = &d->slots.all[i];
    if (collab_slot_is_leased(slot) && !slot->lease->renewing) {
      slot->lease->renewing = true;
      APR_ARRAY_PUSH(claims, const char *) = slot->claim;
    }
  }
  const char *list = apr_pstrcat(pool, "{", apr_array_pstrcat(pool, claims, ','), "}", NULL);
  d->leases.renewed_at = now;
  d->leases.renew_at = now + apr_time_from_sec(collab_lease_lasts(d->config)) / RENEWALS;
  collab_link_send(&d->settlements.link, STATEMENT(lease_renew),
                   BINDS(lease_renew, .claims = list, .seconds = apr_itoa(pool, collab_lease_lasts(d->config))), renewed, d);
  return true;
}

/* ---- recovery ---- */

/* Returns the claims whose leases have ended, for the recovery, and moves them to `asked` until the recovery's answer comes.
 * Returns none while the claims' session does not hold the lock of this dispatcher's number. An earlier session may then still be
 * executing a claim that was given up here. The lease of such a claim is not visible yet. Once this dispatcher holds the lock
 * again, the earlier session has ended. */
static const char *ended_text(collab_dispatcher_t *d, apr_pool_t *pool) {
  apr_array_header_t *claims = apr_array_make(pool, 64, sizeof(const char *));

  if (!collab_dispatcher_number_is_held(d)) {
    return "{}";
  }
  for (const collab_lease_t *lease = d->leases.ended; lease; lease = lease->next) {
    APR_ARRAY_PUSH(claims, const char *) = lease->claim;
  }
  d->leases.asked = d->leases.ended;
  d->leases.ended = NULL;
  return apr_pstrcat(pool, "{", apr_array_pstrcat(pool, claims, ','), "}", NULL);
}

static void take_back(collab_dispatcher_t *d, collab_rows_t rows) {
  const char *lost = collab_rows_text(rows, 0, "lost"), *missing = collab_rows_text(rows, 0, "missing");
  const char *buried = collab_rows_text(rows, 0, "buried"), *endpoints = collab_rows_text(rows, 0, "endpoints");
  char *last, *endpoint = apr_strtok(apr_pstrdup(d->settlements.link.statement_pool, endpoints ? endpoints : ""), " ", &last);

  d->leases.others = collab_rows_integer(rows, 0, "dispatchers") > 1;
  d->leases.ended_to = collab_rows_integer(rows, 0, "ended_to");
  if (lost && strcmp(lost, "0")) {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, d->s, COLLABNO(0621) "%s deliveries taken back from a dispatcher that is gone",
                 lost);
    collab_meter_count(COLLAB_COUNT_LEASES_LOST, (uint64_t)apr_atoi64(lost));
    d->pace.claim_at = collab_time_clock();
  }
  if (buried && strcmp(buried, "0")) {
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, d->s,
                 COLLABNO(0622) "%s deliveries became dead letters: each dispatcher that sent them died (worker lost)", buried);
  }
  for (; endpoint; endpoint = apr_strtok(NULL, " ", &last)) {
    collab_due_at(d, endpoint, collab_rows_integer(rows, 0, "now"));
  }
  if (missing && strlen(missing) < sizeof d->leases.missed) {
    apr_cpystrn(d->leases.missed, missing, sizeof d->leases.missed);
  }
}

static void recovered(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;

  while (d->leases.asked) {
    collab_lease_t *lease = d->leases.asked;
    d->leases.asked = lease->next;
    if (state == COLLAB_PG_DONE) {
      spare(d, lease);
    } else {
      collab_lease_end(d, lease);
    }
  }
  if (state == COLLAB_PG_DONE) {
    take_back(d, collab_pg_rows(d->settlements.link.pg, 0));
  }
}

void collab_lease_recover(collab_dispatcher_t *d) {
  apr_pool_t *pool = d->settlements.link.statement_pool;
  apr_time_t now = collab_time_clock();
  bool all = now >= d->leases.all_ended_at;
  const char *const *values = BINDS_IN(
      pool, delivery_recover, .own = apr_itoa(pool, d->number.value), /* we are not gone, even without our session */
      .missed = now < d->leases.started + PREDECESSOR_WITHIN ? NULL : apr_pstrdup(pool, d->leases.missed),
      .since = apr_psprintf(pool, "%" APR_TIME_T_FMT, all ? 0 : d->leases.ended_to - ENDED_MARGIN), .ended = ended_text(d, pool));

  apr_cpystrn(d->leases.missed, "{}", sizeof d->leases.missed);
  d->leases.recover_at = now + RECOVER_EVERY;
  d->leases.all_ended_at = all ? now + ALL_ENDED_EVERY : d->leases.all_ended_at;
  collab_link_send(&d->settlements.link, STATEMENT(delivery_recover), values, recovered, d);
}
