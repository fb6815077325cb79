/* health.c: whether this node lives and whether it should get requests.
 *
 *   /health/live    this process answers
 *   /health/ready   … and nothing is wrong here that might be right on another node: the database is reached from here, its
 * schema is new enough, our keys decrypt its secrets, our clock is its own within 30 s, our dispatcher is not stuck, we are
 * neither draining (collabctl drain) nor about to stop
 *
 * A database that was reached a moment ago is being replaced, most likely, and for all nodes alike. So a node stays ready without
 * one for COLLAB_TIMER_GRACE: its requests get 503 and Retry-After (store/db.c), and it serves again as soon as the database
 * does, not when the balancer has found out. The dispatcher cannot move meanwhile; the watcher knows that (status/watch.c).
 *
 * What is wrong on every node alike is no reason to take one out; whether a person is needed is another question (base/health.h).
 * Both are public, so they must cost nothing however often they are called: the watcher looks (status/watch.c), and this reads
 * what it has found. Worker threads only. */
#include <ap_mpm.h>
#include <scoreboard.h>
#include <string.h>

#include "api/api.h"
#include "base/health.h"
#include "base/meter.h"
#include "base/timer.h"

#define STUCK "the dispatcher of this node is stuck"
#define UP "{\"status\":\"UP\"}"
#define FIRST_LOOK apr_time_from_sec(5) /* how long the first question after a start waits for the watcher, */
#define LOOK_AGAIN apr_time_from_msec(20)

static collab_outcome_t give(collab_exchange_t *x, const char *body) {
  x->answer.body = body;
  x->answer.body_len = strlen(body);
  return COLLAB_OK;
}

collab_outcome_t collab_api_health_live(collab_exchange_t *x) {
  return give(x, UP);
}

/* Is the server about to stop, and not only this process, whose place a new generation takes? */
static bool is_stopping(void) {
  const global_score *score = ap_get_scoreboard_global();
  int state, generation;

  return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS && state == AP_MPMQ_STOPPING && score &&
         ap_mpm_query(AP_MPMQ_GENERATION, &generation) == APR_SUCCESS && score->running_generation == generation;
}

/* Is the database away for so short a time that it may be back in a moment? Not on a node that has never had one. */
static bool is_failover(void) {
  apr_time_t reached = collab_meter_get(COLLAB_GAUGE_REACHED_AT), now = apr_time_now();

  return reached > 0 && now >= reached && now - reached < collab_timer(COLLAB_TIMER_GRACE);
}

/* Has the dispatcher moved since httpd was started? Later, the watcher finds out when it does not. */
static bool has_begun(void) {
  return collab_meter_get(COLLAB_GAUGE_MOVED_AT) > 0 ||
         apr_time_now() - collab_meter_since() > collab_timer(COLLAB_TIMER_STALLED);
}

static bool is_tolerable(collab_alarm_t alarm) {
  return (alarm == COLLAB_ALARM_DATABASE && is_failover()) || (alarm == COLLAB_ALARM_CLOCK && !collab_health_clock_off());
}

/* Why this node should get no requests; NULL: it should. The words are public. */
static const char *fault(const collab_exchange_t *x) {
  static const struct {
    collab_alarm_t alarm;
    const char *words;
  } faults[] = {
      {COLLAB_ALARM_DATABASE, "the database cannot be reached from this node"},
      {COLLAB_ALARM_SCHEMA, NULL}, /* its own */
      {COLLAB_ALARM_KEYS, COLLAB_FOREIGN_KEYS},
      {COLLAB_ALARM_CLOCK, NULL}, /* its own */
      {COLLAB_ALARM_DISPATCHER, STUCK},
  };
  char text[4 * COLLAB_METER_TEXT];

  if (is_stopping()) {
    return "the node is about to stop";
  }
  if (collab_meter_get(COLLAB_GAUGE_DRAINING_SINCE) > 0) {
    return "the node is draining";
  }
  for (size_t i = 0; i < sizeof faults / sizeof *faults; i++) {
    if (collab_meter_alarm_text(faults[i].alarm, text) && !is_tolerable(faults[i].alarm)) {
      return faults[i].words ? faults[i].words : apr_pstrdup(x->pool, text);
    }
  }
  return x->config->dispatcher && !has_begun() ? STUCK : NULL;
}

collab_outcome_t collab_api_health_ready(collab_exchange_t *x) {
  apr_time_t until = apr_time_now() + FIRST_LOOK;

  while (collab_meter_get(COLLAB_GAUGE_WATCHED_AT) < 0 && apr_time_now() < until) {
    apr_sleep(LOOK_AGAIN);
  }
  x->detail = fault(x);
  return x->detail ? COLLAB_UNAVAILABLE : give(x, UP);
}
