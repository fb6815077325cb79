/* docs_guide.c: the parts of the page /docs beside the operations: the introduction, and the states of a request. */
#include <apr_strings.h>

#include "api/describe/describe.h"
#include "api/describe/pages.h"

void collab_page_introduction(collab_page_t *page) {
  const char *base = page->config->base_url, *path = page->config->base_path;

  collab_page_put(page,
                  "<h1 id=\"top\">%s</h1>\n<p class=\"soft\">Interface version " INTERFACE_VERSION
                  ", revision " APR_STRINGIFY(INTERFACE_REVISION) " at <code>%s</code>. For machines: "
                                                                  "<a href=\"%s/openapi.json\">OpenAPI 3.1</a>, <a "
                                                                  "href=\"%s/openapi-3.0.json\">OpenAPI 3.0</a>.</p>\n",
                  page->config->service_name, base, path, path);
  collab_page_raw(
      page,
      "<p><strong>Token.</strong> Every operation needs a token, except those marked <em>no token</em>. Log in, then send "
      "<code>Authorization: Bearer</code> and the token. Where the operator trusts another issuer, its tokens work as well.</p>\n"
      "<p><strong>Role.</strong> The operator gives each account a role: a <code>reader</code> may read, and change its own "
      "password; a <code>member</code> also works on requests; an <code>integrator</code> also manages webhooks, secrets and "
      "attachment configurations. An operation that names no role is open to all of them.</p>\n"
      "<p><strong>Success</strong> is 200, or 204 for <code>DELETE</code>.</p>\n"
      "<p><strong>Errors</strong> have a <code>message</code>. Where fields or parameters are wrong, "
      "<code>validationErrors</code> lists all of them with <code>field</code> and <code>message</code>. Send "
      "<code>Accept: application/problem+json</code> to get a <a href=\"#record-ProblemDetail\">ProblemDetail</a> instead; its "
      "<code>type</code> is the URL of a page that explains the problem. A request to which the caller's company is not a party "
      "is 404.</p>\n"
      "<p><strong>Input.</strong> The server ignores unknown fields and parameters; in the bodies of webhooks an unknown field "
      "is 400. Null for an optional field means the same as leaving it out; in a merge patch it clears the field. Times are in "
      "UTC. Lengths are in characters.</p>\n"
      "<p><strong>Repeats.</strong> A <code>POST</code> with the same <code>Idempotency-Key</code> as one in the last 24 hours "
      "gets the response of the first. Every response has an <code>X-Request-Id</code>: the client's own, or a new one.</p>\n");
  collab_page_raw(page, "<h4>Examples</h4>\n<p>The examples on this page run in one shell, from top to bottom. Begin with these "
                        "lines. The users are those of the demo (<code>collabctl demo</code>): one of the submitter's "
                        "company, one of the receiver's.</p>\n");
  collab_page_put(page,
                  "<pre id=\"begin\">url='%s'\n"
                  "member() { sed \"s/.*\\\"$1\\\":\\\"\\{0,1\\}\\([^\\\",}]*\\).*/\\1/\"; }   # one member of a JSON response\n"
                  "login() {\n  curl -s \"$url/v1/login\" -H 'Content-Type: application/json' \\\n"
                  "    -d \"{\\\"username\\\":\\\"$1\\\",\\\"password\\\":\\\"$2\\\"}\" | member accessToken\n}\n"
                  "submitter=$(login ada@acme.example exchange-demo)\n"
                  "receiver=$(login ben@beta.example exchange-demo)\n"
                  "callback=$url/health/live   # your receiver of webhooks; this one refuses every delivery</pre>\n",
                  base);
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

  collab_page_raw(page,
                  "<h2 id=\"states\">States of a request</h2>\n<p>From a status that its row does not name, an operation is "
                  "409; a note on a closed request is 400. A closed request can only be read. After an information response "
                  "the receiver must still decide.</p>\n<div class=\"wide\"><table class=\"states\">\n"
                  "<tr><th>Operation</th><th>By</th><th>From</th><th>To</th></tr>\n");
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
