/* caller_company.h: with whom a caller takes turns at the database. Worker threads. */
#ifndef COLLAB_HTTP_CALLER_COMPANY_H
#define COLLAB_HTTP_CALLER_COMPANY_H

#include "http/exchange.h"

/* Allocates the memory of a child process. */
void collab_caller_company_child_init(apr_pool_t *pchild);

/* Sets x->asker.group, for scheduling alone: the company of x->caller as the token says. For a token of another issuer, which
 * does not say it, this process remembers the company; it asks the database once, before the caller's first statement. A caller
 * whose company is not known is a group of its own, never 0. COLLAB_OK, or COLLAB_UNAVAILABLE when the database does not answer.
 */
collab_outcome_t collab_caller_company_find(collab_exchange_t *x);

#endif
