/* openapi_responses.c: the responses of the operations in the OpenAPI descriptions (openapi.c), and the components that they
 * refer to. api/describe/answers.c computes the responses of an operation, so this file repeats no list. Runs while httpd starts.
 */
#include "api/describe/openapi.h"

#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"
#include "domain/domain.h"

#define TEXT "\"type\":\"string\"" /* of a header_t */

typedef struct header_t {
  const char *name, *component, *says, *schema; /* the schema without its braces */
} header_t;

/* The kinds of operations, by the responses that every operation may return. */
typedef enum kind_t { USUAL, DEPRECATED, OAUTH, KINDS } kind_t;

static kind_t kind_of(const collab_operation_t *operation) {
  return operation->row->oauth_form ? OAUTH : operation->row->successor ? DEPRECATED : USUAL;
}

void collab_openapi_example(collab_writer_t *w, const char *json) {
  if (json) {
    collab_write_json(w->json, "example", collab_describe_example(w->pool, json));
  }
}

void collab_openapi_content(collab_writer_t *w, const char *type, const char *record, const char *example) {
  collab_write_open(w->json, type, "{");
  collab_write_key(w->json, "schema");
  collab_write_reference(w, "schemas", record);
  collab_openapi_example(w, example);
  collab_write_close(w->json, "}");
}

/* The errors of RFC 6749, 5.2. */
static const collab_field_t oauth_error[] = {
    {"error", STRING, REQUIRED, .says = "The error's code: `invalid_client`, `invalid_request` …"},
    {"error_description", STRING, REQUIRED, .says = "What is wrong, and what to change"},
    {NULL}};

/* The default format comes first, because generators use the first format as the type of all errors. 2.0 has that one alone. */
static void write_error_content(collab_writer_t *w, bool oauth) {
  if (w->version == OPENAPI_2_0) {
    collab_write_key(w->json, "schema");
    if (oauth) {
      collab_describe_body(w, oauth_error, NULL);
    } else {
      collab_write_reference(w, "schemas", "ErrorResponse");
    }
    return;
  }
  collab_write_open(w->json, "content", "{");
  if (oauth) {
    collab_write_open(w->json, "application/json", "{");
    collab_write_key(w->json, "schema");
    collab_describe_body(w, oauth_error, NULL);
    collab_write_close(w->json, "}}");
    return;
  }
  collab_openapi_content(w, "application/json", "ErrorResponse", NULL);
  collab_openapi_content(w, "application/problem+json", "ProblemDetail", NULL);
  collab_write_close(w->json, "}");
}

static const header_t all_headers[] = {
    {"X-Request-Id", "RequestId", "The request's id: the client's own, or a new one", TEXT},
    {"ETag", "ETag", "A strong entity tag", TEXT},
    {"Deprecation", "Deprecation", "Since when the operation is deprecated (RFC 9745)", TEXT},
    {"Sunset", "Sunset", "When the operation ends (RFC 8594)", TEXT},
    {"Link", "Successor", "The operation that replaces it, with `rel=\"successor-version\"`", TEXT},
    {"WWW-Authenticate", "Authenticate", "How to authenticate, and what is wrong with the token that was sent (RFC 6750)", TEXT},
    {"Accept-Patch", "AcceptPatch", "The media types that the operation takes (RFC 5789)", TEXT},
    {"Retry-After", "RetryAfter", "After how many seconds to try again", "\"type\":\"integer\",\"minimum\":0"},
    {"RateLimit-Policy", "RateLimitPolicy", "The caller's limit, if there is one: `q` requests in `w` seconds", TEXT},
    {"RateLimit", "RateLimit", "Requests left (`r`), and in how many seconds all are there again (`t`); the limit of one process",
     TEXT},
    {"Idempotent-Replayed", "IdempotentReplayed", "`true` where the response is that of an earlier request with this key", TEXT},
    {NULL, NULL, NULL, NULL}};

/* 2.0 has no components for headers, and no schemas in them. */
static void write_whole_header(collab_writer_t *w, const char *name, const header_t *header) {
  collab_write_open(w->json, name, "{");
  collab_write_text(w->json, "description", header->says);
  collab_write_json(w->json, w->version == OPENAPI_2_0 ? NULL : "schema",
                    w->version == OPENAPI_2_0 ? header->schema : apr_pstrcat(w->pool, "{", header->schema, "}", NULL));
  collab_write_close(w->json, "}");
}

static void write_header(collab_writer_t *w, const char *name, bool sent) {
  const header_t *header = all_headers;

  if (!sent) {
    return;
  }
  while (strcmp(header->name, name) != 0) {
    header++;
  }
  if (w->version == OPENAPI_2_0) {
    write_whole_header(w, name, header);
    return;
  }
  collab_write_key(w->json, name);
  collab_write_reference(w, "headers", header->component);
}

static void write_headers(collab_writer_t *w, collab_answer_headers_t headers) {
  collab_write_open(w->json, "headers", "{");
  write_header(w, "X-Request-Id", true);
  write_header(w, "ETag", headers.etag);
  write_header(w, "Deprecation", headers.deprecation);
  write_header(w, "Sunset", headers.sunset);
  write_header(w, "Link", headers.deprecation);
  write_header(w, "WWW-Authenticate", headers.authenticate);
  write_header(w, "Retry-After", headers.retry_after);
  write_header(w, "Accept-Patch", headers.accept_patch);
  write_header(w, "RateLimit-Policy", headers.rate);
  write_header(w, "RateLimit", headers.rate);
  write_header(w, "Idempotent-Replayed", headers.replayed);
  collab_write_close(w->json, "}");
}

/* 2.0 has no alternatives: where an operation has two kinds of responses, it has the usual one. */
static void write_success_schema_2_0(collab_writer_t *w, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  const char *example = collab_recorded(w->pool, w->config, operation->name);

  collab_write_key(w->json, "schema");
  collab_describe_value(w, row->gives, false);
  if (example) {
    collab_write_open(w->json, "examples", "{");
    collab_write_json(w->json, "application/json", collab_describe_example(w->pool, example));
    collab_write_close(w->json, "}");
  }
}

static void write_success_content(collab_writer_t *w, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  if (row->gives == NULL) {
    return;
  }
  if (w->version == OPENAPI_2_0) {
    write_success_schema_2_0(w, operation);
    return;
  }
  collab_write_open(w->json, "content", "{");
  collab_write_open(w->json, row->gives_type ? row->gives_type : "application/json", "{");
  collab_write_key(w->json, "schema");
  if (row->instead_gives) {
    collab_write_open(w->json, NULL, "{");
    collab_write_open(w->json, "oneOf", "[");
  }
  collab_describe_value(w, row->gives, false);
  if (row->instead_gives) {
    collab_describe_value(w, row->instead_gives, false);
    collab_write_close(w->json, "]}");
  }
  collab_openapi_example(w, collab_recorded(w->pool, w->config, operation->name));
  collab_write_close(w->json, "}");
  if (row->page_type) {
    collab_write_json(w->json, row->page_type, "{\"schema\":{\"type\":\"string\"}}");
  }
  collab_write_close(w->json, "}");
}

/* One line for each outcome that has this status. */
static const char *meanings(collab_writer_t *w, const collab_operation_t *operation, int status) {
  const char *text = "";

  for (int i = 0; i < COLLAB_OUTCOME_COUNT; i++) {
    collab_outcome_t outcome = (collab_outcome_t)i;
    if (collab_outcome_status(outcome) != status || !collab_answer_may_be(w->config, operation, outcome)) {
      continue;
    }
    const char *meaning = collab_answer_meaning(w->pool, w->config, outcome);
    text = apr_pstrcat(w->pool, text, *text ? "\n" : "", "- `", collab_outcome_row(outcome)->word, "`: ", meaning, NULL);
  }
  return text;
}

static void write_response(collab_writer_t *w, const collab_operation_t *operation, int status) {
  collab_write_open(w->json, apr_itoa(w->pool, status), "{");
  collab_write_text(w->json, "description",
                    status == HTTP_OK             ? "Success"
                    : status == HTTP_NO_CONTENT   ? "Success; there is no body"
                    : status == HTTP_NOT_MODIFIED ? "The client already has the current response"
                                                  : meanings(w, operation, status));
  write_headers(w, collab_answer_headers(w->config, operation, status));
  if (status == HTTP_OK) {
    write_success_content(w, operation);
  }
  if (status >= 400) {
    write_error_content(w, operation->row->oauth_form);
  }
  collab_write_close(w->json, "}");
}

/* Does the operation have a response of its own with this status? */
static bool has_own(const collab_writer_t *w, const collab_operation_t *operation, int status) {
  const int *own = collab_answer_statuses(w->pool, w->config, operation);

  while (*own && *own != status) {
    own++;
  }
  return *own != 0;
}

/* The component for a response that any operation may return. */
static const char *anywhere_name(apr_pool_t *pool, int status, kind_t kind) {
  static const char *const names[] = {[USUAL] = "", [DEPRECATED] = "Deprecated", [OAUTH] = "OAuth"};

  return apr_psprintf(pool, "Anywhere%s%d", names[kind], status);
}

/* Each status by its number: some generators merge "default" into the type of the success, others write "4XX" into their code as
 * it is, so that it does not compile. */
void collab_openapi_responses(collab_writer_t *w, const collab_operation_t *operation) {
  collab_write_open(w->json, "responses", "{");
  for (const int *status = collab_answer_statuses(w->pool, w->config, operation); *status; status++) {
    write_response(w, operation, *status);
  }
  for (const collab_outcome_t *outcome = collab_answers_anywhere; *outcome != COLLAB_OUTCOME_COUNT; outcome++) {
    int status = collab_outcome_status(*outcome);
    if (!has_own(w, operation, status)) {
      collab_write_key(w->json, apr_itoa(w->pool, status));
      collab_write_reference(w, "responses", anywhere_name(w->pool, status, kind_of(operation)));
    }
  }
  collab_write_close(w->json, "}");
}

/* ---- components ---- */

static void write_header_components(collab_writer_t *w) {
  collab_write_open(w->json, "headers", "{");
  for (const header_t *header = all_headers; header->name; header++) {
    if (w->config->legacy_sunset || strcmp(header->name, "Sunset") != 0) {
      write_whole_header(w, header->component, header);
    }
  }
  collab_write_close(w->json, "}");
}

/* Does an operation of this kind refer to the component of this status? */
static bool is_referred_to(const collab_writer_t *w, const apr_array_header_t *operations, int status, kind_t kind) {
  for (int i = 0; i < operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(operations, i, const collab_operation_t *);
    if (kind_of(operation) == kind && !has_own(w, operation, status)) {
      return true;
    }
  }
  return false;
}

/* Writes a response that every operation may return besides its own responses. */
static void write_anywhere(collab_writer_t *w, collab_outcome_t outcome, kind_t kind) {
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  bool limit = row->status == HTTP_TOO_MANY_REQUESTS;
  collab_answer_headers_t headers = {.deprecation = kind == DEPRECATED,
                                     .sunset = kind == DEPRECATED && w->config->legacy_sunset,
                                     .rate = limit,
                                     .retry_after = limit || row->status == HTTP_SERVICE_UNAVAILABLE};

  collab_write_open(w->json, anywhere_name(w->pool, row->status, kind), "{");
  collab_write_text(w->json, "description",
                    apr_pstrcat(w->pool, "- `", row->word, "`: ", collab_answer_meaning(w->pool, w->config, outcome), NULL));
  write_headers(w, headers);
  write_error_content(w, kind == OAUTH);
  collab_write_close(w->json, "}");
}

void collab_openapi_response_components(collab_writer_t *w, const apr_array_header_t *operations) {
  if (w->version != OPENAPI_2_0) {
    write_header_components(w);
  }
  collab_write_open(w->json, "responses", "{");
  for (int kind = USUAL; kind < KINDS; kind++) {
    for (const collab_outcome_t *outcome = collab_answers_anywhere; *outcome != COLLAB_OUTCOME_COUNT; outcome++) {
      if (is_referred_to(w, operations, collab_outcome_status(*outcome), (kind_t)kind)) {
        write_anywhere(w, *outcome, (kind_t)kind);
      }
    }
  }
  collab_write_close(w->json, "}");
}
