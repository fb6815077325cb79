/* docs.c: GET /docs, the interface as a page for people. It is printed from the same tables as /openapi.json
 * (api/describe/openapi.c): operations, field lists, records, events, outcomes.
 *
 * The page is printed once for each server while httpd starts. It has no script and loads nothing from elsewhere, and its
 * Content-Security-Policy enforces that. docs_guide.c and docs_events.c write the parts beside the operations, docs_examples.c
 * the examples. docs/api.md has examples that follow one another as a story. */
#include <apr_strings.h>
#include <string.h>

#include "api/api.h"
#include "api/describe/describe.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "domain/event_name.h"
#include "http/response.h"
#include "http/route.h"

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
      /* As PATCH, so that no field is marked "required": every parameter of a path is required anyway. */
      collab_page_fields(page, one, PATCH);
    }
    collab_page_fields_end(page);
  }
  if (operation->nquery) {
    collab_page_fields_begin(page, "Parameters of the query");
    collab_page_fields(page, operation->row->query, PARAMETERS);
    collab_page_fields_end(page);
  }
}

/* ---- responses ---- */

static void put_gives(collab_page_t *page, const collab_route_t *row) {
  if (row->gives_type) {
    collab_page_put(page, "<code>%s</code>", row->gives_type);
  } else {
    collab_page_type(page, row->gives);
  }
  if (row->instead_gives) {
    collab_page_raw(page, " or ");
    collab_page_type(page, row->instead_gives);
  }
  if (row->page_type) {
    collab_page_put(page, " or <code>%s</code>", row->page_type);
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
      collab_page_raw(page, operation->row->instead_if);
      collab_page_raw(page, "</code> the response");
    } else {
      collab_page_raw(page, "<p class=\"soft\">The response");
    }
    collab_page_raw(page, " has an <code>ETag</code>. Send it as <code>If-None-Match</code>, and get "
                          "304 until something changes.</p>\n");
  }
  if (collab_operation_changes(operation) && collab_operation_has_record(operation)) {
    collab_page_raw(page,
                    "<p class=\"soft\">Send the <code>ETag</code> of the record as <code>If-Match</code>, and get 412 instead "
                    "of overwriting somebody else's change.</p>\n");
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
  if (row->oauth_form) {
    collab_page_fields_begin(page, "Form (application/x-www-form-urlencoded)");
    collab_page_fields(page, row->oauth_form, BODY);
    collab_page_fields_end(page);
  }
  if (row->form) {
    collab_page_fields_begin(page, "Form (multipart/form-data)");
    collab_page_fields(page, row->form, BODY);
    collab_page_fields_end(page);
  }
  collab_page_example(page, operation);
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
  each_operation(page, put_link, false, "<h2>%s</h2>\n<ul>\n", "</ul>\n");
  collab_page_raw(page, "</div>\n</nav>\n");
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
  collab_page_t page = {pool, config, collab_router_served(pool, router, config), {0}};

  ap_varbuf_init(pool, &page.text, 1 << 18);
  collab_page_part(&page, "docs.head", "service", ap_escape_html(pool, config->service_name), "style",
                   collab_embedded(collab_page_texts, "docs.css"), NULL);
  put_navigation(&page);
  collab_page_raw(&page, "<main>\n");
  collab_page_introduction(&page);
  each_operation(&page, put_operation, true, "<section><h2>%s</h2>\n", "</section>\n");
  collab_page_states(&page);
  collab_page_events(&page);
  put_records(&page);
  collab_page_part(&page, "docs.end", NULL);
  return page.text.buf;
}

const char *collab_page_docs_policy(apr_pool_t *pool) {
  return collab_browser_policy(pool, collab_embedded(collab_page_texts, "docs.css"));
}
