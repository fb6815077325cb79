/* damping.c: which changes of an alarm are shown and reported (node/damping.h). */
#include "node/damping.h"

#include <string.h>

#include "node/timer.h"

collab_damping_t collab_damping_rules(void) {
  return (collab_damping_t){.settle = collab_timer(COLLAB_TIMER_ALERT),
                            .within = collab_timer(COLLAB_TIMER_FLAPS),
                            .quiet = collab_timer(COLLAB_TIMER_QUIET),
                            .restart = collab_timer(COLLAB_TIMER_ALERT_START)};
}

void collab_flaps_note(collab_flaps_t *flaps, const collab_damping_t *rules, apr_time_t now) {
  bool still = collab_flaps_at(flaps, rules, now);

  memmove(flaps->changed_at + 1, flaps->changed_at, sizeof flaps->changed_at - sizeof *flaps->changed_at);
  flaps->changed_at[0] = now;
  apr_time_t first = flaps->changed_at[COLLAB_FLAPS_CHANGES - 1];
  flaps->flapping = still || (first && now - first <= rules->within);
}

bool collab_flaps_at(const collab_flaps_t *flaps, const collab_damping_t *rules, apr_time_t now) {
  return flaps->flapping && now - flaps->changed_at[0] < rules->quiet;
}

/* May a beginning be reported? One soon after a report of an end need not settle: if it ends at once, the alarm flaps. */
static bool has_begun(const collab_report_t *report, const collab_state_t *state, const collab_damping_t *rules, apr_time_t now) {
  bool again = report->told_at && now - report->told_at <= rules->within;

  return again || state->flapping || now - report->changed_at >= rules->settle;
}

/* An end that follows `quiet` need not settle, too. */
static bool has_ended(const collab_report_t *report, const collab_state_t *state, const collab_damping_t *rules, apr_time_t now) {
  if (report->told_at <= state->started_at && now - state->started_at < rules->restart) {
    return false;
  }
  return report->flapping || now - report->changed_at >= rules->settle;
}

collab_call_t collab_damping_due(collab_report_t *report, const collab_state_t *state, const collab_damping_t *rules,
                                 apr_time_t now) {
  collab_call_t call = {.kind = COLLAB_CALL_NONE, .flapping = state->flapping, .failing = state->failing, .at = now};

  if (state->shown == report->shown) {
    bool worse = (state->failing && !report->failing) || (state->flapping && !report->flapping);
    report->changed_at = 0;
    call.kind = state->shown && worse ? COLLAB_CALL_BEGAN : COLLAB_CALL_NONE;
    call.began_at = report->began_at;
    call.lasted = now - report->began_at;
    return call;
  }
  report->changed_at = report->changed_at ? report->changed_at : now;
  if (state->shown && has_begun(report, state, rules, now)) {
    call.kind = COLLAB_CALL_BEGAN;
    call.began_at = state->began_at;
    call.lasted = now - state->began_at;
  } else if (!state->shown && has_ended(report, state, rules, now)) {
    call.kind = COLLAB_CALL_ENDED;
    call.failing = report->failing;
    call.began_at = report->began_at;
    call.lasted = report->changed_at - report->began_at;
  }
  call.lasted = call.lasted < 0 ? 0 : call.lasted;
  return call;
}

void collab_damping_done(collab_report_t *report, const collab_call_t *call) {
  bool began = call->kind == COLLAB_CALL_BEGAN, more = began && report->shown;

  *report = (collab_report_t){.shown = began,
                              .flapping = began && (call->flapping || (more && report->flapping)),
                              .failing = began && (call->failing || (more && report->failing)),
                              .began_at = began ? call->began_at : 0,
                              .told_at = call->at};
}
