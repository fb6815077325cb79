/* damping.h: decides which changes of an alarm are shown and reported, so that a pager is neither silent nor a nuisance.
 *
 * - A beginning is reported when it has lasted for `settle`; at once if the alarm has ended within `within`. An end is reported
 *   when it has lasted for `settle`.
 * - From the fourth change within `within` on, the alarm flaps: it is shown without a break, and ends when it has not changed for
 *   `quiet`.
 * - An alarm that becomes failing, or begins to flap, is reported again as a beginning.
 * - After a start of the process that finds the alarm, an end is reported only after `restart`: the process may not have met the
 *   fault yet.
 *
 * Pure functions of the times that they are given (collab_time_clock). Any process and thread. */
#ifndef COLLAB_NODE_DAMPING_H
#define COLLAB_NODE_DAMPING_H

#include "collab.h"

typedef struct collab_damping_t {
  apr_interval_time_t settle, within, quiet, restart;
} collab_damping_t;

/* The rules of this node (node/timer.h). */
collab_damping_t collab_damping_rules(void);

#define COLLAB_FLAPS_CHANGES 4

/* The last changes of an alarm. */
typedef struct collab_flaps_t {
  apr_time_t changed_at[COLLAB_FLAPS_CHANGES]; /* the latest first; 0: none */
  bool flapping;                               /* since the latest */
} collab_flaps_t;

/* Notes that the alarm was raised, or has ended. */
void collab_flaps_note(collab_flaps_t *flaps, const collab_damping_t *rules, apr_time_t now);

/* Does the alarm flap? */
bool collab_flaps_at(const collab_flaps_t *flaps, const collab_damping_t *rules, apr_time_t now);

/* The state of an alarm as it is shown. */
typedef struct collab_state_t {
  bool shown, flapping, failing;
  apr_time_t began_at;   /* while it is shown */
  apr_time_t started_at; /* of the process that finds it */
} collab_state_t;

/* What has been reported of an alarm. All 0: nothing. */
typedef struct collab_report_t {
  bool shown, flapping, failing; /* shown: the last report was a beginning */
  apr_time_t began_at;           /* of the alarm that was reported */
  apr_time_t told_at;            /* of the last report; 0: never */
  apr_time_t changed_at;         /* when the alarm began to differ from the report; 0: it does not */
} collab_report_t;

typedef enum collab_call_kind_t { COLLAB_CALL_NONE, COLLAB_CALL_BEGAN, COLLAB_CALL_ENDED } collab_call_kind_t;

/* A report that is due. */
typedef struct collab_call_t {
  collab_call_kind_t kind;
  bool flapping, failing;
  apr_time_t began_at, at;    /* of the alarm, and of the call */
  apr_interval_time_t lasted; /* how long the alarm has lasted, or lasted */
} collab_call_t;

/* Returns the report that is due now, and keeps changed_at. */
collab_call_t collab_damping_due(collab_report_t *report, const collab_state_t *state, const collab_damping_t *rules,
                                 apr_time_t now);

/* Records that a report has been made. */
void collab_damping_done(collab_report_t *report, const collab_call_t *call);

#endif
