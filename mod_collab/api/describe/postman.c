/* postman.c: GET /docs/postman.json, the examples of /docs as a Postman collection (format 2.1), printed from the same tables.
 *
 * Run from top to bottom, it works on the demo's data: what one example takes from the response of another is a variable of the
 * collection, and so are the accounts of both parties. A script logs them in. Deprecated operations are left out, because they
 * end on a date, and so are those that need one, and the change of the caller's password. postman.txt has the scripts. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/describe.h"
#include "api/describe/example.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "base/embedded.h"
#include "base/json.h"

#define FORMAT "https://schema.getpostman.com/json/collection/v2.1.0/collection.json"

typedef struct collection_t {
  apr_pool_t *pool;
  collab_json_writer_t *json;
  const collab_config_t *config;
  const apr_array_header_t *operations; /* const collab_operation_t * */
  const char *apart;                    /* the end of the variables of an example that has things of its own; else "" */
} collection_t;

static const collab_embedded_t scripts[] = {
#include "api/describe/postman.inc"
    {NULL, NULL},
};

static bool is_included(const collab_operation_t *operation) {
  bool included = operation->row->successor == NULL && !collab_example_renews(operation->row);

  for (int i = 0; i < operation->before->nelts && included; i++) {
    included = is_included(APR_ARRAY_IDX(operation->before, i, const collab_operation_t *));
  }
  return included;
}

/* ---- values and variables ---- */

/* What the examples have in common with the demo's data, and the variables that stand there in the collection. */
static const struct {
  const char *text, *variable;
} places[] = {
    {"\"" EXAMPLE_CALLBACK "\"", "\"{{callback}}\""},
    {"\"ada@acme.example\"", "\"{{submitterUsername}}\""},
    {"\"exchange-demo\"", "\"{{submitterPassword}}\""},
    {"\"documentId\":2", "\"documentId\":{{documentId}}"},
};

/* The body of an example, with variables. */
static const char *body_of(const collection_t *c, const char *example) {
  const char *body = collab_describe_example(c->pool, example);

  for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
    const char *at = strstr(body, places[i].text);
    if (at) {
      body = apr_pstrcat(c->pool, apr_pstrmemdup(c->pool, body, (apr_size_t)(at - body)), places[i].variable,
                         at + strlen(places[i].text), NULL);
    }
  }
  return body;
}

/* The variable of a capture. An example that has things of its own keeps them under other names. */
static const char *variable_of(const collection_t *c, const char *name, bool is_kept) {
  return apr_pstrcat(c->pool, name, is_kept ? c->apart : "", NULL);
}

static void write_variable(const collection_t *c, const char *name, const char *value) {
  collab_write_strings(c->json, NULL, "key", name, "value", value, NULL);
}

/* The variables of the captures, each once. */
static void write_captures(const collection_t *c) {
  apr_table_t *written = apr_table_make(c->pool, 16);

  for (int i = 0; i < c->operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(c->operations, i, const collab_operation_t *);
    for (int k = 0; k < operation->ncaptures && is_included(operation); k++) {
      const char *name = operation->captures[k], *value = operation->capture_fields[k]->example;
      if (!apr_table_get(written, name)) {
        apr_table_setn(written, name, "");
        write_variable(c, name, value ? value : "");
      }
    }
  }
}

static void write_variables(const collection_t *c) {
  collab_write_open(c->json, "variable", "[");
  write_variable(c, "baseUrl", c->config->base_url);
  write_variable(c, "submitterUsername", "ada@acme.example");
  write_variable(c, "submitterPassword", "exchange-demo");
  write_variable(c, "receiverUsername", "ben@beta.example");
  write_variable(c, "receiverPassword", "exchange-demo");
  write_variable(c, "callback", apr_pstrcat(c->pool, c->config->base_url, "/health/live", NULL));
  write_variable(c, "cursor", "");
  write_variable(c, "tries", "0");
  write_captures(c);
  collab_write_close(c->json, "]");
}

/* ---- scripts ---- */

static void write_script(const collection_t *c, const char *listen, const char *text) {
  char *copy = apr_pstrdup(c->pool, text), *state = NULL;

  collab_write_open(c->json, NULL, "{");
  collab_write_text(c->json, "listen", listen);
  collab_write_open(c->json, "script", "{");
  collab_write_text(c->json, "type", "text/javascript");
  collab_write_open(c->json, "exec", "[");
  for (char *line = apr_strtok(copy, "\n", &state); line; line = apr_strtok(NULL, "\n", &state)) {
    collab_write_text(c->json, NULL, line);
  }
  collab_write_close(c->json, "]}}");
}

/* The lines that keep what later examples take from this response. */
static const char *keeping(const collection_t *c, const collab_operation_t *operation) {
  const apr_table_t *kept = collab_example_kept(c->pool, c->operations, operation);
  const apr_array_header_t *all = apr_table_elts(kept);
  const char *text = all->nelts ? apr_pstrcat(c->pool, collab_embedded(scripts, "keep"), "\n", NULL) : "";

  for (int i = 0; i < all->nelts; i++) {
    const apr_table_entry_t *one = &APR_ARRAY_IDX(all, i, apr_table_entry_t);
    text = apr_psprintf(c->pool, "%spm.collectionVariables.set('%s', member('%s'));\n", text, variable_of(c, one->key, true),
                        one->val);
  }
  return collab_example_waits(operation, kept)
             ? apr_pstrcat(
                   c->pool, text,
                   collab_template(c->pool, scripts, "wait", "member", APR_ARRAY_IDX(all, 0, apr_table_entry_t).val, NULL), NULL)
             : text;
}

static bool has_cursor(const collab_operation_t *operation) {
  const collab_field_t *field = operation->row->query;

  while (field && field->name && field->kind != CURSOR) {
    field++;
  }
  return field && field->name;
}

/* The status, and 404 where the example before may have found nothing to do. */
static void write_test(const collection_t *c, const collab_operation_t *operation) {
  int status = *collab_answer_statuses(c->pool, c->config, operation);
  bool may_lack = operation->method == M_GET && operation->row->after;

  collab_write_open(c->json, "event", "[");
  write_script(c, "test",
               apr_psprintf(c->pool, "pm.test('%d%s', () => pm.expect(pm.response.code).to.be.oneOf([%d%s]));\n%s%s", status,
                            may_lack ? " or 404" : "", status, may_lack ? ", 404" : "", keeping(c, operation),
                            has_cursor(operation) ? collab_embedded(scripts, "loop") : ""));
  collab_write_close(c->json, "]");
}

/* ---- requests ---- */

static void write_auth(const collection_t *c, const char *party) {
  collab_write_open(c->json, "auth", "{");
  collab_write_text(c->json, "type", party ? "bearer" : "noauth");
  if (party) {
    collab_write_open(c->json, "bearer", "[");
    collab_write_strings(c->json, NULL, "key", "token", "value", apr_pstrcat(c->pool, "{{", party, "Token}}", NULL), "type",
                         "string", NULL);
    collab_write_close(c->json, "]");
  }
  collab_write_close(c->json, "}");
}

static void write_pair(const collection_t *c, const char *key, const char *value, const char *says, bool disabled) {
  collab_write_open(c->json, NULL, "{");
  collab_write_text(c->json, "key", key);
  collab_write_text(c->json, "value", value);
  collab_write_text_if_any(c->json, "description", says);
  if (disabled) {
    collab_write_boolean(c->json, "disabled", true);
  }
  collab_write_close(c->json, "}");
}

static void write_headers(const collection_t *c, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  collab_write_open(c->json, "header", "[");
  if (row->example && !row->oauth_form) {
    write_pair(c, "Content-Type", row->merge_patch ? "application/merge-patch+json" : "application/json", NULL, false);
  }
  if (collab_operation_knows_key(operation)) {
    write_pair(c, "Idempotency-Key", "{{$guid}}", "Each new request needs a new key; a repeat has the key of the first", false);
  }
  collab_write_close(c->json, "]");
}

/* A file is a text with a file name, because Postman looks for others on the disk. */
static void write_form(const collection_t *c) {
  collab_write_open(c->json, "formdata", "[");
  collab_write_strings(c->json, NULL, "key", "files", "type", "text", "value", "controller A: reboot\n", "fileName",
                       "controller.log", "contentType", "text/plain", NULL);
  write_pair(c, "description", "The first hour", NULL, false);
  collab_write_close(c->json, "]");
}

static void write_oauth_form(const collection_t *c, const char *example) {
  const char *text = body_of(c, example), *error;
  const collab_json_t *body = collab_json_parse(c->pool, text, strlen(text), &error);

  collab_write_open(c->json, "urlencoded", "[");
  for (const char *const *name = collab_json_names(c->pool, body); *name; name++) {
    write_pair(c, *name, collab_json_string(collab_json_get(body, *name)), NULL, false);
  }
  collab_write_close(c->json, "]");
}

static void write_body(const collection_t *c, const collab_route_t *row) {
  if (row->example == NULL && row->form == NULL) {
    return;
  }
  collab_write_open(c->json, "body", "{");
  collab_write_text(c->json, "mode", row->form ? "formdata" : row->oauth_form ? "urlencoded" : "raw");
  if (row->form) {
    write_form(c);
  } else if (row->oauth_form) {
    write_oauth_form(c, row->example);
  } else {
    collab_write_text(c->json, "raw", body_of(c, row->example));
    collab_write_json(c->json, "options", "{\"raw\":{\"language\":\"json\"}}");
  }
  collab_write_close(c->json, "}");
}

/* The path with variables instead of captures. */
static const char *path_of(const collection_t *c, const collab_operation_t *operation) {
  const char *path = operation->row->template;

  for (int i = 0; i < operation->ncaptures; i++) {
    const char *name = operation->captures[i];
    const char *from = strstr(path, apr_pstrcat(c->pool, "{", name, "}", NULL)), *to = from + strlen(name) + 2;
    path = apr_pstrcat(c->pool, apr_pstrmemdup(c->pool, path, (apr_size_t)(from - path)), "{{",
                       variable_of(c, name, operation->capture_fields[i]->from != NULL), "}}", to, NULL);
  }
  return path;
}

/* The value of a parameter in the example; NULL: the example does not need it. */
static const char *parameter_of(const collab_field_t *field) {
  return field->kind == CURSOR ? "{{cursor}}" : field->presence == REQUIRED ? field->example : NULL;
}

/* Every parameter; those that the example does not need are disabled. */
static void write_query(const collection_t *c, const collab_field_t *query) {
  collab_write_open(c->json, "query", "[");
  for (const collab_field_t *field = query; field && field->name; field++) {
    const char *value = parameter_of(field);
    write_pair(c, field->name, value ? value : "", field->says, value == NULL);
  }
  collab_write_close(c->json, "]");
}

/* The parameters of the example, as text: "?query=flash arrays". */
static const char *query_text(const collection_t *c, const collab_field_t *query) {
  const char *text = "";

  for (const collab_field_t *field = query; field && field->name; field++) {
    const char *value = parameter_of(field);
    if (value) {
      text = apr_pstrcat(c->pool, text, *text ? "&" : "?", field->name, "=", value, NULL);
    }
  }
  return text;
}

static void write_url(const collection_t *c, const collab_operation_t *operation) {
  const char *path = path_of(c, operation);
  char *copy = apr_pstrdup(c->pool, path), *state = NULL;

  collab_write_open(c->json, "url", "{");
  collab_write_text(c->json, "raw", apr_pstrcat(c->pool, "{{baseUrl}}", path, query_text(c, operation->row->query), NULL));
  collab_write_json(c->json, "host", "[\"{{baseUrl}}\"]");
  collab_write_open(c->json, "path", "[");
  for (char *part = apr_strtok(copy, "/", &state); part; part = apr_strtok(NULL, "/", &state)) {
    collab_write_text(c->json, NULL, part);
  }
  collab_write_close(c->json, "]");
  write_query(c, operation->row->query);
  collab_write_close(c->json, "}");
}

static void write_item(const collection_t *c, const collab_operation_t *operation, const char *behind) {
  const collab_route_t *row = operation->row;

  collab_write_open(c->json, NULL, "{");
  collab_write_text(c->json, "name", apr_pstrcat(c->pool, row->summary, behind, NULL));
  write_test(c, operation);
  collab_write_open(c->json, "request", "{");
  write_auth(c, row->who == PUBLIC ? NULL : collab_example_party(row));
  collab_write_text(c->json, "method", row->method);
  write_headers(c, operation);
  write_body(c, row);
  write_url(c, operation);
  collab_write_text(c->json, "description", row->says);
  collab_write_close(c->json, "}");
  collab_write_open(c->json, "response", "[");
  collab_write_close(c->json, "]}");
}

/* The operation that makes what the example uses up runs once more before it. */
static void write_operation(collection_t *c, const collab_operation_t *operation) {
  const char *anew = operation->row->anew;

  c->apart = anew ? "Apart" : "";
  for (int i = 0; i < c->operations->nelts && anew; i++) {
    const collab_operation_t *other = APR_ARRAY_IDX(c->operations, i, const collab_operation_t *);
    if (!strcmp(other->name, anew)) {
      write_item(c, other, apr_pstrcat(c->pool, ", for: ", operation->row->summary, NULL));
    }
  }
  write_item(c, operation, "");
}

static void write_noun(collection_t *c, const collab_noun_t *noun) {
  collab_write_open(c->json, NULL, "{");
  collab_write_text(c->json, "name", noun->name);
  collab_write_text(c->json, "description", noun->says);
  collab_write_open(c->json, "item", "[");
  for (int i = 0; i < c->operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(c->operations, i, const collab_operation_t *);
    if (operation->noun == noun && is_included(operation)) {
      write_operation(c, operation);
    }
  }
  collab_write_close(c->json, "]}");
}

const char *collab_page_postman(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router) {
  collection_t c = {pool, collab_json_writer_make(pool, 1 << 16), config, collab_router_served(pool, router, config), ""};

  collab_write_open(c.json, NULL, "{");
  collab_write_strings(c.json, "info", "name", config->service_name, "version", INTERFACE_VERSION, "schema", FORMAT,
                       "description",
                       "The examples of /docs. Set the accounts of both parties in the variables, then run them from top to "
                       "bottom; `documentId` is a form of the receiver's.",
                       NULL);
  write_auth(&c, "submitter");
  collab_write_open(c.json, "event", "[");
  write_script(&c, "prerequest", collab_embedded(scripts, "renew"));
  collab_write_close(c.json, "]");
  write_variables(&c);
  collab_write_open(c.json, "item", "[");
  for (const collab_noun_t *const *noun = collab_nouns; *noun; noun++) {
    write_noun(&c, *noun);
  }
  collab_write_close(c.json, "]}");
  return c.json->text;
}
