/* deliveries.c: GET /v1/webhooks/{id}/deliveries: the attempts to deliver events to a subscription, with their results.
 *
 * The body of a delivery is not stored. The code that built it for sending builds it again from the event, so it is the same byte
 * for byte as long as the configured event type prefix and source do not change. Worker threads only. */
#include <string.h>

#include "api/api.h"
#include "event/event.h"
#include "store/pg.h"

static const char *column(const collab_rows_t *rows, int row, const char *name) {
  return collab_rows_text(*rows, row, name);
}

/* One attempt as a JSON object. Its event may have been deleted by retention. */
static const char *attempt_text(collab_exchange_t *x, const collab_rows_t *rows, int row,
                                const int columns[COLLAB_EVENT_COLUMNS]) {
  const collab_event_t event = collab_event_read(*rows, row, columns);
  bool v1 = !strcmp(column(rows, row, "version"), "V1");
  const char *prefix = v1 ? NULL : x->config->event_type_prefix;
  const char *type = NULL, *body = NULL;

  if (event.uid) {
    type = collab_event_name(x->pool, prefix, event.type);
    body = v1 ? collab_event_v1(x->pool, &event)
              : collab_event_v2(x->pool, &event, prefix, x->config->event_source, column(rows, row, "subscription"));
  }
  return apr_pstrcat(x->pool, "{\"id\":", column(rows, row, "id"), ",\"cloudEventId\":", collab_json_quote(x->pool, event.uid),
                     ",\"eventType\":", collab_json_quote(x->pool, type), ",", column(rows, row, "middle"),
                     ",\"requestBody\":", collab_json_quote(x->pool, body), ",", column(rows, row, "tail"), NULL);
}

collab_outcome_t collab_api_webhook_deliveries(collab_exchange_t *x) {
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->answers);

  if (outcome != COLLAB_OK) {
    return outcome;
  }
  const collab_rows_t *rows = x->answer.rows;
  apr_array_header_t *parts = apr_array_make(x->pool, rows->count, sizeof(const char *));
  int columns[COLLAB_EVENT_COLUMNS];
  collab_event_columns(*rows, columns);
  for (int row = 0; row < rows->count; row++) {
    if (column(rows, row, "id")) {
      APR_ARRAY_PUSH(parts, const char *) = attempt_text(x, rows, row, columns);
    }
  }
  x->answer.body = apr_pstrcat(x->pool, "{\"content\":[", apr_array_pstrcat(x->pool, parts, ','),
                               "],\"totalElements\":", column(rows, 0, "total"), ",\"totalPages\":", column(rows, 0, "pages"),
                               ",\"size\":", column(rows, 0, "size"), ",\"number\":", column(rows, 0, "page"), "}", NULL);
  x->answer.body_len = strlen(x->answer.body);
  return COLLAB_OK;
}
