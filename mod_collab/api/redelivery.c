/* redelivery.c: the operations that send one event again, or all events that failed or were missed (interface.md 16.13).
 *
 * Their statements add a replay, as collabctl replay does, and the dispatcher makes its deliveries (dispatch/replay/replay.c).
 * Worker threads only. */
#include <apr_strings.h>

#include "api/api.h"
#include "base/time.h"
#include "node/health.h"

/* After its sunset a V1 subscription gets no more deliveries. */
static void bind_v1_ended(collab_exchange_t *x) {
  collab_exchange_value(x, "v1_ended",
                        collab_config_legacy_ended(x->config, collab_health_accepted(x->r->request_time)) ? "true" : "false");
}

/* Runs the operation's statement. COLLAB_TOO_MANY: `limit`, as the error's detail, is reached for the time in the column seconds.
 */
static collab_outcome_t run(collab_exchange_t *x, const char *limit) {
  bind_v1_ended(x);
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->change);
  if (outcome == COLLAB_TOO_MANY) {
    const char *seconds = collab_exchange_column(x, "seconds");
    x->retry_after = seconds && apr_atoi64(seconds) > 0 ? (int)apr_atoi64(seconds) : 1;
    x->detail = limit;
  }
  return outcome;
}

collab_outcome_t collab_api_delivery_redeliver(collab_exchange_t *x) {
  return run(x, "a subscription has ten single redeliveries a minute");
}

/* Reads a member of the body as a time; false: absent, null or not a date-time. */
static bool time_of(const collab_exchange_t *x, const char *name, apr_time_t *when) {
  const char *text = collab_exchange_text(x, name);
  return text && collab_time_parse(text, when);
}

void collab_api_webhook_redeliver_check(collab_exchange_t *x) {
  apr_time_t since, until;

  if (time_of(x, "since", &since) && time_of(x, "until", &until) && until <= since) {
    collab_faults_add(&x->faults, "until", COLLAB_FAULT_MISMATCH, "must be later than since");
  }
}

collab_outcome_t collab_api_webhook_redeliver(collab_exchange_t *x) {
  apr_time_t since = 0, until;
  bool has_until = time_of(x, "until", &until);

  (void)time_of(x, "since", &since); /* the field list requires it */
  collab_exchange_value(x, "since", collab_time_micros(x->pool, since));
  collab_exchange_value(x, "until", has_until ? collab_time_micros(x->pool, until) : NULL);
  return run(x, "a company has ten redeliveries of all failed and missed events a minute");
}
