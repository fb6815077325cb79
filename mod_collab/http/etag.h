/* etag.h: entity tags of responses to GET, and If-None-Match (RFC 9110, 8.8.3 and 13.1.2). Worker threads. */
#ifndef COLLAB_HTTP_ETAG_H
#define COLLAB_HTTP_ETAG_H

#include "http/exchange.h"

/* The tags in the request's If-None-Match that could be ours, joined by commas, for a statement to compare with the version that
 * it finds (bind request.etags). NULL: there are none. */
const char *collab_etag_given(apr_pool_t *pool, const request_rec *r);

/* Sets the ETag of a successful response: the statement's column `etag` (a version, which the statement has already compared
 * before it built the body), else a hash of the body. Returns the outcome: COLLAB_NOT_MODIFIED if the client has this version. */
collab_outcome_t collab_etag_set(collab_exchange_t *x, collab_outcome_t outcome);

#endif
