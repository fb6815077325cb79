/* subscription.h: what the operations on a webhook subscription share (subscription.c). For api/ alone; worker threads. */
#ifndef COLLAB_API_SUBSCRIPTION_H
#define COLLAB_API_SUBSCRIPTION_H

#include "api/api.h"

/* May the callback's and the token endpoint's address of the body be called? False: faults were added. */
bool collab_subscription_addresses(collab_exchange_t *x);

/* callbackAuth.type of the body; NONE when it has none. */
const char *collab_subscription_auth_type(const collab_exchange_t *x);

/* The body's event types by their short names, each once, as a JSON array; NULL for all. */
const char *collab_subscription_event_types(collab_exchange_t *x, collab_kind_t version);

/* The body without its credentials, for the statement. */
const char *collab_subscription_body(collab_exchange_t *x);

/* Seals `text` for the subscription's row; NULL on failure. The purpose is "secret" for as long as it lives, replaced or not. */
const char *collab_subscription_seal(collab_exchange_t *x, const char *uid, const char *purpose, const char *text);

/* Gives the statement value.auth_type and value.auth of the body's callbackAuth, sealed. False on failure. */
bool collab_subscription_auth(collab_exchange_t *x, const char *uid);

/* Puts the secret into the answer, as its last member. */
void collab_subscription_add_secret(collab_exchange_t *x, const char *secret);

#endif
