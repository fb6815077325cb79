/* alarm.h: raises and ends the dispatcher's alarms. */
#ifndef COLLAB_DISPATCH_ALARM_H
#define COLLAB_DISPATCH_ALARM_H

#include <httpd.h>

#include "base/meter.h"

/* Raises an alarm with this text. With text NULL, ends it; `over` then says what works again. Logs only changes. The loop's
 * thread. */
void collab_dispatch_alarm(const server_rec *s, collab_alarm_t alarm, const char *text, const char *over);

#endif
