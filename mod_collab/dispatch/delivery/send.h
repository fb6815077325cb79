/* send.h: one attempt of one delivery (send.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_SEND_H
#define COLLAB_DISPATCH_DELIVERY_SEND_H

#include "dispatch/delivery/access_token.h"
#include "dispatch/delivery/credentials.h"
#include "dispatch/delivery/failure_log.h"
#include "dispatch/delivery/reachability.h"
#include "dispatch/delivery/settle.h"

/* The components that an attempt uses. */
typedef struct collab_sender_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_transfers_t *transfers;
  collab_endpoints_t *endpoints;
  collab_settlements_t *settlements;
  collab_local_faults_t *faults;
  collab_proxy_t *proxy;
  collab_credentials_cache_t *credentials;
  collab_access_tokens_t *tokens;
  collab_reachability_t *reach;
  collab_failure_log_t *failure_log;
  apr_time_t mismatch_at; /* when the log last reported a possible secret mismatch */
} collab_sender_t;

/* Begins the attempt of the delivery that the slot's claimed row describes. */
void collab_send_begin(collab_sender_t *sender, collab_slot_t *slot);

/* Takes a finished transfer of a slot, or of a probe of reachability.c. */
void collab_send_finished(collab_sender_t *sender, CURL *easy, CURLcode code);

/* Sets the slot's handle up for that URL. False: the URL must not be called. */
bool collab_send_to(collab_sender_t *sender, collab_slot_t *slot, const char *url);

/* After collab_send_to: posts `body` with the slot's handle, for `milliseconds` at most; `take` and `to` get the answer. False:
 * the transfer could not be begun. */
bool collab_send_post(collab_sender_t *sender, collab_slot_t *slot, const char *body, long milliseconds, curl_write_callback take,
                      void *to);

/* Calls the callback with what the slot has: URL, headers, body. */
void collab_send_call(collab_sender_t *sender, collab_slot_t *slot);

/* Ends the attempt with `verdict`, without a call of the callback. */
void collab_send_fail(collab_sender_t *sender, collab_slot_t *slot, collab_verdict_t verdict);

/* Adds a header line, which must live in the slot's memory pool. */
void collab_send_add_header(collab_slot_t *slot, const char *line);

/* Gives the slot a new handle if the last transfer carried credentials. */
void collab_send_renew_handle(collab_slot_t *slot);

#endif
