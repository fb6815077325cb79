/* alarm.h: raises and ends the dispatcher's alarms. */
#ifndef COLLAB_DISPATCH_ALARM_H
#define COLLAB_DISPATCH_ALARM_H

#include <httpd.h>

#include "node/alarm.h"

/* Raises an alarm with this text. With text NULL, ends it; `over` is then the text that reports the end. Logs only changes. Only
 * the loop's thread calls this. */
void collab_dispatch_alarm(const server_rec *s, collab_alarm_t alarm, const char *text, const char *over);

#endif
