/* test_meter.c: processes share counters, gauges, times, endpoints, alarms and the history (node/shared.h). */
#include "tap.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/time.h"
#include "node/alarm.h"
#include "node/company_rates.h"
#include "node/endpoint_report.h"
#include "node/history.h"
#include "node/legacy.h"
#include "node/meter.h"
#include "node/pool_fault.h"
#include "node/request_counts.h"
#include "node/said.h"
#include "node/shared.h"
#include "node/spent.h"
#include "node/storers.h"

static void counts(void) {
  uint64_t by_class[COLLAB_COUNTED_CLASSES];

  collab_meter_attempt(COLLAB_CHANNEL_V1, COLLAB_ATTEMPT_DEAD, 404);
  collab_meter_attempt(COLLAB_CHANNEL_LOG, COLLAB_ATTEMPT_DELIVERED, 0);
  is_number(collab_meter_counted(COLLAB_COUNT_ATTEMPTS_V1_DEAD), 1);
  is_number(collab_meter_counted(COLLAB_COUNT_ATTEMPTS_LOG_DELIVERED), 1);
  is_number(collab_meter_counted(COLLAB_COUNT_ANSWERS_4XX), 1);
  is_number(collab_meter_counted(COLLAB_COUNT_ANSWERS_NONE), 1);

  collab_request_counts_name(0, "none");
  collab_request_counts_name(7, "me");
  collab_request_counts_add(7, 200, 1500);
  collab_request_counts_add(7, 503, 1500);
  collab_request_counts_add(COLLAB_COUNTED_OPERATIONS, 404, 1500); /* no such row: counts as no operation */
  is_text(collab_request_counts(7, by_class), "me");
  is_number(by_class[2], 1);
  is_number(by_class[5], 1);
  is_number(by_class[4], 0);
  collab_request_counts(0, by_class);
  is_number(by_class[4], 1);
  ok(collab_request_counts(8, by_class) == NULL);
  ok(collab_request_counts(-1, by_class) == NULL);
}

static void times(void) {
  collab_times_t none = {.count = 0};

  is_number(collab_meter_quantile(&none, 0.5), -1);
  for (int i = 1; i < COLLAB_TIME_BUCKETS; i++) {
    ok(collab_meter_bounds[i] > collab_meter_bounds[i - 1]);
  }
  for (int i = 1; i <= 1000; i++) {
    collab_meter_time(COLLAB_TIME_TOTAL, i * 10);
  }
  collab_meter_time(COLLAB_TIME_TOTAL, -1); /* not known */
  collab_times_t total = collab_meter_times(COLLAB_TIME_TOTAL);
  is_number(total.count, 1000);
  is_number(total.sum, 5005000);
  is_number(collab_meter_quantile(&total, 0.5), 5000);
  is_number(collab_meter_quantile(&total, 0.95), 9500);
  collab_meter_time(COLLAB_TIME_CLAIM, APR_INT64_MAX);
  total = collab_meter_times(COLLAB_TIME_CLAIM);
  is_number(total.bucket[COLLAB_TIME_BUCKETS - 1], 1);
  is_number(collab_meter_quantile(&total, 0.5), collab_meter_bounds[COLLAB_TIME_BUCKETS - 2]);
}

/* A text from elsewhere may be logged once a minute, however its numbers change. */
static void texts(void) {
  uint64_t unsaid;
  char text[] = "x must be vacuumed";

  ok(collab_said_may_text("the database must be vacuumed within 39 transactions", NULL));
  ok(!collab_said_may_text("the database must be vacuumed within 2147 transactions", NULL));
  ok(collab_said_may_text("the database must be frozen within 39 transactions", NULL));
  ok(!collab_said_may_text("the database must be vacuumed within 38 transactions", &unsaid));
  for (int i = 0; i < COLLAB_SAID_TEXTS; i++) { /* others take all rows */
    text[0] = (char)('A' + i);
    ok(collab_said_may_text(text, NULL));
  }
  ok(collab_said_may_text("the database must be vacuumed within 39 transactions", NULL));
}

/* Only a disk that is full counts as one. */
static void sqlstates(void) {
  collab_meter_set(COLLAB_GAUGE_FULL_AT, -1);
  collab_meter_sqlstate("53100", "dsm_impl_posix");
  collab_meter_sqlstate("53200", "mdextend");
  is_number(collab_meter_get(COLLAB_GAUGE_FULL_AT), -1);
  collab_meter_sqlstate("53100", "mdextend");
  ok(collab_meter_get(COLLAB_GAUGE_FULL_AT) > 0);
}

static int rows(int64_t id) {
  collab_endpoint_report_t endpoint;
  int found = 0;

  for (int i = 0; i < COLLAB_ENDPOINT_REPORTS; i++) {
    found += collab_endpoint_report_at(i, &endpoint) && (!id || endpoint.id == id);
  }
  return found;
}

static void endpoints(void) {
  char text[COLLAB_ALARM_TEXT], *longer = apr_pcalloc(tap_pool, 1000);

  collab_shared_forget();
  is_number(rows(0), 0);
  for (int64_t id = 1; id <= COLLAB_ENDPOINT_REPORTS; id++) {
    collab_endpoint_report_set(id, COLLAB_ENDPOINT_CLOSED, id == 1, 8, id == 2, 0, id == 2 ? memset(longer, 'x', 999) : NULL);
  }
  is_number(rows(0), COLLAB_ENDPOINT_REPORTS);
  collab_endpoint_report_set(2000, COLLAB_ENDPOINT_CLOSED, 1, 8, 0, 0, NULL);
  is_number(rows(2000), 0); /* no row: endpoint 2000 has no trouble, and all rows were seen a moment ago */
  collab_endpoint_report_set(1000, COLLAB_ENDPOINT_OPEN, 1, 1, 5, 0, "no answer");
  is_number(rows(1000), 1); /* takes the row of 3: 1 and 2 were seen longer ago, but 1 is busy and 2 fails */
  is_number(rows(1), 1);
  is_number(rows(2), 1);
  is_number(rows(3), 0);
  collab_endpoint_report_set(1000, COLLAB_ENDPOINT_CLOSED, 0, 8, 0, 0, NULL);
  collab_endpoint_report_t endpoint = {0};
  for (int i = 0; i < COLLAB_ENDPOINT_REPORTS && endpoint.id != 1000; i++) {
    collab_endpoint_report_at(i, &endpoint);
  }
  is_text(endpoint.error, "no answer"); /* the last error stays */
  is_number(endpoint.failures, 0);

  ok(!collab_alarm_text(COLLAB_ALARM_HORIZON, text));
  ok(collab_alarm_set(COLLAB_ALARM_HORIZON, "held by one"));
  ok(!collab_alarm_set(COLLAB_ALARM_HORIZON, "held by another"));
  ok(collab_alarm_text(COLLAB_ALARM_HORIZON, text));
  is_text(text, "held by another");
  ok(collab_alarm_set(COLLAB_ALARM_HORIZON, NULL));
  ok(!collab_alarm_set(COLLAB_ALARM_HORIZON, NULL));
}

static void history(void) {
  static collab_sample_t samples[COLLAB_HISTORY_SAMPLES];
  apr_time_t now = collab_time_clock();

  collab_history_tick(now);
  is_number(collab_history(samples), 1);
  is_number(samples[0].requests, 3);
  is_number(samples[0].delivered, 1);
  is_number(samples[0].retried, 1);
  is_number(samples[0].lag_p95, 9500);
  collab_request_counts_add(7, 500, 1500);
  collab_meter_count(COLLAB_COUNT_FAILED, 1);
  collab_history_tick(now + COLLAB_HISTORY_EVERY - 1);
  is_number(collab_history(samples), 1); /* too early */
  collab_history_tick(now - 1);
  is_number(collab_history(samples), 1); /* another process has just taken the sample */
  collab_history_tick(now + 2 * COLLAB_HISTORY_EVERY);
  is_number(collab_history(samples), 2);
  is_number(samples[1].requests, 1);
  is_number(samples[1].failed, 1);
  is_number(samples[1].seconds, 20);
  is_number(samples[1].lag_p95, -1); /* no deliveries in that time */
  for (int i = 3; i < 2 * COLLAB_HISTORY_SAMPLES; i++) {
    collab_history_tick(now + i * COLLAB_HISTORY_EVERY);
  }
  is_number(collab_history(samples), COLLAB_HISTORY_SAMPLES);
  ok(samples[0].at < samples[1].at);
}

static void processes(void) {
  int status;

  ok(collab_shared_make(tap_pool));
  is_number(collab_meter_counted(COLLAB_COUNT_VACUUMS), 0);
  is_number(collab_meter_get(COLLAB_GAUGE_BACKLOG), -1);
  pid_t child = fork();
  if (!child) {
    for (int i = 0; i < 1000; i++) {
      collab_meter_count(COLLAB_COUNT_VACUUMS, 1);
    }
    collab_meter_set(COLLAB_GAUGE_BACKLOG, 12);
    _exit(0);
  }
  for (int i = 0; i < 1000; i++) {
    collab_meter_count(COLLAB_COUNT_VACUUMS, 1);
  }
  waitpid(child, &status, 0);
  is_number(collab_meter_counted(COLLAB_COUNT_VACUUMS), 2000);
  is_number(collab_meter_get(COLLAB_GAUGE_BACKLOG), 12);
  ok(collab_shared_make(tap_pool)); /* as after a restart of httpd: the memory is found again */
  is_number(collab_meter_get(COLLAB_GAUGE_BACKLOG), 12);
}

/* Reads the history `reads` times while another process takes samples as fast as it can. Returns how many were in order. */
static int read_in_order(int reads) {
  static collab_sample_t samples[COLLAB_HISTORY_SAMPLES];
  int in_order = 0;

  for (int i = 0; i < reads; i++) {
    int found = collab_history(samples), at = 1;
    while (at < found && samples[at - 1].at < samples[at].at) {
      at++;
    }
    in_order += at >= found;
  }
  return in_order;
}

static void history_while_sampled(void) {
  static collab_sample_t samples[COLLAB_HISTORY_SAMPLES];
  apr_time_t now = collab_time_clock(), full = now + 2 * COLLAB_HISTORY_SAMPLES * COLLAB_HISTORY_EVERY;
  pid_t child = fork();

  if (!child) {
    for (;;) {
      collab_history_tick(now += COLLAB_HISTORY_EVERY);
    }
  }
  for (int found = 0; !found || samples[found - 1].at < full; found = collab_history(samples)) {
    sched_yield();
  }
  is_number(read_in_order(5000), 5000);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  is_number(collab_history(samples), COLLAB_HISTORY_SAMPLES); /* a killed process leaves no gap */
}

/* Fills the table with ids that lie close together and far apart; then replaces them. */
static void company_rates(void) {
  static collab_company_rate_t rates[COLLAB_COMPANY_RATES + 1];
  int wrong = 0;

  is_number(collab_company_rates_of(1), 0);
  for (int i = 0; i <= COLLAB_COMPANY_RATES; i++) {
    rates[i] = (collab_company_rate_t){i < 1000 ? i + 1 : INT64_C(1000003) * i, 1000000 - i};
  }
  collab_company_rates_set(rates, COLLAB_COMPANY_RATES + 1);
  for (int i = 0; i < COLLAB_COMPANY_RATES; i++) {
    wrong += collab_company_rates_of(rates[i].company) != rates[i].requests;
  }
  is_number(wrong, 0);
  is_number(collab_company_rates_of(rates[COLLAB_COMPANY_RATES].company), 0); /* one too many */
  is_number(collab_company_rates_of(1001), 0);
  collab_company_rates_set(rates + 5, 1);
  is_number(collab_company_rates_of(6), 999995);
  is_number(collab_company_rates_of(7), 0);
}

static void spent_days(void) {
  const int64_t companies[] = {5, INT64_C(1) << 40};
  apr_interval_time_t left = 0;
  apr_time_t ends = 0;

  is_number(collab_spent_has(5, 100, &left, &ends), false);
  collab_spent_set(companies, 2, 150, 1000);
  is_number(collab_spent_has(5, 100, &left, &ends), true);
  is_number(left, 50);
  is_number(ends, 1000);
  is_number(collab_spent_has(6, 100, &left, &ends), false);
  is_number(collab_spent_has(0, 100, &left, &ends), false);
  is_number(collab_spent_has(INT64_C(1) << 40, 149, &left, &ends), true);
  is_number(collab_spent_has(5, 150, &left, &ends), false); /* the day is over */
  collab_spent_set(companies + 1, 1, 150, 1000);
  is_number(collab_spent_has(5, 100, &left, &ends), false);
}

static void storers(void) {
  collab_storer_t written[COLLAB_STORERS] = {{.company = 7, .requests = 2, .bytes = INT64_C(1) << 40, .name = "Acme"}},
                  read[COLLAB_STORERS];

  collab_storers(read);
  is_number(read[0].company, 0);
  collab_storers_set(written);
  collab_storers(read);
  is_number(read[0].bytes, INT64_C(1) << 40);
  is_text(read[0].name, "Acme");
  is_number(read[1].company, 0);
}

static void legacies(void) {
  static collab_legacies_t written = {.callers = 3, .shown = {{.company = 7, .caller = "ada", .since = 1}, {.company = 9}}}, read;

  collab_legacies(&read);
  is_number(read.callers, 0);
  memset(written.shown[1].name, 'x', sizeof written.shown[1].name); /* a text that never ends */
  collab_legacies_set(&written);
  collab_legacies(&read);
  is_number(read.callers, 3);
  is_text(read.shown[0].caller, "ada");
  is_number(strlen(read.shown[1].name), COLLAB_SHARED_NAME - 1);
  is_number(read.shown[2].company, 0);
}

/* Only the process that may ask gives a reason. The reason counts until a connection is opened. */
static void pool_failures(void) {
  char reason[COLLAB_POOL_FAULT_REASON];

  collab_pool_fault_note(NULL); /* the reason is not known yet */
  ok(!collab_pool_fault_reason(reason));
  ok(collab_pool_fault_may_ask() && !collab_pool_fault_may_ask());
  collab_pool_fault_note("no place");
  collab_pool_fault_note(NULL);
  ok(collab_pool_fault_reason(reason));
  is_text(reason, "no place");
  collab_pool_fault_end();
  ok(!collab_pool_fault_reason(reason));
  ok(!collab_pool_fault_may_ask()); /* processes that take turns at failing and opening do not ask each time */
  collab_pool_fault_note(NULL);
  ok(!collab_pool_fault_reason(reason));
}

int main(void) {
  tap_begin();
  counts();
  times();
  texts();
  sqlstates();
  endpoints();
  history();
  company_rates();
  spent_days();
  storers();
  legacies();
  pool_failures();
  processes();
  history_while_sampled();
  return tap_done();
}
