/* incoming.h: reads a request body piece by piece as it arrives, without blocking, for http/body.c and for operations that
 * forward the body. Worker threads only. */
#ifndef COLLAB_HTTP_CLIENT_INCOMING_H
#define COLLAB_HTTP_CLIENT_INCOMING_H

#include <httpd.h>

#include "collab.h"

typedef enum collab_incoming_state_t {
  COLLAB_INCOMING_DATA,   /* bytes, valid until the next call */
  COLLAB_INCOMING_LATER,  /* nothing has arrived: the caller may do other work or wait for the socket, and must ask again within a
                             second */
  COLLAB_INCOMING_END,    /* the body is complete */
  COLLAB_INCOMING_FAILED, /* *outcome says why */
} collab_incoming_state_t;

typedef struct collab_incoming_t collab_incoming_t;

/* Waits for the client, as the reader does after LATER. An outcome other than OK ends the body. */
typedef collab_outcome_t collab_incoming_wait_t(void *baton);

/* Begins to read: sends 100 Continue if the client waits for it, and takes mod_reqtimeout's filter off the connection, because
 * its clock also runs while the server waits for a storage or a database. collab_incoming_read calls `wait` while a trailer is
 * incomplete (http/client/trailer.h). collab_incoming_end must follow. */
collab_incoming_t *collab_incoming_make(request_rec *r, collab_incoming_wait_t *wait, void *baton);

/* Puts mod_reqtimeout's filter back. */
void collab_incoming_end(collab_incoming_t *in);

/* Returns the bytes that have arrived. FAILED sets *outcome:
 * - COLLAB_TIMEOUT: every read during the last `Timeout` seconds found nothing.
 * - COLLAB_TOO_LARGE: the body exceeds LimitRequestBody.
 * - COLLAB_GONE: the client left.
 * - else what `wait` returned. */
collab_incoming_state_t collab_incoming_read(collab_incoming_t *in, const char **bytes, apr_size_t *len,
                                             collab_outcome_t *outcome);

/* Waits until more of the body may have arrived, for callers that have nothing else to do. Returns after `longest`, and after a
 * second at the latest. An HTTP/2 request has no socket of its own to wait on: the
 * thread sleeps, 50 ms at most. */
void collab_incoming_wait(collab_incoming_t *in, apr_interval_time_t longest);

/* The socket to wait on. -1 if the request has none of its own (HTTP/2): then ask again soon. */
int collab_incoming_socket(const collab_incoming_t *in);

#endif
