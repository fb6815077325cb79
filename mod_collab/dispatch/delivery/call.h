/* call.h: one HTTP request, to a callback or a token URL, with a slot's handle (call.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_CALL_H
#define COLLAB_DISPATCH_DELIVERY_CALL_H

#include "config/config.h"
#include "dispatch/delivery/slot.h"
#include "dispatch/transfers.h"

typedef struct collab_calls_t {
  const collab_config_t *config;
  collab_transfers_t *transfers;
} collab_calls_t;

/* Sets up the slot's handle for `url`. False: the URL must not be called. */
bool collab_call_to(const collab_calls_t *calls, collab_slot_t *slot, const char *url);

/* Begins to post `body`, after collab_call_to. The transfer times out after `milliseconds`. `take` gets the answer, with `to` as
 * its last argument. False: the transfer could not be begun. */
bool collab_call_post(const collab_calls_t *calls, collab_slot_t *slot, const char *body, long milliseconds,
                      curl_write_callback take, void *to);

/* Adds a header line, which must live in the slot's memory pool. */
void collab_call_add_header(collab_slot_t *slot, const char *line);

/* Replaces the slot's handle if the last transfer carried credentials. */
void collab_call_renew_handle(collab_slot_t *slot);

#endif
