/* deliveries.c: GET /v1/webhooks/{id}/deliveries: the attempts to deliver events to a subscription, with their results.
 *
 * The body of a delivery is not stored. The code that built the body for sending builds it again from the event, so both are
 * equal byte for byte as long as the configured event type prefix and source do not change. Worker threads only. */
#include <string.h>

#include <apr_uuid.h>

#include "api/api.h"
#include "api/operations/operations.h"
#include "domain/event_name.h"
#include "event/event.h"
#include "store/pg.h"

static const char *column(const collab_rows_t *rows, int row, const char *name) {
  return collab_rows_text(*rows, row, name);
}

/* Writes one attempt, whose event retention may have deleted. The columns `middle` and `tail` are finished JSON: the members that
 * do not need the event. */
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

/* Returns the event type whose name in this version is `name`, by its short name, as in the database. "": there is none. */
static const char *short_type(const collab_exchange_t *x, const char *name, bool v1) {
  const char *prefix = v1 ? NULL : x->config->event_type_prefix;

  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    if (event->v1 == v1 && !strcmp(name, collab_event_name(x->pool, prefix, event->type))) {
      return event->type;
    }
  }
  return "";
}

/* Returns whether the request has a filter. Checks the filters whose format the field list does not check. */
static bool read_filters(collab_exchange_t *x) {
  static const char *const others[] = {"success", "deadLetter", "createdAfter"};
  const char *id = collab_exchange_parameter(x, "eventId"), *type = collab_exchange_parameter(x, "eventType");
  const char *stored = type ? short_type(x, type, false) : NULL, *stored_v1 = type ? short_type(x, type, true) : NULL;
  bool filtered = id || type;
  apr_uuid_t uuid;

  if (id && apr_uuid_parse(&uuid, id) != APR_SUCCESS) {
    collab_faults_add(&x->faults, "eventId", COLLAB_FAULT_NOT_ALLOWED, "must be the id of an event, which is a UUID");
  }
  if (type && !*stored && !*stored_v1) {
    collab_faults_add(&x->faults, "eventType", COLLAB_FAULT_NOT_A_CHOICE,
                      "must be an event type, as eventType of a delivery shows it");
  }
  collab_exchange_value(x, "type", stored);
  collab_exchange_value(x, "type_v1", stored_v1);
  for (size_t i = 0; i < sizeof others / sizeof *others; i++) {
    filtered = filtered || collab_exchange_parameter(x, others[i]);
  }
  return filtered;
}

collab_outcome_t collab_api_webhook_deliveries(collab_exchange_t *x) {
  bool filtered = read_filters(x);

  if (x->faults.list) {
    return COLLAB_INVALID;
  }
  collab_outcome_t outcome = collab_exchange_run(x, filtered ? x->operation->row->instead : x->operation->row->read);
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
  if (!filtered) {
    collab_write_json(w, "totalElements", column(rows, 0, "total"));
    collab_write_json(w, "totalPages", column(rows, 0, "pages"));
  }
  collab_write_json(w, "size", column(rows, 0, "size"));
  collab_write_json(w, "number", column(rows, 0, "page"));
  collab_write_close(w, "}");
  x->answer.body = w->text;
  x->answer.body_len = w->len;
  return COLLAB_OK;
}
