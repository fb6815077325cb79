/* duties.c: what happens to requests when nobody does anything: the reminder when respondBy has passed, and the closing of idle
 * ones (CollabAutoClose). Owns when they are looked for. Runs in the dispatcher's loop, on a connection of its own, so that
 * neither deliveries nor their settling ever wait for it.
 *
 * Every node's dispatcher does this. Once is once all the same: each duty is one statement, which skips rows that somebody holds
 * and finds in the row whether it is done. Each takes a bounded number of rows, so that it holds no lock for long. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <string.h>

#include "base/random.h"

#define EVERY apr_time_from_sec(5)
#define WHEN_MORE apr_time_from_sec(1) /* the last one had as much as it may: what has piled up must not crowd out the rest */
#define REFUSED_PAUSE apr_time_from_sec(30) /* nobody waits for a duty, and each refusal is a line in the log */
#define REMINDERS 100

static bool is_on(const collab_dispatcher_t *d, int duty) {
  return duty != COLLAB_DUTY_RETIRE || d->config->auto_close > 0;
}

/* The duty that comes next. */
static int first(const collab_dispatcher_t *d) {
  int next = COLLAB_DUTY_REMIND;
  for (int duty = 0; duty < COLLAB_DUTIES; duty++) {
    if (is_on(d, duty) && d->duty_at[duty] < d->duty_at[next]) {
      next = duty;
    }
  }
  return next;
}

apr_time_t collab_duties_due(const collab_dispatcher_t *d) {
  const collab_link_t *link = &d->duties;
  apr_time_t due = d->duty_at[first(d)];

  if (d->stopping || link->busy) {
    return COLLAB_NEVER;
  }
  return !link->pg && due < link->again_at ? link->again_at : due;
}

/* Tokens for the notes, as an array's text. NULL: no randomness. */
static const char *tokens(apr_pool_t *pool) {
  apr_array_header_t *list = apr_array_make(pool, REMINDERS, sizeof(const char *));
  for (int i = 0; i < REMINDERS; i++) {
    const char *token = collab_random_token(pool);
    if (!token) {
      return NULL;
    }
    APR_ARRAY_PUSH(list, const char *) = token;
  }
  return apr_pstrcat(pool, "{", apr_array_pstrcat(pool, list, ','), "}", NULL);
}

void collab_duties_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->duties;
  apr_pool_t *pool = link->statement_pool;

  if (!collab_link_up(d, link)) {
    return;
  }
  apr_pool_clear(pool);
  const char **values = apr_pcalloc(pool, COLLAB_MAX_BINDS * sizeof *values);
  d->duty = first(d);
  d->duty_at[d->duty] = apr_time_now() + EVERY;
  if (d->duty == COLLAB_DUTY_REMIND) {
    values[0] = tokens(pool);
    if (values[0]) {
      collab_link_send(d, link, STATEMENT(request_remind), values);
    }
  } else {
    values[0] = apr_itoa(pool, d->config->auto_close);
    values[1] = *d->retired_to ? d->retired_to : "0";
    collab_link_send(d, link, STATEMENT(request_retire), values);
  }
}

static void done(collab_dispatcher_t *d, collab_rows_t rows) {
  const char *count = collab_rows_text(rows, 0, "done"), *last = collab_rows_text(rows, 0, "last");
  bool some = count && strcmp(count, "0"),
       more = d->duty == COLLAB_DUTY_REMIND ? count && apr_atoi64(count) == REMINDERS : last != NULL;

  if (d->duty == COLLAB_DUTY_RETIRE) {
    apr_cpystrn(d->retired_to, last ? last : "", sizeof d->retired_to);
    if (some) {
      ap_log_error(APLOG_MARK, APLOG_INFO, 0, d->s, COLLABNO(0651) "%s requests closed: idle for %d days", count,
                   d->config->auto_close);
      d->claim_at = 0; /* their events */
    }
  } else if (some) {
    ap_log_error(APLOG_MARK, APLOG_INFO, 0, d->s, COLLABNO(0652) "%s requests reminded: not responded to in time", count);
  }
  if (more) {
    d->duty_at[d->duty] = apr_time_now() + WHEN_MORE;
  }
}

void collab_duties_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->duties;
  collab_pg_state_t state = collab_link_step(d, link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (state == COLLAB_PG_DONE) {
    done(d, collab_pg_rows(link->pg, 0));
  } else if (state == COLLAB_PG_FAILED) {
    d->duty_at[d->duty] = apr_time_now() + REFUSED_PAUSE;
  }
  if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
    collab_link_drop(link);
  } else {
    apr_pool_clear(link->statement_pool);
  }
}
