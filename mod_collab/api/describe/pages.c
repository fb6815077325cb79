/* pages.c: GET /openapi.json, /openapi-3.0.json, /openapi-2.0.json, /docs, /docs/postman.json and /problems/{code}: the public
 * pages of the description.
 *
 * They follow from the tables of the program and from the configuration, so they are printed while httpd starts, once for all
 * servers that have the same settings. A request only picks a finished page (api/describe/pages.h). */
#include <string.h>

#include "api/api.h"
#include "api/describe/pages.h"
#include "base/accept.h"

#define JSON "application/json"
#define HTML "text/html; charset=utf-8"

typedef struct pages_t {
  const collab_static_page_t *openapi[OPENAPI_VERSIONS]; /* by version */
  const collab_static_page_t *docs, *postman;
  const collab_static_page_t *problem_json[COLLAB_OUTCOME_COUNT]; /* NULL: no problem */
  const collab_static_page_t *problem_html[COLLAB_OUTCOME_COUNT];
} pages_t;

static const pages_t *print(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router) {
  pages_t *pages = apr_pcalloc(pool, sizeof *pages);
  apr_pool_t *draft = NULL; /* what the texts are made of, which is far more than the texts */

  apr_pool_create(&draft, pool);
  apr_pool_tag(draft, "collab_pages");
  for (int i = 0; i < OPENAPI_VERSIONS; i++) {
    const char *text = collab_page_openapi(draft, config, router, (collab_openapi_t)i);
    pages->openapi[i] = collab_static_page_make(pool, JSON, NULL, text);
  }
  pages->docs = collab_static_page_make(pool, HTML, collab_page_docs_policy(pool), collab_page_docs(draft, config, router));
  pages->postman = collab_static_page_make(pool, JSON, NULL, collab_page_postman(draft, config, router));
  for (int i = 0; i < COLLAB_OUTCOME_COUNT; i++) {
    const char *json = collab_page_problem_json(draft, config, (collab_outcome_t)i);
    if (json) {
      const char *html = collab_page_problem_html(draft, config, (collab_outcome_t)i);
      pages->problem_json[i] = collab_static_page_make(pool, JSON, NULL, json);
      pages->problem_html[i] = collab_static_page_make(pool, HTML, NULL, html);
    }
  }
  apr_pool_destroy(draft);
  return pages;
}

/* The pages of an earlier server that would be the same; NULL: none. */
static const void *printed_for(const apr_array_header_t *printed, const server_rec *s) {
  for (int i = 0; i < printed->nelts; i++) {
    const server_rec *other = APR_ARRAY_IDX(printed, i, server_rec *);
    if (collab_config_alike(s, other)) {
      return collab_config_of(other)->pages;
    }
  }
  return NULL;
}

void collab_api_pages_setup(apr_pool_t *pconf, const collab_router_t *router) {
  apr_array_header_t *printed = apr_array_make(pconf, 1, sizeof(server_rec *)); /* one for each set of settings */

  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const void *pages = printed_for(printed, s);
    if (pages == NULL) {
      pages = print(pconf, collab_config_of(s), router);
      APR_ARRAY_PUSH(printed, server_rec *) = s;
    }
    collab_config_pages(s, pages);
  }
}

static const pages_t *pages_of(const collab_exchange_t *x) {
  return x->config->pages;
}

collab_outcome_t collab_api_openapi(collab_exchange_t *x) {
  return collab_static_page_give(x, pages_of(x)->openapi[OPENAPI_3_1]);
}

collab_outcome_t collab_api_openapi_3_0(collab_exchange_t *x) {
  return collab_static_page_give(x, pages_of(x)->openapi[OPENAPI_3_0]);
}

collab_outcome_t collab_api_openapi_2_0(collab_exchange_t *x) {
  return collab_static_page_give(x, pages_of(x)->openapi[OPENAPI_2_0]);
}

collab_outcome_t collab_api_docs(collab_exchange_t *x) {
  return collab_static_page_give(x, pages_of(x)->docs);
}

collab_outcome_t collab_api_postman(collab_exchange_t *x) {
  return collab_static_page_give(x, pages_of(x)->postman);
}

collab_outcome_t collab_api_problem(collab_exchange_t *x) {
  const char *accept = apr_table_get(x->r->headers_in, "Accept");
  collab_outcome_t outcome = collab_outcome_named(x->captures[0]);

  if (outcome == COLLAB_OUTCOME_COUNT || pages_of(x)->problem_json[outcome] == NULL) {
    return COLLAB_UNKNOWN;
  }
  bool html = collab_accept_names(accept, "text/html");
  apr_table_mergen(x->r->headers_out, "Vary", "Accept");
  return collab_static_page_give(x, html ? pages_of(x)->problem_html[outcome] : pages_of(x)->problem_json[outcome]);
}
