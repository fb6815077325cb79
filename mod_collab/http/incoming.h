/* incoming.h: a request body taken piece by piece as it arrives, without waiting for it: for operations that pass it on. Worker
 * threads only. */
#ifndef COLLAB_HTTP_INCOMING_H
#define COLLAB_HTTP_INCOMING_H

#include <httpd.h>

#include "collab.h"

typedef enum collab_incoming_state_t {
  COLLAB_INCOMING_DATA,   /* bytes, good until the next call */
  COLLAB_INCOMING_LATER,  /* nothing has arrived: do something else, wait for the socket, ask again within a second */
  COLLAB_INCOMING_END,    /* the body is complete */
  COLLAB_INCOMING_FAILED, /* *outcome says why */
} collab_incoming_state_t;

typedef struct collab_incoming_t collab_incoming_t;

collab_incoming_t *collab_incoming_make(request_rec *r);

/* What there is. FAILED sets *outcome: COLLAB_TIMEOUT when the client has sent nothing for as long as Timeout allows (the time in
 * which nobody asked does not count) or mod_reqtimeout says so; COLLAB_TOO_LARGE (LimitRequestBody), COLLAB_GONE. */
collab_incoming_state_t collab_incoming_read(collab_incoming_t *in, const char **bytes, apr_size_t *len,
                                             collab_outcome_t *outcome);

/* Waits until more of the body may have come, at most `longest`; the next read says what. A request with a socket of its own
 * waits no longer than a second, so that mod_reqtimeout is asked; on HTTP/2 the server's Timeout is the limit instead, whatever
 * `longest` says. For those who have nobody else to attend to. */
void collab_incoming_wait(collab_incoming_t *in, apr_interval_time_t longest);

/* The socket to wait for, or -1 when there is none of the request's own (HTTP/2): then ask again soon. */
int collab_incoming_socket(const collab_incoming_t *in);

#endif
