/* timer.c: the lengths of the intervals that operators cannot set. Written once, before there are threads; afterwards only read.
 */
#include "node/timer.h"

#include <stdlib.h>
#include <string.h>

static const struct {
  const char *name;
  int ms;
} timers[] = {
#define COLLAB_TIMER_ROW(constant, name, ms) {name, ms},
    COLLAB_TIMERS(COLLAB_TIMER_ROW)
#undef COLLAB_TIMER_ROW
};

static int lengths[COLLAB_TIMER_COUNT]; /* milliseconds; 0: the default */

apr_interval_time_t collab_timer(collab_timer_t which) {
  return apr_time_from_msec(lengths[which] ? lengths[which] : timers[which].ms);
}

static bool set(const char *name, const char *value) {
  char *end;
  long ms = strtol(value, &end, 10);

  for (int i = 0; i < COLLAB_TIMER_COUNT; i++) {
    if (strcmp(timers[i].name, name) == 0 && end != value && *end == '\0' && ms > 0 && ms < 86400000) {
      lengths[i] = (int)ms;
      return true;
    }
  }
  return false;
}

const char *collab_timers_set(apr_pool_t *pool, const char *settings) {
  char *last, *equals;

  memset(lengths, 0, sizeof(lengths));
  for (char *one = apr_strtok(apr_pstrdup(pool, settings ? settings : ""), ",", &last); one; one = apr_strtok(NULL, ",", &last)) {
    if ((equals = strchr(one, '='))) {
      *equals = '\0';
    }
    if (!equals || !set(one, equals + 1)) {
      return apr_psprintf(pool, "COLLAB_TIMERS: \"%s\" is not a timer, or has no length in milliseconds", one);
    }
  }
  return NULL;
}
