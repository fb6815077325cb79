/* wait.h: bounds the threads of a process that wait for clients, and how long a client may keep a thread waiting.
 *
 * A thread that waits for a slow client serves nobody else. So a request that waits (for its body, or for room in its client's
 * receive buffer) has a place in its process, and a company has a share of the places (CollabClientWait). Worker threads only. */
#ifndef COLLAB_HTTP_CLIENT_WAIT_H
#define COLLAB_HTTP_CLIENT_WAIT_H

#include "config/config.h"

#define COLLAB_WAIT_RETRY 5 /* seconds, in the Retry-After of a refusal */

/* The waits of one request. All members are wait.c's; collab_wait_begin sets them. */
typedef struct collab_wait_t {
  request_rec *r;
  const collab_config_t *config;
  bool public;      /* the operation needs no token */
  uint64_t group;   /* the company, or the caller; in a public operation the client's address */
  int held;         /* number of the place + 1; 0: none */
  bool takes;       /* the client took its output until now: set by output.c when a wait begins, cleared after its first sleep */
  bool lent;        /* the place is one of the last quarter, for a second at most */
  apr_time_t since; /* when the sleep began, by collab_time_clock */
  apr_interval_time_t waited; /* of all sleeps */
  apr_interval_time_t window; /* of the sleeps since the rate was last judged */
  apr_size_t moved;           /* bytes in that window */
} collab_wait_t;

/* Makes the places of this process. In child_init. */
void collab_wait_child_init(apr_pool_t *pchild, server_rec *s);

/* Prepares `wait` for a request. `company` is the caller's company, or 0 if it is not known; `caller` is a hash of the caller.
 * Both are 0 in a public operation. */
void collab_wait_begin(collab_wait_t *wait, request_rec *r, const collab_config_t *config, bool public, int64_t company,
                       uint64_t caller);

/* To be called before each sleep for the client. Returns how long the thread may sleep, in microseconds, at most a second; then
 * collab_wait_wake must follow. Returns 0 if the request must end: no place is left for it. Logs that, at most once in 15
 * minutes. */
apr_interval_time_t collab_wait_sleep(collab_wait_t *wait);

/* Ends a sleep in which the client sent or took `bytes`. Returns false if the client was too slow: less than the lowest rate over
 * 20 seconds of waiting. A place is kept until collab_wait_end. */
bool collab_wait_wake(collab_wait_t *wait, apr_size_t bytes);

/* Takes a place for output that cannot be watched while it is written (HTTP/2), so it can have no free second. False: none is
 * left. */
bool collab_wait_take(collab_wait_t *wait);

/* As collab_wait_wake, for `time` microseconds of a wait that needed no collab_wait_sleep: of an upload, or for output of HTTP/2.
 */
bool collab_wait_judge(collab_wait_t *wait, apr_interval_time_t time, apr_size_t bytes);

/* Gives the place back. Does nothing if there is none. */
void collab_wait_end(collab_wait_t *wait);

/* Counts a thread that waits for something that has limits of its own: an upload, or a login in line. Such threads count only for
 * the share of all companies together. collab_wait_join returns false, and counts nothing, when that share is used up;
 * collab_wait_add always counts. collab_wait_leave must follow. */
bool collab_wait_join(const request_rec *r, const collab_config_t *config);
void collab_wait_add(const request_rec *r);
void collab_wait_leave(const request_rec *r);

#endif
