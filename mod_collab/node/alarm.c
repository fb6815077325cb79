/* alarm.c: the table of alarms, and those that are raised (node/alarm.h). */
#include "node/alarm.h"

#include "base/time.h"
#include "node/shared_private.h"

#define ALARM(symbol, name, health, sentence, remedy, anchor) {name, COLLAB_ALARM_HEALTH_##health, sentence, remedy, anchor},
const collab_alarm_row_t collab_alarms[COLLAB_ALARM_COUNT] = {
#include "node/alarms.def"
};

const char *collab_alarm_health_word(collab_alarm_health_t health) {
  static const char *const words[] = {"ok", "attention", "failing", "attention"};
  return words[health];
}

bool collab_alarm_set(collab_alarm_t alarm, const char *text) {
  collab_shared_alarm_t *guarded = &collab_shared->alarm[alarm];
  const collab_damping_t rules = collab_damping_rules();
  apr_time_t now = collab_time_clock();
  bool was = guarded->raised, was_shown = was || collab_flaps_at(&guarded->flaps, &rules, now);

  if (text && !was_shown) {
    SET(guarded->since, apr_time_now());
    SET(guarded->raised_at, now);
  }
  collab_shared_begin(&guarded->turn);
  if (was != (text != NULL)) {
    collab_flaps_note(&guarded->flaps, &rules, now);
  }
  if (text) {
    apr_cpystrn(guarded->text, text, sizeof guarded->text);
  }
  guarded->raised = text != NULL;
  collab_shared_end(&guarded->turn);
  return was_shown != (text || collab_flaps_at(&guarded->flaps, &rules, now));
}

static collab_shared_alarm_t copy_of(collab_alarm_t alarm) {
  collab_shared_alarm_t *guarded = &collab_shared->alarm[alarm], copy;

  collab_shared_copy(&copy, guarded, sizeof copy, &guarded->turn);
  copy.text[sizeof copy.text - 1] = '\0';
  return copy;
}

bool collab_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]) {
  const collab_shared_alarm_t copy = copy_of(alarm);

  apr_cpystrn(text, copy.raised ? copy.text : "", COLLAB_ALARM_TEXT);
  return copy.raised;
}

bool collab_alarm_shown(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT], bool *flapping) {
  const collab_shared_alarm_t copy = copy_of(alarm);
  const collab_damping_t rules = collab_damping_rules();

  *flapping = collab_flaps_at(&copy.flaps, &rules, collab_time_clock());
  apr_snprintf(text, COLLAB_ALARM_TEXT, "%s%s%s", *flapping ? "flapping: " : "",
               *flapping && !copy.raised ? "at present over; before: " : "", copy.raised || *flapping ? copy.text : "");
  return copy.raised || *flapping;
}

apr_time_t collab_alarm_since(collab_alarm_t alarm) {
  return GET(collab_shared->alarm[alarm].since);
}

apr_interval_time_t collab_alarm_age(collab_alarm_t alarm) {
  return collab_time_clock() - GET(collab_shared->alarm[alarm].raised_at);
}

collab_told_t *collab_alarm_told(collab_alarm_t alarm) {
  return &collab_shared->told[alarm];
}

unsigned collab_alarm_told_turn(void) {
  return atomic_load_explicit(&collab_shared->told_turn, memory_order_acquire);
}

void collab_alarm_report(collab_alarm_t alarm, const collab_call_t *call, const char *text) {
  collab_told_t *told = collab_alarm_told(alarm);

  collab_shared_begin(&collab_shared->told_turn);
  collab_damping_done(&told->report, call);
  if (text) {
    apr_cpystrn(told->text, text, sizeof told->text);
  }
  collab_shared_end(&collab_shared->told_turn);
}
