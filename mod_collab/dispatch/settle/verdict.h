/* verdict.h: the meaning of a transfer's result (verdict.c). */
#ifndef COLLAB_DISPATCH_SETTLE_VERDICT_H
#define COLLAB_DISPATCH_SETTLE_VERDICT_H

#include "dispatch/endpoint/endpoint.h"

typedef struct collab_verdict_t {
  int status; /* 0: no answer */
  bool success, retry;
  bool mismatch;              /* the receiver may not have the current secret yet */
  const char *error;          /* NULL: none */
  apr_interval_time_t wait;   /* the receiver's Retry-After; 0: none */
  collab_local_fault_t local; /* not NONE: the delivery is postponed, and no attempt is used up */
  const char *alarm;          /* the text of the local fault's alarm; NULL: derived from the other members */
} collab_verdict_t;

/* Returns the verdict on the slot's transfer, and measures its phases. The transfer has ended with `code`, or the headers of its
 * answer are complete. Texts are in the slot's memory pool. */
collab_verdict_t collab_verdict_of(collab_dispatcher_t *d, collab_slot_t *slot, CURLcode code);

/* Why a transfer has no answer, in the slot's memory pool; for a callback or a token endpoint. */
const char *collab_verdict_fault(const collab_slot_t *slot, CURLcode code);

#endif
