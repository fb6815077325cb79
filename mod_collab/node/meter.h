/* meter.h: the node's figures about its own work: counters, gauges and times, in the memory that its processes share
 * (node/meters.def has the table). Workers, the dispatcher and the watcher write them, and status/ reads them.
 *
 * Any process and thread may call these functions at any time. None locks, waits or allocates; a call costs some nanoseconds.
 * Figures that belong together are not read as a consistent snapshot. */
#ifndef COLLAB_NODE_METER_H
#define COLLAB_NODE_METER_H

#include "collab.h"

/* ---- counters ---- */

typedef enum collab_counter_t {
#define COUNTER(symbol, metric, labels, help) COLLAB_COUNT_##symbol,
#include "node/meters.def"
  COLLAB_COUNT_COUNT
} collab_counter_t;

/* The counter of an attempt is COLLAB_COUNT_ATTEMPTS_V2_DELIVERED + 3 * channel + outcome; that of its answer is
 * COLLAB_COUNT_ANSWERS_NONE + status / 100. */
enum { COLLAB_CHANNEL_V2, COLLAB_CHANNEL_V1, COLLAB_CHANNEL_LOG, COLLAB_CHANNELS };
enum { COLLAB_ATTEMPT_DELIVERED, COLLAB_ATTEMPT_RETRIED, COLLAB_ATTEMPT_DEAD, COLLAB_ATTEMPT_OUTCOMES };

void collab_meter_count(collab_counter_t counter, uint64_t n);
uint64_t collab_meter_counted(collab_counter_t counter);

/* Counts an attempt that has ended, by channel and outcome, and its answer. `status` 0: no answer. */
void collab_meter_attempt(int channel, int outcome, int status);

/* ---- gauges ---- */

typedef enum collab_gauge_t {
#define GAUGE(symbol, metric, help) COLLAB_GAUGE_##symbol,
#include "node/meters.def"
  COLLAB_GAUGE_COUNT
} collab_gauge_t;

void collab_meter_set(collab_gauge_t gauge, int64_t value);
int64_t collab_meter_get(collab_gauge_t gauge);

/* Notes that what the gauge dates (…_AT, …_SINCE) happens now. collab_meter_get then gives the date, to be printed, and
 * collab_meter_noted the time by collab_time_clock, to be measured with; -1: not known. */
void collab_meter_note(collab_gauge_t gauge);
apr_time_t collab_meter_noted(collab_gauge_t gauge);

/* ---- times ---- */

typedef enum collab_timed_t {
#define TIME(symbol, metric, labels, help) COLLAB_TIME_##symbol,
#include "node/meters.def"
  COLLAB_TIME_COUNT
} collab_timed_t;

#define COLLAB_TIME_BUCKETS 24
extern const int64_t collab_meter_bounds[COLLAB_TIME_BUCKETS]; /* microseconds, upper bounds; the last is APR_INT64_MAX */

typedef struct collab_times_t {
  uint64_t bucket[COLLAB_TIME_BUCKETS]; /* not cumulative */
  uint64_t count, sum;                  /* sum: microseconds */
} collab_times_t;

/* Counts a time. Ignores a negative one (unknown, or of two machines whose clocks differ). */
void collab_meter_time(collab_timed_t timed, int64_t microseconds);
collab_times_t collab_meter_times(collab_timed_t timed);

/* Estimates a quantile (0 to 1) from the buckets, in microseconds; -1: nothing was measured. */
int64_t collab_meter_quantile(const collab_times_t *times, double quantile);

/* Notes the time if the SQLSTATE of a refused statement says that the database's disk is full or that a privilege is missing.
 * `function` of PostgreSQL raised it: one that makes shared memory does not mean a disk. */
void collab_meter_sqlstate(const char *sqlstate, const char *function);

/* ---- for the metrics and the status page ---- */

typedef struct collab_metric_t {
  const char *metric, *labels, *help; /* help NULL: another row of the metric above; labels "": none */
} collab_metric_t;

extern const collab_metric_t collab_meter_counters[COLLAB_COUNT_COUNT];
extern const collab_metric_t collab_meter_gauges[COLLAB_GAUGE_COUNT];
extern const collab_metric_t collab_meter_timed[COLLAB_TIME_COUNT];

#endif
