/* subscription.h: shared by the operations on a webhook subscription (subscription.c). For api/ only; worker threads. */
#ifndef COLLAB_API_SUBSCRIPTION_H
#define COLLAB_API_SUBSCRIPTION_H

#include "api/api.h"

/* May the callback URL and the token endpoint's URL of the body be called? Adds faults to x->faults and returns false if not. */
bool collab_subscription_addresses(collab_exchange_t *x);

/* callbackAuth.type of the body; NONE when the body has none. */
const char *collab_subscription_auth_type(const collab_exchange_t *x);

/* The body's event types by their short names, without duplicates, as a JSON array; NULL: all. */
const char *collab_subscription_event_types(collab_exchange_t *x, collab_kind_t version);

/* The body without its credentials, for the statement. */
const char *collab_subscription_body(collab_exchange_t *x);

/* Seals `text` for the subscription's row; NULL on failure. The purpose of a signing secret is "secret", also once it has been
 * replaced. */
const char *collab_subscription_seal(collab_exchange_t *x, const char *uid, const char *purpose, const char *text);

/* Binds value.auth_type and value.auth: the type and the sealed text of the body's callbackAuth. False on failure. */
bool collab_subscription_auth(collab_exchange_t *x, const char *uid);

/* Appends the secret to the response body, as its last member. */
void collab_subscription_add_secret(collab_exchange_t *x, const char *secret);

#endif
