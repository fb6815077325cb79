/* metrics.c: the figures as OpenMetrics text 1.0, for Prometheus and whatever reads the same. What is not known has no sample.
 * Names, labels and help stand in base/meter.h. */
#include "status/view.h"

#include <string.h>

#include <http_protocol.h>

/* A number as the format wants it in `le`: "0.001", "60.0", "+Inf". */
static const char *bound(apr_pool_t *pool, int64_t microseconds) {
  if (microseconds == APR_INT64_MAX) {
    return "+Inf";
  }
  int64_t seconds = microseconds / APR_USEC_PER_SEC, rest = microseconds % APR_USEC_PER_SEC;
  char *text = apr_psprintf(pool, "%" APR_INT64_T_FMT ".%06d", seconds, (int)rest);
  for (apr_size_t last = strlen(text) - 1; text[last] == '0' && text[last - 1] != '.'; last--) {
    text[last] = '\0';
  }
  return text;
}

static void head(request_rec *r, const char *name, const char *type, bool seconds, const char *help) {
  ap_rprintf(r, "# TYPE %s %s\n", name, type);
  if (seconds) {
    ap_rprintf(r, "# UNIT %s seconds\n", name);
  }
  ap_rprintf(r, "# HELP %s %s\n", name, help);
}

static void counters(request_rec *r) {
  for (int i = 0; i < COLLAB_COUNT_COUNT; i++) {
    const collab_metric_t *metric = &collab_meter_counters[i];
    if (metric->help && (i == 0 || strcmp(metric->metric, collab_meter_counters[i - 1].metric))) {
      head(r, metric->metric, "counter", false, metric->help);
    }
    ap_rprintf(r, "%s_total%s%s%s %" APR_UINT64_T_FMT "\n", metric->metric, *metric->labels ? "{" : "", metric->labels,
               *metric->labels ? "}" : "", collab_meter_counted((collab_counter_t)i));
  }
}

static void gauges(request_rec *r) {
  for (int i = 0; i < COLLAB_GAUGE_COUNT; i++) {
    const collab_metric_t *metric = &collab_meter_gauges[i];
    int64_t value = collab_meter_get((collab_gauge_t)i);
    bool seconds = collab_view_is_time(metric);
    head(r, metric->metric, "gauge", seconds, metric->help);
    if (value >= 0) {
      ap_rprintf(r, "%s %s\n", metric->metric,
                 seconds ? bound(r->pool, value) : apr_psprintf(r->pool, "%" APR_INT64_T_FMT, value));
    }
  }
}

static void histograms(request_rec *r) {
  for (int i = 0; i < COLLAB_TIME_COUNT; i++) {
    const collab_metric_t *metric = &collab_meter_timed[i];
    collab_times_t times = collab_meter_times((collab_timed_t)i);
    const char *comma = *metric->labels ? "," : "", *open = *metric->labels ? "{" : "", *close = *metric->labels ? "}" : "";
    uint64_t below = 0;
    if (metric->help) {
      head(r, metric->metric, "histogram", true, metric->help);
    }
    for (int j = 0; j < COLLAB_TIME_BUCKETS; j++) {
      below += times.bucket[j];
      ap_rprintf(r, "%s_bucket{%s%sle=\"%s\"} %" APR_UINT64_T_FMT "\n", metric->metric, metric->labels, comma,
                 bound(r->pool, collab_meter_bounds[j]), below);
    }
    ap_rprintf(r, "%s_count%s%s%s %" APR_UINT64_T_FMT "\n", metric->metric, open, metric->labels, close, below);
    ap_rprintf(r, "%s_sum%s%s%s %s\n", metric->metric, open, metric->labels, close, bound(r->pool, (int64_t)times.sum));
  }
}

static void requests(request_rec *r) {
  uint64_t by_class[COLLAB_METER_CLASSES];
  const char *name;

  head(r, "collab_requests", "counter", false, "Requests by operation and class of status; gone: the client went away.");
  for (int i = 0; i < COLLAB_METER_OPERATIONS; i++) {
    if (!(name = collab_meter_requests(i, by_class))) {
      continue;
    }
    for (int class = 0; class < COLLAB_METER_CLASSES; class ++) {
      if (by_class[class]) {
        ap_rprintf(r, "collab_requests_total{operation=\"%s\",class=\"%s\"} %" APR_UINT64_T_FMT "\n", name,
                   class ? apr_psprintf(r->pool, "%dxx", class) : "gone", by_class[class]);
      }
    }
  }
}

static void endpoints(const collab_view_t *view) {
  request_rec *r = view->r;

  head(r, "collab_endpoints", "gauge", false, "Receivers that this node's dispatcher remembers, by the state of their breaker.");
  for (int state = 0; state <= COLLAB_ENDPOINT_SLOW; state++) {
    ap_rprintf(r, "collab_endpoints{state=\"%s\"} %d\n", collab_view_state((collab_endpoint_state_t)state),
               view->by_state[state]);
  }
  head(r, "collab_endpoint_in_flight", "gauge", false, "Transfers under way to a subscription's receiver.");
  for (int i = 0; i < view->nendpoints; i++) {
    ap_rprintf(r, "collab_endpoint_in_flight{subscription=\"%" APR_INT64_T_FMT "\"} %d\n", view->endpoints[i].id,
               view->endpoints[i].in_flight);
  }
  head(r, "collab_endpoint_failures", "gauge", false, "Attempts in a row that came to nothing at a subscription's receiver.");
  for (int i = 0; i < view->nendpoints; i++) {
    ap_rprintf(r, "collab_endpoint_failures{subscription=\"%" APR_INT64_T_FMT "\"} %d\n", view->endpoints[i].id,
               view->endpoints[i].failures);
  }
}

static void health(const collab_view_t *view) {
  request_rec *r = view->r;

  head(r, "collab_health", "gauge", false, "1 for each reason why this node needs a person; the status page has the words.");
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT; alarm++) {
    bool raised = false;
    for (int i = 0; i < view->nproblems; i++) {
      raised = raised || view->problems[i].alarm == (collab_alarm_t)alarm;
    }
    ap_rprintf(r, "collab_health{reason=\"%s\"} %d\n", collab_alarms[alarm].name, raised);
  }
}

void collab_view_metrics(const collab_view_t *view) {
  request_rec *r = view->r;

  head(r, "collab_build", "info", false, "The module's version.");
  ap_rprintf(r, "collab_build_info{version=\"%s\"} 1\n", COLLAB_VERSION);
  head(r, "collab_start_timestamp_seconds", "gauge", true, "When the server was started.");
  ap_rprintf(r, "collab_start_timestamp_seconds %s\n", bound(r->pool, collab_meter_since()));
  requests(r);
  counters(r);
  gauges(r);
  histograms(r);
  endpoints(view);
  health(view);
  ap_rputs("# EOF\n", r);
}
