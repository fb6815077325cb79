/* browser.h: the response headers that restrict what a browser does with a response. Any thread. */
#ifndef COLLAB_HTTP_BROWSER_H
#define COLLAB_HTTP_BROWSER_H

#include "collab.h"

/* The Content-Security-Policy of a page that has one <style> element with exactly this text and loads nothing: the policy names
 * the style by its hash. Lives in `pool`. */
const char *collab_browser_policy(apr_pool_t *pool, const char *style);

/* Sets X-Content-Type-Options and Content-Security-Policy. `policy` NULL: nothing may be styled, run or loaded, which suits JSON,
 * text and pages without a style sheet; a policy that has already been set stays. */
void collab_browser_headers(apr_table_t *headers, const char *policy);

#endif
