/* time.h: RFC 3339 in and out, and the clock of deadlines. Any thread, any process. */
#ifndef COLLAB_BASE_TIME_H
#define COLLAB_BASE_TIME_H

#include "collab.h"

/* Reads a date-time (interface.md 3.7): RFC 3339, optional fraction, any offset, "T"/"t", a blank where an offset's "+" was in a
 * query; calendar checked (no 30 February), year 0001-9999, leap second (23:59:60 UTC at a month's end) taken as the second
 * after. Fraction beyond microseconds is cut. Returns false for anything else ("now", "infinity", date alone). */
bool collab_time_parse(const char *text, apr_time_t *when);

/* Seconds since 1970, with a fraction, as a time. Returns false for a time outside of the years 0001-9999. */
bool collab_time_of_seconds(double seconds, apr_time_t *when);

/* YYYY-MM-DDTHH:MM:SSZ. */
const char *collab_time_seconds(apr_pool_t *pool, apr_time_t when);

/* YYYY-MM-DDTHH:MM:SS.ffffffZ. */
const char *collab_time_micros(apr_pool_t *pool, apr_time_t when);

/* Now, by a clock that nobody sets (CLOCK_MONOTONIC): for deadlines. Compare it with itself alone. */
apr_time_t collab_time_clock(void);

#endif
