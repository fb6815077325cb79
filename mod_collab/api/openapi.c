/* openapi.c: /openapi.json: the interface described as OpenAPI 3.1, printed from the tables that route and validate
 * (api/routes.c, api/schemas.c), the records (api/records.c) and the outcomes (base/outcome.h).
 *
 * Printed once for each server while httpd starts, since the base URL, the service's name and the event types are the operator's;
 * a request only hands it out. What a row can answer, its compiled operation says: nothing here is a second list of anything. */
#include <apr_strings.h>
#include <string.h>

#include "api/api.h"
#include "api/describe.h"
#include "api/records.h"
#include "event/event.h"
#include "http/etag.h"
#include "http/idempotency.h"

#define INTERFACE_VERSION "1.0.0" /* service-api.md, Versioning */

typedef struct description_t {
  const collab_config_t *config;
  const char *text;
} description_t;

static apr_array_header_t *descriptions; /* description_t */

/* ---- answers ---- */

static void write_content(collab_writer_t *w, const char *type, const char *record) {
  collab_write_key(w, type);
  collab_write_open(w, "{");
  collab_write_key(w, "schema");
  collab_write_reference(w, "#/components/schemas/", record);
  collab_write_close(w, "}");
}

static const char *response_name(collab_writer_t *w, int status) {
  return apr_psprintf(w->pool, "Status%d", status);
}

/* The headers of an operation's success. */
static void write_success_headers(collab_writer_t *w, const collab_operation_t *operation) {
  collab_write_key(w, "headers");
  collab_write_open(w, "{");
  collab_write_key(w, "X-Request-Id");
  collab_write_reference(w, "#/components/headers/", "RequestId");
  if (collab_etag_applies(operation)) {
    collab_write_key(w, "ETag");
    collab_write_reference(w, "#/components/headers/", "ETag");
  }
  if (operation->row->successor) {
    collab_write_key(w, "Deprecation");
    collab_write_reference(w, "#/components/headers/", "Deprecation");
    collab_write_key(w, "Sunset");
    collab_write_reference(w, "#/components/headers/", "Sunset");
    collab_write_key(w, "Link");
    collab_write_reference(w, "#/components/headers/", "Successor");
  }
  collab_write_close(w, "}");
}

static void write_success(collab_writer_t *w, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  collab_write_open(w, "{");
  collab_write_member(w, "description", "OK");
  write_success_headers(w, operation);
  if (row->gives) {
    collab_write_key(w, "content");
    collab_write_open(w, "{");
    collab_write_key(w, row->gives_type ? row->gives_type : "application/json");
    collab_write_open(w, "{");
    collab_write_key(w, "schema");
    if (row->then_gives) {
      collab_write_open(w, "{");
      collab_write_key(w, "oneOf");
      collab_write_open(w, "[");
    }
    collab_describe_value(w, row->gives, false);
    if (row->then_gives) {
      collab_describe_value(w, row->then_gives, false);
      collab_write_close(w, "]}");
    }
    collab_write_close(w, "}}");
  }
  collab_write_close(w, "}");
}

/* What httpd itself, or what stands in front of every operation, may say of any request. */
static const collab_outcome_t anywhere[] = {
    COLLAB_BAD_REQUEST, COLLAB_TIMEOUT,           COLLAB_TOO_LARGE,      COLLAB_URI_TOO_LONG, COLLAB_EXPECTATION,
    COLLAB_TOO_MANY,    COLLAB_HEADERS_TOO_LARGE, COLLAB_INTERNAL,       COLLAB_BAD_GATEWAY,  COLLAB_NOT_IMPLEMENTED,
    COLLAB_UNAVAILABLE, COLLAB_HTTP_VERSION,      COLLAB_GATEWAY_TIMEOUT};

static void write_responses(collab_writer_t *w, const collab_config_t *config, const collab_operation_t *operation) {
  int forbidden = collab_outcome_status(COLLAB_TLS_REQUIRED);
  bool refuses = config->require_tls && !operation->row->plain;

  collab_write_key(w, "responses");
  collab_write_open(w, "{");
  for (const int *status = collab_operation_statuses(w->pool, operation); *status; status++) {
    refuses = refuses && *status != forbidden;
    collab_write_key(w, apr_itoa(w->pool, *status));
    if (*status == HTTP_OK) {
      write_success(w, operation);
    } else {
      collab_write_reference(w, "#/components/responses/", response_name(w, *status));
    }
  }
  if (refuses) {
    collab_write_key(w, apr_itoa(w->pool, forbidden));
    collab_write_reference(w, "#/components/responses/", response_name(w, forbidden));
  }
  collab_write_key(w, "default");
  collab_write_reference(w, "#/components/responses/", "Anywhere");
  collab_write_close(w, "}");
}

/* ---- parameters and bodies ---- */

static void write_parameter(collab_writer_t *w, const char *name, const char *in, const collab_field_t *field) {
  static const collab_field_t any_text = {NULL, STRING, REQUIRED};

  collab_write_open(w, "{");
  collab_write_member(w, "name", name);
  collab_write_member(w, "in", in);
  collab_write_raw(w, "required", !strcmp(in, "path") || (field && field->presence == REQUIRED) ? "true" : "false");
  collab_write_key(w, "schema");
  collab_describe_value(w, field ? field : &any_text, false);
  collab_write_close(w, "}");
}

static void write_parameters(collab_writer_t *w, const collab_operation_t *operation) {
  collab_write_key(w, "parameters");
  collab_write_open(w, "[");
  for (int i = 0; i < operation->ncaptures; i++)
    write_parameter(w, operation->captures[i], "path", operation->capture_fields[i]);
  for (const collab_field_t *field = operation->row->query; field && field->name; field++)
    write_parameter(w, field->name, "query", field);
  if (collab_etag_applies(operation))
    collab_write_reference(w, "#/components/parameters/", "IfNoneMatch");
  if (collab_idempotency_applies(operation))
    collab_write_reference(w, "#/components/parameters/", "IdempotencyKey");
  collab_write_close(w, "]");
}

static void write_body_of(collab_writer_t *w, const char *type, const collab_field_t *fields, const char *example) {
  collab_write_key(w, type);
  collab_write_open(w, "{");
  collab_write_key(w, "schema");
  collab_describe_object(w, fields);
  if (example)
    collab_write_raw(w, "example", example);
  collab_write_close(w, "}");
}

static void write_body(collab_writer_t *w, const collab_route_t *row) {
  if (row->form == NULL && (row->body == NULL || row->body == NO_BODY))
    return;
  collab_write_key(w, "requestBody");
  collab_write_open(w, "{");
  collab_write_raw(w, "required", row->body_optional ? "false" : "true");
  collab_write_key(w, "content");
  collab_write_open(w, "{");
  if (row->form)
    write_body_of(w, "multipart/form-data", row->form, NULL);
  if (row->merge_patch)
    write_body_of(w, "application/merge-patch+json", row->body, row->example);
  if (row->body)
    write_body_of(w, "application/json", row->body, row->example);
  collab_write_close(w, "}}");
}

/* ---- operations ---- */

static void write_operation(collab_writer_t *w, const collab_config_t *config, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  collab_write_key(w, apr_pstrdup(w->pool, !strcmp(row->method, "GET")     ? "get"
                                           : !strcmp(row->method, "POST")  ? "post"
                                           : !strcmp(row->method, "PUT")   ? "put"
                                           : !strcmp(row->method, "PATCH") ? "patch"
                                                                           : "delete"));
  collab_write_open(w, "{");
  collab_write_member(w, "operationId", operation->name);
  if (row->summary)
    collab_write_member(w, "summary", row->summary);
  if (row->successor) {
    collab_write_member(w, "description", apr_psprintf(w->pool, "Deprecated: use `%s`.", row->successor));
    collab_write_raw(w, "deprecated", "true");
  }
  collab_write_key(w, "tags");
  collab_write_open(w, "[");
  collab_write_text(w, collab_group_of(row->template));
  collab_write_close(w, "]");
  if (row->who == PUBLIC)
    collab_write_raw(w, "security", "[]");
  write_parameters(w, operation);
  write_body(w, row);
  write_responses(w, config, operation);
  collab_write_close(w, "}");
}

static bool stands_before(const apr_array_header_t *operations, int index) {
  const char *template = APR_ARRAY_IDX(operations, index, const collab_operation_t *)->row->template;

  for (int i = 0; i < index; i++) {
    if (!strcmp(APR_ARRAY_IDX(operations, i, const collab_operation_t *)->row->template, template))
      return true;
  }
  return false;
}

static void write_paths(collab_writer_t *w, const collab_config_t *config, const apr_array_header_t *operations) {
  collab_write_key(w, "paths");
  collab_write_open(w, "{");
  for (int i = 0; i < operations->nelts; i++) {
    const char *template = APR_ARRAY_IDX(operations, i, const collab_operation_t *)->row->template;
    if (stands_before(operations, i))
      continue;
    collab_write_key(w, template);
    collab_write_open(w, "{");
    for (int j = i; j < operations->nelts; j++) {
      const collab_operation_t *operation = APR_ARRAY_IDX(operations, j, const collab_operation_t *);
      if (!strcmp(operation->row->template, template))
        write_operation(w, config, operation);
    }
    collab_write_close(w, "}");
  }
  collab_write_close(w, "}");
}

/* ---- webhooks ---- */

static void write_delivery_header(collab_writer_t *w, const char *name, bool always, const char *what) {
  collab_write_open(w, "{");
  collab_write_member(w, "name", name);
  collab_write_member(w, "in", "header");
  collab_write_raw(w, "required", always ? "true" : "false");
  collab_write_member(w, "description", what);
  collab_write_raw(w, "schema", "{\"type\":\"string\"}");
  collab_write_close(w, "}");
}

static void write_webhook(collab_writer_t *w, const collab_described_event_t *event) {
  const char *name = collab_event_name(w->pool, event->v1 ? NULL : w->event_prefix, event->type);

  collab_write_key(w, name);
  collab_write_open(w, "{");
  collab_write_key(w, "post");
  collab_write_open(w, "{");
  collab_write_member(w, "operationId", apr_pstrcat(w->pool, event->v1 ? "event.v1." : "event.", event->type, NULL));
  collab_write_member(w, "summary", event->when);
  if (event->v1)
    collab_write_raw(w, "deprecated", "true");
  collab_write_raw(w, "security", "[]");
  collab_write_key(w, "parameters");
  collab_write_open(w, "[");
  write_delivery_header(w, "X-Hub-Signature-256", true,
                        "sha256= and the HMAC-SHA256 of the body's bytes with the secret, in lowercase hex");
  write_delivery_header(w, "X-Hub-Signature-256-Previous", false, "the same with each replaced secret until its overlap ends: newest first, separated by a comma and a blank");
  write_delivery_header(w, "X-Service-Delivery", true, "the event's id: the same in every attempt");
  write_delivery_header(w, "X-Service-Event", true, "the event's type");
  collab_write_close(w, "]");
  collab_write_key(w, "requestBody");
  collab_write_open(w, "{");
  collab_write_raw(w, "required", "true");
  collab_write_key(w, "content");
  collab_write_open(w, "{");
  write_content(w, event->v1 ? "application/json" : "application/cloudevents+json", event->record);
  collab_write_close(w, "}}");
  collab_write_raw(w, "responses",
                   "{\"2XX\":{\"description\":\"Delivered\"},\"4XX\":{\"description\":\"Refused for good: not tried again\"},"
                   "\"5XX\":{\"description\":\"Tried again later\"}}");
  collab_write_close(w, "}}");
}

static void write_webhooks(collab_writer_t *w) {
  collab_write_key(w, "webhooks");
  collab_write_open(w, "{");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++)
    write_webhook(w, event);
  collab_write_close(w, "}");
}

/* ---- components ---- */

static void write_error_headers(collab_writer_t *w, int status) {
  const char *name = status == HTTP_UNAUTHORIZED                                              ? "WWW-Authenticate"
                     : status == HTTP_TOO_MANY_REQUESTS || status == HTTP_SERVICE_UNAVAILABLE ? "Retry-After"
                                                                                              : NULL;

  if (name == NULL)
    return;
  collab_write_key(w, "headers");
  collab_write_open(w, "{");
  collab_write_raw(w, name, "{\"schema\":{\"type\":\"string\"}}");
  collab_write_close(w, "}");
}

static void write_error_content(collab_writer_t *w) {
  collab_write_key(w, "content");
  collab_write_open(w, "{");
  write_content(w, "application/json", "ErrorResponse");
  write_content(w, "application/problem+json", "ProblemDetail");
  collab_write_close(w, "}");
}

/* A status of the table of outcomes that is no plain success, with every problem type that has it. */
static void write_response(collab_writer_t *w, collab_outcome_t first) {
  const collab_outcome_row_t *row = collab_outcome_row(first);
  const char *words = collab_outcome_phrase(row->status);

  for (int i = first; i < COLLAB_OUTCOME_COUNT && row->status >= 400; i++) {
    if (collab_outcome_status((collab_outcome_t)i) == row->status) {
      words = apr_pstrcat(w->pool, words, i == (int)first ? " (problem types: " : ", ",
                          collab_outcome_row((collab_outcome_t)i)->word, NULL);
    }
  }
  collab_write_key(w, response_name(w, row->status));
  collab_write_open(w, "{");
  collab_write_member(w, "description", row->status >= 400 ? apr_pstrcat(w->pool, words, ")", NULL) : words);
  write_error_headers(w, row->status);
  if (row->status >= 400)
    write_error_content(w);
  collab_write_close(w, "}");
}

/* The answer that any operation may give beside its own. */
static void write_anywhere(collab_writer_t *w) {
  const char *text = "What any request may meet:";

  for (size_t i = 0; i < sizeof anywhere / sizeof *anywhere; i++) {
    const collab_outcome_row_t *row = collab_outcome_row(anywhere[i]);
    text = apr_psprintf(w->pool, "%s%s %d %s", text, i ? "," : "", row->status, row->title);
  }
  collab_write_key(w, "Anywhere");
  collab_write_open(w, "{");
  collab_write_member(w, "description", text);
  write_error_content(w);
  collab_write_close(w, "}");
}

static bool has_status_before(int outcome) {
  for (int i = 0; i < outcome; i++) {
    if (collab_outcome_status((collab_outcome_t)i) == collab_outcome_status((collab_outcome_t)outcome))
      return true;
  }
  return false;
}

static void write_components(collab_writer_t *w) {
  collab_write_key(w, "components");
  collab_write_open(w, "{");
  collab_write_raw(w, "securitySchemes", "{\"bearer\":{\"type\":\"http\",\"scheme\":\"bearer\",\"bearerFormat\":\"JWT\"}}");
  collab_write_raw(
      w, "parameters",
      "{\"IdempotencyKey\":{\"name\":\"Idempotency-Key\",\"in\":\"header\",\"required\":false,"
      "\"description\":\"The same key within 24 hours gets the first "
      "answer\",\"schema\":{\"type\":\"string\",\"minLength\":1,\"maxLength\":255}},"
      "\"IfNoneMatch\":{\"name\":\"If-None-Match\",\"in\":\"header\",\"required\":false,"
      "\"description\":\"Entity tags of earlier answers: 304 when one of them still holds\",\"schema\":{\"type\":\"string\"}}}");
  collab_write_raw(
      w, "headers",
      "{\"RequestId\":{\"description\":\"The request's id: the client's own, or a new one\",\"schema\":{\"type\":\"string\"}},"
      "\"Deprecation\":{\"description\":\"Since when the operation is deprecated (RFC 9745)\",\"schema\":{\"type\":\"string\"}},"
      "\"Sunset\":{\"description\":\"When it ends (RFC 8594)\",\"schema\":{\"type\":\"string\"}},"
      "\"Successor\":{\"description\":\"What replaces it\",\"schema\":{\"type\":\"string\"}},"
      "\"ETag\":{\"description\":\"A strong entity tag\",\"schema\":{\"type\":\"string\"}}}");
  collab_write_key(w, "responses");
  collab_write_open(w, "{");
  for (int i = 0; i < COLLAB_OUTCOME_COUNT; i++) {
    if (collab_outcome_status((collab_outcome_t)i) != HTTP_OK && !has_status_before(i))
      write_response(w, (collab_outcome_t)i);
  }
  write_anywhere(w);
  collab_write_close(w, "}");
  collab_write_key(w, "schemas");
  collab_write_open(w, "{");
  for (const collab_record_t *record = collab_records; record->name; record++) {
    collab_write_key(w, record->name);
    collab_describe_object(w, record->fields);
  }
  collab_write_close(w, "}}");
}

/* ---- the whole ---- */

static const char *describe(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router) {
  collab_writer_t *w = collab_writer_make(pool, config->event_type_prefix, !strcmp(config->lenient, "true"));

  collab_write_open(w, "{");
  collab_write_member(w, "openapi", "3.1.0");
  collab_write_key(w, "info");
  collab_write_open(w, "{");
  collab_write_member(w, "title", config->service_name);
  collab_write_member(w, "version", INTERFACE_VERSION);
  collab_write_close(w, "}");
  collab_write_key(w, "servers");
  collab_write_open(w, "[");
  collab_write_open(w, "{");
  collab_write_member(w, "url", config->base_url);
  collab_write_close(w, "}]");
  collab_write_raw(w, "security", "[{\"bearer\":[]}]");
  write_paths(w, config, collab_router_operations(router));
  write_webhooks(w);
  write_components(w);
  collab_write_close(w, "}");
  return w->text.buf;
}

void collab_api_openapi_setup(apr_pool_t *pconf, server_rec *s, const collab_router_t *router) {
  descriptions = apr_array_make(pconf, 1, sizeof(description_t));
  for (; s; s = s->next) {
    const collab_config_t *config = collab_config_of(s);
    if (collab_config_used(config))
      APR_ARRAY_PUSH(descriptions, description_t) = (description_t){config, describe(pconf, config, router)};
  }
}

collab_outcome_t collab_api_openapi(collab_exchange_t *x) {
  for (int i = 0; i < descriptions->nelts; i++) {
    const description_t *description = &APR_ARRAY_IDX(descriptions, i, description_t);
    if (description->config == x->config) {
      x->answer.body = description->text;
      x->answer.body_len = strlen(description->text);
    }
  }
  return COLLAB_OK;
}
