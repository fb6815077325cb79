/* reply.h: the only place that writes an operation's response. Worker threads only; no database connection is borrowed here. */
#ifndef COLLAB_HTTP_REPLY_H
#define COLLAB_HTTP_REPLY_H

#include "http/exchange.h"

/* Writes the response for an outcome: the body of x->answer for a success, an error otherwise. Returns what a content handler
 * returns. */
int collab_reply(collab_exchange_t *x, collab_outcome_t outcome);

/* A list written in batches: begin, then parts (the text of elements, joined by commas; a part has been passed on when the
 * function returns, so its memory may be reused), then the end. If the list could not be read to its end (`whole` false), this
 * aborts the connection without a last chunk, so that no client takes the list for complete. */
void collab_reply_begin(collab_exchange_t *x);
bool collab_reply_part(collab_exchange_t *x, const char *data, apr_size_t len); /* false: the client has disconnected */
int collab_reply_end(collab_exchange_t *x, bool whole);

/* Sends a browser to a page of the service: 303 (interface.md 20.6). */
int collab_reply_see(collab_exchange_t *x, const char *path);

/* Write 405 with the methods that the path supports, and the response to OPTIONS. */
int collab_reply_method(collab_exchange_t *x, const char *allow);
int collab_reply_options(collab_exchange_t *x, const char *allow);

#endif
