/* test_time.c: RFC 3339 times are read and written exactly, and anything else is refused (base/time.h). */
#include "tap.h"
#include <math.h>

#include "base/time.h"

#define ROWS(table) (sizeof(table) / sizeof(table[0]))

/* Date-times, and how each is written with microseconds. The expected texts are written by hand, not computed. */
static const struct {
  const char *text, *micros;
} right[] = {
    {"1970-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z"},
    {"2024-02-29T12:34:56Z", "2024-02-29T12:34:56.000000Z"},
    {"2000-02-29T00:00:00Z", "2000-02-29T00:00:00.000000Z"},
    {"2025-06-30t23:59:59z", "2025-06-30T23:59:59.000000Z"},
    {"2025-01-01T00:00:00.1Z", "2025-01-01T00:00:00.100000Z"},
    {"2025-01-01T00:00:00.000001Z", "2025-01-01T00:00:00.000001Z"},
    {"2025-01-01T00:00:00.9999999Z", "2025-01-01T00:00:00.999999Z"},
    {"2025-01-01T00:00:00.12345678901234567890123456789Z", "2025-01-01T00:00:00.123456Z"},
    {"2025-01-01T02:00:00+02:00", "2025-01-01T00:00:00.000000Z"},
    {"2025-01-01T00:00:00.5+05:30", "2024-12-31T18:30:00.500000Z"},
    {"2024-12-31T19:00:00-05:00", "2025-01-01T00:00:00.000000Z"},
    {"2025-03-01T00:00:00+23:59", "2025-02-28T00:01:00.000000Z"},
    {"2025-01-01T00:00:00-00:00", "2025-01-01T00:00:00.000000Z"},
    {"1969-12-31T23:59:59.999999Z", "1969-12-31T23:59:59.999999Z"},
    {"1900-02-28T23:59:59Z", "1900-02-28T23:59:59.000000Z"},
    {"0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000000Z"},
    {"9999-12-31T23:59:59.999999Z", "9999-12-31T23:59:59.999999Z"},
    {"2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000000Z"},
    {"2016-12-31T23:59:60.25Z", "2017-01-01T00:00:00.250000Z"},
    {"1990-12-31T15:59:60-08:00", "1991-01-01T00:00:00.000000Z"},
};

static const char *const wrong[] = {
    "",
    "now",
    "infinity",
    "-infinity",
    "today",
    "epoch",
    "0",
    "1735689600",
    "2025-01-01",
    "2025-01-01T00:00:00",
    "2025-01-01T00:00Z",
    "2025-01-01T00Z",
    "2025-01-01 00:00:00Z",
    "2025-01-01T00:00:00 Z",
    "2025-01-01T02:00:00 02:00",
    " 2025-01-01T00:00:00Z",
    "2025-01-01T00:00:00Z ",
    "2025-01-01T00:00:00Zx",
    "2025-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2100-02-29T00:00:00Z",
    "2025-04-31T00:00:00Z",
    "2025-06-31T00:00:00Z",
    "2025-09-31T00:00:00Z",
    "2025-11-31T00:00:00Z",
    "2025-01-32T00:00:00Z",
    "2025-00-01T00:00:00Z",
    "2025-13-01T00:00:00Z",
    "2025-01-00T00:00:00Z",
    "0000-01-01T00:00:00Z",
    "0000-12-31T23:59:59-23:00",
    "10000-01-01T00:00:00Z",
    "-001-01-01T00:00:00Z",
    "+2025-01-01T00:00:00Z",
    "25-01-01T00:00:00Z",
    "2025-1-01T00:00:00Z",
    "2025-01-1T00:00:00Z",
    "20250101T000000Z",
    "2025/01/01T00:00:00Z",
    "2025-W01-1T00:00:00Z",
    "2025-001T00:00:00Z",
    "2025-01-01T24:00:00Z",
    "2025-01-01T23:60:00Z",
    "2025-01-01T23:59:61Z",
    "2025-01-01T23:59:60Z",
    "2016-12-30T23:59:60Z",
    "2016-12-31T23:58:60Z",
    "2016-12-31T22:59:60Z",
    "2016-12-31T23:59:60-08:00",
    "9999-12-31T23:59:60Z",
    "9999-12-31T23:59:59-00:01",
    "0001-01-01T00:00:00+00:01",
    "2025-01-01T00:00:00.Z",
    "2025-01-01T00:00:00,5Z",
    "2025-01-01T00:00:00.5",
    "2025-01-01T00:00:00.-5Z",
    "2025-01-01T00:00:00.5.5Z",
    "2025-01-01T00:00:00+0200",
    "2025-01-01T00:00:00+02",
    "2025-01-01T00:00:00+2:00",
    "2025-01-01T00:00:00+24:00",
    "2025-01-01T00:00:00+02:60",
    "2025-01-01T00:00:00+02:00:00",
    "2025-01-01T00:00:00++02:00",
    "2025-01-01T00:00:00  02:00",
    "2025-01-01T00:00:00-",
    "2025-01-01T00:00:00UTC",
    "2025-01-01T00:00:00 BC",
    "2025-01-01T-1:00:00Z",
    "2025-01-01T 1:00:00Z",
    "\xEF\xBC\x92"
    "025-01-01T00:00:00Z",
    "2025-01-01T00:00:00\xE2\x88\x92"
    "02:00",
};

static void reading(void) {
  for (unsigned i = 0; i < ROWS(right); i++) {
    apr_time_t when = 77;
    tap_row(right[i].text);
    ok(collab_time_parse(right[i].text, &when));
    is_text(collab_time_micros(tap_pool, when), right[i].micros);
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    apr_time_t when = 77;
    tap_row(wrong[i]);
    ok(!collab_time_parse(wrong[i], &when));
    is_number(when, 77);
  }
  tap_row("");
}

static void known_instants(void) {
  apr_time_t when;

  ok(collab_time_parse("1970-01-01T00:00:00Z", &when));
  is_number(when, 0);
  ok(collab_time_parse("2001-09-09T01:46:40Z", &when));
  is_number(when, INT64_C(1000000000) * APR_USEC_PER_SEC);
  ok(collab_time_parse("2038-01-19T03:14:08.000007Z", &when));
  is_number(when, INT64_C(2147483648) * APR_USEC_PER_SEC + 7);
  ok(collab_time_parse("1969-12-31T23:59:59.999999Z", &when));
  is_number(when, -1);
  ok(collab_time_parse("0001-01-01T00:00:00Z", &when));
  is_number(when, INT64_C(-62135596800) * APR_USEC_PER_SEC);
  ok(collab_time_parse("9999-12-31T23:59:59Z", &when));
  is_number(when, INT64_C(253402300799) * APR_USEC_PER_SEC);
}

static void writing(void) {
  is_text(collab_time_seconds(tap_pool, 0), "1970-01-01T00:00:00Z");
  is_text(collab_time_seconds(tap_pool, 999999), "1970-01-01T00:00:00Z"); /* cut, not rounded */
  is_text(collab_time_seconds(tap_pool, -1), "1969-12-31T23:59:59Z");
  is_text(collab_time_micros(tap_pool, -1), "1969-12-31T23:59:59.999999Z");
  is_text(collab_time_micros(tap_pool, 1), "1970-01-01T00:00:00.000001Z");
  is_text(collab_time_seconds(tap_pool, INT64_C(1709210096) * APR_USEC_PER_SEC), "2024-02-29T12:34:56Z");
}

static void seconds_since_1970(void) {
  apr_time_t when = 0;

  ok(collab_time_of_seconds(0, &when) && when == 0);
  ok(collab_time_of_seconds(1.5, &when) && when == 1500000);
  ok(collab_time_of_seconds(-0.25, &when) && when == -250000);
  ok(collab_time_of_seconds(4070908800.75, &when));
  is_text(collab_time_micros(tap_pool, when), "2099-01-01T00:00:00.750000Z");
  ok(collab_time_of_seconds(253402300799.5, &when));
  is_text(collab_time_micros(tap_pool, when), "9999-12-31T23:59:59.500000Z");
  ok(collab_time_of_seconds(-62135596800.0, &when));
  is_text(collab_time_micros(tap_pool, when), "0001-01-01T00:00:00.000000Z");
  ok(!collab_time_of_seconds(253402300800.0, &when));
  ok(!collab_time_of_seconds(-62135596800.5, &when));
  ok(!collab_time_of_seconds(1e300, &when) && !collab_time_of_seconds(-1e300, &when));
  ok(!collab_time_of_seconds(INFINITY, &when) && !collab_time_of_seconds(NAN, &when));
}

/* Converts every day of the calendar and back, and compares it with APR's conversion. */
static void each_day_of_four_centuries(void) {
  int bad = 0;

  for (int64_t day = 0; day < 146097 && bad < 5; day++) {
    apr_time_t when = (day - 10957) * 86400 * APR_USEC_PER_SEC + 43200 * APR_USEC_PER_SEC, back;
    apr_time_exp_t parts;
    char want[64];

    apr_time_exp_gmt(&parts, when);
    apr_snprintf(want, sizeof(want), "%04d-%02d-%02dT%02d:%02d:%02dZ", parts.tm_year + 1900, parts.tm_mon + 1, parts.tm_mday,
                 parts.tm_hour, parts.tm_min, parts.tm_sec);
    apr_pool_t *pool;
    apr_pool_create(&pool, tap_pool);
    const char *got = collab_time_seconds(pool, when);
    if (strcmp(got, want) != 0 || !collab_time_parse(got, &back) || back != when) {
      bad++;
      is_text(got, want);
    }
    apr_pool_destroy(pool);
  }
  is_number(bad, 0);
}

/* The clock begins with a year, also on a machine that has just started. */
static void clocks(void) {
  apr_time_t before = collab_time_clock(), now = apr_time_now();
  struct timespec monotonic, wait = collab_time_monotonic(before + 1500000);
  clock_gettime(CLOCK_MONOTONIC, &monotonic);
  apr_time_t ahead = apr_time_from_sec(wait.tv_sec) + wait.tv_nsec / 1000 - apr_time_from_sec(monotonic.tv_sec);

  ok(before > apr_time_from_sec(365 * 86400) && collab_time_clock() >= before);
  ok(ahead <= 2500000 && ahead > -apr_time_from_sec(60)); /* a slow machine may take a while from one clock to the next */
  is_number(collab_time_monotonic(0).tv_sec, 0);
  apr_time_t off = collab_time_date(before - 5) - now;
  ok(off < 60 * APR_USEC_PER_SEC && off > -60 * APR_USEC_PER_SEC);
}

int main(void) {
  tap_begin();
  reading();
  known_instants();
  writing();
  seconds_since_1970();
  each_day_of_four_centuries();
  clocks();
  return tap_done();
}
