/* docs_guide.c: the parts of the page /docs beside the operations: the introduction, and the states of a request. */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/describe.h"
#include "api/describe/pages.h"

void collab_page_introduction(collab_page_t *page) {
  const char *base = page->config->base_url, *path = page->config->base_path;

  collab_page_part(page, "docs.introduction", "service", ap_escape_html(page->pool, page->config->service_name), "version",
                   INTERFACE_VERSION, "revision", APR_STRINGIFY(INTERFACE_REVISION), "url", ap_escape_html(page->pool, base),
                   "path", ap_escape_html(page->pool, path), NULL);
}

/* A line of the table of states: an operation, and from which status of a request it leads to which. */
static void put_transition(collab_page_t *page, const collab_operation_t *operation) {
  static const char *const parties[] = {"both", "submitter", "receiver"};
  const collab_route_t *row = operation->row;
  const char *from = NULL;

  for (const char *const *status = row->only_in; status && *status; status++) {
    from = apr_psprintf(page->pool, from ? "%s, `%s`" : "%s`%s`", from ? from : "", *status);
  }
  collab_page_put(page, "<tr><td><a href=\"#%s\">%s <code>%s</code></a></td><td>%s</td><td>", operation->name, row->method,
                  row->template, from ? parties[row->by] : "submitter"); /* whoever creates a request is its submitter */
  collab_page_text(page, from ? from : "none");
  collab_page_raw(page, "</td><td>");
  collab_page_text(page, row->then_is ? apr_psprintf(page->pool, "`%s`", row->then_is) : "the same");
  collab_page_raw(page, "</td></tr>\n");
}

/* The lines of the operations that lead to a status; or, with a method, of those with this method that keep it. */
static void put_transitions(collab_page_t *page, const char *method) {
  for (int i = 0; i < page->operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
    const collab_route_t *row = operation->row;
    if (method ? row->only_in && !row->then_is && !strcmp(row->method, method) : row->then_is != NULL) {
      put_transition(page, operation);
    }
  }
}

void collab_page_states(collab_page_t *page) {
  collab_page_part(page, "docs.states", NULL);
  put_transitions(page, NULL);
  put_transitions(page, "POST");
  put_transitions(page, "PUT");
  put_transitions(page, "PATCH");
  put_transitions(page, "DELETE");
  collab_page_raw(page, "</table></div>\n");
}
