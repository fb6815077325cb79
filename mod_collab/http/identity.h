/* identity.h: authentication of the caller, before anything else is read. Worker threads only. */
#ifndef COLLAB_HTTP_IDENTITY_H
#define COLLAB_HTTP_IDENTITY_H

#include "http/exchange.h"

/* Sets x->caller, and the user in the access log, from the request's token. Returns COLLAB_OK, COLLAB_UNAUTHENTICATED, or
 * COLLAB_UNAVAILABLE when no key of the token's issuer is known yet. The statement checks whether the account is active. `wake`
 * (or NULL) is called when keys should be fetched. May run a statement, before the operation itself borrows a connection. */
collab_outcome_t collab_identity_find(collab_exchange_t *x, void (*wake)(void));

/* Why the caller's token is refused (RFC 6750, 3: error_description), in x->pool; NULL: the request had none. The text is the
 * same for an account that is unknown, one that is disabled and one that has ended the token. Writes one line to the log, which
 * never contains the token: call it once, with the reply. */
const char *collab_identity_refusal(const collab_exchange_t *x);

#endif
