/* time.h: reads and writes RFC 3339, and the clocks for durations. Any thread, any process. */
#ifndef COLLAB_BASE_TIME_H
#define COLLAB_BASE_TIME_H

#include <time.h>

#include "collab.h"

#define COLLAB_NEVER APR_INT64_MAX /* a time that never comes */

/* Reads a date-time (interface.md 3.7): RFC 3339, optional fraction, any offset, "T" or "t". The calendar is checked (no 30
 * February), years are 0001 to 9999, and a leap second (23:59:60 UTC at a month's end) is read as the next second. Digits beyond
 * microseconds are cut. False for anything else ("now", "infinity", a date alone). */
bool collab_time_parse(const char *text, apr_time_t *when);

/* Converts seconds since 1970, with a fraction. Returns false for a time outside of the years 0001 to 9999. */
bool collab_time_of_seconds(double seconds, apr_time_t *when);

/* YYYY-MM-DDTHH:MM:SSZ. */
const char *collab_time_seconds(apr_pool_t *pool, apr_time_t when);

/* YYYY-MM-DDTHH:MM:SS.ffffffZ. */
const char *collab_time_micros(apr_pool_t *pool, apr_time_t when);

/* Now, by a clock that is never set (CLOCK_MONOTONIC), for all that is measured or waited for. Compare it only with itself. All
 * processes of a machine have the same one, until the machine starts again. It begins with a year, so that 0 is long ago. */
apr_time_t collab_time_clock(void);

/* Converts a time of collab_time_clock for waits on CLOCK_MONOTONIC. */
struct timespec collab_time_monotonic(apr_time_t clock);

/* The date at a time of collab_time_clock, to be printed: it changes when somebody sets the machine's clock. */
apr_time_t collab_time_date(apr_time_t clock);

/* Like collab_time_clock, but counts the time in which the machine sleeps, too (CLOCK_BOOTTIME). Compare it only with itself. */
apr_time_t collab_time_boot(void);

#endif
