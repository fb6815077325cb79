/* status_json.c: the figures as JSON (?json). Times are in seconds; an unknown value is null. Names are the same as in the
 * metrics. */
#include "status/view.h"

#include <string.h>

#include <http_protocol.h>

#include "base/json_writer.h"
#include "base/text.h"
#include "base/time.h"
#include "node/alarm.h"
#include "node/instance.h"
#include "node/legacy.h"
#include "node/shared.h"
#include "node/storers.h"

#define HOLDERS 10 /* companies, and hosts, with the most slots */

/* A text from shared memory, which may be cut within a character. NULL and "": null. */
static void write_clean(collab_json_writer_t *w, const char *name, const char *text) {
  collab_write_text(w, name, text && *text ? collab_text_clean(w->pool, text, strlen(text)) : NULL);
}

static void write_when(collab_json_writer_t *w, const char *name, apr_time_t at) {
  collab_write_text(w, name, at > 0 ? collab_time_micros(w->pool, at) : NULL);
}

/* Microseconds as seconds; null if negative. */
static void write_seconds(collab_json_writer_t *w, const char *name, int64_t microseconds) {
  collab_write_json(w, name, microseconds < 0 ? NULL : apr_psprintf(w->pool, "%.6f", (double)microseconds / APR_USEC_PER_SEC));
}

/* null if negative. */
static void write_count(collab_json_writer_t *w, const char *name, int64_t count) {
  collab_write_json(w, name, count < 0 ? NULL : apr_psprintf(w->pool, "%" APR_INT64_T_FMT, count));
}

/* "name{labels}" */
static const char *series(apr_pool_t *pool, const collab_metric_t *metric) {
  return *metric->labels ? apr_pstrcat(pool, metric->metric, "{", metric->labels, "}", NULL) : metric->metric;
}

static void write_health(collab_json_writer_t *w, const collab_view_t *view) {
  collab_write_open(w, "health", "{");
  collab_write_text(w, "status", collab_alarm_health_word(view->health));
  collab_write_open(w, "problems", "[");
  for (int i = 0; i < view->nproblems; i++) {
    const collab_problem_t *problem = &view->problems[i];
    const collab_alarm_row_t *row = &collab_alarms[problem->alarm];
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "reason", row->name);
    collab_write_text(w, "status", collab_alarm_health_word(problem->health));
    write_when(w, "since", problem->since);
    write_clean(w, "text", problem->text);
    collab_write_text(w, "remedy", collab_instance_text(w->pool, row->remedy));
    collab_write_text(w, "runbook", apr_pstrcat(w->pool, COLLAB_RUNBOOKS "#", row->anchor, NULL));
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]}");
}

static void write_classes(collab_json_writer_t *w, const uint64_t by_class[COLLAB_COUNTED_CLASSES]) {
  collab_write_integer(w, "gone", (int64_t)by_class[0]);
  for (int class = 1; class < COLLAB_COUNTED_CLASSES; class ++) {
    collab_write_integer(w, apr_psprintf(w->pool, "%dxx", class), (int64_t)by_class[class]);
  }
}

static void write_requests(collab_json_writer_t *w, const collab_view_t *view) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES];
  const char *name;

  collab_write_open(w, "requests", "{");
  write_classes(w, view->requests);
  collab_write_json(w, "perSecond", view->requests_rate < 0 ? NULL : apr_psprintf(w->pool, "%.3f", view->requests_rate));
  collab_write_open(w, "operations", "{");
  for (int i = 0; i < COLLAB_COUNTED_OPERATIONS; i++) {
    if ((name = collab_request_counts(i, by_class))) {
      collab_write_open(w, name, "{");
      write_classes(w, by_class);
      collab_write_close(w, "}");
    }
  }
  collab_write_close(w, "}}");
}

static void write_gauge(collab_json_writer_t *w, collab_gauge_t gauge) {
  const collab_metric_t *metric = &collab_meter_gauges[gauge];

  if (collab_view_is_time(metric)) {
    write_seconds(w, metric->metric, collab_meter_get(gauge));
  } else {
    write_count(w, metric->metric, collab_meter_get(gauge));
  }
}

static void write_tables(collab_json_writer_t *w) {
  collab_write_open(w, "counters", "{");
  for (int i = 0; i < COLLAB_COUNT_COUNT; i++) {
    collab_write_integer(w, series(w->pool, &collab_meter_counters[i]), (int64_t)collab_meter_counted((collab_counter_t)i));
  }
  collab_write_close(w, "}");
  collab_write_open(w, "gauges", "{");
  for (int i = 0; i < COLLAB_GAUGE_COUNT; i++) {
    write_gauge(w, (collab_gauge_t)i);
  }
  collab_write_close(w, "}");
  collab_write_open(w, "times", "{");
  for (int i = 0; i < COLLAB_TIME_COUNT; i++) {
    collab_times_t times = collab_meter_times((collab_timed_t)i);
    collab_write_open(w, series(w->pool, &collab_meter_timed[i]), "{");
    collab_write_integer(w, "count", (int64_t)times.count);
    write_seconds(w, "sum", (int64_t)times.sum);
    write_seconds(w, "p50", collab_meter_quantile(&times, 0.5));
    write_seconds(w, "p95", collab_meter_quantile(&times, 0.95));
    write_seconds(w, "p99", collab_meter_quantile(&times, 0.99));
    collab_write_close(w, "}");
  }
  collab_write_close(w, "}");
}

static void write_endpoints(collab_json_writer_t *w, const collab_view_t *view) {
  collab_write_open(w, "endpoints", "[");
  for (int i = 0; i < view->nendpoints; i++) {
    const collab_endpoint_report_t *endpoint = &view->endpoints[i];
    collab_write_open(w, NULL, "{");
    collab_write_integer(w, "subscription", endpoint->id);
    collab_write_text(w, "state", collab_view_state(endpoint->state));
    collab_write_integer(w, "inFlight", endpoint->in_flight);
    collab_write_integer(w, "most", endpoint->most);
    collab_write_integer(w, "failures", endpoint->failures);
    write_when(w, "failedAt", endpoint->failed_at);
    write_clean(w, "error", endpoint->error);
    write_when(w, "notCalledUntil", endpoint->until);
    write_clean(w, "company", endpoint->company);
    write_clean(w, "host", endpoint->host);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

static void write_holders(collab_json_writer_t *w, const collab_view_t *view, bool hosts) {
  collab_holder_t holders[HOLDERS];
  int count = collab_view_holders(view, hosts, holders, HOLDERS);

  collab_write_open(w, hosts ? "hosts" : "companies", "{");
  collab_write_integer(w, "share", collab_view_share(view, hosts));
  collab_write_open(w, "most", "[");
  for (int i = 0; i < count; i++) {
    collab_write_open(w, NULL, "{");
    write_clean(w, "name", holders[i].name);
    collab_write_integer(w, "inFlight", holders[i].in_flight);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]}");
}

static void write_slots(collab_json_writer_t *w, const collab_view_t *view) {
  if (collab_meter_get(COLLAB_GAUGE_SLOTS) < 0) {
    collab_write_json(w, "slots", NULL);
    return;
  }
  collab_write_open(w, "slots", "{");
  collab_write_integer(w, "all", collab_meter_get(COLLAB_GAUGE_SLOTS));
  write_holders(w, view, false);
  write_holders(w, view, true);
  collab_write_close(w, "}");
}

static void write_storers(collab_json_writer_t *w) {
  collab_storer_t storers[COLLAB_STORERS];

  collab_storers(storers);
  collab_write_open(w, "storedToday", "[");
  for (int i = 0; i < COLLAB_STORERS && storers[i].company; i++) {
    collab_write_open(w, NULL, "{");
    collab_write_integer(w, "company", storers[i].company);
    write_clean(w, "name", storers[i].name);
    collab_write_integer(w, "requests", storers[i].requests);
    collab_write_integer(w, "bytes", storers[i].bytes);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

static void write_caller(collab_json_writer_t *w, const collab_legacy_t *one) {
  char *last, *operations = apr_pstrdup(w->pool, one->operations);

  collab_write_open(w, NULL, "{");
  collab_write_integer(w, "company", one->company);
  write_clean(w, "companyName", one->name);
  write_clean(w, "name", one->caller);
  collab_write_open(w, "operations", "[");
  for (const char *operation = apr_strtok(operations, ", ", &last); operation; operation = apr_strtok(NULL, ", ", &last)) {
    collab_write_text(w, NULL, operation);
  }
  collab_write_close(w, "]");
  write_when(w, "since", one->since);
  write_when(w, "last", one->last);
  collab_write_close(w, "}");
}

static void write_subscriber(collab_json_writer_t *w, const collab_legacy_t *one) {
  collab_write_open(w, NULL, "{");
  collab_write_integer(w, "company", one->company);
  write_clean(w, "companyName", one->name);
  collab_write_integer(w, "subscriptions", one->subscriptions);
  write_when(w, "since", one->since);
  collab_write_close(w, "}");
}

/* Who still uses what CollabLegacySunset ends. */
static void write_legacy(collab_json_writer_t *w, const collab_view_t *view) {
  collab_legacies_t legacies;
  const collab_legacy_t *one = legacies.shown, *end = one + 2 * COLLAB_LEGACY_SHOWN;

  collab_legacies(&legacies);
  collab_write_open(w, "legacy", "{");
  write_when(w, "ends", view->config->legacy_sunset);
  write_count(w, "callers", collab_meter_get(COLLAB_GAUGE_LEGACY_CALLERS));
  write_count(w, "subscriptions", collab_meter_get(COLLAB_GAUGE_LEGACY_SUBSCRIPTIONS));
  collab_write_open(w, "latestCallers", "[");
  for (; one < end && *one->caller; one++) {
    write_caller(w, one);
  }
  collab_write_close(w, "]");
  collab_write_open(w, "companies", "[");
  for (; one < end && one->company; one++) {
    write_subscriber(w, one);
  }
  collab_write_close(w, "]}");
}

static void write_history(collab_json_writer_t *w, const collab_view_t *view) {
  collab_write_open(w, "history", "[");
  for (int i = 0; i < view->nsamples; i++) {
    const collab_sample_t *sample = &view->samples[i];
    collab_write_open(w, NULL, "{");
    write_when(w, "time", sample->at);
    collab_write_json(w, "seconds", apr_psprintf(w->pool, "%.3f", sample->seconds));
    collab_write_integer(w, "requests", sample->requests);
    collab_write_integer(w, "failed", sample->failed);
    collab_write_integer(w, "delivered", sample->delivered);
    collab_write_integer(w, "retried", sample->retried);
    write_seconds(w, "requestP95", sample->request_p95);
    write_seconds(w, "lagP95", sample->lag_p95);
    write_count(w, "backlog", sample->backlog);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

void collab_view_json(const collab_view_t *view) {
  collab_json_writer_t *w = collab_json_writer_make(view->r->pool, 50000);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "service", view->config->service_name);
  collab_write_text(w, "version", COLLAB_VERSION);
  collab_write_text(w, "node", view->node);
  collab_write_text(w, "servedBy", collab_config_serving_names(w->pool));
  collab_write_open(w, "reached", "[");
  for (int i = 0; i < collab_config_reached()->nelts; i++) {
    collab_write_text(w, NULL, APR_ARRAY_IDX(collab_config_reached(), i, const char *));
  }
  collab_write_close(w, "]");
  write_when(w, "time", view->now);
  write_when(w, "since", collab_shared_since());
  collab_write_boolean(w, "dispatcher", view->config->dispatcher);
  write_health(w, view);
  write_requests(w, view);
  write_tables(w);
  write_slots(w, view);
  write_endpoints(w, view);
  write_storers(w);
  write_legacy(w, view);
  write_history(w, view);
  collab_write_close(w, "}");
  ap_rputs(w->text, view->r);
  ap_rputs("\n", view->r);
}
