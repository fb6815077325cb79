/* alarm.c: the table of alarms, and those that are raised (node/alarm.h). */
#include "node/alarm.h"

#include "base/time.h"
#include "node/shared_private.h"

#define ALARM(symbol, name, health, sentence, remedy, anchor) {name, COLLAB_ALARM_HEALTH_##health, sentence, remedy, anchor},
const collab_alarm_row_t collab_alarms[COLLAB_ALARM_COUNT] = {
#include "node/alarms.def"
};

const char *collab_alarm_health_word(collab_alarm_health_t health) {
  static const char *const words[] = {"ok", "attention", "failing"};
  return words[health];
}

bool collab_alarm_set(collab_alarm_t alarm, const char *text) {
  collab_shared_alarm_t *guarded = &collab_shared->alarm[alarm];
  bool was = *guarded->text != '\0';

  if (text && !was) {
    SET(guarded->since, apr_time_now());
    SET(guarded->raised_at, collab_time_clock());
  }
  collab_shared_begin(&guarded->turn);
  apr_cpystrn(guarded->text, text ? text : "", sizeof guarded->text);
  collab_shared_end(&guarded->turn);
  return was != (text != NULL);
}

bool collab_alarm_text(collab_alarm_t alarm, char text[COLLAB_ALARM_TEXT]) {
  collab_shared_alarm_t *guarded = &collab_shared->alarm[alarm];

  collab_shared_copy(text, guarded->text, sizeof guarded->text, &guarded->turn);
  text[sizeof guarded->text - 1] = '\0';
  return *text != '\0';
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
