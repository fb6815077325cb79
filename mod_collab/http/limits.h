/* limits.h: what bounds callers before their operation begins. Worker threads. */
#ifndef COLLAB_HTTP_LIMITS_H
#define COLLAB_HTTP_LIMITS_H

#include "config/config.h"

/* rate.c: the limit on each caller's requests (CollabRateLimit, or that of the caller's company). */

/* Allocates the counters of a child process. */
void collab_rate_child_init(apr_pool_t *pchild);

/* What a caller's limit in this process is, and what is left of it. Times in seconds, rounded up. */
typedef struct collab_rate_t {
  int requests; /* so many in a window; 0: there is no limit, and the other members are 0 */
  int window;
  int left;  /* requests that the caller may send at once */
  int until; /* until the whole limit is there again; of a refused request: until the next one may go on */
} collab_rate_t;

/* May this request of a caller of this company (0: not known), which arrived at `now`, go on? Sets *rate in either case. */
bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, int64_t company, apr_time_t now,
                      collab_rate_t *rate);

/* A hash of who calls: of the account, or of the issuer and its name for it. */
uint64_t collab_rate_caller(const collab_caller_t *caller);

/* slow_body.c: bounds how many threads wait for the bodies of public operations. Anybody may send such a body, byte by byte, and
 * a thread waits for each. */

#define COLLAB_SLOW_BODY_TIME apr_time_from_sec(5) /* for the whole body of a public operation */

/* Prepares the places of this process: a quarter of its threads. In child_init. */
void collab_slow_body_child_init(apr_pool_t *pchild);

/* Takes a place for a request whose body has not arrived yet. Returns the place, or -1: no place is free, or the client's address
 * (of IPv6: its network of 64 bits) has four already, which does not count for the networks of CollabSharedAddress. Logs a
 * refusal, at most once in 15 minutes. */
int collab_slow_body_enter(request_rec *r, const collab_config_t *config);

/* Gives the place back. -1: there is none to give back. */
void collab_slow_body_leave(int place);

#endif
