/* requests.c: fuzz targets for requests: query, path, forms with files, and error responses (targets.h). */
#include "targets.h"

#include "api/multipart.h"
#include "base/text.h"
#include "domain/domain.h"
#include "http/client/part_name.h"
#include "http/response.h"
#include "http/steps.h"

/* A sink of the form parser: adds the bytes to a digest, which does not depend on how they were cut into pieces. */
static bool tell(void *baton, const char *bytes, apr_size_t len) {
  for (uint64_t *digest = baton; len > 0; len--) {
    *digest = (*digest ^ (unsigned char)*bytes++) * 1099511628211u;
  }
  return true;
}

static bool tell_part(void *baton, const collab_form_part_t *part) {
  MUST(part->name && collab_text_is_utf8(part->name, strlen(part->name)));
  MUST(!part->file_name || collab_text_is_utf8(part->file_name, strlen(part->file_name)));
  tell(baton, part->name, strlen(part->name) + 1);
  return tell(baton, part->file_name ? part->file_name : "-", part->file_name ? strlen(part->file_name) + 1 : 1);
}

static bool tell_end(void *baton) {
  return tell(baton, "\xff\xfe", 2);
}

/* Pieces of any size give the same result. The input is used as a file's name, as the Content-Type of a form, and as its body. */
void fuzz_multipart(apr_pool_t *pool, const char *data, size_t len) {
  static const size_t steps[] = {SIZE_MAX, 1, 7};
  uint64_t digests[3] = {0, 0, 0};
  collab_multipart_state_t states[3];
  const char *error, *text = apr_pstrmemdup(pool, data, len);

  const char *name = collab_part_name(pool, text);
  MUST(name == text || collab_text_is_utf8(name, strlen(name)));
  collab_part_name_extended(pool, text);
  collab_multipart_make(pool, text, &(collab_form_sink_t){NULL, tell_part, tell, tell_end}, &error);
  for (int i = 0; i < 3; i++) {
    collab_form_sink_t sink = {&digests[i], tell_part, tell, tell_end};
    collab_multipart_t *form = collab_multipart_make(pool, "multipart/form-data; boundary=b", &sink, &error);
    for (size_t at = 0; at < len;) {
      size_t piece = len - at < steps[i] ? len - at : steps[i];
      collab_multipart_feed(form, data + at, piece);
      at += piece;
    }
    states[i] = collab_multipart_finish(form);
    MUST((states[i] == COLLAB_MULTIPART_BAD) == (collab_multipart_error(form) != NULL));
    MUST(states[i] == states[0] && digests[i] == digests[0]);
  }
}

/* ---- query and path ---- */

static const collab_field_t parameters[] = {
    {"limit", INTEGER, .min = 1, .max = 100, .otherwise = "20"},
    {"cursor", CURSOR},
    {"status", ENUM, .values = WORDS(REQUEST_STATUSES)},
    {"search", STRING, .max = 20, .filled = true},
    {"since", DATETIME},
    {"email", EMAIL},
    {"open", BOOLEAN},
    {"id", NUMBER_OR_DIGITS, .max = INT64_MAX},
    {"name", STRING, REQUIRED, .max = NAME_LENGTH},
    {NULL},
};

static void read_query(collab_exchange_t *x, apr_pool_t *pool, const char *args) {
  static const collab_route_t row = {.query = parameters};
  static const collab_operation_t operation = {.row = &row};
  request_rec *r = apr_pcalloc(pool, sizeof *r);

  *x = (collab_exchange_t){.r = r, .pool = pool, .operation = &operation, .faults = {.pool = pool}};
  r->pool = pool;
  r->args = apr_pstrdup(pool, args);
  collab_query_read(x);
  fuzz_faults(&x->faults);
}

/* A valid query, written again from its values, reads the same. */
void fuzz_query(apr_pool_t *pool, const char *data, size_t len) {
  collab_exchange_t x, again;
  const char *query = "";

  read_query(&x, pool, apr_pstrmemdup(pool, data, len));
  if (x.faults.list) {
    return;
  }
  for (int i = 0; parameters[i].name; i++) {
    MUST(x.query[i] == NULL || collab_text_is_utf8(x.query[i], strlen(x.query[i])));
    if (x.query[i]) {
      query = apr_pstrcat(pool, query, "&", parameters[i].name, "=", collab_text_encode(pool, x.query[i]), NULL);
    }
  }
  if (x.query[8] == NULL) {
    return; /* the query gives a `name`, but an empty one */
  }
  read_query(&again, pool, query);
  MUST(again.faults.list == NULL);
  for (int i = 0; parameters[i].name; i++) {
    MUST(x.query[i] == again.query[i] || (x.query[i] && again.query[i] && strcmp(x.query[i], again.query[i]) == 0));
  }
}

/* The segments of a path become values or faults. */
void fuzz_path(apr_pool_t *pool, const char *data, size_t len) {
  static const collab_field_t captures[] = {{"token", STRING, REQUIRED, .max = TOKEN_LENGTH},
                                            {"id", INTEGER, REQUIRED, .min = 1}};
  static const collab_operation_t operation = {
      .captures = {"token", "id"}, .capture_fields = {&captures[0], &captures[1]}, .ncaptures = 2};
  const char *path = apr_pstrmemdup(pool, data, len), *slash = strchr(path, '/');
  request_rec *r = apr_pcalloc(pool, sizeof *r);
  collab_exchange_t x = {.r = r, .pool = pool, .operation = &operation, .faults = {.pool = pool}};
  int64_t number;

  r->pool = pool;
  r->notes = apr_table_make(pool, 2);
  slash = slash ? slash : path + strlen(path);
  const char *id = *slash ? slash + 1 : slash;
  const collab_match_t match = {.start = {path, id}, .len = {(apr_size_t)(slash - path), strlen(id)}};
  collab_path_read(&x, &match);
  fuzz_faults(&x.faults);
  MUST(x.captures[0] == NULL || collab_text_length(x.captures[0]) <= TOKEN_LENGTH);
  MUST(x.captures[1] == NULL || (collab_text_integer(x.captures[1], &number) && number >= 0));
  MUST((x.captures[0] && x.captures[1]) || x.faults.list);
}

/* ---- errors ---- */

/* Split at line feeds, the input is a path, an Accept header and a message. The error is JSON that contains the message. */
void fuzz_problem(apr_pool_t *pool, const char *data, size_t len) {
  static const collab_config_t config = {.base_url = "https://exchange.example"};
  char *rest = apr_pstrmemdup(pool, data, len), *path = apr_strtok(rest, "\n", &rest), *accept = apr_strtok(NULL, "\n", &rest);
  const char *message = accept && *rest ? rest : "It failed", *type, *wrong;
  request_rec *r = apr_pcalloc(pool, sizeof *r);

  if (accept == NULL || !collab_text_is_utf8(message, strlen(message))) {
    return;
  }
  r->pool = pool;
  r->headers_in = apr_table_make(pool, 2);
  r->headers_out = apr_table_make(pool, 2);
  r->parsed_uri.path = r->unparsed_uri = path;
  apr_table_setn(r->headers_in, "Accept", accept);
  const collab_error_t error = {404, "not-found", "Not Found", message, NULL, NULL};
  const char *text = collab_error_text(r, &config, &error, &type);
  const collab_json_t *json = collab_json_parse(pool, text, strlen(text), &wrong);
  bool problem = strcmp(type, "application/json") != 0;
  MUST(json && strcmp(collab_json_string(collab_json_get(json, problem ? "detail" : "message")), message) == 0);
  const char *instance = collab_json_string(collab_json_get(json, "instance"));
  MUST(problem == (instance != NULL));
  MUST(instance == NULL || strpbrk(instance, " \t\r\n\"<>\\^`{|}\x7f") == NULL);
  const collab_error_t unauthorized = {401, "unauthenticated", "Unauthorized", message, NULL, NULL};
  collab_error_headers(r, &config, &unauthorized, 0, NULL);
  const collab_error_t oauth = {400, "invalid", "Validation failed", message, NULL, collab_error_oauth(400)};
  text = collab_error_text(r, &config, &oauth, &type);
  json = collab_json_parse(pool, text, strlen(text), &wrong);
  const char *description = collab_json_string(collab_json_get(json, "error_description"));
  MUST(description && strpbrk(description, "\"\\\x7f") == NULL && strlen(description) == strlen(message));
}
