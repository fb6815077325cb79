/* meter.c: counters, gauges and times (node/meter.h). Owns the tables of names. Written from every request and every delivery, so
 * it must never lock, wait or allocate. */
#include "node/meter.h"

#include <string.h>

#include "base/time.h"
#include "node/shared_private.h"

#define MS 1000 /* microseconds */
#define SECONDS INT64_C(1000000)

#define COUNTER(symbol, metric, labels, help) {metric, labels, help},
const collab_metric_t collab_meter_counters[COLLAB_COUNT_COUNT] = {
#include "node/meters.def"
};

#define GAUGE(symbol, metric, help) {metric, "", help},
const collab_metric_t collab_meter_gauges[COLLAB_GAUGE_COUNT] = {
#include "node/meters.def"
};

#define TIME(symbol, metric, labels, help) {metric, labels, help},
const collab_metric_t collab_meter_timed[COLLAB_TIME_COUNT] = {
#include "node/meters.def"
};

/* The objectives of conf/prometheus/slo.rules.yml are among them: 250 ms and 10 s. */
const int64_t collab_meter_bounds[COLLAB_TIME_BUCKETS] = {
    100,          200,          500,          1 * MS,        2 * MS,         5 * MS,         10 * MS,         20 * MS,
    50 * MS,      100 * MS,     200 * MS,     250 * MS,      500 * MS,       1 * SECONDS,    2 * SECONDS,     5 * SECONDS,
    10 * SECONDS, 20 * SECONDS, 60 * SECONDS, 300 * SECONDS, 1800 * SECONDS, 7200 * SECONDS, 36000 * SECONDS, APR_INT64_MAX};

void collab_meter_count(collab_counter_t counter, uint64_t n) {
  ADD(collab_shared->counter[counter], n);
}

uint64_t collab_meter_counted(collab_counter_t counter) {
  return GET(collab_shared->counter[counter]);
}

void collab_meter_attempt(int channel, int outcome, int status) {
  int class = status >= 100 && status < 600 ? status / 100 : 0;

  collab_meter_count(COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + (unsigned)(COLLAB_ATTEMPT_OUTCOMES * channel + outcome), 1);
  collab_meter_count(COLLAB_COUNT_ANSWERS_NONE + (unsigned)class, 1);
}

void collab_meter_set(collab_gauge_t gauge, int64_t value) {
  SET(collab_shared->gauge[gauge], value);
}

int64_t collab_meter_get(collab_gauge_t gauge) {
  return GET(collab_shared->gauge[gauge]);
}

void collab_meter_note(collab_gauge_t gauge) {
  SET(collab_shared->noted_at[gauge], collab_time_clock());
  atomic_store_explicit(&collab_shared->gauge[gauge], apr_time_now(), memory_order_release);
}

apr_time_t collab_meter_noted(collab_gauge_t gauge) {
  return atomic_load_explicit(&collab_shared->gauge[gauge], memory_order_acquire) < 0 ? -1 : GET(collab_shared->noted_at[gauge]);
}

void collab_meter_times_add(collab_shared_times_t *times, int64_t microseconds) {
  int bucket = 0;

  if (microseconds < 0) {
    return;
  }
  while (microseconds > collab_meter_bounds[bucket]) {
    bucket++;
  }
  ADD(times->bucket[bucket], 1);
  ADD(times->sum, (uint64_t)microseconds);
}

collab_times_t collab_meter_times_copy(collab_shared_times_t *times) {
  collab_times_t copy = {.sum = GET(times->sum)};

  for (int i = 0; i < COLLAB_TIME_BUCKETS; i++) {
    copy.bucket[i] = GET(times->bucket[i]);
    copy.count += copy.bucket[i];
  }
  return copy;
}

void collab_meter_time(collab_timed_t timed, int64_t microseconds) {
  collab_meter_times_add(&collab_shared->time[timed], microseconds);
}

collab_times_t collab_meter_times(collab_timed_t timed) {
  return collab_meter_times_copy(&collab_shared->time[timed]);
}

int64_t collab_meter_quantile(const collab_times_t *times, double quantile) {
  double wanted = quantile * (double)times->count, seen = 0;

  for (int i = 0; i < COLLAB_TIME_BUCKETS && times->count; i++) {
    int64_t low = i ? collab_meter_bounds[i - 1] : 0;
    int64_t high = i < COLLAB_TIME_BUCKETS - 1 ? collab_meter_bounds[i] : low;
    double here = (double)times->bucket[i];
    if (here > 0 && seen + here >= wanted) {
      return low + (int64_t)((double)(high - low) * (wanted - seen) / here);
    }
    seen += here;
  }
  return -1;
}

void collab_meter_sqlstate(const char *sqlstate, const char *function) {
  if (!strcmp(sqlstate, "53100") && strncmp(function, "dsm_impl_", 9)) {
    collab_meter_note(COLLAB_GAUGE_FULL_AT);
  } else if (!strcmp(sqlstate, "42501")) {
    collab_meter_note(COLLAB_GAUGE_DENIED_AT);
  }
}
