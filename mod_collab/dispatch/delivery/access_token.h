/* access_token.h: access tokens for callbacks with OAuth 2 (access_token.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_ACCESS_TOKEN_H
#define COLLAB_DISPATCH_DELIVERY_ACCESS_TOKEN_H

#include <apr_hash.h>

#include "dispatch/delivery/slot.h"

#define COLLAB_FETCH_WITHIN 10000L /* milliseconds to fetch a token; less than COLLAB_TIMER_LEASE_MARGIN */

struct collab_sender_t;

typedef struct collab_access_tokens_t {
  apr_pool_t *pool;
  apr_hash_t *by_key;
  const collab_slots_t *slots;
  struct collab_sender_t *sender;
} collab_access_tokens_t;

/* Calls the slot's callback as soon as there is a token. `auth`: the credentials to fetch one with. */
void collab_access_token_begin(collab_access_tokens_t *tokens, collab_slot_t *slot, const char *auth);

/* The slot's fetch has ended. */
void collab_access_token_finished(collab_access_tokens_t *tokens, collab_slot_t *slot, CURLcode code);

/* The callback refused the slot's token: nobody uses it again. */
void collab_access_token_refused(collab_access_tokens_t *tokens, const collab_slot_t *slot);

/* The callback answered 401: gets another token and calls again, in the same attempt. False: the 401 is the result. */
bool collab_access_token_again(collab_access_tokens_t *tokens, collab_slot_t *slot);

/* The subscription's callback was changed: kept tokens are discarded. */
void collab_access_token_changed(collab_access_tokens_t *tokens, const char *subscription);

#endif
