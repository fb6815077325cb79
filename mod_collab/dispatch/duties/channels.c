/* channels.c: raises an alarm for an active channel without a consumer, because such a channel keeps every event for ever. Runs
 * in the dispatcher's loop (duties.c). */
#include "dispatch/duties/duties.h"
#include "node/alarm.h"

#define MISSED 2 /* consecutive checks; between two generations of httpd there is no consumer for a moment */

static bool watched(collab_duties_t *duties, collab_rows_t rows) {
  const char *text = NULL, *name = collab_rows_text(rows, 0, "name");

  duties->channel_missed = name ? duties->channel_missed + 1 : 0;
  if (duties->channel_missed >= MISSED) {
    text = apr_psprintf(duties->link.statement_pool,
                        "the channel %s is active but has no consumer, so its events are kept: start a dispatcher with "
                        "CollabEventLog, or end the channel: collabctl channel off %s",
                        name, name);
  }
  collab_dispatch_alarm(duties->s, COLLAB_ALARM_CHANNEL, text, "every active channel has a consumer");
  return false;
}

const collab_duty_t collab_duty_channels = {STATEMENT(channel_watch), 2, .done = watched};
