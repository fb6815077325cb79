/* health.c: liveness and readiness of this node.
 *
 *   /health/live    this process answers
 *   /health/ready   … and this node has none of the faults that may affect one node alone: it can reach the database,
 *                   which is that of its exchange, the schema is new enough, its keys decrypt the secrets there, its
 *                   clock is within 30 s of the database's, and it is neither draining (collabctl drain) nor stopping
 *
 * A database that has just stopped answering is most likely failing over, for all nodes. So a node that loses its database stays
 * ready for COLLAB_TIMER_GRACE. Meanwhile its requests get 503 with Retry-After (store/db.c). The node serves again as soon as
 * the database does, without waiting for the load balancer. The state of the node's dispatcher does not count: the node answers
 * requests without it, and other nodes take over its deliveries.
 *
 * A fault that all nodes share is no reason to take one of them out of service. Whether an operator must act is a separate
 * question (node/health.h). Both operations are public, so they must be cheap at any rate of calls: the watcher does the checks
 * (status/watch.c), and this file reads their results. Worker threads only. */
#include <ap_mpm.h>
#include <scoreboard.h>
#include <string.h>

#include "api/api.h"
#include "base/time.h"
#include "node/health.h"
#include "node/meter.h"
#include "node/timer.h"

#define UP "{\"status\":\"UP\"}"
#define FIRST_CHECK_WAIT apr_time_from_sec(5) /* maximum wait for the watcher's first result after a start */
#define POLL_INTERVAL apr_time_from_msec(20)

static collab_outcome_t give(collab_exchange_t *x, const char *body) {
  x->answer.body = body;
  x->answer.body_len = strlen(body);
  return COLLAB_OK;
}

collab_outcome_t collab_api_health_live(collab_exchange_t *x) {
  return give(x, UP);
}

/* Is httpd as a whole stopping? False if only this process stops, because a new generation replaces it. */
static bool is_stopping(void) {
  const global_score *score = ap_get_scoreboard_global();
  int state, generation;

  return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS && state == AP_MPMQ_STOPPING && score &&
         ap_mpm_query(AP_MPMQ_GENERATION, &generation) == APR_SUCCESS && score->running_generation == generation;
}

/* Has the database been unreachable for less than COLLAB_TIMER_GRACE? False on a node that has never reached it. */
static bool is_failover(void) {
  apr_time_t reached = collab_meter_noted(COLLAB_GAUGE_REACHED_AT);

  return reached > 0 && collab_time_clock() - reached < collab_timer(COLLAB_TIMER_GRACE);
}

static bool is_tolerable(collab_alarm_t alarm) {
  return (alarm == COLLAB_ALARM_DATABASE && is_failover()) || (alarm == COLLAB_ALARM_CLOCK && !collab_health_clock_off());
}

/* Why a load balancer should not send requests to this node; NULL if it should. The text is public. */
static const char *fault(const collab_exchange_t *x) {
  static const struct {
    collab_alarm_t alarm;
    const char *words;
  } faults[] = {
      {COLLAB_ALARM_DATABASE, "the database cannot be reached from this node"},
      {COLLAB_ALARM_EXCHANGE, "the database is not that of this node's exchange"},
      {COLLAB_ALARM_SCHEMA, NULL}, /* the alarm's own text */
      {COLLAB_ALARM_KEYS, COLLAB_FOREIGN_KEYS},
      {COLLAB_ALARM_CLOCK, NULL}, /* the alarm's own text */
  };
  char text[COLLAB_ALARM_TEXT];

  if (is_stopping()) {
    return "the node is about to stop";
  }
  if (collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0) {
    return "the node is draining";
  }
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    if (collab_alarm_text(faults[i].alarm, text) && !is_tolerable(faults[i].alarm)) {
      return faults[i].words ? faults[i].words : apr_pstrdup(x->pool, text);
    }
  }
  return NULL;
}

collab_outcome_t collab_api_health_ready(collab_exchange_t *x) {
  apr_time_t until = collab_time_clock() + FIRST_CHECK_WAIT;

  while (collab_meter_get(COLLAB_GAUGE_WATCHED_AT) < 0 && collab_time_clock() < until) {
    apr_sleep(POLL_INTERVAL);
  }
  x->detail = fault(x);
  return x->detail ? COLLAB_UNAVAILABLE : give(x, UP);
}
