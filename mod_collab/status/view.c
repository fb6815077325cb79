/* view.c: reads the figures of a status answer from shared memory at one time, and puts them into words (status/view.h). */
#include "status/view.h"

#include <apr_hash.h>
#include <stdlib.h>
#include <string.h>

#include "base/time.h"
#include "node/alarm.h"
#include "node/machine.h"
#include "node/workers.h"

#define RECENT 6 /* samples */

/* ---- words ---- */

const char *collab_view_state(collab_endpoint_state_t state) {
  static const char *const words[] = {"closed", "open", "slow-start"};
  return state <= COLLAB_ENDPOINT_SLOW ? words[state] : "unknown";
}

const char *collab_view_words(const collab_view_t *view, const collab_endpoint_report_t *endpoint) {
  apr_pool_t *pool = view->r->pool;
  const char *words = endpoint->state == COLLAB_ENDPOINT_OPEN   ? "called with one delivery at a time"
                      : endpoint->state == COLLAB_ENDPOINT_SLOW ? "recovering"
                      : endpoint->failures                      ? "still called"
                                                                : "works";
  if (endpoint->until > view->now) {
    words = apr_psprintf(pool, "not called until %.5s", collab_time_seconds(pool, endpoint->until) + 11);
  }
  return endpoint->failures ? apr_psprintf(pool, "%s: %d failure%s", words, endpoint->failures, endpoint->failures > 1 ? "s" : "")
                            : words;
}

bool collab_view_is_time(const collab_metric_t *metric) {
  apr_size_t len = strlen(metric->metric);
  return len > 8 && !strcmp(metric->metric + len - 8, "_seconds");
}

const char *collab_view_duration(apr_pool_t *pool, int64_t microseconds) {
  double seconds = (double)microseconds / APR_USEC_PER_SEC;

  return microseconds < 0         ? "–"
         : microseconds == 0      ? "0"
         : microseconds < 1000    ? apr_psprintf(pool, "%d µs", (int)microseconds)
         : microseconds < 10000   ? apr_psprintf(pool, "%.1f ms", seconds * 1e3)
         : microseconds < 1000000 ? apr_psprintf(pool, "%.0f ms", seconds * 1e3)
         : seconds < 10           ? apr_psprintf(pool, "%.1f s", seconds)
         : seconds < 120          ? apr_psprintf(pool, "%.0f s", seconds)
         : seconds < 7200         ? apr_psprintf(pool, "%.0f min", seconds / 60)
         : seconds < 172800       ? apr_psprintf(pool, "%.0f h", seconds / 3600)
                                  : apr_psprintf(pool, "%.0f days", seconds / 86400);
}

const char *collab_view_count(apr_pool_t *pool, int64_t count) {
  const char *digits = apr_psprintf(pool, "%" APR_INT64_T_FMT, count), *end = digits + strlen(digits);
  const char *text = "";

  if (count < 0) {
    return "–";
  }
  for (; end - digits > 3; end -= 3) {
    text = apr_pstrcat(pool, " ", apr_pstrmemdup(pool, end - 3, 3), text, NULL); /* U+202F, a narrow no-break space */
  }
  return apr_pstrcat(pool, apr_pstrmemdup(pool, digits, (apr_size_t)(end - digits)), text, NULL);
}

/* ---- holders of slots ---- */

static int greatest_first(const void *a, const void *b) {
  const collab_holder_t *one = a, *other = b;
  return one->in_flight != other->in_flight ? other->in_flight - one->in_flight : strcmp(one->name, other->name);
}

int collab_view_holders(const collab_view_t *view, bool hosts, collab_holder_t *holders, int most) {
  collab_holder_t *all = apr_palloc(view->r->pool, (apr_size_t)(view->nendpoints + 1) * sizeof *all);
  apr_hash_t *by_name = apr_hash_make(view->r->pool);
  int count = 0;

  for (int i = 0; i < view->nendpoints; i++) {
    const char *name = hosts ? view->endpoints[i].host : view->endpoints[i].company;
    if (!*name || view->endpoints[i].in_flight <= 0) {
      continue;
    }
    collab_holder_t *holder = apr_hash_get(by_name, name, APR_HASH_KEY_STRING);
    if (!holder) {
      holder = &all[count++];
      *holder = (collab_holder_t){name, 0};
      apr_hash_set(by_name, name, APR_HASH_KEY_STRING, holder);
    }
    holder->in_flight += view->endpoints[i].in_flight;
  }
  qsort(all, (size_t)count, sizeof *all, greatest_first);
  count = count < most ? count : most;
  memcpy(holders, all, (size_t)count * sizeof *all);
  return count;
}

int collab_view_share(const collab_view_t *view, bool host) {
  int slots = (int)collab_meter_get(COLLAB_GAUGE_SLOTS),
      given = host ? view->config->dispatcher_host : view->config->dispatcher_company;
  return given && given < slots ? given : given ? slots : slots / 4 > 1 ? slots / 4 : 1;
}

/* ---- figures ---- */

/* The date of a time of collab_time_clock; 0 stays 0. */
static apr_time_t dated(const collab_view_t *view, apr_time_t clock) {
  return clock ? view->now - view->clock + clock : 0;
}

static void read_endpoints(collab_view_t *view) {
  view->endpoints = apr_palloc(view->r->pool, COLLAB_ENDPOINT_REPORTS * sizeof *view->endpoints);
  for (int row = 0; row < COLLAB_ENDPOINT_REPORTS; row++) {
    collab_endpoint_report_t *endpoint = &view->endpoints[view->nendpoints];
    if (collab_endpoint_report_at(row, endpoint)) {
      endpoint->until = dated(view, endpoint->until);
      endpoint->failed_at = dated(view, endpoint->failed_at);
      view->by_state[endpoint->state <= COLLAB_ENDPOINT_SLOW ? endpoint->state : 0]++;
      view->failing += endpoint->failures > 0;
      view->nendpoints++;
    }
  }
}

static int worst_first(const void *a, const void *b) {
  const collab_endpoint_report_t *one = a, *other = b;
  int by_state = (other->state == COLLAB_ENDPOINT_OPEN) - (one->state == COLLAB_ENDPOINT_OPEN);

  return by_state                             ? by_state
         : one->failures != other->failures   ? other->failures - one->failures
         : one->in_flight != other->in_flight ? other->in_flight - one->in_flight
         : one->id < other->id                ? -1
                                              : one->id > other->id;
}

static void read_samples(collab_view_t *view) {
  double requests = 0, delivered = 0, seconds = 0;

  view->samples = apr_palloc(view->r->pool, COLLAB_HISTORY_SAMPLES * sizeof *view->samples);
  view->nsamples = collab_history(view->samples);
  for (int i = 0; i < view->nsamples; i++) {
    view->samples[i].at = dated(view, view->samples[i].at);
  }
  view->request_p95 = view->lag_p95 = -1;
  for (int i = view->nsamples - 1; i >= 0 && i >= view->nsamples - RECENT; i--) {
    const collab_sample_t *sample = &view->samples[i];
    requests += sample->requests;
    delivered += sample->delivered;
    seconds += sample->seconds;
    view->request_p95 = view->request_p95 < 0 ? sample->request_p95 : view->request_p95;
    view->lag_p95 = view->lag_p95 < 0 ? sample->lag_p95 : view->lag_p95;
  }
  view->requests_rate = seconds > 0 ? requests / seconds : -1;
  view->delivered_rate = seconds > 0 ? delivered / seconds : -1;
}

static void read_requests(collab_view_t *view) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES];

  for (int i = 0; i < COLLAB_COUNTED_OPERATIONS; i++) {
    if (collab_request_counts(i, by_class)) {
      for (int class = 0; class < COLLAB_COUNTED_CLASSES; class ++) {
        view->requests[class] += by_class[class];
      }
    }
  }
}

collab_view_t *collab_view_make(request_rec *r) {
  collab_view_t *view = apr_pcalloc(r->pool, sizeof *view);

  view->r = r;
  view->config = collab_config_of(r->server);
  view->now = apr_time_now();
  view->clock = collab_time_clock();
  view->node = collab_machine_name(r->pool);
  collab_history_tick(view->clock);
  collab_workers_measure();
  read_requests(view);
  read_samples(view);
  read_endpoints(view);
  qsort(view->endpoints, (size_t)view->nendpoints, sizeof *view->endpoints, worst_first);
  view->problems = apr_palloc(r->pool, COLLAB_ALARM_COUNT * sizeof *view->problems);
  view->nproblems = collab_health_problems(view->problems);
  view->health = view->nproblems ? view->problems->health : COLLAB_ALARM_HEALTH_OK;
  return view;
}
