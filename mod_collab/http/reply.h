/* reply.h: the only place that writes an operation's answer. Worker threads only; no database lease is held here. */
#ifndef COLLAB_HTTP_REPLY_H
#define COLLAB_HTTP_REPLY_H

#include "http/exchange.h"

/* Writes the answer for an outcome: x->answer's body when it is a success, an error otherwise. Returns what a content handler
 * returns. */
int collab_reply(collab_exchange_t *x, collab_outcome_t outcome);

/* 405 with the methods that the path knows, and the answer to OPTIONS. */
int collab_reply_method(collab_exchange_t *x, const char *allow);
int collab_reply_options(collab_exchange_t *x, const char *allow);

#endif
