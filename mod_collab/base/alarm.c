/* alarm.c: the table of alarms (base/alarm.h). */
#include "base/alarm.h"

#define ALARM(symbol, name, health, sentence, remedy, anchor) {name, COLLAB_HEALTH_##health, sentence, remedy, anchor},
const collab_alarm_row_t collab_alarms[COLLAB_ALARM_COUNT] = {COLLAB_ALARMS(ALARM)};
#undef ALARM

const char *collab_health_word(collab_health_t health) {
  static const char *const words[] = {"ok", "attention", "failing"};
  return words[health];
}
