/* meter_private.h: the shared memory itself, for meter.c, meter_history.c and stall.c alone. Every figure is a relaxed atomic.
 * Each record with texts has one writing process, and a sequence number `turn`, which is odd during a write. */
#ifndef COLLAB_NODE_METER_PRIVATE_H
#define COLLAB_NODE_METER_PRIVATE_H

#include "node/meter.h"

#include <stdatomic.h>

#include "node/stall.h"

typedef struct times_t {
  atomic_uint_fast64_t bucket[COLLAB_TIME_BUCKETS], sum;
} times_t;

typedef struct guarded_endpoint_t {
  atomic_uint turn;
  apr_time_t seen; /* by collab_time_clock */
  collab_endpoint_report_t endpoint;
} guarded_endpoint_t;

typedef struct guarded_alarm_t {
  atomic_uint turn;
  atomic_int_fast64_t since, raised_at; /* the date, and by collab_time_clock */
  char text[COLLAB_ALARM_TEXT];
} guarded_alarm_t;

typedef struct stall_row_t {
  atomic_int_fast64_t subscription; /* 0: a free row */
  atomic_int in_a_row;
  atomic_int_fast64_t at, until; /* by collab_time_clock; `at` is 0 in a free row */
} stall_row_t;

#define COLLAB_METER_RING (COLLAB_METER_SAMPLES + 1) /* one more than a reader copies, for the sample that is being written */
#define COLLAB_METER_RATES (2 * COLLAB_COMPANY_RATES)

typedef struct collab_meter_t {
  apr_time_t since, began; /* the date, and by collab_time_clock */
  atomic_bool stops;
  atomic_uint_fast64_t counter[COLLAB_COUNT_COUNT];
  atomic_int_fast64_t gauge[COLLAB_GAUGE_COUNT];
  atomic_int_fast64_t noted_at[COLLAB_GAUGE_COUNT]; /* by collab_time_clock; only of a gauge that is a date */
  times_t time[COLLAB_TIME_COUNT];
  char operation[COLLAB_METER_OPERATIONS][48];
  atomic_uint_fast64_t request[COLLAB_METER_OPERATIONS][COLLAB_METER_CLASSES];
  times_t request_time[COLLAB_METER_OPERATIONS];
  int64_t endpoint_id[COLLAB_METER_ENDPOINTS]; /* the endpoints' ids again, packed, for the dispatcher's search */
  guarded_endpoint_t endpoint[COLLAB_METER_ENDPOINTS];
  guarded_alarm_t alarm[COLLAB_ALARM_COUNT];
  collab_told_t told[COLLAB_ALARM_COUNT];

  atomic_int_fast64_t noted; /* the subscription for whose endpoint libcurl works */
  stall_row_t stall[COLLAB_STALLS];

  atomic_uint_fast64_t rate[2][COLLAB_METER_RATES]; /* companies' own rate limits */
  atomic_uint rates;                                /* index of the table in use */

  atomic_int_fast64_t spent[COLLAB_SPENT]; /* companies that have used up their day */
  atomic_int nspent;
  atomic_int_fast64_t spent_until, spent_ends; /* its end, by collab_time_clock, and the date */
  atomic_uint storers_turn;
  collab_storer_t storer[COLLAB_STORERS];

  atomic_int_fast64_t said_at; /* when the last line about a fault was logged (collab_time_clock) */
  atomic_uint_fast64_t unsaid; /* lines left out since */
  struct {
    atomic_uint_fast64_t hash; /* of a text; 0: a free row */
    atomic_int_fast64_t at;    /* when it was last logged (collab_time_clock) */
  } said[COLLAB_METER_SAID];

  atomic_int_fast64_t pool_failed_at, pool_opened_at, pool_asked_at; /* by collab_time_clock; 0: never */
  atomic_uint pool_turn;
  char pool_reason[COLLAB_POOL_REASON];

  atomic_int_fast64_t sampled_at; /* by collab_time_clock */
  atomic_uint_fast64_t samples;   /* taken since the start */
  collab_sample_t history[COLLAB_METER_RING];
  struct { /* the counts at the previous sample; only for taking the next one */
    uint64_t requests, failed, delivered, retried;
    collab_times_t request, total;
  } before;
} collab_meter_t;

collab_meter_t *collab_meter_memory(void);

/* The number of all requests. */
uint64_t collab_meter_all_requests(void);

#endif
