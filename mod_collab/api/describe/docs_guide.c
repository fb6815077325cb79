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

/* A cell of the table of states: what a party gets while a request has this status (NULL: in every status). */
static void put_cell(collab_page_t *page, const collab_route_t *row, const char *status, collab_outcome_t outcome) {
  const collab_outcome_row_t *gets = collab_outcome_row(outcome);

  collab_page_put(page, "<td data-in=\"%s\">%s", status ? status : "the other party", collab_page_number(page, gets->status));
  if (outcome != COLLAB_OK) {
    collab_page_put(page, " <a href=\"%s/problems/%s\">%s</a>", page->config->base_path, gets->word, gets->word);
  } else if (status && row->then_is && strcmp(row->then_is, status)) {
    collab_page_put(page, ", then <code>%s</code>", row->then_is);
  }
  collab_page_raw(page, "</td>");
}

/* A line of the table of states: an operation, and what it answers in each status of a request. */
static void put_states(collab_page_t *page, const collab_operation_t *operation) {
  static const char *const parties[] = {"both", "submitter", "receiver"};
  const collab_route_t *row = operation->row;

  collab_page_put(page, "<tr><td><a href=\"#%s\">%s <code>%s</code></a></td><td>%s</td>", operation->name, row->method,
                  row->template, parties[row->by]);
  for (const char *const *status = WORDS(REQUEST_STATUSES); *status; status++) {
    put_cell(page, row, *status, collab_operation_in_status(operation, *status));
  }
  if (row->by == EITHER_PARTY) {
    collab_page_raw(page, "<td></td>");
  } else {
    put_cell(page, row, NULL, collab_operation_other_party(operation));
  }
  collab_page_raw(page, "</tr>\n");
}

void collab_page_states(collab_page_t *page) {
  collab_page_part(page, "docs.states", NULL);
  for (const char *const *status = WORDS(REQUEST_STATUSES); *status; status++) {
    collab_page_put(page, "<th><code>%s</code></th>", *status);
  }
  collab_page_raw(page, "<th>The other party</th></tr>\n");
  for (int i = 0; i < page->operations->nelts; i++) {
    const collab_operation_t *operation = APR_ARRAY_IDX(page->operations, i, const collab_operation_t *);
    if (operation->row->only_in) {
      put_states(page, operation);
    }
  }
  collab_page_raw(page, "</table></div>\n");
}
