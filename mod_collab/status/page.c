/* page.c: the status page for people: alarms first, then rates, durations and failing receivers. Escapes every text that comes
 * from outside. The page loads nothing. */
#include "status/view.h"

#include <stddef.h>
#include <string.h>

#include <http_protocol.h>

#include "base/text.h"
#include "base/time.h"
#include "node/alarm.h"
#include "node/instance.h"
#include "node/legacy.h"
#include "node/shared.h"
#include "node/storers.h"

#define ROWS 40   /* receivers shown; the JSON has all */
#define HOLDERS 3 /* companies, and hosts, with the most slots */

const collab_embedded_t collab_view_texts[] = {
#include "status/page.inc"
    {NULL, NULL},
};

static const char *escaped(const collab_view_t *view, const char *text) {
  return ap_escape_html(view->r->pool, collab_text_clean(view->r->pool, text, strlen(text)));
}

static const char *duration(const collab_view_t *view, int64_t microseconds) {
  return collab_view_duration(view->r->pool, microseconds);
}

static const char *count(const collab_view_t *view, uint64_t n) {
  return collab_view_count(view->r->pool, (int64_t)n);
}

static const char *rate(apr_pool_t *pool, double value) {
  return value < 0     ? "–"
         : value == 0  ? "0"
         : value < 10  ? apr_psprintf(pool, "%.1f", value)
         : value < 1e4 ? apr_psprintf(pool, "%.0f", value)
                       : collab_view_count(pool, (int64_t)value);
}

/* ---- the head ---- */

/* The time by which the exchange deletes and closes; nothing while the watcher does not know it. */
static void put_time(const collab_view_t *view) {
  apr_time_t accepted = collab_meter_get(COLLAB_GAUGE_ACCEPTED_AT);
  int64_t parted = collab_meter_get(COLLAB_GAUGE_TIME_PARTED);

  if (accepted > 0) {
    ap_rprintf(view->r, "<p class=\"soft\">accepted time %s · %s</p>\n", collab_time_seconds(view->r->pool, accepted),
               parted <= 0 ? "the database's clock agrees"
                           : apr_psprintf(view->r->pool, "the database's clock left it %s ago", duration(view, parted)));
  }
}

static void put_head(const collab_view_t *view) {
  request_rec *r = view->r;
  const char *name = escaped(view, view->config->service_name);

  ap_rputs(collab_template(r->pool, collab_view_texts, "page.head", "health", collab_alarm_health_word(view->health), "service",
                           name, "style", collab_embedded(collab_view_texts, "style.css"), "node", escaped(view, view->node),
                           "uptime", duration(view, view->clock - collab_shared_began()), "now",
                           collab_time_seconds(r->pool, view->now), NULL),
           r);
  if (view->nproblems) {
    ap_rputs("<ul class=\"problems\">\n", r);
  }
  for (int i = 0; i < view->nproblems; i++) {
    const collab_problem_t *problem = &view->problems[i];
    ap_rprintf(r, "<li class=\"%s\"><span>%s<br><small>%s <a href=\"?runbook#%s\">Runbook</a></small></span></li>\n",
               collab_alarm_health_word(problem->health), escaped(view, problem->text),
               escaped(view, collab_instance_text(r->pool, collab_alarms[problem->alarm].remedy)),
               collab_alarms[problem->alarm].anchor);
  }
  if (view->nproblems) {
    ap_rputs("</ul>\n", r);
  }
  put_time(view);
  if (!view->config->dispatcher) {
    ap_rputs(collab_embedded(collab_view_texts, "page.no-dispatcher"), r);
  }
}

static void tile(const collab_view_t *view, const char *title, const char *value, const char *unit) {
  ap_rprintf(view->r, "<div><dt>%s</dt><dd>%s <small>%s</small></dd></div>\n", title, value, unit);
}

static const char *gauge(const collab_view_t *view, collab_gauge_t which) {
  int64_t value = collab_meter_get(which);
  return collab_view_is_time(&collab_meter_gauges[which]) ? duration(view, value) : collab_view_count(view->r->pool, value);
}

static void put_tiles(const collab_view_t *view) {
  apr_pool_t *pool = view->r->pool;

  ap_rputs("<dl class=\"tiles\">\n", view->r);
  tile(view, "Requests", rate(pool, view->requests_rate), view->requests_rate < 0 ? "" : "a second");
  tile(view, "95 % answered in", duration(view, view->request_p95), "");
  tile(view, "Deliveries", rate(pool, view->delivered_rate), view->delivered_rate < 0 ? "" : "a second");
  tile(view, "95 % delivered in", duration(view, view->lag_p95), "");
  tile(view, "Backlog", gauge(view, COLLAB_GAUGE_BACKLOG), "");
  tile(view, "Longest overdue", gauge(view, COLLAB_GAUGE_OLDEST_DUE), "");
  tile(view, "Dead letters", gauge(view, COLLAB_GAUGE_DEAD_LETTERS), "");
  tile(view, "Slots in use", gauge(view, COLLAB_GAUGE_SLOTS_BUSY),
       apr_pstrcat(pool, "of ", gauge(view, COLLAB_GAUGE_SLOTS), NULL));
  ap_rputs("</dl>\n", view->r);
}

/* ---- the hour ---- */

static const char *rate_label(apr_pool_t *pool, double value) {
  return apr_pstrcat(pool, rate(pool, value), " a second", NULL);
}

static const char *time_label(apr_pool_t *pool, double value) {
  return collab_view_duration(pool, (int64_t)value);
}

static const char *count_label(apr_pool_t *pool, double value) {
  return collab_view_count(pool, (int64_t)value);
}

static void put_charts(const collab_view_t *view) {
  static const collab_curve_t requests[] = {{"answered", "one", offsetof(collab_sample_t, requests), true},
                                            {"5xx", "two", offsetof(collab_sample_t, failed), true}};
  static const collab_curve_t deliveries[] = {{"delivered", "one", offsetof(collab_sample_t, delivered), true},
                                              {"not delivered", "two", offsetof(collab_sample_t, retried), true}};
  static const collab_curve_t times[] = {{"requests", "one", offsetof(collab_sample_t, request_p95), false},
                                         {"deliveries", "two", offsetof(collab_sample_t, lag_p95), false}};
  static const collab_curve_t backlog[] = {{"backlog", "one", offsetof(collab_sample_t, backlog), false}};

  ap_rputs("<div class=\"charts\">\n", view->r);
  collab_view_chart(view, "Requests", rate_label, requests, 2);
  collab_view_chart(view, "Delivery attempts", rate_label, deliveries, 2);
  collab_view_chart(view, "95 % done within", time_label, times, 2);
  collab_view_chart(view, "Backlog", count_label, backlog, 1);
  ap_rputs("</div>\n", view->r);
}

/* ---- tables ---- */

/* Opens a table with a CSS class. In `columns`, "|" separates the headings, and "<" begins one that is aligned left. */
static void open_table(const collab_view_t *view, const char *class, const char *columns) {
  char *state, *text = apr_pstrdup(view->r->pool, columns);

  ap_rprintf(view->r, "<table class=\"%s\"><thead><tr>", class);
  for (const char *column = apr_strtok(text, "|", &state); column; column = apr_strtok(NULL, "|", &state)) {
    ap_rprintf(view->r, *column == '<' ? "<th class=\"left\">%s</th>" : "<th>%s</th>", *column == '<' ? column + 1 : column);
  }
  ap_rputs("</tr></thead><tbody>\n", view->r);
}

static void close_table(const collab_view_t *view) {
  ap_rputs("</tbody></table>\n", view->r);
}

static void put_times(const collab_view_t *view) {
  static const char *const names[COLLAB_TIME_COUNT] = {
      [COLLAB_TIME_REQUEST] = "Request",
      [COLLAB_TIME_GATE] = "Wait for a database connection",
      [COLLAB_TIME_CLIENT] = "Wait for a slow client",
      [COLLAB_TIME_CLAIM] = "Claim",
      [COLLAB_TIME_SETTLE] = "Settlement",
      [COLLAB_TIME_OUTBOX] = "Delivery: in the outbox",
      [COLLAB_TIME_FANOUT] = "Delivery: fan-out",
      [COLLAB_TIME_QUEUE] = "Delivery: due until claimed",
      [COLLAB_TIME_DNS] = "Delivery: name resolved",
      [COLLAB_TIME_CONNECT] = "Delivery: connected",
      [COLLAB_TIME_TLS] = "Delivery: TLS",
      [COLLAB_TIME_FIRST_BYTE] = "Delivery: sent until answered",
      [COLLAB_TIME_TOTAL] = "Delivery: event to answer",
  };

  ap_rputs("<section><h2>Where the time goes</h2>\n", view->r);
  open_table(view, "figures", "since the start|count|median|95 %|99 %");
  for (int i = 0; i < COLLAB_TIME_COUNT; i++) {
    collab_times_t times = collab_meter_times((collab_timed_t)i);
    ap_rprintf(view->r, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", names[i], count(view, times.count),
               duration(view, collab_meter_quantile(&times, 0.5)), duration(view, collab_meter_quantile(&times, 0.95)),
               duration(view, collab_meter_quantile(&times, 0.99)));
  }
  close_table(view);
  ap_rputs("</section>\n", view->r);
}

static void put_operations(const collab_view_t *view) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES];
  const char *name;

  ap_rputs("<section><h2>Requests by operation</h2>\n", view->r);
  open_table(view, "figures", "since the start|2xx|3xx|4xx|5xx");
  for (int i = 0; i < COLLAB_COUNTED_OPERATIONS; i++) {
    if (!(name = collab_request_counts(i, by_class)) ||
        by_class[1] + by_class[2] + by_class[3] + by_class[4] + by_class[5] == 0) {
      continue;
    }
    ap_rprintf(view->r, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td><td%s>%s</td></tr>\n", escaped(view, name),
               count(view, by_class[2]), count(view, by_class[3]), count(view, by_class[4]),
               by_class[5] ? " class=\"failing\"" : "", count(view, by_class[5]));
  }
  close_table(view);
  ap_rputs("</section>\n", view->r);
}

static const char *sum_of(const collab_view_t *view) {
  int works = view->by_state[COLLAB_ENDPOINT_CLOSED], fails = view->by_state[COLLAB_ENDPOINT_OPEN],
      again = view->by_state[COLLAB_ENDPOINT_SLOW];

  return apr_psprintf(view->r->pool, "%d known here: %d working, %d failing, %d recovering. The last attempt failed at %d.",
                      view->nendpoints, works, fails, again, view->failing);
}

static void put_endpoint(const collab_view_t *view, const collab_endpoint_report_t *endpoint) {
  static const char *const class_of[] = {"", "failing", "attention"};
  request_rec *r = view->r;

  ap_rprintf(r, "<tr><td>%s <span class=\"soft\">%s%ssubscription %" APR_INT64_T_FMT "</span></td>",
             escaped(view, endpoint->company), escaped(view, endpoint->host), *endpoint->host ? ", " : "", endpoint->id);
  ap_rprintf(r, "<td class=\"left %s\">%s</td><td class=\"left\">%d of %d</td>",
             endpoint->until > view->now ? "failing" : class_of[endpoint->state], collab_view_words(view, endpoint),
             endpoint->in_flight, endpoint->most);
  ap_rprintf(r, "<td class=\"left\">%s%s%s%s</td></tr>\n", escaped(view, endpoint->error),
             *endpoint->error ? " <span class=\"soft\">(" : "",
             *endpoint->error ? duration(view, view->now - endpoint->failed_at) : "", *endpoint->error ? " ago)</span>" : "");
}

/* "Most slots: Acme 12, Globex 3; at hooks.example:443 12" */
static void put_holders(const collab_view_t *view) {
  collab_holder_t holders[HOLDERS];

  if (collab_view_holders(view, false, holders, HOLDERS) == 0) {
    return;
  }
  ap_rputs("<p class=\"soft\">Most slots:", view->r);
  for (int hosts = 0; hosts <= 1; hosts++) {
    int count = collab_view_holders(view, hosts, holders, HOLDERS);
    for (int i = 0; i < count; i++) {
      ap_rprintf(view->r, "%s %s %d", i ? "," : hosts ? "; at" : "", escaped(view, holders[i].name), holders[i].in_flight);
    }
  }
  ap_rprintf(view->r, ". While less than a quarter of the slots is free, a company may hold %d, a host %d</p>\n",
             collab_view_share(view, false), collab_view_share(view, true));
}

static void put_endpoints(const collab_view_t *view) {
  int shown = 0;

  ap_rprintf(view->r, "<h2>Receivers</h2>\n<p class=\"soft\">%s</p>\n", sum_of(view));
  if (!view->nendpoints) {
    return;
  }
  put_holders(view);
  open_table(view, "receivers", "company and host|<state|<under way|<last error");
  for (; shown < view->nendpoints && shown < ROWS; shown++) {
    put_endpoint(view, &view->endpoints[shown]);
  }
  close_table(view);
  if (shown < view->nendpoints) {
    ap_rprintf(view->r, "<p class=\"soft\">and %d more, with fewer failures</p>\n", view->nendpoints - shown);
  }
}

static void put_attempts(const collab_view_t *view) {
  static const char *const channels[COLLAB_CHANNELS] = {"Webhooks V2", "Webhooks V1", "Event log"};

  ap_rputs("<section><h2>Attempts</h2>\n", view->r);
  open_table(view, "figures", "since the start|delivered|to be retried|given up");
  for (unsigned channel = 0; channel < COLLAB_CHANNELS; channel++) {
    unsigned first = COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + COLLAB_ATTEMPT_OUTCOMES * channel;
    ap_rprintf(view->r, "<tr><td>%s</td><td>%s</td><td>%s</td><td>%s</td></tr>\n", channels[channel],
               count(view, collab_meter_counted(first + COLLAB_ATTEMPT_DELIVERED)),
               count(view, collab_meter_counted(first + COLLAB_ATTEMPT_RETRIED)),
               count(view, collab_meter_counted(first + COLLAB_ATTEMPT_DEAD)));
  }
  close_table(view);
  ap_rputs("</section>\n", view->r);
}

static void put_storers(const collab_view_t *view) {
  collab_storer_t storers[COLLAB_STORERS];

  collab_storers(storers);
  ap_rputs("<section><h2>Stored most</h2>\n", view->r);
  open_table(view, "figures", "this UTC day|requests|bytes");
  for (int i = 0; i < COLLAB_STORERS && storers[i].company; i++) {
    ap_rprintf(view->r, "<tr><td>%s <span class=\"soft\">company %" APR_INT64_T_FMT "</span></td><td>%s</td><td>%s</td></tr>\n",
               escaped(view, storers[i].name), storers[i].company, count(view, (uint64_t)storers[i].requests),
               count(view, (uint64_t)storers[i].bytes));
  }
  close_table(view);
  ap_rputs("</section>\n", view->r);
}

static void put_hygiene(const collab_view_t *view) {
  static const struct {
    const char *name;
    collab_gauge_t gauge;
  } rows[] = {
      {"Dispatchers at work, all nodes", COLLAB_GAUGE_DISPATCHERS},
      {"Oldest event in the outbox", COLLAB_GAUGE_OUTBOX_OLDEST},
      {"Future days with a partition in the log of attempts", COLLAB_GAUGE_PARTITIONS_AHEAD},
      {"Oldest day in the log of attempts", COLLAB_GAUGE_OLDEST_ATTEMPT},
      {"Dead rows in the live tables", COLLAB_GAUGE_DEAD_TUPLES},
      {"Oldest snapshot", COLLAB_GAUGE_HORIZON},
  };

  ap_rputs("<section><h2>The queue's tables</h2>\n", view->r);
  open_table(view, "figures", " |now");
  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    ap_rprintf(view->r, "<tr><td>%s</td><td>%s</td></tr>\n", rows[i].name, gauge(view, rows[i].gauge));
  }
  ap_rprintf(view->r, "<tr><td>Vacuums since the start</td><td>%s</td></tr>\n",
             count(view, collab_meter_counted(COLLAB_COUNT_VACUUMS)));
  close_table(view);
  ap_rputs("</section>\n", view->r);
}

/* "2026-11-30" */
static const char *day(const collab_view_t *view, apr_time_t at) {
  return at > 0 ? apr_pstrndup(view->r->pool, collab_time_seconds(view->r->pool, at), 10) : "–";
}

static void put_legacy_row(const collab_view_t *view, const collab_legacy_t *one) {
  bool calls = *one->caller;
  const char *company = apr_psprintf(view->r->pool, "company %" APR_INT64_T_FMT, one->company);

  ap_rprintf(view->r, "<tr><td>%s <span class=\"soft\">%s%s%s</span></td>", escaped(view, calls ? one->caller : one->name),
             calls ? escaped(view, one->name) : "", calls ? ", " : "", company);
  ap_rprintf(view->r, "<td class=\"left\">%s</td><td class=\"left\">%s</td><td class=\"left\">%s</td></tr>\n",
             calls ? escaped(view, one->operations)
                   : apr_pstrcat(view->r->pool, count(view, (uint64_t)one->subscriptions), " V1 webhooks", NULL),
             day(view, one->since), day(view, one->last));
}

/* "end at 2027-01-02T00:00:00Z" */
static const char *end_of_legacy(const collab_view_t *view) {
  apr_time_t sunset = view->config->legacy_sunset;

  return !sunset ? "do not end"
                 : apr_pstrcat(view->r->pool, sunset <= view->now ? "ended at " : "end at ",
                               collab_time_seconds(view->r->pool, sunset), NULL);
}

/* Who still uses what CollabLegacySunset ends. */
static void put_legacy(const collab_view_t *view) {
  collab_legacies_t legacies;
  int shown = 0;

  collab_legacies(&legacies);
  if (legacies.callers + legacies.subscribers == 0) {
    return;
  }
  ap_rputs(collab_template(view->r->pool, collab_view_texts, "page.legacy", "end", end_of_legacy(view), "callers",
                           gauge(view, COLLAB_GAUGE_LEGACY_CALLERS), "subscriptions",
                           gauge(view, COLLAB_GAUGE_LEGACY_SUBSCRIPTIONS), NULL),
           view->r);
  open_table(view, "receivers", "caller or company|<uses|<since|<last use");
  for (; shown < 2 * COLLAB_LEGACY_SHOWN && legacies.shown[shown].company; shown++) {
    put_legacy_row(view, &legacies.shown[shown]);
  }
  close_table(view);
  if (shown < legacies.callers + legacies.subscribers) {
    ap_rprintf(view->r, "<p class=\"soft\">and %d more</p>\n", legacies.callers + legacies.subscribers - shown);
  }
}

/* The serving servers, where httpd has several; for operators whose health checks name no host. */
static void put_serving(const collab_view_t *view) {
  const apr_array_header_t *reached = collab_config_reached();

  if (reached->nelts == 0) {
    return;
  }
  ap_rprintf(view->r, "<p class=\"soft\">served by %s",
             ap_escape_html(view->r->pool, collab_config_serving_names(view->r->pool)));
  for (int i = 0; i < reached->nelts; i++) {
    ap_rprintf(view->r, "<br>%s", ap_escape_html(view->r->pool, APR_ARRAY_IDX(reached, i, const char *)));
  }
  ap_rputs("</p>\n", view->r);
}

void collab_view_page(const collab_view_t *view) {
  put_head(view);
  put_tiles(view);
  put_charts(view);
  put_endpoints(view);
  ap_rputs("<div class=\"pair\">\n", view->r);
  put_times(view);
  put_operations(view);
  put_attempts(view);
  put_hygiene(view);
  put_storers(view);
  ap_rputs("</div>\n", view->r);
  put_legacy(view);
  put_serving(view);
  ap_rputs(collab_template(view->r->pool, collab_view_texts, "page.end", "version", COLLAB_VERSION, NULL), view->r);
}
