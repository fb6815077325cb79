/* event.c: reads an event from its row, and defines the bodies of its deliveries. The members have a fixed order, and depend
 * neither on when nor on how often they are rendered: a retry must carry the same bytes, and V1 receivers deduplicate on the
 * timestamp. */
#include "event/event.h"

#include "base/json_writer.h"

#define USUAL 700 /* the usual length of a body, in bytes */
#define COLUMN(name) .name = collab_rows_column(rows, #name),
#define TEXT(name) .name = collab_rows_at(rows, row, columns->name),

collab_event_columns_t collab_event_columns(collab_rows_t rows) {
  return (collab_event_columns_t){COLLAB_EVENT_MEMBERS(COLUMN)};
}

collab_event_t collab_event_read(collab_rows_t rows, int row, const collab_event_columns_t *columns) {
  return (collab_event_t){COLLAB_EVENT_MEMBERS(TEXT)};
}

/* Writes only tokens and identifiers. A test event has the subscription's id. */
static void write_data(collab_json_writer_t *w, const collab_event_t *event, const char *subscription) {
  collab_write_open(w, "data", "{");
  if (event->request_token == NULL) {
    collab_write_json(w, "subscriptionId", subscription);
  } else {
    collab_write_text(w, "requestToken", event->request_token);
    collab_write_text_if_any(w, "noteToken", event->note_token);
    if (event->response) {
      collab_write_json(w, "responseId", event->response);
    }
  }
  collab_write_close(w, "}");
}

const char *collab_event_v2(apr_pool_t *pool, const collab_event_t *event, const char *prefix, const char *source,
                            const char *subscription) {
  collab_json_writer_t *w = collab_json_writer_make(pool, USUAL);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "specversion", "1.0");
  collab_write_text_if_any(w, "id", event->uid);
  collab_write_text_if_any(w, "source", source);
  collab_write_text(w, "type", collab_event_name(pool, prefix, event->type));
  collab_write_text_if_any(w, "subject", event->request_token);
  collab_write_text_if_any(w, "time", event->time);
  collab_write_text(w, "datacontenttype", "application/json");
  collab_write_text_if_any(w, "subscriptionid", subscription);
  collab_write_text_if_any(w, "requestid", event->request_id);
  collab_write_text_if_any(w, "traceparent", event->traceparent);
  write_data(w, event, subscription);
  collab_write_close(w, "}");
  return w->text;
}

const char *collab_event_v1(apr_pool_t *pool, const collab_event_t *event) {
  collab_json_writer_t *w = collab_json_writer_make(pool, USUAL);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "eventType", collab_event_name(pool, NULL, event->type));
  collab_write_text_if_any(w, "requestToken", event->request_token);
  collab_write_text_if_any(w, "noteToken", event->note_token);
  collab_write_text_if_any(w, "timestamp", event->time);
  collab_write_close(w, "}");
  return w->text;
}
