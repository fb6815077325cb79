/* status_json.c: the figures as JSON (?json). Times are in seconds; what is not known is null. Names are those of the
 * metrics. */
#include "status/view.h"

#include <string.h>

#include <http_protocol.h>

#include "base/json.h"
#include "base/text.h"
#include "base/time.h"

#define HOLDERS 10 /* companies, and hosts, with the most slots */

static const char *quoted(const collab_view_t *view, const char *text) {
  return collab_json_quote(
      view->r->pool, collab_text_clean(view->r->pool, text, strlen(text))); /* an error may have been cut within a character */
}

static const char *when(const collab_view_t *view, apr_time_t at) {
  return at > 0 ? quoted(view, collab_time_micros(view->r->pool, at)) : "null";
}

/* "name{labels}" */
static const char *series(const collab_view_t *view, const collab_metric_t *metric) {
  return *metric->labels ? quoted(view, apr_pstrcat(view->r->pool, metric->metric, "{", metric->labels, "}", NULL))
                         : quoted(view, metric->metric);
}

/* Microseconds as seconds. */
static const char *seconds(const collab_view_t *view, int64_t microseconds) {
  return microseconds < 0 ? "null" : apr_psprintf(view->r->pool, "%.6f", (double)microseconds / APR_USEC_PER_SEC);
}

static const char *value_of(const collab_view_t *view, collab_gauge_t gauge) {
  int64_t value = collab_meter_get(gauge);

  if (collab_view_is_time(&collab_meter_gauges[gauge])) {
    return seconds(view, value);
  }
  return value < 0 ? "null" : apr_psprintf(view->r->pool, "%" APR_INT64_T_FMT, value);
}

static void put_health(const collab_view_t *view) {
  request_rec *r = view->r;

  ap_rprintf(r, "\"health\":{\"status\":\"%s\",\"problems\":[", collab_health_word(view->health));
  for (int i = 0; i < view->nproblems; i++) {
    const collab_problem_t *problem = &view->problems[i];
    const collab_alarm_row_t *row = &collab_alarms[problem->alarm];
    ap_rprintf(r, "%s{\"reason\":\"%s\",\"status\":\"%s\",\"since\":%s,\"text\":%s,\"remedy\":%s,\"runbook\":%s}", i ? "," : "",
               row->name, collab_health_word(problem->health), when(view, problem->since), quoted(view, problem->text),
               quoted(view, row->remedy), quoted(view, apr_pstrcat(r->pool, COLLAB_RUNBOOKS "#", row->anchor, NULL)));
  }
  ap_rputs("]}", r);
}

static void put_classes(const collab_view_t *view, const uint64_t by_class[COLLAB_METER_CLASSES]) {
  ap_rprintf(view->r, "\"gone\":%" APR_UINT64_T_FMT, by_class[0]);
  for (int class = 1; class < COLLAB_METER_CLASSES; class ++) {
    ap_rprintf(view->r, ",\"%dxx\":%" APR_UINT64_T_FMT, class, by_class[class]);
  }
}

static void put_requests(const collab_view_t *view) {
  uint64_t by_class[COLLAB_METER_CLASSES];
  const char *name, *comma = "";

  ap_rputs("\"requests\":{", view->r);
  put_classes(view, view->requests);
  ap_rprintf(view->r, ",\"perSecond\":%s,\"operations\":{",
             view->requests_rate < 0 ? "null" : apr_psprintf(view->r->pool, "%.3f", view->requests_rate));
  for (int i = 0; i < COLLAB_METER_OPERATIONS; i++) {
    if ((name = collab_meter_requests(i, by_class))) {
      ap_rprintf(view->r, "%s%s:{", comma, quoted(view, name));
      put_classes(view, by_class);
      ap_rputs("}", view->r);
      comma = ",";
    }
  }
  ap_rputs("}}", view->r);
}

static void put_tables(const collab_view_t *view) {
  request_rec *r = view->r;

  ap_rputs("\"counters\":{", r);
  for (int i = 0; i < COLLAB_COUNT_COUNT; i++) {
    ap_rprintf(r, "%s%s:%" APR_UINT64_T_FMT, i ? "," : "", series(view, &collab_meter_counters[i]),
               collab_meter_counted((collab_counter_t)i));
  }
  ap_rputs("},\"gauges\":{", r);
  for (int i = 0; i < COLLAB_GAUGE_COUNT; i++) {
    ap_rprintf(r, "%s\"%s\":%s", i ? "," : "", collab_meter_gauges[i].metric, value_of(view, (collab_gauge_t)i));
  }
  ap_rputs("},\"times\":{", r);
  for (int i = 0; i < COLLAB_TIME_COUNT; i++) {
    collab_times_t times = collab_meter_times((collab_timed_t)i);
    ap_rprintf(r, "%s%s:{\"count\":%" APR_UINT64_T_FMT ",\"sum\":%s,\"p50\":%s,\"p95\":%s,\"p99\":%s}", i ? "," : "",
               series(view, &collab_meter_timed[i]), times.count, seconds(view, (int64_t)times.sum),
               seconds(view, collab_meter_quantile(&times, 0.5)), seconds(view, collab_meter_quantile(&times, 0.95)),
               seconds(view, collab_meter_quantile(&times, 0.99)));
  }
  ap_rputs("}", r);
}

static void put_endpoints(const collab_view_t *view) {
  request_rec *r = view->r;

  ap_rputs("\"endpoints\":[", r);
  for (int i = 0; i < view->nendpoints; i++) {
    const collab_endpoint_report_t *endpoint = &view->endpoints[i];
    ap_rprintf(r,
               "%s{\"subscription\":%" APR_INT64_T_FMT
               ",\"state\":\"%s\",\"inFlight\":%d,\"most\":%d,\"failures\":%d,\"failedAt\":%s,\"error\":%s,"
               "\"notCalledUntil\":%s,\"company\":%s,\"host\":%s}",
               i ? "," : "", endpoint->id, collab_view_state(endpoint->state), endpoint->in_flight, endpoint->most,
               endpoint->failures, when(view, endpoint->failed_at), *endpoint->error ? quoted(view, endpoint->error) : "null",
               when(view, endpoint->until), *endpoint->company ? quoted(view, endpoint->company) : "null",
               *endpoint->host ? quoted(view, endpoint->host) : "null");
  }
  ap_rputs("]", r);
}

static void put_holders(const collab_view_t *view, bool hosts) {
  collab_holder_t holders[HOLDERS];
  int count = collab_view_holders(view, hosts, holders, HOLDERS);

  ap_rprintf(view->r, "\"%s\":{\"share\":%d,\"most\":[", hosts ? "hosts" : "companies", collab_view_share(view, hosts));
  for (int i = 0; i < count; i++) {
    ap_rprintf(view->r, "%s{\"name\":%s,\"inFlight\":%d}", i ? "," : "", quoted(view, holders[i].name), holders[i].in_flight);
  }
  ap_rputs("]}", view->r);
}

static void put_slots(const collab_view_t *view) {
  if (collab_meter_get(COLLAB_GAUGE_SLOTS) < 0) {
    ap_rputs("\"slots\":null", view->r);
    return;
  }
  ap_rprintf(view->r, "\"slots\":{\"all\":%" APR_INT64_T_FMT ",", (apr_int64_t)collab_meter_get(COLLAB_GAUGE_SLOTS));
  put_holders(view, false);
  ap_rputs(",", view->r);
  put_holders(view, true);
  ap_rputs("}", view->r);
}

static void put_history(const collab_view_t *view) {
  request_rec *r = view->r;

  ap_rputs("\"history\":[", r);
  for (int i = 0; i < view->nsamples; i++) {
    const collab_sample_t *sample = &view->samples[i];
    ap_rprintf(r,
               "%s{\"time\":%s,\"seconds\":%.3f,\"requests\":%u,\"failed\":%u,\"delivered\":%u,\"retried\":%u,\"requestP95\":%s,"
               "\"lagP95\":%s,\"backlog\":%s}",
               i ? "," : "", when(view, sample->at), sample->seconds, sample->requests, sample->failed, sample->delivered,
               sample->retried, seconds(view, sample->request_p95), seconds(view, sample->lag_p95),
               sample->backlog < 0 ? "null" : apr_psprintf(r->pool, "%" APR_INT64_T_FMT, sample->backlog));
  }
  ap_rputs("]", r);
}

void collab_view_json(const collab_view_t *view) {
  request_rec *r = view->r;

  ap_rprintf(r, "{\"service\":%s,\"version\":\"%s\",\"node\":%s,\"time\":%s,\"since\":%s,\"dispatcher\":%s,",
             quoted(view, view->config->service_name), COLLAB_VERSION, quoted(view, view->node), when(view, view->now),
             when(view, collab_meter_since()), view->config->dispatcher ? "true" : "false");
  put_health(view);
  ap_rputs(",", r);
  put_requests(view);
  ap_rputs(",", r);
  put_tables(view);
  ap_rputs(",", r);
  put_slots(view);
  ap_rputs(",", r);
  put_endpoints(view);
  ap_rputs(",", r);
  put_history(view);
  ap_rputs("}\n", r);
}
