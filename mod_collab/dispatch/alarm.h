/* alarm.h: the dispatcher's alarms, on record and in the error log. */
#ifndef COLLAB_DISPATCH_ALARM_H
#define COLLAB_DISPATCH_ALARM_H

#include <httpd.h>

#include "base/meter.h"

/* Raises an alarm, with its sentence; or ends it (text NULL), then `over` says what is well again. Logged only when it changes.
 * The loop's thread. */
void collab_dispatch_alarm(const server_rec *s, collab_alarm_t alarm, const char *text, const char *over);

#endif
