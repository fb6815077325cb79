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
  collab_call_t call;
  char text[COLLAB_ALARM_TEXT];
  struct {
    int count;           /* consecutive calls that have failed */
    apr_time_t again_at; /* not before */
  } failed[COLLAB_ALARM_COUNT];
} collab_alert_t;

/* The arguments and the environment of a call of the program: `words` and `environment` of collab_helper_run, from `pool`.
 * `text`: the alarm's; at an end, that of its beginning. */
typedef struct collab_alert_words_t {
  const char *words[3], *environment[6];
} collab_alert_words_t;
collab_alert_words_t collab_alert_words(apr_pool_t *pool, collab_alarm_t alarm, const collab_call_t *call, const char *text);

/* Supervises a running program: notices its end, or kills it after 30 s. If none runs, starts the program for the next report
 * that is due (node/damping.h). A call that fails is repeated, after ever longer pauses, as long as it is due. Shared memory
 * (node/alarm.h) records the calls, so a graceful restart repeats only a call that it interrupted; status/reported.c keeps them
 * over a stop. Never waits. `now`: collab_time_clock. */
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
