/* subscription_retire.c: switches off a subscription whose callback answers 410 repeatedly (CollabWebhookRetireGone).
 *
 * The statement subscription_retire runs after a 410 has been recorded. If several dispatchers record a 410 at the same time, the
 * statement that runs last finds every 410. The statement may wait for the lock of the subscription's row. A settlement must
 * not wait for that lock, so the statement runs apart from it, on the replays' connection. If the statement does not get the
 * lock, the subscription goes to the end of the line. If the line is full, the subscription gets into line after its next 410.
 * Runs in the dispatcher's loop. */
#include "collab_private.h"
#include "dispatch/dispatcher.h"
#include "dispatch/settle/settle.h"

#include <http_log.h>
#include <string.h>

#include "node/timer.h"

void collab_subscription_retire_ask(collab_dispatcher_t *d, const char *subscription) {
  for (int i = 0; i < d->retirements.count; i++) {
    if (!strcmp(d->retirements.gone[i], subscription)) {
      return;
    }
  }
  if (d->retirements.count < COLLAB_GONE_MOST) {
    apr_cpystrn(d->retirements.gone[d->retirements.count++], subscription, sizeof d->retirements.gone[0]);
  }
}

apr_time_t collab_subscription_retire_due(const collab_dispatcher_t *d) {
  return d->retirements.count ? collab_link_free_at(&d->replays.link, d->retirements.at) : COLLAB_NEVER;
}

static void answered(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;

  if (state == COLLAB_PG_DONE) {
    collab_rows_t retired = collab_pg_rows(d->replays.link.pg, 1);
    for (int row = 0; row < retired.count; row++) {
      ap_log_error(
          APLOG_MARK, APLOG_WARNING, 0, d->s,
          COLLABNO(0623) "subscription %s of company %s is switched off: its callback has answered 410 %d times in a row",
          collab_rows_text(retired, row, "id"), collab_rows_text(retired, row, "company"), d->config->retire_gone);
    }
  } else { /* perhaps the row is locked */
    collab_subscription_retire_ask(d, d->retirements.retiring);
    d->retirements.at =
        collab_time_clock() + collab_timer(COLLAB_TIMER_RETIRE); /* until then the connection is free for replays */
  }
}

void collab_subscription_retire_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays.link;

  if (!collab_link_up(link)) {
    return;
  }
  apr_cpystrn(d->retirements.retiring, d->retirements.gone[0], sizeof d->retirements.retiring);
  memmove(d->retirements.gone[0], d->retirements.gone[1], (size_t)--d->retirements.count * sizeof d->retirements.gone[0]);
  const char *limit = apr_itoa(link->statement_pool, d->config->retire_gone);
  collab_link_send(link, STATEMENT(subscription_retire),
                   BINDS(subscription_retire, .subscription = d->retirements.retiring, .limit = limit), answered, d);
}
