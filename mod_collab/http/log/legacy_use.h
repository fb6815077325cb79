/* legacy_use.h: records who still uses the deprecated operations, so that operators can tell them before the operations end
 * (CollabLegacySunset; interface.md 19.2). Worker threads. */
#ifndef COLLAB_HTTP_LOG_LEGACY_USE_H
#define COLLAB_HTTP_LOG_LEGACY_USE_H

#include "http/exchange.h"

/* Allocates the memory of a child process. */
void collab_legacy_use_child_init(apr_pool_t *pchild);

/* Called after the response. If the request was a deprecated operation's and its token was valid, records the use of the
 * operation by the caller: at most once an hour for each caller and operation in each process. Refusals of a limit or of the
 * account do not count (429, 401), nor do answers of 5xx, after which the database may be no better. A failure is logged, and
 * changes nothing for the client. */
void collab_legacy_use_record(const collab_exchange_t *x);

#endif
