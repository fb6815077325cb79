/* event_lines.c: the lines of the event log (CollabEventLog): the V2 envelope of each event, without a subscription. */
#include "dispatch/eventlog/log.h"
#include "event/event.h"
#include "node/meter.h"

static apr_array_header_t *lines(apr_pool_t *pool, const collab_config_t *config, collab_rows_t rows) {
  apr_array_header_t *all = apr_array_make(pool, rows.count, sizeof(const char *));
  const collab_event_columns_t columns = collab_event_columns(rows);

  for (int row = 0; row < rows.count; row++) {
    collab_event_t event = collab_event_read(rows, row, &columns);
    APR_ARRAY_PUSH(all, const char *) = collab_event_v2(pool, &event, config->event_type_prefix, config->event_source, NULL);
  }
  return all;
}

const collab_log_kind_t collab_event_log = {"CollabEventLog",
                                            "the event log",
                                            "events",
                                            STATEMENT(event_log_enter),
                                            STATEMENT(event_log_take),
                                            COLLAB_ALARM_EVENT_LOG,
                                            COLLAB_COUNT_ATTEMPTS_LOG_DELIVERED,
                                            lines};
