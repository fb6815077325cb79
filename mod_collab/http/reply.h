/* reply.h: the only place that writes an operation's answer. Worker threads only; no database connection is borrowed here. */
#ifndef COLLAB_HTTP_REPLY_H
#define COLLAB_HTTP_REPLY_H

#include "http/exchange.h"

/* Writes the answer for an outcome: x->answer's body when it is a success, an error otherwise. Returns what a content handler
 * returns. */
int collab_reply(collab_exchange_t *x, collab_outcome_t outcome);

/* A list that is written run by run: begin, then parts (the elements' text, joined by commas; each is on its way when this
 * returns, so its memory may go), then the end. A list that could not be read to its end (`whole` false) breaks the connection
 * off without a last chunk, so that nobody takes it for all there is. */
void collab_reply_begin(collab_exchange_t *x);
bool collab_reply_part(collab_exchange_t *x, const char *data, apr_size_t len); /* false: the client has gone */
int collab_reply_end(collab_exchange_t *x, bool whole);

/* 405 with the methods that the path knows, and the answer to OPTIONS. */
int collab_reply_method(collab_exchange_t *x, const char *allow);
int collab_reply_options(collab_exchange_t *x, const char *allow);

#endif
