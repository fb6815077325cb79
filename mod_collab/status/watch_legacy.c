/* watch_legacy.c: reads who still uses what CollabLegacySunset ends, and makes it known to the pages (status/watch.h). */
#include "status/watch.h"

#include <apr_strings.h>

#include "base/time.h"
#include "node/legacy.h"
#include "node/meter.h"
#include "node/timer.h"

#define EVERY 12 /* runs of what the watcher does every five seconds */

static void copy(char *to, size_t size, const char *text) {
  apr_cpystrn(to, text ? text : "", size);
}

void collab_watch_legacy(collab_watch_t *w) {
  static collab_legacies_t legacies;
  const char *const values[] = {APR_STRINGIFY(COLLAB_LEGACY_SHOWN)};
  apr_time_t now = collab_time_clock();
  collab_rows_t rows;

  if (w->legacy_at && now - w->legacy_at < EVERY * collab_timer(COLLAB_TIMER_WATCH_KEEP)) {
    return;
  }
  w->legacy_at = now;
  if (!collab_watch_ask(w, STATEMENT(watch_legacy), values, &rows)) {
    return;
  }
  legacies = (collab_legacies_t){0};
  if (rows.count) {
    legacies.callers = (int)collab_rows_integer(rows, 0, "callers");
    legacies.subscribers = (int)collab_rows_integer(rows, 0, "subscribers");
  }
  for (int i = 0; i < rows.count && i < 2 * COLLAB_LEGACY_SHOWN; i++) {
    collab_legacy_t *one = &legacies.shown[i];
    one->company = collab_rows_integer(rows, i, "company");
    one->subscriptions = collab_rows_integer(rows, i, "subscriptions");
    one->since = collab_rows_integer(rows, i, "since");
    one->last = collab_rows_integer(rows, i, "last");
    copy(one->name, sizeof one->name, collab_rows_text(rows, i, "name"));
    copy(one->caller, sizeof one->caller, collab_rows_text(rows, i, "caller"));
    copy(one->operations, sizeof one->operations, collab_rows_text(rows, i, "operations"));
  }
  collab_legacies_set(&legacies);
  collab_meter_set(COLLAB_GAUGE_LEGACY_CALLERS, legacies.callers);
  collab_meter_set(COLLAB_GAUGE_LEGACY_SUBSCRIPTIONS, rows.count ? collab_rows_integer(rows, 0, "all_subscriptions") : 0);
}
