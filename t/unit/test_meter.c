/* test_meter.c: processes share counters, gauges, times, endpoints, alarms and the history (node/meter.h). */
#include "tap.h"

#include <sched.h>
#include <signal.h>
#include <sys/wait.h>

#include "base/time.h"
#include "node/meter.h"

static void counts(void) {
  uint64_t by_class[COLLAB_METER_CLASSES];

  collab_meter_attempt(COLLAB_CHANNEL_V1, COLLAB_ATTEMPT_DEAD, 404);
  collab_meter_attempt(COLLAB_CHANNEL_LOG, COLLAB_ATTEMPT_DELIVERED, 0);
  is_number(collab_meter_counted(COLLAB_COUNT_ATTEMPTS_V1_DEAD), 1);
  is_number(collab_meter_counted(COLLAB_COUNT_ATTEMPTS_LOG_DELIVERED), 1);
  is_number(collab_meter_counted(COLLAB_COUNT_ANSWERS_4XX), 1);
  is_number(collab_meter_counted(COLLAB_COUNT_ANSWERS_NONE), 1);

  collab_meter_operation(0, "none");
  collab_meter_operation(7, "me");
  collab_meter_request(7, 200, 1500);
  collab_meter_request(7, 503, 1500);
  collab_meter_request(COLLAB_METER_OPERATIONS, 404, 1500); /* no such row: counts as no operation */
  is_text(collab_meter_requests(7, by_class), "me");
  is_number(by_class[2], 1);
  is_number(by_class[5], 1);
  is_number(by_class[4], 0);
  collab_meter_requests(0, by_class);
  is_number(by_class[4], 1);
  ok(collab_meter_requests(8, by_class) == NULL);
  ok(collab_meter_requests(-1, by_class) == NULL);
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

  ok(collab_meter_may_say_text("the database must be vacuumed within 39 transactions", NULL));
  ok(!collab_meter_may_say_text("the database must be vacuumed within 2147 transactions", NULL));
  ok(collab_meter_may_say_text("the database must be frozen within 39 transactions", NULL));
  ok(!collab_meter_may_say_text("the database must be vacuumed within 38 transactions", &unsaid));
  for (int i = 0; i < COLLAB_METER_SAID; i++) { /* others take all rows */
    text[0] = (char)('A' + i);
    ok(collab_meter_may_say_text(text, NULL));
  }
  ok(collab_meter_may_say_text("the database must be vacuumed within 39 transactions", NULL));
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

  for (int i = 0; i < COLLAB_METER_ENDPOINTS; i++) {
    found += collab_meter_endpoint_at(i, &endpoint) && (!id || endpoint.id == id);
  }
  return found;
}

static void endpoints(void) {
  char text[COLLAB_ALARM_TEXT], *longer = apr_pcalloc(tap_pool, 1000);

  collab_meter_forget();
  is_number(rows(0), 0);
  for (int64_t id = 1; id <= COLLAB_METER_ENDPOINTS; id++) {
    collab_meter_endpoint(id, COLLAB_ENDPOINT_CLOSED, id == 1, 8, id == 2, 0, id == 2 ? memset(longer, 'x', 999) : NULL);
  }
  is_number(rows(0), COLLAB_METER_ENDPOINTS);
  collab_meter_endpoint(2000, COLLAB_ENDPOINT_CLOSED, 1, 8, 0, 0, NULL);
  is_number(rows(2000), 0); /* no row: endpoint 2000 has no trouble, and all rows were seen a moment ago */
  collab_meter_endpoint(1000, COLLAB_ENDPOINT_OPEN, 1, 1, 5, 0, "no answer");
  is_number(rows(1000), 1); /* takes the row of 3: 1 and 2 were seen longer ago, but 1 is busy and 2 fails */
  is_number(rows(1), 1);
  is_number(rows(2), 1);
  is_number(rows(3), 0);
  collab_meter_endpoint(1000, COLLAB_ENDPOINT_CLOSED, 0, 8, 0, 0, NULL);
  collab_endpoint_report_t endpoint = {0};
  for (int i = 0; i < COLLAB_METER_ENDPOINTS && endpoint.id != 1000; i++) {
    collab_meter_endpoint_at(i, &endpoint);
  }
  is_text(endpoint.error, "no answer"); /* the last error stays */
  is_number(endpoint.failures, 0);

  ok(!collab_meter_alarm_text(COLLAB_ALARM_HORIZON, text));
  ok(collab_meter_alarm(COLLAB_ALARM_HORIZON, "held by one"));
  ok(!collab_meter_alarm(COLLAB_ALARM_HORIZON, "held by another"));
  ok(collab_meter_alarm_text(COLLAB_ALARM_HORIZON, text));
  is_text(text, "held by another");
  ok(collab_meter_alarm(COLLAB_ALARM_HORIZON, NULL));
  ok(!collab_meter_alarm(COLLAB_ALARM_HORIZON, NULL));
}

static void history(void) {
  static collab_sample_t samples[COLLAB_METER_SAMPLES];
  apr_time_t now = collab_time_clock();

  collab_meter_tick(now);
  is_number(collab_meter_history(samples), 1);
  is_number(samples[0].requests, 3);
  is_number(samples[0].delivered, 1);
  is_number(samples[0].retried, 1);
  is_number(samples[0].lag_p95, 9500);
  collab_meter_request(7, 500, 1500);
  collab_meter_count(COLLAB_COUNT_FAILED, 1);
  collab_meter_tick(now + COLLAB_METER_EVERY - 1);
  is_number(collab_meter_history(samples), 1); /* too early */
  collab_meter_tick(now - 1);
  is_number(collab_meter_history(samples), 1); /* another process has just taken the sample */
  collab_meter_tick(now + 2 * COLLAB_METER_EVERY);
  is_number(collab_meter_history(samples), 2);
  is_number(samples[1].requests, 1);
  is_number(samples[1].failed, 1);
  is_number(samples[1].seconds, 20);
  is_number(samples[1].lag_p95, -1); /* no deliveries in that time */
  for (int i = 3; i < 2 * COLLAB_METER_SAMPLES; i++) {
    collab_meter_tick(now + i * COLLAB_METER_EVERY);
  }
  is_number(collab_meter_history(samples), COLLAB_METER_SAMPLES);
  ok(samples[0].at < samples[1].at);
}

static void processes(void) {
  int status;

  ok(collab_meter_share(tap_pool));
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
  ok(collab_meter_share(tap_pool)); /* as after a restart of httpd: the memory is found again */
  is_number(collab_meter_get(COLLAB_GAUGE_BACKLOG), 12);
}

/* Reads the history `reads` times while another process takes samples as fast as it can. Returns how many were in order. */
static int read_in_order(int reads) {
  static collab_sample_t samples[COLLAB_METER_SAMPLES];
  int in_order = 0;

  for (int i = 0; i < reads; i++) {
    int found = collab_meter_history(samples), at = 1;
    while (at < found && samples[at - 1].at < samples[at].at) {
      at++;
    }
    in_order += at >= found;
  }
  return in_order;
}

static void history_while_sampled(void) {
  static collab_sample_t samples[COLLAB_METER_SAMPLES];
  apr_time_t now = collab_time_clock(), full = now + 2 * COLLAB_METER_SAMPLES * COLLAB_METER_EVERY;
  pid_t child = fork();

  if (!child) {
    for (;;) {
      collab_meter_tick(now += COLLAB_METER_EVERY);
    }
  }
  for (int found = 0; !found || samples[found - 1].at < full; found = collab_meter_history(samples)) {
    sched_yield();
  }
  is_number(read_in_order(5000), 5000);
  kill(child, SIGKILL);
  waitpid(child, NULL, 0);
  is_number(collab_meter_history(samples), COLLAB_METER_SAMPLES); /* a killed process leaves no gap */
}

/* Fills the table with ids that lie close together and far apart; then replaces them. */
static void company_rates(void) {
  static collab_company_rate_t rates[COLLAB_COMPANY_RATES + 1];
  int wrong = 0;

  is_number(collab_company_rate(1), 0);
  for (int i = 0; i <= COLLAB_COMPANY_RATES; i++) {
    rates[i] = (collab_company_rate_t){i < 1000 ? i + 1 : INT64_C(1000003) * i, 1000000 - i};
  }
  collab_company_rates_set(rates, COLLAB_COMPANY_RATES + 1);
  for (int i = 0; i < COLLAB_COMPANY_RATES; i++) {
    wrong += collab_company_rate(rates[i].company) != rates[i].requests;
  }
  is_number(wrong, 0);
  is_number(collab_company_rate(rates[COLLAB_COMPANY_RATES].company), 0); /* one too many */
  is_number(collab_company_rate(1001), 0);
  collab_company_rates_set(rates + 5, 1);
  is_number(collab_company_rate(6), 999995);
  is_number(collab_company_rate(7), 0);
}

static void spent_days(void) {
  const int64_t companies[] = {5, INT64_C(1) << 40};
  apr_interval_time_t left = 0;
  apr_time_t ends = 0;

  is_number(collab_company_spent(5, 100, &left, &ends), false);
  collab_companies_spent_set(companies, 2, 150, 1000);
  is_number(collab_company_spent(5, 100, &left, &ends), true);
  is_number(left, 50);
  is_number(ends, 1000);
  is_number(collab_company_spent(6, 100, &left, &ends), false);
  is_number(collab_company_spent(0, 100, &left, &ends), false);
  is_number(collab_company_spent(INT64_C(1) << 40, 149, &left, &ends), true);
  is_number(collab_company_spent(5, 150, &left, &ends), false); /* the day is over */
  collab_companies_spent_set(companies + 1, 1, 150, 1000);
  is_number(collab_company_spent(5, 100, &left, &ends), false);
}

static void storers(void) {
  collab_storer_t written[COLLAB_STORERS] = {{.company = 7, .requests = 2, .bytes = INT64_C(1) << 40, .name = "Acme"}},
                  read[COLLAB_STORERS];

  collab_meter_storers(read);
  is_number(read[0].company, 0);
  collab_meter_storers_set(written);
  collab_meter_storers(read);
  is_number(read[0].bytes, INT64_C(1) << 40);
  is_text(read[0].name, "Acme");
  is_number(read[1].company, 0);
}

/* Only the process that may ask gives a reason. The reason counts until a connection is opened. */
static void pool_failures(void) {
  char reason[COLLAB_POOL_REASON];

  collab_meter_pool_failed(NULL); /* the reason is not known yet */
  ok(!collab_meter_pool_reason(reason));
  ok(collab_meter_pool_may_ask() && !collab_meter_pool_may_ask());
  collab_meter_pool_failed("no place");
  collab_meter_pool_failed(NULL);
  ok(collab_meter_pool_reason(reason));
  is_text(reason, "no place");
  collab_meter_pool_opened();
  ok(!collab_meter_pool_reason(reason));
  ok(!collab_meter_pool_may_ask()); /* processes that take turns at failing and opening do not ask each time */
  collab_meter_pool_failed(NULL);
  ok(!collab_meter_pool_reason(reason));
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
  pool_failures();
  processes();
  history_while_sampled();
  return tap_done();
}
