/* alert.h: calls the program of CollabAlertCommand when an alarm has begun or ended. The watcher's process alone. */
#ifndef COLLAB_STATUS_ALERT_H
#define COLLAB_STATUS_ALERT_H

#include "base/alarm.h"
#include "status/program.h"

typedef struct collab_alert_t {
  collab_program_t program;
  apr_pool_t *pool;     /* cleared for each call */
  collab_alarm_t alarm; /* of which it tells, and */
  bool began;           /*   that it has begun, or that it has ended */
} collab_alert_t;

/* Looks after the program that runs: takes its end, kills it after 30 s; and when none runs, starts it for the next alarm that
 * has begun or ended for a while. At most once an hour for the begin of an alarm, and once for its end; what was told is in the
 * memory of base/meter.h, so a restart repeats only the call that it has cut short. Never waits. */
void collab_alert_turn(collab_alert_t *alert, apr_time_t now);

#endif
