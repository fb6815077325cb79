/* pages.h: the texts that api/describe/pages.c makes static pages of. For api/describe/ alone; while httpd starts. */
#ifndef COLLAB_API_DESCRIBE_PAGES_H
#define COLLAB_API_DESCRIBE_PAGES_H

#include "api/describe/describe.h"
#include "http/route.h"

/* openapi.c: the description of the interface, as JSON. */
const char *collab_page_openapi(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router,
                                collab_openapi_t version);

/* docs.c: the same as a page, and its Content-Security-Policy. */
const char *collab_page_docs(apr_pool_t *pool, const collab_config_t *config, const collab_router_t *router);
const char *collab_page_docs_policy(apr_pool_t *pool);

/* problems.c: what a problem type means, as JSON and as a page; NULL: the outcome is no problem. */
const char *collab_page_problem_json(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);
const char *collab_page_problem_html(apr_pool_t *pool, const collab_config_t *config, collab_outcome_t outcome);

#endif
