/* alert.h: runs the program of CollabAlertCommand when an alarm begins or ends. The watcher's process alone. */
#ifndef COLLAB_STATUS_ALERT_H
#define COLLAB_STATUS_ALERT_H

#include "node/alarm.h"
#include "status/program.h"

typedef struct collab_alert_t {
  collab_program_t program;
  apr_pool_t *pool;     /* cleared for each call */
  collab_alarm_t alarm; /* the subject of the call */
  bool began;           /* the alarm has begun; false: it has ended */
} collab_alert_t;

/* Supervises a running program: notices its end, or kills it after 30 s. If none runs, starts the program for the next alarm that
 * began or ended at least 15 s ago. Per alarm: at most one call an hour for its beginning and one for its end. Shared memory
 * (node/alarm.h) records the calls, so a restart repeats only a call that it interrupted. Never waits. `now`: collab_time_clock.
 */
void collab_alert_turn(collab_alert_t *alert, apr_time_t now);

#endif
