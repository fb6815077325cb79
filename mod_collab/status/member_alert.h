/* member_alert.h: calls the program of CollabMemberAlertCommand when a member's subscription fails, has dead letters, or works
 * again. The watcher's process alone. */
#ifndef COLLAB_STATUS_MEMBER_ALERT_H
#define COLLAB_STATUS_MEMBER_ALERT_H

#include "status/program.h"
#include "store/pg.h"

typedef struct collab_member_alert_t {
  collab_program_t program;
  apr_pool_t *pool;    /* of the call, and of what was asked for it */
  apr_time_t look_at;  /* when to look for the next call */
  const char *told[4]; /* what the call tells, for member_alert_told: subscription, failing, dead_letters; NULL ends it */
} collab_member_alert_t;

/* Looks after the program that runs; and when none runs, looks once a minute whether there is something to tell, and starts it.
 * `pg` is the watcher's connection, NULL while there is none. What was told is in the table member_alert. Waits for the database,
 * at most two seconds; never for the program. */
void collab_member_alert_turn(collab_member_alert_t *alert, collab_pg_t *pg, apr_time_t now);

#endif
