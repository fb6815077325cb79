/* reply.h: the only place that writes an operation's response. Worker threads only; no database connection is borrowed here. */
#ifndef COLLAB_HTTP_REPLY_H
#define COLLAB_HTTP_REPLY_H

#include "http/exchange.h"

/* Writes the response for an outcome: the body of x->answer for a success, an error otherwise. Returns what a content handler
 * returns. */
int collab_reply(collab_exchange_t *x, collab_outcome_t outcome);

/* A body written in runs, without Content-Length: the opening; then runs, each after the text `before`; then the last run, and
 * the closing. begin and run return false when the client has disconnected. */
bool collab_reply_begin(collab_exchange_t *x, const char *opening);

/* Returns when the run has been written (httpd blocks until then), so its memory may be reused. */
bool collab_reply_run(collab_exchange_t *x, const char *before, const char *data, apr_size_t len);

/* Does not wait. `data` is memory of x->pool, which must live as long as r->pool. */
void collab_reply_last(collab_exchange_t *x, const char *before, const char *data, apr_size_t len, const char *closing);

/* Ends a body whose next run could not be read, so that no client takes it for complete: without the last chunk, and on HTTP/1.0,
 * which has none, by resetting the connection. Logs it. */
void collab_reply_break(collab_exchange_t *x);

/* Sends a browser to a page of the service: 303 (interface.md 20.6). */
int collab_reply_see(collab_exchange_t *x, const char *path);

/* Write 405 with the methods that the path supports, and the response to OPTIONS. */
int collab_reply_method(collab_exchange_t *x, const char *allow);
int collab_reply_options(collab_exchange_t *x, const char *allow);

#endif
