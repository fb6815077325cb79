/* retire.c: a callback that answers 410 again and again has its subscription switched off (CollabWebhookRetireGone). Asked once
 * such an answer is on record, so that of several dispatchers the last one finds them all. Runs in the dispatcher's loop, on the
 * connection of replays: it waits for whoever holds the subscription's row, and settlements must not. Where that is in vain, or
 * too many wait for their turn, the next 410 asks again. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <string.h>

void collab_retire_ask(collab_dispatcher_t *d, const char *subscription) {
  for (int i = 0; i < d->ngone; i++) {
    if (!strcmp(d->gone[i], subscription)) {
      return;
    }
  }
  if (d->ngone < COLLAB_GONE_MOST) {
    apr_cpystrn(d->gone[d->ngone++], subscription, sizeof d->gone[0]);
  }
}

apr_time_t collab_retire_due(const collab_dispatcher_t *d) {
  const collab_link_t *link = &d->replays;
  return d->stopping || link->busy || !d->ngone ? COLLAB_NEVER : link->pg ? 0 : link->again_at;
}

void collab_retire_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays;

  if (!collab_link_up(d, link)) {
    return;
  }
  apr_pool_clear(link->statement_pool);
  const char **values = apr_pcalloc(link->statement_pool, COLLAB_MAX_BINDS * sizeof *values);
  values[0] = apr_pstrdup(link->statement_pool, d->gone[--d->ngone]);
  values[1] = apr_itoa(link->statement_pool, d->config->retire_gone);
  d->retiring = collab_link_send(d, link, STATEMENT(subscription_retire), values);
}

void collab_retire_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays;
  collab_pg_state_t state = collab_link_step(d, link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  d->retiring = false;
  if (state == COLLAB_PG_DONE) {
    collab_rows_t retired = collab_pg_rows(link->pg, 1);
    for (int row = 0; row < retired.count; row++) {
      ap_log_error(
          APLOG_MARK, APLOG_WARNING, 0, d->s,
          COLLABNO(0623) "subscription %s of company %s is switched off: its callback has answered 410 %d times in a row",
          collab_rows_text(retired, row, "id"), collab_rows_text(retired, row, "company"), d->config->retire_gone);
    }
  }
  if (state == COLLAB_PG_LOST || !collab_pg_alive(link->pg)) {
    collab_link_drop(link);
  } else {
    apr_pool_clear(link->statement_pool);
  }
}
