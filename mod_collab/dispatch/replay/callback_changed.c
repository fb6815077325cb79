/* callback_changed.c: reacts when an owner changes a callback or says that the receiver is ready (`active: true`, even if the
 * subscription is active already), and when an operator ends the pause of a subscription. peers.c gets the notification.
 *
 * The dispatcher discards the endpoint's cached state (endpoint.c) and its access tokens (access_token.c). Then
 * callback_changed.sql shortens the wait of deliveries that an earlier answer has put off.
 *
 * The notification is a hint: if it is lost, those deliveries wait until they are due. Runs in the dispatcher's loop, on the
 * replays' connection, between two batches of a replay. */
#include "dispatch/claim/due.h"
#include "dispatch/dispatcher.h"
#include "dispatch/replay/replay.h"

void collab_callback_changed(collab_dispatcher_t *d, const char *subscription) {
  collab_endpoint_reset(d, subscription);
  collab_access_token_changed(d, subscription);
  if (d->callbacks.count < COLLAB_CHANGED_MOST) {
    apr_cpystrn(d->callbacks.changed[d->callbacks.count++], subscription, sizeof d->callbacks.changed[0]);
  }
}

apr_time_t collab_callback_due(const collab_dispatcher_t *d) {
  return d->callbacks.count ? collab_link_free_at(&d->replays.link, 0) : COLLAB_NEVER;
}

/* The schedule of V2, as the text of an array. V1 has no operation that changes a callback, so its schedule is not needed. */
static const char *delays(apr_pool_t *pool, const collab_schedule_t *schedule) {
  const char *text = "{";

  for (int i = 0; i < schedule->count; i++) {
    text = apr_psprintf(pool, "%s%s%d", text, i ? "," : "", schedule->delay[i]);
  }
  return apr_pstrcat(pool, text, "}", NULL);
}

static void put_forward(void *data, collab_pg_state_t state) {
  collab_dispatcher_t *d = data;

  if (state == COLLAB_PG_DONE) {
    collab_rows_t rows = collab_pg_rows(d->replays.link.pg, 2);
    if (collab_rows_text(rows, 0, "next")) {
      collab_due_at(d, d->callbacks.changing, collab_rows_integer(rows, 0, "next"));
      collab_pace_hint(&d->pace);
    }
  }
}

void collab_callback_begin(collab_dispatcher_t *d) {
  collab_link_t *link = &d->replays.link;

  if (!collab_link_up(link)) {
    return;
  }
  apr_cpystrn(d->callbacks.changing, d->callbacks.changed[--d->callbacks.count], sizeof d->callbacks.changing);
  const char *waits = delays(link->statement_pool, &d->config->retry_v2);
  collab_link_send(link, STATEMENT(callback_changed),
                   BINDS(callback_changed, .subscription = d->callbacks.changing, .delays = waits), put_forward, d);
}
