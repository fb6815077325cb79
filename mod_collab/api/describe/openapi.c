/* openapi.c: GET /openapi.json, /openapi-3.0.json and /openapi-2.0.json, the interface described as OpenAPI 3.1, 3.0.3 and 2.0.
 * It is printed from the tables that route and validate (api/operations/), their records, and the outcomes (domain/outcome.h).
 *
 * The descriptions are printed for each server while httpd starts, because the operator sets the base URL, the service's name and
 * the event types (api/describe/pages.c). openapi_responses.c writes the responses. 3.1 and 3.0 differ in their schemas
 * (api/describe/describe.c) and in the place of the webhooks: 3.0 has only an extension for them. openapi_2_0.c has what only 2.0
 * has. */
#include <apr_strings.h>
#include <string.h>

#include "api/api.h"
#include "api/describe/openapi.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "domain/domain.h"
#include "domain/event_name.h"

/* ---- parameters and bodies ---- */

static void write_parameters(collab_writer_t *w, const collab_operation_t *operation) {
  collab_write_open(w->json, "parameters", "[");
  for (int i = 0; i < operation->ncaptures; i++) {
    collab_openapi_parameter(w, operation->captures[i], "path", operation->capture_fields[i]);
  }
  for (const collab_field_t *field = operation->row->query; field && field->name; field++) {
    if (w->version != OPENAPI_2_0 || !collab_openapi_2_0_has_part(operation->row, field->name)) {
      collab_openapi_parameter(w, field->name, "query", field);
    }
  }
  bool reads = collab_operation_has_etag(operation);
  if (reads || (collab_operation_changes(operation) && collab_operation_has_record(operation))) {
    collab_write_reference(w, "parameters", "IfMatch");
    collab_write_reference(w, "parameters", reads ? "IfNoneMatch" : "IfNoneMatchOfChange");
  }
  if (collab_operation_knows_key(operation)) {
    collab_write_reference(w, "parameters", "IdempotencyKey");
  }
  if (w->version == OPENAPI_2_0) {
    collab_openapi_2_0_body(w, operation->row);
  }
  collab_write_close(w->json, "]");
}

static void write_body_of(collab_writer_t *w, const char *type, const collab_route_t *row, const collab_field_t *fields) {
  collab_write_open(w->json, type, "{");
  collab_write_key(w->json, "schema");
  collab_describe_body(w, fields, row->echoed);
  collab_openapi_example(w, fields == row->body || fields == row->oauth_form ? row->example : NULL);
  collab_write_close(w->json, "}");
}

static void write_body(collab_writer_t *w, const collab_route_t *row) {
  if (!row->form && !row->oauth_form && (row->body == NULL || row->body == NO_BODY)) {
    return;
  }
  collab_write_open(w->json, "requestBody", "{");
  collab_write_json(w->json, "required", row->body_optional ? "false" : "true");
  collab_write_open(w->json, "content", "{");
  if (row->oauth_form) {
    write_body_of(w, "application/x-www-form-urlencoded", row, row->oauth_form);
  }
  if (row->form) {
    write_body_of(w, "multipart/form-data", row, row->form);
  }
  if (row->merge_patch) {
    write_body_of(w, "application/merge-patch+json", row, row->body);
  }
  if (row->body) {
    write_body_of(w, "application/json", row, row->body);
  }
  collab_write_close(w->json, "}}");
}

/* ---- operations ---- */

/* What the operation does, who may call it, and what replaces it. */
static const char *description_of(apr_pool_t *pool, const collab_route_t *row) {
  static const char *const callers[] = {"", " Only the submitter may call it.", " Only the receiver may call it."};
  const char *needed = collab_role_needed(row->who);
  const char *successor = row->successor ? apr_pstrcat(pool, " Deprecated: use `", row->successor, "`.", NULL) : "";

  return apr_pstrcat(pool, row->says, callers[row->by], needed ? " " : "", needed ? needed : "", successor, NULL);
}

static void write_operation(collab_writer_t *w, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  char *method = apr_pstrdup(w->pool, row->method);

  ap_str_tolower(method);
  collab_write_open(w->json, method, "{");
  collab_write_text(w->json, "operationId", operation->name);
  if (row->summary) {
    collab_write_text(w->json, "summary", row->summary);
  }
  if (row->says) {
    collab_write_text(w->json, "description", description_of(w->pool, row));
  }
  if (row->successor) {
    collab_write_json(w->json, "deprecated", "true");
  }
  collab_write_open(w->json, "tags", "[");
  collab_write_text(w->json, NULL, operation->noun->name);
  collab_write_close(w->json, "]");
  if (row->who == PUBLIC) {
    collab_write_json(w->json, "security", "[]");
  }
  write_parameters(w, operation);
  if (w->version == OPENAPI_2_0) {
    collab_openapi_2_0_types(w, row);
  } else {
    write_body(w, row);
  }
  collab_openapi_responses(w, operation);
  collab_write_close(w->json, "}");
}

static bool has_earlier(const apr_array_header_t *operations, int index) {
  const char *template = APR_ARRAY_IDX(operations, index, const collab_operation_t *)->row->template;

  for (int i = 0; i < index; i++) {
    if (!strcmp(APR_ARRAY_IDX(operations, i, const collab_operation_t *)->row->template, template)) {
      return true;
    }
  }
  return false;
}

static void write_paths(collab_writer_t *w, const apr_array_header_t *operations) {
  collab_write_open(w->json, "paths", "{");
  for (int i = 0; i < operations->nelts; i++) {
    const char *template = APR_ARRAY_IDX(operations, i, const collab_operation_t *)->row->template;
    if (has_earlier(operations, i)) {
      continue;
    }
    collab_write_open(w->json, template, "{");
    for (int j = i; j < operations->nelts; j++) {
      const collab_operation_t *operation = APR_ARRAY_IDX(operations, j, const collab_operation_t *);
      if (!strcmp(operation->row->template, template)) {
        write_operation(w, operation);
      }
    }
    collab_write_close(w->json, "}");
  }
  collab_write_close(w->json, "}");
}

/* ---- webhooks ---- */

static void write_delivery_header(collab_writer_t *w, const char *name, bool always, const char *what) {
  collab_write_open(w->json, NULL, "{");
  collab_write_text(w->json, "name", name);
  collab_write_text(w->json, "in", "header");
  collab_write_json(w->json, "required", always ? "true" : "false");
  collab_write_text(w->json, "description", what);
  collab_write_json(w->json, "schema", "{\"type\":\"string\"}");
  collab_write_close(w->json, "}");
}

static void write_webhook(collab_writer_t *w, const collab_described_event_t *event) {
  const char *name = collab_event_name(w->pool, event->v1 ? NULL : w->config->event_type_prefix, event->type);

  collab_write_open(w->json, name, "{");
  collab_write_open(w->json, "post", "{");
  collab_write_text(w->json, "operationId", apr_pstrcat(w->pool, event->v1 ? "event.v1." : "event.", event->type, NULL));
  collab_write_text(w->json, "summary", event->when);
  collab_write_text(w->json, "description", "Sent to the callback URL of every subscription to this event, at least once.");
  if (event->v1) {
    collab_write_json(w->json, "deprecated", "true");
  }
  collab_write_json(w->json, "security", "[]");
  collab_write_open(w->json, "parameters", "[");
  write_delivery_header(w, "X-Hub-Signature-256", true,
                        "`sha256=` and the HMAC-SHA256 of the body's bytes with the secret, in lowercase hex");
  write_delivery_header(w, "X-Hub-Signature-256-Previous", false,
                        "The same with each replaced secret until its overlap ends: newest first, separated by `, `");
  if (!event->v1) {
    write_delivery_header(w, "webhook-id", true, "The event's id (Standard Webhooks)");
    write_delivery_header(w, "webhook-timestamp", true, "When the attempt was made, in seconds since 1970");
    write_delivery_header(w, "webhook-signature", true,
                          "`v1,` and the base64 of the HMAC-SHA256 over `id.timestamp.body`; during an overlap one for each "
                          "secret, newest first, separated by spaces");
  }
  write_delivery_header(w, "X-Service-Delivery", true, "The event's id, the same in every attempt");
  write_delivery_header(w, "X-Service-Event", true, "The event's type");
  collab_write_close(w->json, "]");
  collab_write_open(w->json, "requestBody", "{");
  collab_write_json(w->json, "required", "true");
  collab_write_open(w->json, "content", "{");
  if (!event->v1) {
    collab_openapi_content(w, CLOUDEVENTS_JSON, event->record, collab_recorded_event(w->pool, w->config, event));
  }
  collab_openapi_content(w, PLAIN_JSON, event->record,
                         collab_recorded_event(w->pool, w->config, event)); /* V2: if contentType says so */
  collab_write_close(w->json, "}}");
  collab_write_json(w->json, "responses",
                    "{\"2XX\":{\"description\":\"Delivered\"},\"4XX\":{\"description\":\"A permanent failure: not retried\"},"
                    "\"5XX\":{\"description\":\"Retried later\"}}");
  collab_write_close(w->json, "}}");
}

static void write_webhooks(collab_writer_t *w) {
  collab_write_open(w->json, w->version == OPENAPI_3_0 ? "x-webhooks" : "webhooks", "{");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    write_webhook(w, event);
  }
  collab_write_close(w->json, "}");
}

/* ---- components ---- */

/* The headers that operations have in common. Postman sends all of them, with what it finds here: the examples of the conditions
 * hold for every record.
 *
 * Idempotency-Key has no example, and is not required: Swagger UI, RapiDoc, Insomnia and Bruno then do not send it, while each
 * would send an example as it is with every POST, and get the response of the first request again, or 422. A text that one tool
 * replaces by a new key, such as Postman's {{$guid}}, is a fixed key, or an error, in the others. /docs/postman.json has it. */
static const struct {
  const char *component;
  collab_field_t field;
} header_parameters[] = {
    {"IdempotencyKey",
     {"Idempotency-Key", STRING, OPTIONAL, .min = 1, .max = IDEMPOTENCY_KEY_LENGTH,
      .says =
          "Each new request needs a new key, such as a UUID: a request with the key of an earlier one, within 24 hours, gets the "
          "response of that one, or 422 if it has another body"}},
    {"IfMatch",
     {"If-Match", STRING, OPTIONAL, .example = "*",
      .says = "The entity tag of the version that is meant, from an `ETag`, or `*`; 412 when the record has another one"}},
    {"IfNoneMatchOfChange",
     {"If-None-Match", STRING, OPTIONAL, .example = "\"another\"",
      .says = "Entity tags of versions that are not meant, or `*` for any; 412 when the record has one of them"}},
    {"IfNoneMatch",
     {"If-None-Match", STRING, OPTIONAL, .example = "\"another\"",
      .says = "Entity tags of earlier responses; 304 when one of them is still current"}},
};

static void write_header_parameters(collab_writer_t *w) {
  collab_write_open(w->json, "parameters", "{");
  for (size_t i = 0; i < sizeof header_parameters / sizeof *header_parameters; i++) {
    collab_write_key(w->json, header_parameters[i].component);
    collab_openapi_parameter(w, header_parameters[i].field.name, "header", &header_parameters[i].field);
  }
  collab_write_close(w->json, "}");
}

static void write_schemas(collab_writer_t *w) {
  collab_write_open(w->json, w->version == OPENAPI_2_0 ? "definitions" : "schemas", "{");
  for (const collab_record_t *const *list = collab_records; *list; list++) {
    for (const collab_record_t *record = *list; record->name; record++) {
      collab_describe_component(w, record->name, record->fields);
    }
  }
  collab_write_close(w->json, "}");
}

/* 2.0 has them at the top of the document. */
static void write_components(collab_writer_t *w, const apr_array_header_t *operations) {
  if (w->version != OPENAPI_2_0) {
    collab_write_open(w->json, "components", "{");
  }
  collab_describe_schemes(w);
  write_header_parameters(w);
  collab_openapi_response_components(w, operations);
  write_schemas(w);
  if (w->version != OPENAPI_2_0) {
    collab_write_close(w->json, "}");
  }
}

/* ---- the whole document ---- */

static void write_info(collab_writer_t *w) {
  collab_write_open(w->json, "info", "{");
  collab_write_text(w->json, "title", w->config->service_name);
  collab_write_text(w->json, "version", INTERFACE_VERSION);
  collab_write_integer(w->json, "x-revision", INTERFACE_REVISION);
  collab_write_text(
      w->json, "description",
      "Member companies ask each other for help by collaboration requests. Log in, then send the token as "
      "`Authorization: Bearer …`. Every other operation than login and those of the service itself needs it. Where an operation "
      "needs a role within the company, its description names it. Every response of 400 and above is an error, whose code names "
      "the problem: a path that is not described here gets 404 `no-route`, another method 405 `method`.");
  collab_write_open(w->json, "contact", "{");
  collab_write_text(w->json, "name", w->config->service_name);
  collab_write_text(w->json, "url", apr_pstrcat(w->pool, w->config->base_url, "/docs", NULL));
  collab_write_close(w->json, "}");
  collab_write_json(w->json, "license",
                    "{\"name\":\"Apache License 2.0\",\"url\":\"https://www.apache.org/licenses/LICENSE-2.0\"}");
  collab_write_close(w->json, "}");
}

static void write_tags(collab_writer_t *w) {
  collab_write_open(w->json, "tags", "[");
  for (const collab_noun_t *const *noun = collab_nouns; *noun; noun++) {
    collab_write_open(w->json, NULL, "{");
    collab_write_text(w->json, "name", (*noun)->name);
    collab_write_text(w->json, "description", (*noun)->says);
    collab_write_close(w->json, "}");
  }
  collab_write_close(w->json, "]");
}

const char *collab_page_openapi(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router,
                                collab_openapi_t version) {
  collab_writer_t *w = collab_writer_make(pool, config, version);
  const apr_array_header_t *operations = collab_router_served(pool, router, config);

  collab_samples_collect(w, operations);
  collab_write_open(w->json, NULL, "{");
  if (version == OPENAPI_2_0) {
    collab_openapi_2_0_head(w);
  } else {
    collab_write_text(w->json, "openapi", version == OPENAPI_3_0 ? "3.0.3" : "3.1.0");
    collab_write_open(w->json, "servers", "[");
    collab_write_strings(w->json, NULL, "url", config->base_url, NULL);
    collab_write_close(w->json, "]");
  }
  write_info(w);
  write_tags(w);
  collab_describe_security(w);
  write_paths(w, operations);
  if (version != OPENAPI_2_0) {
    write_webhooks(w);
  }
  write_components(w, operations);
  collab_write_close(w->json, "}");
  return w->json->text;
}
