/* idempotency.h: Idempotency-Key (interface.md 2.13): a repeated request gets the first response. Worker threads. */
#ifndef COLLAB_HTTP_IDEMPOTENCY_H
#define COLLAB_HTTP_IDEMPOTENCY_H

#include "http/exchange.h"

/* Reads the header; an invalid key is a fault (400). Called before the operation's work. */
void collab_idempotency_read(collab_exchange_t *x);

/* Called before the first statement of the work: begins its transaction and claims the key in it. COLLAB_OK: the work goes on, in
 * x->work. Anything else is the outcome of the request (COLLAB_REPLAYED: x->answer has the stored response). */
collab_outcome_t collab_idempotency_claim(collab_exchange_t *x);

/* Called after the work: stores the response and commits both, or rolls both back (5xx). Returns the outcome to answer with. */
collab_outcome_t collab_idempotency_finish(collab_exchange_t *x, collab_outcome_t outcome);

#endif
