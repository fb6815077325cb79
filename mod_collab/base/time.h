/* time.h: reads and writes RFC 3339, and the clock for deadlines. Any thread, any process. */
#ifndef COLLAB_BASE_TIME_H
#define COLLAB_BASE_TIME_H

#include "collab.h"

/* Reads a date-time (interface.md 3.7): RFC 3339, optional fraction, any offset, "T" or "t". A blank may replace an offset's "+",
 * because a query's "+" is decoded to a blank. The calendar is checked (no 30 February), years are 0001 to 9999, and a leap
 * second (23:59:60 UTC at a month's end) is read as the next second. Digits beyond microseconds are cut. False for anything else
 * ("now", "infinity", a date alone). */
bool collab_time_parse(const char *text, apr_time_t *when);

/* Converts seconds since 1970, with a fraction. Returns false for a time outside of the years 0001 to 9999. */
bool collab_time_of_seconds(double seconds, apr_time_t *when);

/* YYYY-MM-DDTHH:MM:SSZ. */
const char *collab_time_seconds(apr_pool_t *pool, apr_time_t when);

/* YYYY-MM-DDTHH:MM:SS.ffffffZ. */
const char *collab_time_micros(apr_pool_t *pool, apr_time_t when);

/* Now, by a clock that is never set (CLOCK_MONOTONIC), for deadlines. Compare it only with itself. */
apr_time_t collab_time_clock(void);

/* Like collab_time_clock, but counts the time in which the machine sleeps, too (CLOCK_BOOTTIME). Compare it only with itself. */
apr_time_t collab_time_boot(void);

#endif
