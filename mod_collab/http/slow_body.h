/* slow_body.h: bounds how many threads wait for the bodies of public operations. Anybody may send such a body, byte by byte, and
 * a thread waits for each. Worker threads. */
#ifndef COLLAB_HTTP_SLOW_BODY_H
#define COLLAB_HTTP_SLOW_BODY_H

#include "config/config.h"

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
