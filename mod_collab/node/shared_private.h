/* shared_private.h: the layout of the shared memory (node/shared.h), for the files of node/ whose nouns are kept in it. Every
 * figure is a relaxed atomic. Each record with texts has one writing process, and a sequence number `turn`, which is odd during a
 * write. */
#ifndef COLLAB_NODE_SHARED_PRIVATE_H
#define COLLAB_NODE_SHARED_PRIVATE_H

#include <stdatomic.h>

#include "node/alarm.h"
#include "node/company_rates.h"
#include "node/endpoint_report.h"
#include "node/history.h"
#include "node/legacy.h"
#include "node/meter.h"
#include "node/pool_fault.h"
#include "node/request_counts.h"
#include "node/said.h"
#include "node/spent.h"
#include "node/stall.h"
#include "node/storers.h"
#include "node/workers.h"

#define GET(figure) atomic_load_explicit(&(figure), memory_order_relaxed)
#define SET(figure, value) atomic_store_explicit(&(figure), value, memory_order_relaxed)
#define ADD(figure, n) atomic_fetch_add_explicit(&(figure), n, memory_order_relaxed)

typedef struct collab_shared_times_t {
  atomic_uint_fast64_t bucket[COLLAB_TIME_BUCKETS], sum;
} collab_shared_times_t;

typedef struct collab_shared_endpoint_t {
  atomic_uint turn;
  apr_time_t seen; /* by collab_time_clock */
  collab_endpoint_report_t endpoint;
} collab_shared_endpoint_t;

typedef struct collab_shared_alarm_t {
  atomic_uint turn;
  atomic_int_fast64_t since, raised_at; /* the date, and by collab_time_clock */
  bool raised;
  collab_flaps_t flaps;
  char text[COLLAB_ALARM_TEXT]; /* the last one, when the alarm is not raised */
} collab_shared_alarm_t;

/* A worker process; `pid` 0: a free row. */
typedef struct collab_shared_worker_t {
  atomic_int pid, open, lent, most;
} collab_shared_worker_t;

typedef struct collab_shared_stall_t {
  atomic_int_fast64_t subscription; /* 0: a free row */
  atomic_int in_a_row;
  atomic_int_fast64_t at, until; /* by collab_time_clock; `at` is 0 in a free row */
} collab_shared_stall_t;

/* One more than a reader copies, for the sample that is being written. */
#define COLLAB_HISTORY_RING (COLLAB_HISTORY_SAMPLES + 1)
#define COLLAB_COMPANY_RATES_ROOM (2 * COLLAB_COMPANY_RATES)

typedef struct collab_shared_t {
  apr_time_t since, began; /* the date, and by collab_time_clock */
  atomic_bool stops;
  atomic_uint_fast64_t counter[COLLAB_COUNT_COUNT];
  atomic_int_fast64_t gauge[COLLAB_GAUGE_COUNT];
  atomic_int_fast64_t noted_at[COLLAB_GAUGE_COUNT]; /* by collab_time_clock; only of a gauge that is a date */
  collab_shared_times_t time[COLLAB_TIME_COUNT];
  char operation[COLLAB_COUNTED_OPERATIONS][48];
  atomic_uint_fast64_t request[COLLAB_COUNTED_OPERATIONS][COLLAB_COUNTED_CLASSES];
  collab_shared_times_t request_time[COLLAB_COUNTED_OPERATIONS];
  int64_t endpoint_id[COLLAB_ENDPOINT_REPORTS]; /* the endpoints' ids again, packed, for the dispatcher's search */
  collab_shared_endpoint_t endpoint[COLLAB_ENDPOINT_REPORTS];
  collab_shared_alarm_t alarm[COLLAB_ALARM_COUNT];
  collab_told_t told[COLLAB_ALARM_COUNT];
  atomic_uint told_turn;            /* of the reports in `told` */
  bool told_read;                   /* parent: the reports of earlier starts have been read */
  atomic_bool watch_wanted;         /* this generation has a watcher */
  atomic_int_fast64_t watch_helper; /* the number of the latest watcher's helper */
  collab_shared_worker_t worker[COLLAB_WORKERS];

  atomic_int_fast64_t noted; /* the subscription for whose endpoint libcurl works */
  collab_shared_stall_t stall[COLLAB_STALLS];

  atomic_uint_fast64_t rate[2][COLLAB_COMPANY_RATES_ROOM]; /* companies' own rate limits */
  atomic_uint rates;                                       /* index of the table in use */

  atomic_int_fast64_t spent[COLLAB_SPENT]; /* companies that have used up their day */
  atomic_int nspent;
  atomic_int_fast64_t spent_until, spent_ends; /* its end, by collab_time_clock, and the date */
  atomic_uint storers_turn;
  collab_storer_t storer[COLLAB_STORERS];
  atomic_uint legacies_turn;
  collab_legacies_t legacies;

  atomic_int_fast64_t no_older_at; /* when the watcher last found no node of 0.1.0 (collab_time_clock); 0: it found one */

  atomic_int_fast64_t said_at; /* when the last line about a fault was logged (collab_time_clock) */
  atomic_uint_fast64_t unsaid; /* lines left out since */
  struct {
    atomic_uint_fast64_t hash; /* of a text; 0: a free row */
    atomic_int_fast64_t at;    /* when it was last logged (collab_time_clock) */
  } said[COLLAB_SAID_TEXTS];

  atomic_int_fast64_t pool_failed_at, pool_opened_at, pool_asked_at; /* by collab_time_clock; 0: never */
  atomic_uint pool_turn;
  char pool_reason[COLLAB_POOL_FAULT_REASON];

  atomic_int_fast64_t sampled_at; /* by collab_time_clock */
  atomic_uint_fast64_t samples;   /* taken since the start */
  collab_sample_t history[COLLAB_HISTORY_RING];
  struct { /* the counts at the previous sample; only for taking the next one */
    uint64_t requests, failed, delivered, retried;
    collab_times_t request, total;
  } before;
} collab_shared_t;

extern collab_shared_t *collab_shared;

/* Adds to times, and copies them (node/meter.c). */
void collab_meter_times_add(collab_shared_times_t *times, int64_t microseconds);
collab_times_t collab_meter_times_copy(collab_shared_times_t *times);

/* Frame a write to a record with a sequence number. */
void collab_shared_begin(atomic_uint *turn);
void collab_shared_end(atomic_uint *turn);

/* Copies such a record. Gives up consistency after 100 tries, because the record's writer may have been killed in a write. */
void collab_shared_copy(void *to, const void *from, size_t size, atomic_uint *turn);

#endif
