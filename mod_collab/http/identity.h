/* identity.h: who asks, before anything else is read. Worker threads only. */
#ifndef COLLAB_HTTP_IDENTITY_H
#define COLLAB_HTTP_IDENTITY_H

#include "http/exchange.h"

/* Fills x->caller, and who the access log names, by the request's token. COLLAB_OK, COLLAB_UNAUTHENTICATED, or COLLAB_UNAVAILABLE
 * when no key of its issuer is known yet. The account's standing is the statement's to judge. `wake` (or NULL) is called when
 * keys should be fetched. May run a statement, before any lease of the operation's own. */
collab_outcome_t collab_identity_find(collab_exchange_t *x, void (*wake)(void));

#endif
