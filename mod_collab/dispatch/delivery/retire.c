/* retire.c: a callback that answers 410 again and again has its subscription switched off (CollabWebhookRetireGone). Asked once
 * such an answer is on record, so that of several dispatchers the last one finds them all. Runs in the dispatcher's loop, on the
 * connection of replays: it waits for whoever holds the subscription's row, and settlements must not. Where that is in vain, it
 * is tried again after the others; where too many wait for their turn, the next 410 asks again. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <string.h>

#include "base/timer.h"

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
  return d->stopping || link->busy || !d->ngone ? COLLAB_NEVER : link->pg ? d->retire_at : link->again_at;
}

/* It came to nothing; maybe somebody holds the row. */
static void again(collab_dispatcher_t *d) {
  collab_retire_ask(d, d->retiring);
  *d->retiring = '\0';
  d->retire_at = apr_time_now() + collab_timer(COLLAB_TIMER_RETIRE); /* replays go on meanwhile */
}

void collab_retire_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays;

  if (!collab_link_up(link)) {
    return;
  }
  apr_pool_clear(link->statement_pool);
  apr_cpystrn(d->retiring, d->gone[0], sizeof d->retiring);
  memmove(d->gone[0], d->gone[1], (size_t)--d->ngone * sizeof d->gone[0]);
  const char *limit = apr_itoa(link->statement_pool, d->config->retire_gone);
  if (!collab_link_send(link, STATEMENT(subscription_retire),
                        BINDS(subscription_retire, .subscription = d->retiring, .limit = limit))) {
    again(d);
  }
}

void collab_retire_step(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays;
  collab_pg_state_t state = collab_link_step(link);

  if (state == COLLAB_PG_BUSY) {
    return;
  }
  if (state != COLLAB_PG_DONE) {
    again(d);
  } else {
    collab_rows_t retired = collab_pg_rows(link->pg, 1);
    for (int row = 0; row < retired.count; row++) {
      ap_log_error(
          APLOG_MARK, APLOG_WARNING, 0, d->s,
          COLLABNO(0623) "subscription %s of company %s is switched off: its callback has answered 410 %d times in a row",
          collab_rows_text(retired, row, "id"), collab_rows_text(retired, row, "company"), d->config->retire_gone);
    }
  }
  *d->retiring = '\0';
  collab_link_done(link, state);
}
