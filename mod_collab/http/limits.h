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

/* slow_body.c: limits the threads that wait for bodies of public operations. Anybody may send such a body, byte by byte, and each
 * such body occupies a thread. */

#define COLLAB_SLOW_BODY_TIME apr_time_from_sec(5) /* for the whole body of a public operation */

/* Prepares the places of this process: a quarter of its threads. In child_init. */
void collab_slow_body_child_init(apr_pool_t *pchild);

/* Takes a place for a request whose body has not arrived yet. Returns the place; -1: no place is free, or the client's address
 * (of IPv6: its /64) holds four already. Addresses in CollabSharedAddress may hold any number. Logs a refusal, at most once in 15
 * minutes. */
int collab_slow_body_enter(request_rec *r, const collab_config_t *config);

/* Gives the place back; does nothing for -1. */
void collab_slow_body_leave(int place);

#endif
