/* call.h: one call of one URL with a slot's handle: of a callback, or of a token URL (call.c). Only the loop's thread calls this.
 */
#ifndef COLLAB_DISPATCH_DELIVERY_CALL_H
#define COLLAB_DISPATCH_DELIVERY_CALL_H

#include "config/config.h"
#include "dispatch/delivery/slot.h"
#include "dispatch/transfers.h"

typedef struct collab_calls_t {
  const collab_config_t *config;
  collab_transfers_t *transfers;
} collab_calls_t;

/* Sets the slot's handle up for that URL. False: the URL must not be called. */
bool collab_call_to(const collab_calls_t *calls, collab_slot_t *slot, const char *url);

/* After collab_call_to: posts `body` with the slot's handle, for `milliseconds` at most; `take` and `to` get the answer. False:
 * the transfer could not be begun. */
bool collab_call_post(const collab_calls_t *calls, collab_slot_t *slot, const char *body, long milliseconds,
                      curl_write_callback take, void *to);

/* Adds a header line, which must live in the slot's memory pool. */
void collab_call_add_header(collab_slot_t *slot, const char *line);

/* Gives the slot a new handle if the last transfer carried credentials. */
void collab_call_renew_handle(collab_slot_t *slot);

#endif
