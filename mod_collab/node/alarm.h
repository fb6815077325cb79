/* alarm.h: the alarms (node/alarms.def), each of which needs a person. The status page, ?json, the metrics (collab_health),
 * CollabAlertCommand and collabctl status use this table. The raised alarms, with a text for each, are in the shared memory. Any
 * process and thread. */
#ifndef COLLAB_NODE_ALARM_H
#define COLLAB_NODE_ALARM_H

#include "collab.h"

typedef enum collab_alarm_health_t {
  COLLAB_ALARM_HEALTH_OK,
  COLLAB_ALARM_HEALTH_ATTENTION,
  COLLAB_ALARM_HEALTH_FAILING
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

/* Raises an alarm, changes its text, or ends it (NULL). True when this call raised or ended it; then the caller logs that. */
bool collab_alarm_set(collab_alarm_t alarm, const char *text);

/* Copies a raised alarm's text. False when the alarm is not raised. */
bool collab_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]);

/* The date when the alarm was raised, and how long ago that is; meaningful only while it is raised. */
apr_time_t collab_alarm_since(collab_alarm_t alarm);
apr_interval_time_t collab_alarm_age(collab_alarm_t alarm);

/* What CollabAlertCommand was last told about an alarm, and when the alarm was last raised. Belongs to the watcher, but outlives
 * it in the shared memory. All times are of collab_time_clock. */
typedef struct collab_told_t {
  bool began;                    /* the last call reported that the alarm began, not that it ended */
  apr_time_t began_at, ended_at; /* when a call last reported the beginning, and the end; 0: never */
  apr_time_t changed_at;         /* when the alarm began to differ from the last report; 0: no difference */
  apr_time_t seen_at;            /* when node/health.c last found the alarm raised, if it asks for that; 0: never */
} collab_told_t;
collab_told_t *collab_alarm_told(collab_alarm_t alarm);

#endif
