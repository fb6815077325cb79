/* alarm.h: the alarms (node/alarms.def), each of which needs a person. The status page, ?json, the metrics (collab_health),
 * CollabAlertCommand and collabctl status use this table. The raised alarms, with a text for each, are in the shared memory. Any
 * process and thread. */
#ifndef COLLAB_NODE_ALARM_H
#define COLLAB_NODE_ALARM_H

#include "collab.h"
#include "node/damping.h"

typedef enum collab_alarm_health_t {
  COLLAB_ALARM_HEALTH_OK,
  COLLAB_ALARM_HEALTH_ATTENTION,
  COLLAB_ALARM_HEALTH_FAILING,
  COLLAB_ALARM_HEALTH_GRADED /* only in the table: attention, or failing (collab_health_of) */
} collab_alarm_health_t;

typedef enum collab_alarm_t {
#define ALARM(symbol, name, health, sentence, remedy, anchor) COLLAB_ALARM_##symbol,
#include "node/alarms.def"
  COLLAB_ALARM_COUNT
} collab_alarm_t;

#define COLLAB_ALARM_WATCHED COLLAB_ALARM_DATABASE /* the watcher's first alarm */

/* The page with the runbooks. Links append # and an anchor. */
#define COLLAB_RUNBOOKS "docs/operations.md"

typedef struct collab_alarm_row_t {
  const char *name;
  collab_alarm_health_t health;
  const char *sentence, *remedy, *anchor;
} collab_alarm_row_t;

extern const collab_alarm_row_t collab_alarms[COLLAB_ALARM_COUNT];

/* "ok", "attention", "failing". */
const char *collab_alarm_health_word(collab_alarm_health_t health);

#define COLLAB_ALARM_TEXT 480 /* bytes of an alarm's text */

/* Raises an alarm, changes its text, or ends it (NULL). One process and thread per alarm. True when this call began or ended what
 * the pages show; then the caller logs that. A flapping alarm (node/damping.h) is shown without a break. */
bool collab_alarm_set(collab_alarm_t alarm, const char *text);

/* Copies a raised alarm's text. False when the alarm is not raised. */
bool collab_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]);

/* Is the alarm shown: raised, or flapping and at present over? Then copies its text, which says so. */
bool collab_alarm_shown(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT], bool *flapping);

/* The date when the alarm was raised, and how long ago that is; meaningful only while it is shown. */
apr_time_t collab_alarm_since(collab_alarm_t alarm);
apr_interval_time_t collab_alarm_age(collab_alarm_t alarm);

/* What is known of an alarm beside its text. Belongs to the watcher, but outlives it in the shared memory. Times are of
 * collab_time_clock. */
typedef struct collab_told_t {
  collab_report_t report;       /* what CollabAlertCommand was last told, and of which text: */
  char text[COLLAB_ALARM_TEXT]; /*   that of the last call about a beginning */
  apr_time_t seen_at;           /* when node/health.c last found the alarm raised, if it asks for that; 0: never */
  collab_alarm_health_t logged; /* the health with which the log has it; OK: the alarm is not shown */
  bool logged_flapping;         /* the log has that it flaps */
} collab_told_t;
collab_told_t *collab_alarm_told(collab_alarm_t alarm);

/* Records that CollabAlertCommand has been called (collab_damping_done). `text`: of a beginning; NULL: of an end. The watcher, or
 * its helper while there is no watcher. collab_alarm_told_turn changes with each such record, and is odd during a write. */
void collab_alarm_report(collab_alarm_t alarm, const collab_call_t *call, const char *text);
unsigned collab_alarm_told_turn(void);

#endif
