/* access_token.h: access tokens for callbacks with OAuth 2 (access_token.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SEND_ACCESS_TOKEN_H
#define COLLAB_DISPATCH_SEND_ACCESS_TOKEN_H

#include <apr_hash.h>

#include "dispatch/settle/verdict.h"

#define COLLAB_FETCH_WITHIN 10000L /* milliseconds to fetch a token; less than COLLAB_TIMER_LEASE_MARGIN */

/* Receives the slot's token. With token NULL, `failed` is the verdict that ends the attempt. */
typedef void (*collab_on_token_t)(collab_dispatcher_t *d, collab_slot_t *slot, const char *token, const collab_verdict_t *failed);

typedef struct collab_access_tokens_t {
  apr_hash_t *by_key;
  collab_on_token_t on_token;
} collab_access_tokens_t;

/* Gives the slot an access token through on_token: at once if one is kept, else when a fetch has ended. `auth`: the credentials
 * for the fetch. */
void collab_access_token_begin(collab_dispatcher_t *d, collab_slot_t *slot, const char *auth);

/* Takes the slot's finished fetch. Gives the token, or the verdict on the failure, to this slot and to all slots that wait for
 * the token. */
void collab_access_token_finished(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code);

/* Discards the slot's token, which its callback has refused. */
void collab_access_token_refused(collab_dispatcher_t *d, const collab_slot_t *slot);

/* After a 401 from the callback, gets the slot another token within the same attempt. False: the 401 is the attempt's result. */
bool collab_access_token_again(collab_dispatcher_t *d, collab_slot_t *slot);

/* Discards the subscription's kept tokens, because its callback was changed. */
void collab_access_token_changed(collab_dispatcher_t *d, const char *subscription);

#endif
