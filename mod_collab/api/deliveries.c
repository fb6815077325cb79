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

/* Writes one attempt. Its event may have been deleted by retention. The statement made what stands between the members that need
 * the event: `middle` and `tail`. */
static void write_attempt(collab_json_writer_t *w, collab_exchange_t *x, const collab_rows_t *rows, int row,
                          const collab_event_columns_t *columns) {
  const collab_event_t event = collab_event_read(*rows, row, columns);
  bool v1 = !strcmp(column(rows, row, "version"), "V1");
  const char *prefix = v1 ? NULL : x->config->event_type_prefix;
  const char *type = NULL, *body = NULL;

  if (event.uid) {
    type = collab_event_name(x->pool, prefix, event.type);
    body = v1 ? collab_event_v1(x->pool, &event)
              : collab_event_v2(x->pool, &event, prefix, x->config->event_source, column(rows, row, "subscription"));
  }
  collab_write_open(w, NULL, "{");
  collab_write_json(w, "id", column(rows, row, "id"));
  collab_write_text(w, "cloudEventId", event.uid);
  collab_write_text(w, "eventType", type);
  collab_write_json(w, NULL, column(rows, row, "middle"));
  collab_write_text(w, "requestBody", body);
  collab_write_json(w, NULL, column(rows, row, "tail"));
}

collab_outcome_t collab_api_webhook_deliveries(collab_exchange_t *x) {
  collab_outcome_t outcome = collab_exchange_run(x, x->operation->row->answers);

  if (outcome != COLLAB_OK) {
    return outcome;
  }
  const collab_rows_t *rows = x->answer.rows;
  collab_json_writer_t *w = collab_json_writer_make(x->pool, 10000);
  const collab_event_columns_t columns = collab_event_columns(*rows);
  collab_write_open(w, NULL, "{");
  collab_write_open(w, "content", "[");
  for (int row = 0; row < rows->count; row++) {
    if (column(rows, row, "id")) {
      write_attempt(w, x, rows, row, &columns);
    }
  }
  collab_write_close(w, "]");
  collab_write_json(w, "totalElements", column(rows, 0, "total"));
  collab_write_json(w, "totalPages", column(rows, 0, "pages"));
  collab_write_json(w, "size", column(rows, 0, "size"));
  collab_write_json(w, "number", column(rows, 0, "page"));
  collab_write_close(w, "}");
  x->answer.body = w->text;
  x->answer.body_len = w->len;
  return COLLAB_OK;
}
