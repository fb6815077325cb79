/* rate.h: the limit on each caller's requests (CollabRateLimit, or that of the caller's company). Worker threads. */
#ifndef COLLAB_HTTP_RATE_H
#define COLLAB_HTTP_RATE_H

#include "config/config.h"

/* Allocates the counters of a child process. */
void collab_rate_child_init(apr_pool_t *pchild);

/* May this caller's request, which arrived at `now`, go on? False: the caller must wait *seconds. */
bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, apr_time_t now, int *seconds);

/* Takes note of the limit that the caller's company has (company.rate_limit; 0: none), which the statement of an operation has
 * returned. */
void collab_rate_learn(const collab_caller_t *caller, int own);

/* A hash of who calls: of the account, or of the issuer and its name for it. */
uint64_t collab_rate_caller(const collab_caller_t *caller);

#endif
