/* send.h: the room send/: the attempts of deliveries.
 *
 *   comes in   a slot that a claim has filled
 *   goes out   the attempt's verdict, at once, to settle/attempt_end.c; then the slot, into the line of results
 *
 *   send.c           one attempt: body, signatures, transfer
 *   call.c           one HTTP request, to the callback or a token URL
 *   answer.c         reads the answer; its headers decide
 *   credentials.c    the secrets that sign deliveries, and the credentials for callbacks
 *   access_token.c   access tokens for callbacks
 *
 * Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SEND_SEND_H
#define COLLAB_DISPATCH_SEND_SEND_H

#include "dispatch/endpoint/slot.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Sets up the credentials and the access tokens. */
void collab_send_setup(collab_dispatcher_t *d);

/* Begins the attempt for the slot's claimed row. */
void collab_send_begin(collab_dispatcher_t *d, collab_slot_t *slot);

/* Takes a finished transfer of a slot. */
void collab_send_finished(collab_dispatcher_t *d, CURL *easy, CURLcode code);

/* Once per turn of the loop, after the finished transfers: ends the attempts whose headers are complete, and the reading of
 * answers for which no time or no slot is left. While the dispatcher stops: of all answers. */
void collab_send_turn(collab_dispatcher_t *d);

#endif
