/* answer.h: what a receiver answers, and how much of it is read (answer.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SEND_ANSWER_H
#define COLLAB_DISPATCH_SEND_ANSWER_H

#include "dispatch/endpoint/slot.h"

#define COLLAB_ANSWER_READ 65536                /* maximum bytes of the headers, and of the body after them */
#define COLLAB_ANSWER_MOST 1048576              /* maximum bytes that an answer may cost on its connection */
#define COLLAB_ANSWER_REST apr_time_from_sec(2) /* how long the body is read after the headers */

/* The slots whose answers have complete headers while their transfers go on, in the order in which the headers were complete. */
struct collab_answers_t {
  collab_slot_t *first, *last;
};

/* Discards the slot's last answer, before a transfer. Once the headers of the next one are complete, the slot is in `answers`.
 * NULL: the answer is needed as a whole; slot->request.take then gets the body. */
void collab_answer_expect(collab_slot_t *slot, collab_answers_t *answers);

/* Sets the options of the slot's transport that concern the answer. */
void collab_answer_set(collab_slot_t *slot);

/* Takes the slot out of the list of answers, if it is there. Call it when the transfer ends. */
void collab_answer_unlist(collab_slot_t *slot);

/* Whether enough of the body has come to record the attempt. Nothing is recorded of a success. */
bool collab_answer_suffices(const collab_slot_t *slot);

/* Whether the time for the rest of the answer is over. The slot must be in the list. */
bool collab_answer_is_late(const collab_slot_t *slot, apr_time_t now);

/* When the time for the rest of the first listed answer is over; COLLAB_NEVER: none is listed. */
apr_time_t collab_answer_due(const collab_answers_t *answers);

#endif
