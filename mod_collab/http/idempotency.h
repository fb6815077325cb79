/* idempotency.h: Idempotency-Key (contract.md 1): the repeat of a request gets the first answer. Worker threads. */
#ifndef COLLAB_HTTP_IDEMPOTENCY_H
#define COLLAB_HTTP_IDEMPOTENCY_H

#include "http/exchange.h"

/* Takes the header of a request; a bad one is a fault (400). Before the operation's work. */
void collab_idempotency_read(collab_exchange_t *x);

/* Before the first statement of the work: opens its transaction and claims the key in it. COLLAB_OK: go on, in x->work; anything
 * else is the answer (COLLAB_REPLAYED: x->answer has the kept one). */
collab_outcome_t collab_idempotency_claim(collab_exchange_t *x);

/* After the work: keeps the answer and commits both, or takes all back (5xx). Returns the outcome to answer with. */
collab_outcome_t collab_idempotency_finish(collab_exchange_t *x, collab_outcome_t outcome);

#endif
