/* rate.h: how often one caller may call (CollabRateLimit). Worker threads. */
#ifndef COLLAB_HTTP_RATE_H
#define COLLAB_HTTP_RATE_H

#include "config/config.h"

/* Makes the counters of a child process. */
void collab_rate_child_init(apr_pool_t *pchild);

/* May this caller's request, which came at `now`, go on? False: not yet, and *seconds after which it may. */
bool collab_rate_take(const collab_config_t *config, const collab_caller_t *caller, apr_time_t now, int *seconds);

#endif
