/* docs.c: GET /docs: the interface as a page for people, printed from the tables that /openapi.json is printed from
 * (api/openapi.c): operations, field lists, records, events, outcomes.
 *
 * Printed once for each server while httpd starts. The page stands alone: no script, nothing from elsewhere, and a policy that
 * says so to browsers. What an operation is for in more words, and examples that follow one another, are in docs/api.md. */
#include <apr_strings.h>
#include <string.h>

#include "api/answers.h"
#include "api/api.h"
#include "api/describe.h"
#include "api/records.h"
#include "event/event.h"
#include "http/browser.h"
#include "http/etag.h"
#include "http/idempotency.h"

typedef struct page_t {
  apr_pool_t *pool;
  const collab_config_t *config;
  const apr_array_header_t *operations;
  struct ap_varbuf text;
} page_t;

typedef struct ready_t {
  const collab_config_t *config;
  const char *text;
  apr_size_t len;
} ready_t;

static apr_array_header_t *pages; /* ready_t */
static const char *policy;        /* what the page may use: its own style */

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
    ".m{font:600 .78em ui-monospace,Menlo,Consolas,monospace;margin-right:.5em}.get{color:var(--get)}"
    ".post{color:var(--post)}.put{color:var(--put)}.patch{color:var(--patch)}.delete{color:var(--delete)}"
    ".tag{display:inline-block;font-size:.75rem;border:1px solid var(--line);border-radius:1em;padding:0 .6em;"
    "color:var(--soft);margin-left:.4em}.gone{text-decoration:line-through}"
    "@media(max-width:56rem){body{display:block}"
    "nav{position:static;height:auto;max-height:40vh;border-right:0;border-bottom:1px solid var(--line)}"
    "main{padding:1.2rem 1rem 4rem}section section{padding:.8rem}"
    "td:first-child{white-space:normal;width:40%;overflow-wrap:anywhere}td code{overflow-wrap:anywhere}}";
/* clang-format on */

/* ---- text ---- */

static void raw(page_t *page, const char *html) {
  ap_varbuf_strcat(&page->text, html);
}

static void text(page_t *page, const char *plain) {
  raw(page, ap_escape_html(page->pool, plain));
}

/* Markup with %s alone, each of which is escaped. */
static void put(page_t *page, const char *format, ...) {
  va_list args;

  va_start(args, format);
  for (const char *at = format, *place; *at; at = place + 2) {
    place = strstr(at, "%s");
    if (place == NULL) {
      raw(page, at);
      break;
    }
    raw(page, apr_pstrmemdup(page->pool, at, (apr_size_t)(place - at)));
    text(page, va_arg(args, const char *));
  }
  va_end(args);
}

static const char *number(page_t *page, int64_t value) {
  return apr_psprintf(page->pool, "%" APR_INT64_T_FMT, value);
}

static const char *lower(page_t *page, const char *word) {
  char *copy = apr_pstrdup(page->pool, word);

  ap_str_tolower(copy);
  return copy;
}

/* ---- fields ---- */

static const char *range(page_t *page, const collab_field_t *field, const char *what) {
  if (field->max && field->max < INT64_MAX)
    return apr_psprintf(page->pool, ", %s to %s%s", number(page, field->min), number(page, field->max), what);
  return field->min ? apr_psprintf(page->pool, ", at least %s%s", number(page, field->min), what) : "";
}

static const char *longest(page_t *page, int64_t max) {
  return max ? apr_psprintf(page->pool, ", at most %s characters", number(page, max)) : "";
}

static void put_type(page_t *page, const collab_field_t *field);

static void put_object(page_t *page, const collab_field_t *fields) {
  const char *name = collab_record_name(fields);

  if (name)
    put(page, "<a href=\"#record-%s\">%s</a>", name, name);
  else
    text(page, "object");
}

static void put_array(page_t *page, const collab_field_t *field) {
  const char *elements = range(page, field, " elements");

  put(page, *elements ? "array%s, of " : "array%s of ", elements);
  if (field->of)
    put_type(page, field->of);
  else
    put_object(page, field->fields);
}

static void put_event_types(page_t *page, collab_kind_t version) {
  text(page, "array of");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    if (event->subscribed && event->v1 == (version == EVENT_TYPES_V1))
      put(page, "<br/><code>%s</code>",
          collab_event_name(page->pool, event->v1 ? NULL : page->config->event_type_prefix, event->type));
  }
}

static void put_type(page_t *page, const collab_field_t *field) {
  switch (field->kind) {
  case STRING:
    put(page, "text%s", longest(page, field->max));
    break;
  case ENUM:
    for (const char *const *value = field->values; *value; value++)
      put(page, value == field->values ? "<code>%s</code>" : " | <code>%s</code>", *value);
    break;
  case EMAIL:
    text(page, "e-mail address, at most 191 characters");
    break;
  case URI:
    text(page, "URL, at most 2048 characters");
    break;
  case BOOLEAN:
    put(page, "<code>%s</code> | <code>%s</code>", "true", "false");
    break;
  case INTEGER:
    put(page, "integer%s", range(page, field, ""));
    break;
  case NUMBER_OR_DIGITS:
    text(page, "integer, or a text of digits");
    break;
  case DATETIME:
    put(page, "date-time, like <code>%s</code>", "2026-01-31T12:00:00Z");
    break;
  case DATETIME_OR_SECONDS:
    put(page, "date-time, like <code>%s</code>, or a number: seconds since 1970", "2026-01-31T12:00:00Z");
    break;
  case OBJECT:
    put_object(page, field->fields);
    break;
  case ARRAY:
    put_array(page, field);
    break;
  case CURSOR:
    put(page, "<code>%s</code> of the page before; empty to begin", "nextCursor");
    break;
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    put_event_types(page, field->kind);
    break;
  case CONTENT:
    text(page, "a file");
    break;
  }
}

typedef enum use_t { BODY, PATCH, ANSWER } use_t;

/* A row for each field; fields of objects that have no name of their own follow with their path. */
static void put_fields(page_t *page, const collab_field_t *fields, const char *path, use_t use) {
  for (const collab_field_t *field = fields; field->name; field++) {
    const char *name = apr_pstrcat(page->pool, path, field->name, NULL);
    bool expected = field->presence == EXPECTED && *page->config->lenient != 't';
    bool required = use != PATCH && (field->presence == REQUIRED || expected);

    put(page, "<tr><td><code>%s</code></td><td>", name);
    put_type(page, field);
    put(page, "</td><td class=\"soft\">%s</td></tr>\n",
        use == ANSWER ? required ? "" : "may be null or missing"
        : required    ? "required"
                      : "");
    if ((field->kind == OBJECT || (field->kind == ARRAY && !field->of)) && field->fields && !collab_record_name(field->fields))
      put_fields(page, field->fields, apr_pstrcat(page->pool, name, field->kind == ARRAY ? "[]." : ".", NULL),
                 use == PATCH ? BODY : use);
  }
}

static void put_table(page_t *page, const char *title, const collab_field_t *fields, use_t use) {
  if (title)
    put(page, "<h4>%s</h4>\n", title);
  raw(page, "<div class=\"wide\"><table>\n");
  put_fields(page, fields, "", use);
  raw(page, "</table></div>\n");
}

/* ---- operations ---- */

static void put_parameters(page_t *page, const collab_operation_t *operation) {
  static const collab_field_t any_text = {NULL, STRING, REQUIRED};

  if (operation->ncaptures == 0 && operation->nquery == 0)
    return;
  raw(page, "<h4>Parameters</h4>\n<div class=\"wide\"><table>\n");
  for (int i = 0; i < operation->ncaptures; i++) {
    put(page, "<tr><td><code>%s</code></td><td>", operation->captures[i]);
    put_type(page, operation->capture_fields[i] ? operation->capture_fields[i] : &any_text);
    raw(page, "</td><td class=\"soft\">in the path</td></tr>\n");
  }
  for (const collab_field_t *field = operation->row->query; field && field->name; field++) {
    put(page, "<tr><td><code>%s</code></td><td>", field->name);
    put_type(page, field);
    put(page, "</td><td class=\"soft\">%s</td></tr>\n", field->presence == REQUIRED ? "in the query, required" : "in the query");
  }
  raw(page, "</table></div>\n");
}

static void put_example(page_t *page, const collab_route_t *row) {
  put(page, "<h4>Example</h4>\n<pre>curl %s%s'%s%s%s'", !strcmp(row->method, "GET") || row->example || row->form ? "" : "-X ",
      !strcmp(row->method, "GET") || row->example || row->form ? "" : apr_pstrcat(page->pool, row->method, " ", NULL),
      page->config->base_url, row->template, row->query && row->query->presence == REQUIRED ? "?query=flash+arrays" : "");
  if (row->who == MEMBER)
    put(page, " \\\n  -H \"Authorization: Bearer $TOKEN\"%s", "");
  if (row->example && strcmp(row->method, "POST") != 0)
    put(page, " \\\n  -X %s", row->method);
  if (row->example)
    put(page, " \\\n  -H 'Content-Type: %s' \\\n  -d '%s'",
        row->merge_patch ? "application/merge-patch+json" : "application/json", row->example);
  if (row->form)
    put(page, " \\\n  -F 'files=@%s' -F 'description=%s'", "controller.log", "The log of tonight");
  raw(page, "</pre>\n");
}

static void put_gives(page_t *page, const collab_route_t *row) {
  if (row->gives == NULL)
    return;
  raw(page, " ");
  if (row->gives_type)
    put(page, "<code>%s</code>", row->gives_type);
  else
    put_type(page, row->gives);
  if (row->then_gives) {
    raw(page, " or ");
    put_type(page, row->then_gives);
  }
}

static void put_answers(page_t *page, const collab_operation_t *operation) {
  raw(page, "<h4>Answers</h4>\n<div class=\"wide\"><table>\n");
  for (const int *status = collab_answer_statuses(page->pool, page->config, operation); *status; status++) {
    bool any = false;
    put(page, "<tr><td><code>%s</code></td><td>%s", number(page, *status), *status < 300 ? "" : collab_outcome_phrase(*status));
    if (*status == HTTP_OK)
      put_gives(page, operation->row);
    for (int i = 0; i < COLLAB_OUTCOME_COUNT && *status >= 400; i++) {
      const collab_outcome_row_t *row = collab_outcome_row((collab_outcome_t)i);
      if (row->status != *status || !collab_answer_may_be(operation, (collab_outcome_t)i))
        continue;
      put(page, any ? ", <a href=\"%s/problems/%s\">%s</a>" : ": <a href=\"%s/problems/%s\">%s</a>", page->config->base_path,
          row->word, row->word);
      any = true;
    }
    raw(page, "</td></tr>\n");
  }
  raw(page, "</table></div>\n");
}

static void put_headers(page_t *page, const collab_operation_t *operation) {
  if (collab_etag_applies(operation))
    raw(page, "<p class=\"soft\">Answers carry an <code>ETag</code> and know <code>If-None-Match</code>.</p>\n");
  if (collab_idempotency_applies(operation))
    raw(page, "<p class=\"soft\">Knows <code>Idempotency-Key</code>.</p>\n");
}

static void put_operation(page_t *page, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  put(page, "<section id=\"%s\"><h3><span class=\"m %s\">%s</span><code>%s</code>", operation->name, lower(page, row->method),
      row->method, row->template);
  raw(page, row->who == PUBLIC ? "<span class=\"tag\">no token</span>" : "");
  raw(page, row->successor ? "<span class=\"tag\">deprecated</span>" : "");
  raw(page, "</h3>\n");
  if (row->summary)
    put(page, "<p>%s.</p>\n", row->summary);
  if (row->successor)
    put(page, "<p>Deprecated: use <code>%s</code>.</p>\n", row->successor);
  put_parameters(page, operation);
  if (row->body && row->body != NO_BODY)
    put_table(page, row->merge_patch ? "Body (merge patch: null takes a value away)" : "Body", row->body,
              row->merge_patch ? PATCH : BODY);
  if (row->form)
    put_table(page, "Form (multipart/form-data)", row->form, BODY);
  put_example(page, row);
  put_answers(page, operation);
  put_headers(page, operation);
  raw(page, "</section>\n");
}

/* ---- the page ---- */

static void each_operation(page_t *page, void (*with)(page_t *, const collab_operation_t *), const char *before,
                           const char *after) {
  for (const collab_group_t *group = collab_groups; group->name; group++) {
    put(page, before, group->name);
    for (int i = 0; i < page->operations->nelts; i++) {
      const collab_operation_t *operation = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
      if (!strcmp(collab_group_of(operation->row->template), group->name))
        with(page, operation);
    }
    raw(page, after);
  }
}

static void put_link(page_t *page, const collab_operation_t *operation) {
  const collab_route_t *row = operation->row;

  put(page, "<li><a href=\"#%s\"><span class=\"m %s\">%s</span>", operation->name, lower(page, row->method), row->method);
  put(page, row->successor ? "<span class=\"gone\">%s</span></a></li>\n" : "%s</a></li>\n", row->template);
}

static void put_navigation(page_t *page) {
  raw(page, "<nav aria-label=\"Contents\">\n<ul><li><a href=\"#top\">What holds for all</a></li>"
            "<li><a href=\"#events\">Events</a></li><li><a href=\"#records\">Records</a></li></ul>\n");
  each_operation(page, put_link, "<h2>%s</h2>\n<ul>\n", "</ul>\n");
  raw(page, "</nav>\n");
}

static void put_introduction(page_t *page) {
  const char *base = page->config->base_url;

  put(page, "<h1 id=\"top\">%s</h1>\n<p class=\"soft\">Interface version 1.0.0 at <code>%s</code>. For machines: ",
      page->config->service_name, base);
  put(page, "<a href=\"%s/openapi.json\">openapi.json</a> (OpenAPI 3.1).</p>\n", page->config->base_path);
  put(page,
      "<p>Success is 200, and 204 for <code>DELETE</code>. Every operation but those marked <em>no token</em> wants a token: log "
      "in, "
      "then send <code>Authorization: Bearer …</code>; tokens of other issuers do as well where the operator trusts "
      "them.</p>\n<pre>curl '%s/v1/login' "
      "-H 'Content-Type: application/json' -d '{\"username\": \"…\", \"password\": \"…\"}'</pre>\n",
      base);
  raw(page, "<p>Errors are <code>{\"message\": …}</code>, with <code>validationErrors</code> (<code>field</code>, "
            "<code>message</code>) where members or "
            "parameters are to blame, all at once. Who sends <code>Accept: application/problem+json</code> gets them as "
            "ProblemDetail, whose "
            "<code>type</code> leads to a page that explains it. A request that the caller's company is no party to does not "
            "exist for it: 404.</p>\n"
            "<p>Members that nobody knows are ignored; null is as good as absent, but in a merge patch, where it takes the value "
            "away. Times are "
            "UTC; <code>direction</code> is relative to who asks. Every answer has an <code>X-Request-Id</code>: the client's "
            "own, or a new one.</p>\n"
            "<p>A <code>POST</code> that is sent again with the same <code>Idempotency-Key</code> within 24 hours gets the first "
            "answer.</p>\n");
}

static void put_events(page_t *page) {
  raw(page,
      "<h2 id=\"events\">Events</h2>\n<p>Subscriptions get a signed <code>POST</code> at their callback URL for each event: at "
      "least once, so "
      "deduplicate by <code>X-Service-Delivery</code>. Answer 2xx within 30 seconds; 4xx ends the delivery, everything else is "
      "tried again.</p>\n"
      "<p>The signature is <code>X-Hub-Signature-256: sha256=…</code>: HMAC-SHA256 over the bytes of the body with the "
      "subscription's secret, in "
      "lowercase hex. While a replaced secret overlaps, <code>X-Hub-Signature-256-Previous</code> is the same by the old one. "
      "<code>X-Service-Event</code> is the type.</p>\n<div "
      "class=\"wide\"><table>\n<tr><th>Type</th><th>When</th><th>Body</th></tr>\n");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    const char *name = collab_event_name(page->pool, event->v1 ? NULL : page->config->event_type_prefix, event->type);
    put(page, "<tr><td><code>%s</code></td><td>%s</td><td><a href=\"#record-%s\">%s</a></td></tr>\n", name, event->when,
        event->record, event->record);
  }
  raw(page, "</table></div>\n");
}

static void put_records(page_t *page) {
  raw(page, "<section><h2 id=\"records\">Records</h2>\n");
  for (const collab_record_t *record = collab_records; record->name; record++) {
    put(page, "<section id=\"record-%s\"><h3>%s</h3>\n", record->name, record->name);
    put_table(page, NULL, record->fields, ANSWER);
    raw(page, "</section>\n");
  }
  raw(page, "</section>\n");
}

static ready_t print(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router) {
  page_t page = {pool, config, collab_router_operations(router), {0}};

  ap_varbuf_init(pool, &page.text, 1 << 17);
  put(&page,
      "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"/><meta name=\"viewport\" "
      "content=\"width=device-width\"/>"
      "<title>%s: the interface</title>\n<style>",
      config->service_name);
  raw(&page, style);
  raw(&page, "</style></head>\n<body>\n");
  put_navigation(&page);
  raw(&page, "<main>\n");
  put_introduction(&page);
  each_operation(&page, put_operation, "<section><h2>%s</h2>\n", "</section>\n");
  put_events(&page);
  put_records(&page);
  raw(&page, "</main>\n</body>\n</html>\n");
  return (ready_t){config, page.text.buf, page.text.strlen};
}

void collab_api_docs_setup(apr_pool_t *pconf, server_rec *s, const collab_router_t *router) {
  policy = collab_browser_policy(pconf, style);
  pages = apr_array_make(pconf, 1, sizeof(ready_t));
  for (; s; s = s->next) {
    const collab_config_t *config = collab_config_of(s);
    if (collab_config_used(config))
      APR_ARRAY_PUSH(pages, ready_t) = print(pconf, config, router);
  }
}

collab_outcome_t collab_api_docs(collab_exchange_t *x) {
  for (int i = 0; i < pages->nelts; i++) {
    const ready_t *page = &APR_ARRAY_IDX(pages, i, ready_t);
    if (page->config == x->config) {
      x->answer.body = page->text;
      x->answer.body_len = page->len;
    }
  }
  x->answer_type = "text/html; charset=utf-8";
  collab_browser_headers(x->r->headers_out, policy);
  return COLLAB_OK;
}
