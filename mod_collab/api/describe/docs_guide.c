/* docs_guide.c: the parts of the page /docs beside the operations: the introduction, and the states of a request. */
#include <apr_strings.h>

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

void collab_page_states(collab_page_t *page) {
  const apr_array_header_t *all = page->operations;

  collab_page_part(page, "docs.states", NULL);
  for (int i = 0; i < all->nelts; i++) { /* first those that decide the status */
    const collab_operation_t *operation = APR_ARRAY_IDX(all, i, const collab_operation_t *);
    if (operation->row->then_is) {
      put_transition(page, operation);
    }
  }
  for (int i = all->nelts - 1; i >= 0; i--) {
    const collab_operation_t *operation = APR_ARRAY_IDX(all, i, const collab_operation_t *);
    if (operation->row->only_in && !operation->row->then_is) {
      put_transition(page, operation);
    }
  }
  collab_page_raw(page, "</table></div>\n");
}
