/* docs_examples.c: the example of an operation on the page /docs: shell commands, and the response that a test has recorded.
 *
 * The examples run in one shell, from top to bottom (t/ops/docs/docs-page.t runs them all): the first ones set variables, which
 * the later ones use. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/describe.h"
#include "api/describe/example.h"
#include "api/describe/pages.h"
#include "base/json.h"
#include "http/route.h"

/* The path with the example values of its parameters. A parameter without an example becomes a shell variable. */
static const char *example_path(collab_page_t *page, const collab_operation_t *operation) {
  const char *path = operation->row->template;

  for (int i = 0; i < operation->ncaptures; i++) {
    const char *from = strchr(path, '{'), *to = strchr(from, '}');
    const char *value = operation->capture_fields[i]->example;
    path = apr_pstrcat(page->pool, apr_pstrmemdup(page->pool, path, (apr_size_t)(from - path)), value ? "" : "$",
                       value ? value : operation->captures[i], to + 1, NULL);
  }
  const collab_field_t *query = operation->row->query;
  if (query && query->example) {
    char *value = apr_pstrdup(page->pool, query->example);
    for (char *blank = strchr(value, ' '); blank; blank = strchr(blank, ' ')) {
      *blank = '+';
    }
    path = apr_pstrcat(page->pool, path, "?", query->name, "=", value, NULL);
  }
  return path;
}

/* Names the examples that must have run before this one. */
static void put_before(collab_page_t *page, const collab_operation_t *operation) {
  const apr_array_header_t *before = operation->before;

  for (int i = 0; i < before->nelts; i++) {
    const char *name = APR_ARRAY_IDX(before, i, const collab_operation_t *)->name;
    collab_page_raw(page, i ? i + 1 < before->nelts ? ", " : " and " : "<p class=\"soft\">First run the example of ");
    collab_page_put(page, "<a href=\"#%s\">%s</a>", name, name);
  }
  collab_page_raw(page, before->nelts ? ".</p>\n" : "");
}

/* The body as one shell word. A callback URL in the body becomes the variable set at the top of the page. */
static const char *example_body(collab_page_t *page, const char *example) {
  const char *body = collab_describe_example(page->pool, example), *at = strstr(body, EXAMPLE_CALLBACK);

  if (at == NULL) {
    return apr_pstrcat(page->pool, "'", body, "'", NULL);
  }
  return apr_pstrcat(page->pool, "'", apr_pstrmemdup(page->pool, body, (apr_size_t)(at - body)), "'\"$callback\"'",
                     at + strlen(EXAMPLE_CALLBACK), "'", NULL);
}

/* The parameters of the example, encoded by curl. */
static void put_form(collab_page_t *page, const collab_route_t *row) {
  const char *error;
  const collab_json_t *example = collab_json_parse(page->pool, row->example, strlen(row->example), &error);

  for (const collab_field_t *field = row->oauth_form; field->name; field++) {
    const char *value = collab_json_string(collab_json_get(example, field->name));
    if (value) {
      collab_page_put(page, " \\\n  --data-urlencode '%s=%s'", field->name, value);
    }
  }
}

static void put_call(collab_page_t *page, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  const char *usual = row->example || row->form ? "POST" : "GET";

  collab_page_put(page, "curl -s \"$url%s\"", example_path(page, operation));
  if (strcmp(row->method, usual) != 0) {
    collab_page_put(page, " -X %s", row->method);
  }
  if (row->who != PUBLIC) {
    collab_page_put(page, " \\\n  -H \"Authorization: Bearer $%s\"", collab_example_party(row));
  }
  if (row->oauth_form) {
    put_form(page, row);
  } else if (row->example) {
    collab_page_put(page, " \\\n  -H 'Content-Type: %s' \\\n  -d %s",
                    row->merge_patch ? "application/merge-patch+json" : "application/json", example_body(page, row->example));
  }
  if (row->form) {
    collab_page_raw(page, " \\\n  -F files=@controller.log -F 'description=The first hour'");
  }
}

/* Sets the shell variable of a capture from a member of the response. `member` may be a path: dots separate the objects and
 * arrays that lead to the member. */
static int put_variable(void *data, const char *name, const char *member) {
  collab_page_t *page = data;
  const char *pattern = "";

  for (const char *dot = strchr(member, '.'); dot; member = dot + 1, dot = strchr(member, '.')) {
    pattern = apr_pstrcat(page->pool, pattern, apr_pstrmemdup(page->pool, member, (apr_size_t)(dot - member)), "\".*\"", NULL);
  }
  collab_page_put(page, "%s=$(printf %s \"$answer\" | member '%s%s'); echo \"$%s\"\n", name, "%s", pattern, member, name);
  return 1;
}

static void put_commands(collab_page_t *page, const collab_operation_t *operation) {
  apr_table_t *variables = collab_example_kept(page->pool, page->operations, operation);

  if (collab_example_renews(operation->row)) {
    apr_table_set(variables, collab_example_party(operation->row), "accessToken");
  }
  if (operation->row->form) {
    collab_page_raw(page, "echo 'controller A: reboot' &gt; controller.log\n");
  }
  if (apr_is_empty_table(variables)) {
    put_call(page, operation);
  } else {
    bool waited = collab_example_waits(operation, variables);
    collab_page_raw(page, waited ? "for second in 1 2 3 4 5 6 7 8 9; do\nanswer=$(" : "answer=$(");
    put_call(page, operation);
    collab_page_raw(page, ")\n");
    if (waited) {
      collab_page_raw(page, "case $answer in *'\"id\"'*) break ;; *) sleep 1 ;; esac\ndone; echo \"$answer\"\n");
    }
    apr_table_do(put_variable, page, variables, NULL);
  }
}

static void put_response(collab_page_t *page, const collab_operation_t *operation) {
  const char *response = collab_recorded(page->pool, page->config, operation->name);

  if (response) {
    collab_page_raw(page, "<details><summary>Response</summary>\n<pre class=\"response\">");
    collab_page_pre(page, response);
    collab_page_raw(page, "</pre></details>\n");
  }
}

void collab_page_example(collab_page_t *page, const collab_operation_t *operation) {
  const char *anew = operation->row->anew;

  collab_page_raw(page, "<h4>Example</h4>\n");
  if (anew == NULL) {
    put_before(page, operation);
  }
  collab_page_raw(page, anew ? "<pre>(\n" : "<pre>");
  for (int i = 0; i < page->operations->nelts && anew; i++) {
    const collab_operation_t *other = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
    if (!strcmp(other->name, anew)) {
      put_commands(page, other);
    }
  }
  put_commands(page, operation);
  collab_page_raw(page, anew ? "\n)</pre>\n" : "</pre>\n");
  put_response(page, operation);
}
