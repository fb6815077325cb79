/* alert.h: runs the programs of CollabAlertCommand, when an alarm begins or ends, and of CollabMemberAlertCommand, when a
 * member's subscription fails, has dead letters, or works again. The watcher's process alone. */
#ifndef COLLAB_STATUS_ALERT_H
#define COLLAB_STATUS_ALERT_H

#include "node/alarm.h"
#include "status/program.h"
#include "store/pg.h"

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

typedef struct collab_member_alert_t {
  collab_program_t program;
  apr_pool_t *pool;    /* for the call and its statements */
  apr_time_t look_at;  /* when to look for news again */
  const char *told[4]; /* the call's news, for member_alert_told: subscription, failing, dead_letters, NULL */
} collab_member_alert_t;

/* Supervises a running program. If none runs, looks for news once a minute, and starts the program. `pg` is the watcher's
 * connection; NULL: there is none. The table member_alert records the calls. Waits at most two seconds for each statement,
 * and never for the program. */
void collab_member_alert_turn(collab_member_alert_t *alert, collab_pg_t *pg, apr_time_t now);

#endif
