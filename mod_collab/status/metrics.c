/* metrics.c: the figures for Prometheus and compatible programs, as OpenMetrics text 1.0, or in text format 0.0.4 for a request
 * that prefers that older format. An unknown value has no sample. Most names, labels and help texts are in node/meters.def. */
#include "node/alarm.h"
#include "node/shared.h"
#include "status/view.h"

#include <stdlib.h>
#include <string.h>

#include <http_protocol.h>

/* The response, and its format: OpenMetrics, or (`old`) the text format 0.0.4. */
typedef struct out_t {
  request_rec *r;
  bool old;
} out_t;

/* Seconds in the form of the label `le`: "0.001", "60.0", "+Inf". */
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

/* Writes the lines before a metric's samples. In the old format, these lines name a counter or an info with its suffix, and there
 * are no units. */
static void head(const out_t *out, const char *name, const char *type, bool seconds, const char *help) {
  const char *suffix = !out->old ? "" : !strcmp(type, "counter") ? "_total" : !strcmp(type, "info") ? "_info" : "";

  ap_rprintf(out->r, "# TYPE %s%s %s\n", name, suffix, out->old && !strcmp(type, "info") ? "gauge" : type);
  if (seconds && !out->old) {
    ap_rprintf(out->r, "# UNIT %s seconds\n", name);
  }
  ap_rprintf(out->r, "# HELP %s%s %s\n", name, suffix, help);
}

static void counters(const out_t *out) {
  for (int i = 0; i < COLLAB_COUNT_COUNT; i++) {
    const collab_metric_t *metric = &collab_meter_counters[i];
    if (metric->help) {
      head(out, metric->metric, "counter", false, metric->help);
    }
    ap_rprintf(out->r, "%s_total%s%s%s %" APR_UINT64_T_FMT "\n", metric->metric, *metric->labels ? "{" : "", metric->labels,
               *metric->labels ? "}" : "", collab_meter_counted((collab_counter_t)i));
  }
}

static void gauges(const out_t *out) {
  request_rec *r = out->r;

  for (int i = 0; i < COLLAB_GAUGE_COUNT; i++) {
    const collab_metric_t *metric = &collab_meter_gauges[i];
    int64_t value = collab_meter_get((collab_gauge_t)i);
    bool seconds = collab_view_is_time(metric);
    if (value < 0 && out->old) { /* the old format has no metric without a sample */
      continue;
    }
    head(out, metric->metric, "gauge", seconds, metric->help);
    if (value >= 0) {
      ap_rprintf(r, "%s %s\n", metric->metric,
                 seconds ? bound(r->pool, value) : apr_psprintf(r->pool, "%" APR_INT64_T_FMT, value));
    }
  }
}

static void histogram(const out_t *out, const char *metric, const char *labels, const collab_times_t *times) {
  request_rec *r = out->r;
  const char *comma = *labels ? "," : "", *open = *labels ? "{" : "", *close = *labels ? "}" : "";
  uint64_t below = 0;

  for (int i = 0; i < COLLAB_TIME_BUCKETS; i++) {
    below += times->bucket[i];
    ap_rprintf(r, "%s_bucket{%s%sle=\"%s\"} %" APR_UINT64_T_FMT "\n", metric, labels, comma,
               bound(r->pool, collab_meter_bounds[i]), below);
  }
  ap_rprintf(r, "%s_count%s%s%s %" APR_UINT64_T_FMT "\n", metric, open, labels, close, below);
  ap_rprintf(r, "%s_sum%s%s%s %s\n", metric, open, labels, close, bound(r->pool, (int64_t)times->sum));
}

/* The durations of each operation that has been called. */
static void durations(const out_t *out, const char *metric) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES];
  const char *name;

  for (int i = 0; i < COLLAB_COUNTED_OPERATIONS; i++) {
    collab_times_t times = collab_request_counts_times(i);
    if ((name = collab_request_counts(i, by_class)) && times.count) {
      histogram(out, metric, apr_pstrcat(out->r->pool, "operation=\"", name, "\"", NULL), &times);
    }
  }
}

static void histograms(const out_t *out) {
  for (int i = 0; i < COLLAB_TIME_COUNT; i++) {
    const collab_metric_t *metric = &collab_meter_timed[i];
    collab_times_t times = collab_meter_times((collab_timed_t)i);
    if (metric->help) {
      head(out, metric->metric, "histogram", true, metric->help);
    }
    if (i == COLLAB_TIME_REQUEST) {
      durations(out, metric->metric);
    } else {
      histogram(out, metric->metric, metric->labels, &times);
    }
  }
}

static void requests(const out_t *out) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES];
  const char *name;

  head(out, "collab_requests", "counter", false, "Requests by operation and class of status; gone: the client disconnected.");
  for (int i = 0; i < COLLAB_COUNTED_OPERATIONS; i++) {
    if (!(name = collab_request_counts(i, by_class))) {
      continue;
    }
    for (int class = 0; class < COLLAB_COUNTED_CLASSES; class ++) {
      if (by_class[class]) {
        ap_rprintf(out->r, "collab_requests_total{operation=\"%s\",class=\"%s\"} %" APR_UINT64_T_FMT "\n", name,
                   class ? apr_psprintf(out->r->pool, "%dxx", class) : "gone", by_class[class]);
      }
    }
  }
}

static void endpoints(const out_t *out, const collab_view_t *view) {
  request_rec *r = out->r;

  head(out, "collab_endpoints", "gauge", false,
       "Receivers that this node's dispatcher knows, by the state of their circuit breaker.");
  for (int state = 0; state <= COLLAB_ENDPOINT_SLOW; state++) {
    ap_rprintf(r, "collab_endpoints{state=\"%s\"} %d\n", collab_view_state((collab_endpoint_state_t)state),
               view->by_state[state]);
  }
  head(out, "collab_endpoint_in_flight", "gauge", false, "Transfers under way to a subscription's receiver.");
  for (int i = 0; i < view->nendpoints; i++) {
    ap_rprintf(r, "collab_endpoint_in_flight{subscription=\"%" APR_INT64_T_FMT "\"} %d\n", view->endpoints[i].id,
               view->endpoints[i].in_flight);
  }
  head(out, "collab_endpoint_failures", "gauge", false, "Consecutive failed attempts at a subscription's receiver.");
  for (int i = 0; i < view->nendpoints; i++) {
    ap_rprintf(r, "collab_endpoint_failures{subscription=\"%" APR_INT64_T_FMT "\"} %d\n", view->endpoints[i].id,
               view->endpoints[i].failures);
  }
}

/* Is the alarm shown, and is its health at least this? */
static bool has_problem(const collab_view_t *view, collab_alarm_t alarm, collab_alarm_health_t least) {
  for (int i = 0; i < view->nproblems; i++) {
    if (view->problems[i].alarm == alarm) {
      return view->problems[i].health >= least;
    }
  }
  return false;
}

static void health(const out_t *out, const collab_view_t *view) {
  request_rec *r = out->r;

  head(out, "collab_health", "gauge", false, "1 while the alarm is raised on this node; the status page has its text.");
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT; alarm++) {
    ap_rprintf(r, "collab_health{reason=\"%s\"} %d\n", collab_alarms[alarm].name,
               has_problem(view, (collab_alarm_t)alarm, COLLAB_ALARM_HEALTH_ATTENTION));
  }
  head(out, "collab_health_failing", "gauge", false, "1 while the alarm is raised on this node and the page calls it failing.");
  for (int alarm = 0; alarm < COLLAB_ALARM_COUNT; alarm++) {
    ap_rprintf(r, "collab_health_failing{reason=\"%s\"} %d\n", collab_alarms[alarm].name,
               has_problem(view, (collab_alarm_t)alarm, COLLAB_ALARM_HEALTH_FAILING));
  }
}

void collab_view_metrics(const collab_view_t *view, bool old) {
  request_rec *r = view->r;
  const out_t out = {r, old};

  head(&out, "collab_build", "info", false, "The module's version.");
  ap_rprintf(r, "collab_build_info{version=\"%s\"} 1\n", COLLAB_VERSION);
  head(&out, "collab_start_timestamp_seconds", "gauge", true, "When the server was started.");
  ap_rprintf(r, "collab_start_timestamp_seconds %s\n", bound(r->pool, collab_shared_since()));
  requests(&out);
  counters(&out);
  gauges(&out);
  histograms(&out);
  endpoints(&out, view);
  health(&out, view);
  if (!old) {
    ap_rputs("# EOF\n", r);
  }
}

/* ---- the choice of the format ---- */

/* The weight (RFC 9110, 12.4.2) that an Accept header gives to a media type, in thousandths; -1: no media range matches. */
static int weight(apr_pool_t *pool, const char *accept, const char *type, const char *group) {
  int best = -1, exactness = 0;

  for (const char *range; accept && (range = ap_get_list_item(pool, &accept));) {
    apr_size_t len = strcspn(range, ";");
    const char *q = strstr(range + len, "q=");
    int exact = !ap_cstr_casecmpn(range, type, len) && !type[len]     ? 3
                : !ap_cstr_casecmpn(range, group, len) && !group[len] ? 2
                : len == 3 && !strncmp(range, "*/*", 3)               ? 1
                                                                      : 0;
    int value = q ? (int)(strtod(q + 2, NULL) * 1000) : 1000;
    if (exact > exactness || (exact && exact == exactness && value > best)) {
      best = value;
      exactness = exact;
    }
  }
  return best;
}

bool collab_view_wants_old(const request_rec *r) {
  const char *accept = apr_table_get(r->headers_in, "Accept");

  int text = weight(r->pool, accept, "text/plain", "text/*");

  return text > 0 && text > weight(r->pool, accept, "application/openmetrics-text", "application/*");
}
