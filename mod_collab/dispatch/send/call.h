/* call.h: one HTTP request, to a callback or a token URL (call.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SEND_CALL_H
#define COLLAB_DISPATCH_SEND_CALL_H

#include "dispatch/send/answer.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Begins to post slot->request. `fresh`: not on a kept connection. Results as with collab_transport_open; after any but CURLE_OK
 * nothing is sent, and the caller must call collab_call_end all the same. */
CURLcode collab_call_begin(collab_dispatcher_t *d, collab_slot_t *slot, bool fresh);

/* Begins the same request again, on a fresh connection, because the kept connection was not clean (transport.stale). */
CURLcode collab_call_repeat(collab_dispatcher_t *d, collab_slot_t *slot);

/* Ends the slot's transfer, whether it has finished or not, and frees its handle. */
void collab_call_end(collab_dispatcher_t *d, collab_slot_t *slot);

/* Adds a header line, which must live in the slot's memory pool. */
void collab_call_add_header(collab_slot_t *slot, const char *line);

#endif
