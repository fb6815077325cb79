/* send.h: one attempt of one delivery (send.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_SEND_H
#define COLLAB_DISPATCH_DELIVERY_SEND_H

#include "dispatch/delivery/proof.h"
#include "dispatch/delivery/reach.h"
#include "dispatch/delivery/settle.h"
#include "dispatch/delivery/token.h"
#include "dispatch/delivery/trouble.h"

/* What an attempt meets on its way. */
typedef struct collab_sender_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_transfers_t *transfers;
  collab_endpoints_t *endpoints;
  collab_settlements_t *settlements;
  collab_faults_t *faults;
  collab_proxy_t *proxy;
  collab_proofs_t *proofs;
  collab_tokens_t *tokens;
  collab_reach_t *reach;
  collab_troubles_t *troubles;
  apr_time_t mismatch_at; /* a possible mismatch of secrets was said last */
} collab_sender_t;

/* Begins the attempt that the slot's row asks for. */
void collab_send_begin(collab_sender_t *sender, collab_slot_t *slot);

/* Takes a transfer that has finished, of a slot or of a probe of reach.c. */
void collab_send_finished(collab_sender_t *sender, CURL *easy, CURLcode code);

/* Sets the slot's handle for that URL; false: it must not be called. */
bool collab_send_to(collab_sender_t *sender, collab_slot_t *slot, const char *url);

/* Then posts, with the slot's handle and headers. False: the transfer could not be begun. */
bool collab_send_post(collab_sender_t *sender, collab_slot_t *slot, const char *body, long milliseconds, curl_write_callback take,
                      void *to);

/* Calls the callback. */
void collab_send_call(collab_sender_t *sender, collab_slot_t *slot);

/* Ends the attempt before the callback was called. */
void collab_send_fail(collab_sender_t *sender, collab_slot_t *slot, collab_verdict_t verdict);

void collab_send_add_header(collab_slot_t *slot, const char *line);

/* After a transfer that carried credentials: a new handle. */
void collab_send_renew_handle(collab_slot_t *slot);

#endif
