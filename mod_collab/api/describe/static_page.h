/* static_page.h: a public page that stays the same until httpd restarts: the documentation, the descriptions, the problem types.
 *
 * It is compressed once, while httpd starts. Nothing that a member or a secret is part of may become such a page: the length of a
 * compressed response tells about its content (the attack named BREACH). */
#ifndef COLLAB_API_DESCRIBE_STATIC_PAGE_H
#define COLLAB_API_DESCRIBE_STATIC_PAGE_H

#include "http/exchange.h"

typedef struct collab_static_page_t collab_static_page_t;

/* Makes a page of `body`, which must live as long as `pool`; `type` is its Content-Type, `policy` its Content-Security-Policy
 * (NULL: the usual one). Takes about 10 ms for 250 KB. In post_config. */
const collab_static_page_t *collab_static_page_make(apr_pool_t *pool, const char *type, const char *policy, const char *body);

/* Makes the page the response, compressed with gzip where the client accepts that and does not prefer plain text. For operations
 * whose row has .page. Worker threads. */
collab_outcome_t collab_static_page_give(collab_exchange_t *x, const collab_static_page_t *page);

#endif
