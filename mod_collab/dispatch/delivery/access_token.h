/* access_token.h: access tokens for callbacks with OAuth 2 (access_token.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_ACCESS_TOKEN_H
#define COLLAB_DISPATCH_DELIVERY_ACCESS_TOKEN_H

#include <apr_hash.h>

#include "dispatch/delivery/call.h"
#include "dispatch/delivery/local_fault.h"

#define COLLAB_FETCH_WITHIN 10000L /* milliseconds to fetch a token; less than COLLAB_TIMER_LEASE_MARGIN */

/* Takes the slot's token; or, if it is NULL, the verdict with which the attempt ends. */
typedef void (*collab_on_token_t)(void *owner, collab_slot_t *slot, const char *token, const collab_verdict_t *failed);

typedef struct collab_access_tokens_t {
  apr_pool_t *pool;
  apr_hash_t *by_key;
  const collab_slots_t *slots;
  const collab_calls_t *calls;
  collab_local_faults_t *faults;
  collab_on_token_t on_token;
  void *owner; /* of on_token */
} collab_access_tokens_t;

/* Passes the slot its token as soon as there is one. `auth`: the credentials to fetch one with. */
void collab_access_token_begin(collab_access_tokens_t *tokens, collab_slot_t *slot, const char *auth);

/* The slot's fetch has ended. */
void collab_access_token_finished(collab_access_tokens_t *tokens, collab_slot_t *slot, CURLcode code);

/* The callback refused the slot's token: nobody uses it again. */
void collab_access_token_refused(collab_access_tokens_t *tokens, const collab_slot_t *slot);

/* The callback answered 401: the slot gets another token, in the same attempt. False: the 401 is the result. */
bool collab_access_token_again(collab_access_tokens_t *tokens, collab_slot_t *slot);

/* The subscription's callback was changed: kept tokens are discarded. */
void collab_access_token_changed(collab_access_tokens_t *tokens, const char *subscription);

#endif
