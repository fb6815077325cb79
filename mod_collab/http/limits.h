/* limits.h: limits on callers, checked before an operation begins. Worker threads. */
#ifndef COLLAB_HTTP_LIMITS_H
#define COLLAB_HTTP_LIMITS_H

#include "config/config.h"

/* rate.c: the limit on each caller's requests (CollabRateLimit, or that of the caller's company). */

/* Allocates the counters of a child process. */
void collab_rate_child_init(apr_pool_t *pchild);

/* A caller's limit in this process, and what is left of it. Times in seconds, rounded up. */
typedef struct collab_rate_t {
  int requests; /* per window; 0: there is no limit, and the other members are 0 */
  int window;
  int left;  /* requests that the caller may send at once */
  int until; /* until the whole limit is available again; after a refusal: until the next request will be granted */
} collab_rate_t;

/* Counts a request that arrived at `now` against its caller's limit. `company` is the caller's company; 0: not known. Returns
 * false when the limit refuses the request. Always sets *rate. */
bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, int64_t company, apr_time_t now,
                      collab_rate_t *rate);

/* A hash of the caller: of its account, or of its issuer, kind and subject. */
uint64_t collab_rate_caller(const collab_caller_t *caller);

#endif
