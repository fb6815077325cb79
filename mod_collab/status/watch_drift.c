/* watch_drift.c: what is missing from the database's schema, or differs from what `collabctl migrate` stored (status/watch.h). */
#include "status/watch.h"

#include "node/alarm.h"
#include "node/timer.h"

/* Drift may be the reason of these alarms, so while one is raised the watcher compares more often; while its own is, so that it
 * ends soon after a repair. */
static bool is_wanted_soon(void) {
  static const collab_alarm_t alarms[] = {COLLAB_ALARM_DRIFT, COLLAB_ALARM_CLAIMS, COLLAB_ALARM_ERRORS, COLLAB_ALARM_LAG,
                                          COLLAB_ALARM_CHANNEL};
  char text[COLLAB_ALARM_TEXT];

  for (size_t i = 0; i < sizeof alarms / sizeof *alarms; i++) {
    if (collab_alarm_text(alarms[i], text)) {
      return true;
    }
  }
  return false;
}

void collab_watch_drift(collab_watch_t *w) {
  apr_interval_time_t every = collab_timer(COLLAB_TIMER_DRIFT);
  collab_rows_t rows;

  if (!w->drift_at) { /* a node that has just started has other work */
    w->drift_at = collab_time_clock() - every + every / 60;
  }
  if (collab_time_clock() - w->drift_at < (is_wanted_soon() ? every / 60 : every)) {
    return;
  }
  w->drift_at = collab_time_clock();
  w->found.drift_read = collab_watch_ask(w, STATEMENT(watch_drift), NULL, &rows);
  if (w->found.drift_read) {
    apr_cpystrn(w->drift, collab_rows_text(rows, 0, "drift") ? collab_rows_text(rows, 0, "drift") : "", sizeof w->drift);
    w->found.drift = *w->drift ? w->drift : NULL;
  }
}
