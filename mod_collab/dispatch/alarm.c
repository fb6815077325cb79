/* alarm.c: stores alarms in shared memory, and logs their beginning and end (alarm.h). */
#include "dispatch/alarm.h"
#include "collab_private.h"
#include "node/health.h"

#include <http_log.h>

void collab_dispatch_alarm(const server_rec *s, collab_alarm_t alarm, const char *text, const char *over) {
  if (!collab_alarm_set(alarm, text)) {
    return;
  }
  if (text) {
    ap_log_error(APLOG_MARK, COLLAB_HEALTH_LEVEL(alarm), 0, s, COLLABNO(0655) "alarm: %s", text);
  } else {
    ap_log_error(APLOG_MARK, APLOG_NOTICE, 0, s, COLLABNO(0656) "the alarm is over: %s", over);
  }
}
