/* event.c: an event as its row has it, and the bodies of its deliveries. Owns their form. The members stand in one fixed
 * order, and nothing in them depends on when or how often they are rendered: a retry must carry the same bytes, and V1 receivers
 * deduplicate on the timestamp. */
#include "event/event.h"

#include <string.h>

#include "base/json.h"

#define USUAL 700 /* bytes of a body */

#define NAME(name) #name,
static const char *const names[COLLAB_EVENT_COLUMNS] = {COLLAB_EVENT_MEMBERS(NAME)};
#undef NAME

void collab_event_columns(collab_rows_t rows, int columns[COLLAB_EVENT_COLUMNS]) {
  collab_rows_columns(rows, names, COLLAB_EVENT_COLUMNS, columns);
}

collab_event_t collab_event_read(collab_rows_t rows, int row, const int columns[COLLAB_EVENT_COLUMNS]) {
  collab_event_t event;
  const char **texts = (const char **)&event;

  for (int i = 0; i < COLLAB_EVENT_COLUMNS; i++) {
    texts[i] = collab_rows_at(rows, row, columns[i]);
  }
  return event;
}

/* ,"name":"value", or nothing where there is no value. */
static void member(collab_string_builder_t *body, const char *name, const char *value) {
  if (value) {
    collab_string_builder_add(body, ",\"");
    collab_string_builder_add(body, name);
    collab_string_builder_add(body, "\":");
    collab_json_add(body, value);
  }
}

/* Tokens and identifiers alone; a test is about its subscription. */
static void data(collab_string_builder_t *body, const collab_event_t *event, const char *subscription) {
  if (event->request_token == NULL) {
    collab_string_builder_add(body, "{\"subscriptionId\":");
    collab_string_builder_add(body, subscription);
  } else {
    collab_string_builder_add(body, "{\"requestToken\":");
    collab_json_add(body, event->request_token);
    member(body, "noteToken", event->note_token);
    if (event->response) {
      collab_string_builder_add(body, ",\"responseId\":");
      collab_string_builder_add(body, event->response);
    }
  }
  collab_string_builder_add(body, "}");
}

const char *collab_event_v2(apr_pool_t *pool, const collab_event_t *event, const char *prefix, const char *source,
                            const char *subscription) {
  collab_string_builder_t body = collab_string_builder_begin(pool, USUAL);

  collab_string_builder_add(&body, "{\"specversion\":\"1.0\"");
  member(&body, "id", event->uid);
  member(&body, "source", source);
  member(&body, "type", collab_event_name(pool, prefix, event->type));
  member(&body, "subject", event->request_token);
  member(&body, "time", event->time);
  collab_string_builder_add(&body, ",\"datacontenttype\":\"application/json\"");
  member(&body, "subscriptionid", subscription);
  member(&body, "requestid", event->request_id);
  member(&body, "traceparent", event->traceparent);
  collab_string_builder_add(&body, ",\"data\":");
  data(&body, event, subscription);
  collab_string_builder_add(&body, "}");
  return body.text;
}

const char *collab_event_v1(apr_pool_t *pool, const collab_event_t *event) {
  collab_string_builder_t body = collab_string_builder_begin(pool, USUAL);

  collab_string_builder_add(&body, "{\"eventType\":");
  collab_json_add(&body, collab_event_name(pool, NULL, event->type));
  member(&body, "requestToken", event->request_token);
  member(&body, "noteToken", event->note_token);
  member(&body, "timestamp", event->time);
  collab_string_builder_add(&body, "}");
  return body.text;
}
