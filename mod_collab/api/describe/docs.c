/* docs.c: GET /docs, the interface as a page for people. It is printed from the same tables as /openapi.json
 * (api/describe/openapi.c): operations, field lists, records, events, outcomes.
 *
 * The page is printed once for each server while httpd starts. It has no script and loads nothing from elsewhere, and its
 * Content-Security-Policy enforces that. Its examples are shell commands: the first ones set variables, which the later ones use
 * (t/ops/docs/api-docs.t runs them all, from top to bottom). docs/api.md has examples that follow one another as a story. */
#include <apr_strings.h>
#include <string.h>

#include "api/api.h"
#include "api/describe/describe.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "base/event_name.h"
#include "http/response.h"
#include "http/route.h"

/* clang-format off */
static const char style[] =
    ":root{color-scheme:light dark;--ink:#1b1f24;--soft:#57606a;--line:#d5dae0;--page:#fff;--card:#f6f8fa;"
    "--link:#0b57b0;--get:#0b57b0;--post:#1a6f37;--put:#8a5300;--patch:#8a5300;--delete:#b3261e}"
    "@media(prefers-color-scheme:dark){:root{--ink:#e6e9ed;--soft:#9aa4af;--line:#343b44;--page:#14181d;"
    "--card:#1c2229;--link:#7db6ff;--get:#7db6ff;--post:#6fd08c;--put:#e8b25a;--patch:#e8b25a;--delete:#ff8f86}}"
    "*{box-sizing:border-box}html{scroll-padding-top:1rem}"
    "body{margin:0;background:var(--page);color:var(--ink);font:16px/1.55 system-ui,sans-serif;display:grid;"
    "grid-template-columns:minmax(15rem,22rem) minmax(0,1fr)}"
    "nav{position:sticky;top:0;height:100vh;overflow:auto;padding:1.5rem 1rem;border-right:1px solid var(--line);"
    "font-size:.86rem}"
    "nav h2{font-size:.75rem;letter-spacing:.04em;text-transform:uppercase;color:var(--soft);margin:1.2rem 0 .3rem}"
    "nav ul{list-style:none;margin:0;padding:0}"
    "nav li a{display:block;padding:.12rem 0;overflow-wrap:anywhere;color:inherit;text-decoration:none}"
    "nav li a:hover{color:var(--link)}main{padding:2rem 2.5rem 6rem;max-width:72rem}a{color:var(--link)}"
    "h1{margin:0 0 .3rem;font-size:1.9rem;line-height:1.2}"
    "main h2{margin:3rem 0 1rem;padding-bottom:.3rem;border-bottom:1px solid var(--line);font-size:1.4rem}"
    "section section{border:1px solid var(--line);border-radius:8px;margin:1.2rem 0;padding:1rem 1.2rem}"
    "h3{margin:0;font-size:1.05rem;overflow-wrap:anywhere}"
    "h4{margin:1.1rem 0 .35rem;font-size:.9rem;color:var(--soft)}p{margin:.5rem 0}"
    "code,pre{font:.86em/1.5 ui-monospace,Menlo,Consolas,monospace}"
    "pre{background:var(--card);border:1px solid var(--line);border-radius:6px;padding:.7rem .9rem;"
    "white-space:pre-wrap;overflow-wrap:anywhere;margin:.5rem 0}.wide{overflow-x:auto}"
    "table{border-collapse:collapse;width:100%;font-size:.9rem}"
    "th,td{text-align:left;vertical-align:top;padding:.3rem .8rem .3rem 0;border-bottom:1px solid var(--line)}"
    "th{font-weight:600;color:var(--soft)}td:first-child{white-space:nowrap;width:1%}.soft{color:var(--soft)}"
    ".fields td:nth-child(2){width:46%}.fields td:nth-child(4){width:16%}"
    ".m{font:600 .78em ui-monospace,Menlo,Consolas,monospace;margin-right:.5em}.get{color:var(--get)}"
    ".post{color:var(--post)}.put{color:var(--put)}.patch{color:var(--patch)}.delete{color:var(--delete)}"
    ".tag{display:inline-block;font-size:.75rem;border:1px solid var(--line);border-radius:1em;padding:0 .6em;"
    "color:var(--soft);margin-left:.4em}.gone{text-decoration:line-through}"
    "@media(max-width:56rem){body{display:block}"
    "nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}"
    "main{padding:1.2rem 1rem 4rem}section section{padding:.8rem}"
    "tr>*{display:block;padding:.1rem 0;border:0}tr{display:block;padding:.4rem 0;border-bottom:1px solid var(--line)}"
    "td:first-child{white-space:normal;width:auto;overflow-wrap:anywhere}td code{overflow-wrap:anywhere}}";
/* clang-format on */

static const char *to_lower(collab_page_t *page, const char *word) {
  char *copy = apr_pstrdup(page->pool, word);

  ap_str_tolower(copy);
  return copy;
}

/* ---- parameters ---- */

static void put_parameters(collab_page_t *page, const collab_operation_t *operation) {
  if (operation->ncaptures == 0 && operation->nquery == 0) {
    return;
  }
  if (operation->ncaptures) {
    collab_page_fields_begin(page, "Parameters of the path");
    for (int i = 0; i < operation->ncaptures; i++) {
      const collab_field_t one[] = {*operation->capture_fields[i], {NULL}};
      collab_page_fields(page, one, PATCH); /* a parameter of the path is never optional */
    }
    collab_page_fields_end(page);
  }
  if (operation->nquery) {
    collab_page_fields_begin(page, "Parameters of the query");
    collab_page_fields(page, operation->row->query, PARAMETERS);
    collab_page_fields_end(page);
  }
}

/* ---- examples ---- */

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

/* Which examples come first. */
static void put_before(collab_page_t *page, const collab_operation_t *operation) {
  const apr_array_header_t *before = operation->before;

  for (int i = 0; i < before->nelts; i++) {
    const char *name = APR_ARRAY_IDX(before, i, const collab_operation_t *)->name;
    collab_page_raw(page, i ? i + 1 < before->nelts ? ", " : " and " : "<p class=\"soft\">First run the example of ");
    collab_page_put(page, "<a href=\"#%s\">%s</a>", name, name);
  }
  collab_page_raw(page, before->nelts ? ".</p>\n" : "");
}

/* The shell variable with the token of who calls the operation in its example. */
static const char *caller_of(const collab_route_t *row) {
  return row->by == RECEIVER ? "receiver" : "submitter";
}

static void put_call(collab_page_t *page, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;
  const char *usual = row->example || row->form ? "POST" : "GET";

  collab_page_put(page, "curl -s \"$url%s\"", example_path(page, operation));
  if (strcmp(row->method, usual) != 0) {
    collab_page_put(page, " -X %s", row->method);
  }
  if (row->who != PUBLIC) {
    collab_page_put(page, " \\\n  -H \"Authorization: Bearer $%s\"", caller_of(row));
  }
  if (row->example) {
    collab_page_put(page, " \\\n  -H 'Content-Type: %s' \\\n  -d '%s'",
                    row->merge_patch ? "application/merge-patch+json" : "application/json",
                    collab_describe_example(page->pool, row->example));
  }
  if (row->form) {
    collab_page_raw(page, " \\\n  -F files=@controller.log -F 'description=The first hour'");
  }
}

/* The captures of all operations that are from this one's response: name, member. */
static apr_table_t *kept(collab_page_t *page, const collab_operation_t *operation) {
  apr_table_t *kept = apr_table_make(page->pool, 4);

  for (int i = 0; i < page->operations->nelts; i++) {
    const collab_operation_t *other = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
    for (int k = 0; k < other->ncaptures; k++) {
      const char *member = collab_example_member(operation, other->capture_fields[k]);
      if (member) {
        apr_table_set(kept, other->captures[k], member);
      }
    }
  }
  return kept;
}

/* Sets the shell variable of a capture. To `member`, the way into an object or an array is what stands before the name. */
static int put_variable(void *data, const char *name, const char *member) {
  collab_page_t *page = data;
  const char *pattern = "";

  for (const char *dot = strchr(member, '.'); dot; member = dot + 1, dot = strchr(member, '.')) {
    pattern = apr_pstrcat(page->pool, pattern, apr_pstrmemdup(page->pool, member, (apr_size_t)(dot - member)), "\".*\"", NULL);
  }
  collab_page_put(page, "%s=$(printf %s \"$answer\" | member '%s%s'); echo \"$%s\"\n", name, "%s", pattern, member, name);
  return 1;
}

/* Does the response hold a new token, in place of the caller's? */
static bool renews_token(const collab_route_t *row) {
  return row->who != PUBLIC && row->gives && row->gives->fields && !strcmp(row->gives->fields->name, "accessToken");
}

static void put_commands(collab_page_t *page, const collab_operation_t *operation) {
  apr_table_t *variables = kept(page, operation);

  if (renews_token(operation->row)) {
    apr_table_set(variables, caller_of(operation->row), "accessToken");
  }
  if (operation->row->form) {
    collab_page_raw(page, "echo 'controller A: reboot' &gt; controller.log\n");
  }
  if (apr_is_empty_table(variables)) {
    put_call(page, operation);
  } else {
    collab_page_raw(page, "answer=$(");
    put_call(page, operation);
    collab_page_raw(page, ")\n");
    apr_table_do(put_variable, page, variables, NULL);
  }
}

static void put_example(collab_page_t *page, const collab_operation_t *operation) {
  const char *anew = operation->row->anew;

  collab_page_raw(page, "<h4>Example</h4>\n");
  put_before(page, operation);
  collab_page_raw(page, anew ? "<pre>(\n" : "<pre>");
  for (int i = 0; i < page->operations->nelts && anew; i++) {
    const collab_operation_t *other = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
    if (!strcmp(other->name, anew)) {
      put_commands(page, other);
    }
  }
  put_commands(page, operation);
  collab_page_raw(page, anew ? "\n)</pre>\n" : "</pre>\n");
}

/* ---- responses ---- */

static void put_gives(collab_page_t *page, const collab_route_t *row) {
  if (row->gives_type) {
    collab_page_put(page, "<code>%s</code>", row->gives_type);
  } else {
    collab_page_type(page, row->gives);
  }
  if (row->second_gives) {
    collab_page_raw(page, " or ");
    collab_page_type(page, row->second_gives);
  }
}

/* Writes what a status means for this operation. */
static void put_meaning(collab_page_t *page, const collab_operation_t *operation, int status) {
  const char *between = "";

  if (status == HTTP_OK) {
    collab_page_raw(page, "Success: ");
    put_gives(page, operation->row);
  }
  if (status == HTTP_NO_CONTENT) {
    collab_page_raw(page, "Success, without a body");
  }
  if (status == HTTP_NOT_MODIFIED) {
    collab_page_text(page, "The response has not changed since the one whose tag `If-None-Match` names");
  }
  for (int i = 0; i < COLLAB_OUTCOME_COUNT && status >= 400; i++) {
    collab_outcome_t outcome = (collab_outcome_t)i;
    const char *word = collab_outcome_row(outcome)->word;
    if (collab_outcome_status(outcome) != status || !collab_answer_may_be(page->config, operation, outcome)) {
      continue;
    }
    collab_page_raw(page, between);
    collab_page_put(page, "<a href=\"%s/problems/%s\">%s</a>: ", page->config->base_path, word, word);
    collab_page_text(page, collab_answer_meaning(page->pool, page->config, outcome));
    between = "<br/>";
  }
}

static void put_answers(collab_page_t *page, const collab_operation_t *operation) {
  collab_page_raw(page, "<h4>Responses</h4>\n<div class=\"wide\"><table>\n");
  for (const int *status = collab_answer_statuses(page->pool, page->config, operation); *status; status++) {
    collab_page_put(page, "<tr><td><code>%s</code></td><td>", collab_page_number(page, *status));
    put_meaning(page, operation, *status);
    collab_page_raw(page, "</td></tr>\n");
  }
  collab_page_raw(page, "</table></div>\n");
}

static void put_headers(collab_page_t *page, const collab_operation_t *operation) {
  if (operation->row->successor) {
    collab_page_raw(page,
                    "<p class=\"soft\">Every response has the headers <code>Deprecation</code>, <code>Sunset</code> (the day "
                    "after its last) and <code>Link</code>.</p>\n");
  }
  if (collab_operation_has_etag(operation)) {
    if (operation->row->stream) {
      collab_page_raw(page, "<p class=\"soft\">With the parameter <code>");
      collab_page_raw(page, operation->row->second_if);
      collab_page_raw(page, "</code> the response");
    } else {
      collab_page_raw(page, "<p class=\"soft\">The response");
    }
    collab_page_raw(page, " has an <code>ETag</code>. Send it as <code>If-None-Match</code>, and get "
                          "304 until something changes.</p>\n");
  }
  if (collab_operation_knows_key(operation)) {
    collab_page_raw(page, "<p class=\"soft\">Send an <code>Idempotency-Key</code> to repeat the request safely.</p>\n");
  }
}

static void put_operation(collab_page_t *page, const collab_operation_t *operation) {
  static const char *const callers[] = {"", " Only the submitter may call it.", " Only the receiver may call it."};
  const collab_route_t *row = operation->row;

  collab_page_put(page, "<section id=\"%s\"><h3><span class=\"m %s\">%s</span><code>%s</code>", operation->name,
                  to_lower(page, row->method), row->method, row->template);
  collab_page_raw(page, row->who == PUBLIC ? "<span class=\"tag\">no token</span>" : "");
  collab_page_raw(page, row->successor ? "<span class=\"tag\">deprecated</span>" : "");
  collab_page_raw(page, "</h3>\n");
  if (row->summary) {
    collab_page_put(page, "<p><strong>%s.</strong> ", row->summary);
  }
  if (row->says) {
    collab_page_text(page, row->says);
  }
  collab_page_raw(page, callers[row->by]);
  if (collab_role_needed(row->who)) {
    collab_page_raw(page, " ");
    collab_page_text(page, collab_role_needed(row->who));
  }
  collab_page_raw(page, row->summary ? "</p>\n" : "\n");
  if (row->successor) {
    collab_page_put(page, "<p>Deprecated: use <code>%s</code>.</p>\n", row->successor);
  }
  put_parameters(page, operation);
  if (row->body && row->body != NO_BODY) {
    collab_page_fields_begin(page, row->merge_patch ? "Body: a merge patch. Leave out what stays as it is; null clears" : "Body");
    collab_page_fields(page, row->body, row->merge_patch ? PATCH : BODY);
    collab_page_fields_end(page);
  }
  if (row->form) {
    collab_page_fields_begin(page, "Form (multipart/form-data)");
    collab_page_fields(page, row->form, BODY);
    collab_page_fields_end(page);
  }
  put_example(page, operation);
  put_answers(page, operation);
  put_headers(page, operation);
  collab_page_raw(page, "</section>\n");
}

/* ---- the page ---- */

static void each_operation(collab_page_t *page, void (*with)(collab_page_t *, const collab_operation_t *), bool says,
                           const char *before, const char *after) {
  for (const collab_noun_t *const *noun = collab_nouns; *noun; noun++) {
    collab_page_put(page, before, (*noun)->name);
    if (says) {
      collab_page_put(page, "<p>%s</p>\n", (*noun)->says);
    }
    for (int i = 0; i < page->operations->nelts; i++) {
      const collab_operation_t *operation = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
      if (operation->noun == *noun) {
        with(page, operation);
      }
    }
    collab_page_raw(page, after);
  }
}

static void put_link(collab_page_t *page, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  collab_page_put(page, "<li><a href=\"#%s\"><span class=\"m %s\">%s</span>", operation->name, to_lower(page, row->method),
                  row->method);
  collab_page_put(page, row->successor ? "<span class=\"gone\">%s</span></a></li>\n" : "%s</a></li>\n", row->template);
}

static void put_navigation(collab_page_t *page) {
  collab_page_raw(page, "<nav aria-label=\"Contents\">\n<ul><li><a href=\"#top\">Introduction</a></li>"
                        "<li><a href=\"#events\">Events</a></li><li><a href=\"#records\">Records</a></li></ul>\n");
  each_operation(page, put_link, false, "<h2>%s</h2>\n<ul>\n", "</ul>\n");
  collab_page_raw(page, "</nav>\n");
}

static void put_introduction(collab_page_t *page) {
  const char *base = page->config->base_url, *path = page->config->base_path;

  collab_page_put(page,
                  "<h1 id=\"top\">%s</h1>\n<p class=\"soft\">Interface version 1.0.0 at <code>%s</code>. For machines: "
                  "<a href=\"%s/openapi.json\">OpenAPI 3.1</a>, <a href=\"%s/openapi-3.0.json\">OpenAPI 3.0</a>.</p>\n",
                  page->config->service_name, base, path, path);
  collab_page_raw(
      page,
      "<p><strong>Token.</strong> Every operation needs a token, except those marked <em>no token</em>. Log in, then send "
      "<code>Authorization: Bearer</code> and the token. Where the operator trusts another issuer, its tokens work as well.</p>\n"
      "<p><strong>Role.</strong> The operator gives each account a role: a <code>reader</code> may read and change the own "
      "password, a <code>member</code> also works on requests, an <code>integrator</code> also manages webhooks, secrets and "
      "attachment configurations. An operation that names no role is for all of them.</p>\n"
      "<p><strong>Success</strong> is 200, or 204 for <code>DELETE</code>.</p>\n"
      "<p><strong>Errors</strong> have a <code>message</code>. Where fields or parameters are wrong, "
      "<code>validationErrors</code> lists all of them with <code>field</code> and <code>message</code>. Send "
      "<code>Accept: application/problem+json</code> to get a <a href=\"#record-ProblemDetail\">ProblemDetail</a> instead; its "
      "<code>type</code> is the URL of a page that explains the problem. A request to which the caller's company is not a party "
      "is 404.</p>\n"
      "<p><strong>Input.</strong> The server ignores unknown fields and parameters. For an optional field, null means the same "
      "as "
      "leaving it out, except in a merge patch, where null clears the field. Times are in UTC. Lengths are in characters.</p>\n"
      "<p><strong>Repeats.</strong> A <code>POST</code> with the same <code>Idempotency-Key</code> as one in the last 24 hours "
      "gets the response of the first. Every response has an <code>X-Request-Id</code>: the client's own, or a new one.</p>\n");
  collab_page_raw(page, "<h4>Examples</h4>\n<p>The examples on this page run in one shell. Begin with these lines. The users are "
                        "those of the demo (<code>collabctl demo</code>): one of the submitter's company, one of the "
                        "receiver's.</p>\n");
  collab_page_put(page,
                  "<pre id=\"begin\">url='%s'\n"
                  "member() { sed \"s/.*\\\"$1\\\":\\\"\\{0,1\\}\\([^\\\",}]*\\).*/\\1/\"; }   # one member of a JSON response\n"
                  "login() {\n  curl -s \"$url/v1/login\" -H 'Content-Type: application/json' \\\n"
                  "    -d \"{\\\"username\\\":\\\"$1\\\",\\\"password\\\":\\\"$2\\\"}\" | member accessToken\n}\n"
                  "submitter=$(login ada@acme.example exchange-demo)\n"
                  "receiver=$(login ben@beta.example exchange-demo)</pre>\n",
                  base);
}

static void put_events(collab_page_t *page) {
  collab_page_raw(
      page,
      "<h2 id=\"events\">Events</h2>\n<p>The service sends each event as a signed <code>POST</code> to the callback URL of every "
      "subscription that wants it. It delivers at least once: use <code>X-Service-Delivery</code>, the id of the event, to "
      "recognise repeats. Answer 2xx within 30 seconds. A 3xx or 4xx is a permanent failure; the service retries after "
      "anything else.</p>\n"
      "<p>To verify an event, compute HMAC-SHA256 over the bytes of the body with the secret of the subscription, in "
      "lowercase hex, and compare it with <code>X-Hub-Signature-256: sha256=…</code>. After a rotation, "
      "<code>X-Hub-Signature-256-Previous</code> has the signatures by the replaced secrets until their overlap ends. "
      "<code>X-Service-Event</code> is the event type.</p>\n<div "
      "class=\"wide\"><table>\n<tr><th>Type</th><th>When</th><th>Body</th></tr>\n");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    const char *name = collab_event_name(page->pool, event->v1 ? NULL : page->config->event_type_prefix, event->type);
    collab_page_put(page, "<tr><td><code>%s</code></td><td>%s</td><td><a href=\"#record-%s\">%s</a></td></tr>\n", name,
                    event->when, event->record, event->record);
  }
  collab_page_raw(page, "</table></div>\n");
}

static void put_record(collab_page_t *page, const collab_record_t *record) {
  collab_page_put(page, "<section id=\"record-%s\"><h3>%s</h3>\n", record->name, record->name);
  collab_page_fields_begin(page, NULL);
  collab_page_fields(page, record->fields, RECORD);
  collab_page_fields_end(page);
  collab_page_raw(page, "</section>\n");
}

static void put_records(collab_page_t *page) {
  collab_page_raw(page, "<section><h2 id=\"records\">Records</h2>\n");
  for (const collab_record_t *const *list = collab_records; *list; list++) {
    for (const collab_record_t *record = *list; record->name; record++) {
      put_record(page, record);
    }
  }
  collab_page_raw(page, "</section>\n");
}

const char *collab_page_docs(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router) {
  collab_page_t page = {pool, config, collab_router_operations(router), {0}};

  ap_varbuf_init(pool, &page.text, 1 << 18);
  collab_page_put(&page,
                  "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><meta name=\"viewport\" "
                  "content=\"width=device-width\"/><title>%s: the interface</title>\n<style>",
                  config->service_name);
  collab_page_raw(&page, style);
  collab_page_raw(&page, "</style></head>\n<body>\n");
  put_navigation(&page);
  collab_page_raw(&page, "<main>\n");
  put_introduction(&page);
  each_operation(&page, put_operation, true, "<section><h2>%s</h2>\n", "</section>\n");
  put_events(&page);
  put_records(&page);
  collab_page_raw(&page, "</main>\n</body>\n</html>\n");
  return page.text.buf;
}

const char *collab_page_docs_policy(apr_pool_t *pool) {
  return collab_browser_policy(pool, style);
}
