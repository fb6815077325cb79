/* time.c: reads and writes RFC 3339, and the clocks for durations (base/time.h).
 *
 * Owns no state. Called for validation, events and tokens. Must never use the C library's calendar, which depends on the time
 * zone and reads 30 February as a day of March. The two conversions between a date and a count of days use eras of 400 years
 * (146,097 days). Each era begins on 1 March, so that the leap day is the last day of a year. */
#include "base/time.h"

#include <math.h>
#include <string.h>

#define DAYS_PER_ERA 146097
#define DAYS_TO_EPOCH 719468 /* from 0000-03-01 to 1970-01-01 */
#define SECONDS_PER_DAY 86400
#define A_YEAR apr_time_from_sec(366 * SECONDS_PER_DAY)

/* First and last microsecond of the years 0001 to 9999. */
#define EARLIEST (INT64_C(-62135596800) * APR_USEC_PER_SEC)
#define LATEST (INT64_C(253402300800) * APR_USEC_PER_SEC - 1)

typedef struct stamp_t {
  int year, month, day, hour, minute, second, micros;
} stamp_t;

static int64_t floor_div(int64_t value, int64_t by) {
  return value / by - (value % by < 0);
}

/* The number of days from 1970-01-01 to a date. `year` is the calendar year, 0 or later. */
static int64_t days_of(int year, int month, int day) {
  int y = month > 2 ? year : year - 1;
  int64_t era = floor_div(y, 400);
  int year_of_era = (int)(y - era * 400);
  int day_of_year = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1;
  int day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;

  return era * DAYS_PER_ERA + day_of_era - DAYS_TO_EPOCH;
}

static stamp_t stamp_of(apr_time_t when) {
  int64_t seconds = floor_div(when, APR_USEC_PER_SEC);
  int64_t days = floor_div(seconds, SECONDS_PER_DAY) + DAYS_TO_EPOCH;
  int64_t era = floor_div(days, DAYS_PER_ERA);
  int day_of_era = (int)(days - era * DAYS_PER_ERA);
  int year_of_era = (day_of_era - day_of_era / 1460 + day_of_era / 36524 - day_of_era / 146096) / 365;
  int day_of_year = day_of_era - (365 * year_of_era + year_of_era / 4 - year_of_era / 100);
  int month = (5 * day_of_year + 2) / 153; /* 0 is March */
  int rest = (int)(seconds - floor_div(seconds, SECONDS_PER_DAY) * SECONDS_PER_DAY);

  return (stamp_t){
      .year = (int)(year_of_era + era * 400) + (month > 9),
      .month = month < 10 ? month + 3 : month - 9,
      .day = day_of_year - (153 * month + 2) / 5 + 1,
      .hour = rest / 3600,
      .minute = rest / 60 % 60,
      .second = rest % 60,
      .micros = (int)(when - seconds * APR_USEC_PER_SEC),
  };
}

static int days_in_month(int year, int month) {
  static const char days[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;

  return days[month - 1] + (month == 2 && leap);
}

/* Reads exactly `count` digits with a value from `low` to `high`, and advances. */
static bool read_number(const char **text, int count, int low, int high, int *value) {
  *value = 0;
  for (; count > 0; count--, (*text)++) {
    if (**text < '0' || **text > '9') {
      return false;
    }
    *value = *value * 10 + (**text - '0');
  }
  return *value >= low && *value <= high;
}

static bool read_one_of(const char **text, const char *set) {
  if (**text == '\0' || strchr(set, **text) == NULL) {
    return false;
  }
  (*text)++;
  return true;
}

/* Reads "." and digits, if the text begins with ".". Digits after the sixth are ignored. */
static bool read_fraction(const char **text, int *micros) {
  int scale = 100000;

  *micros = 0;
  if (**text != '.') {
    return true;
  }
  (*text)++;
  if (**text < '0' || **text > '9') {
    return false;
  }
  for (; **text >= '0' && **text <= '9'; (*text)++, scale /= 10) {
    *micros += (**text - '0') * scale;
  }
  return true;
}

static bool read_date(const char **text, stamp_t *at) {
  return read_number(text, 4, 1, 9999, &at->year) && read_one_of(text, "-") && read_number(text, 2, 1, 12, &at->month) &&
         read_one_of(text, "-") && read_number(text, 2, 1, days_in_month(at->year, at->month), &at->day);
}

static bool read_clock(const char **text, stamp_t *at) {
  return read_number(text, 2, 0, 23, &at->hour) && read_one_of(text, ":") && read_number(text, 2, 0, 59, &at->minute) &&
         read_one_of(text, ":") && read_number(text, 2, 0, 60, &at->second) && read_fraction(text, &at->micros);
}

/* Reads "Z" or an offset like "+01:00", and sets the minutes east of UTC. */
static bool read_offset(const char **text, int *minutes) {
  int hours;

  *minutes = 0;
  if (read_one_of(text, "Zz")) {
    return true;
  }
  bool west = **text == '-';
  if (!read_one_of(text, "+-") || !read_number(text, 2, 0, 23, &hours) || !read_one_of(text, ":") ||
      !read_number(text, 2, 0, 59, minutes)) {
    return false;
  }
  *minutes = (hours * 60 + *minutes) * (west ? -1 : 1);
  return true;
}

/* True if a month of UTC begins at this second. A leap second is the last second of a month. */
static bool is_month_begin(int64_t seconds) {
  stamp_t stamp = stamp_of(seconds * APR_USEC_PER_SEC);
  return stamp.day == 1 && stamp.hour == 0 && stamp.minute == 0 && stamp.second == 0;
}

bool collab_time_parse(const char *text, apr_time_t *when) {
  stamp_t at;
  int offset;

  if (!read_date(&text, &at) || !read_one_of(&text, "Tt") || !read_clock(&text, &at) || !read_offset(&text, &offset) ||
      *text != '\0') {
    return false;
  }
  int64_t seconds = days_of(at.year, at.month, at.day) * SECONDS_PER_DAY + at.hour * 3600 + (at.minute - offset) * 60 + at.second;
  if (at.second == 60 && !is_month_begin(seconds)) {
    return false;
  }

  apr_time_t result = seconds * APR_USEC_PER_SEC + at.micros;
  if (result < EARLIEST || result > LATEST) {
    return false;
  }
  *when = result;
  return true;
}

bool collab_time_of_seconds(double seconds, apr_time_t *when) {
  /* compare doubles: converting one beyond the range of apr_time_t is undefined */
  if (!(seconds >= (double)(EARLIEST / APR_USEC_PER_SEC) && seconds < (double)((LATEST + 1) / APR_USEC_PER_SEC))) {
    return false;
  }
  double whole = floor(seconds);
  *when = (apr_time_t)whole * APR_USEC_PER_SEC + (apr_time_t)((seconds - whole) * APR_USEC_PER_SEC);
  return true;
}

const char *collab_time_seconds(apr_pool_t *pool, apr_time_t when) {
  stamp_t at = stamp_of(when);
  return apr_psprintf(pool, "%04d-%02d-%02dT%02d:%02d:%02dZ", at.year, at.month, at.day, at.hour, at.minute, at.second);
}

const char *collab_time_micros(apr_pool_t *pool, apr_time_t when) {
  stamp_t at = stamp_of(when);
  return apr_psprintf(pool, "%04d-%02d-%02dT%02d:%02d:%02d.%06dZ", at.year, at.month, at.day, at.hour, at.minute, at.second,
                      at.micros);
}

static apr_time_t read_clock_of(clockid_t clock) {
  struct timespec now;

  clock_gettime(clock, &now);
  return apr_time_from_sec(now.tv_sec) + now.tv_nsec / 1000;
}

apr_time_t collab_time_clock(void) {
  return A_YEAR + read_clock_of(CLOCK_MONOTONIC);
}

struct timespec collab_time_monotonic(apr_time_t clock) {
  apr_time_t end = clock > A_YEAR ? clock - A_YEAR : 0;
  return (struct timespec){(time_t)apr_time_sec(end), (long)apr_time_usec(end) * 1000};
}

apr_time_t collab_time_date(apr_time_t clock) {
  return apr_time_now() - (collab_time_clock() - clock);
}

apr_time_t collab_time_boot(void) {
  return read_clock_of(CLOCK_BOOTTIME);
}
