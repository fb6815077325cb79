/* verdict.h: the meaning of a transfer's result (verdict.c). */
#ifndef COLLAB_DISPATCH_SETTLE_VERDICT_H
#define COLLAB_DISPATCH_SETTLE_VERDICT_H

#include <curl/curl.h>

#include "collab.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* Local faults, which count against no receiver (local_fault.c). */
typedef enum collab_local_fault_t {
  COLLAB_LOCAL_NONE,
  COLLAB_LOCAL_PROXY,     /* the operator's proxy */
  COLLAB_LOCAL_CA,        /* the CA bundle cannot be read */
  COLLAB_LOCAL_SECRETS,   /* the subscription's secrets do not open */
  COLLAB_LOCAL_RESOURCES, /* no open file or memory was left */
  COLLAB_LOCAL_CLOCK,     /* this node's clock or the database's is wrong, so the refused certificate may be valid */
  /* the stages of a transfer, in order; the fault is that every receiver fails at the stage (stage.c): */
  COLLAB_LOCAL_NAMES, /* no name resolves */
  COLLAB_LOCAL_IPV4,  /* no receiver is reached over this address family */
  COLLAB_LOCAL_IPV6,
  COLLAB_LOCAL_TLS, /* no TLS handshake succeeds */
  /* a failure at one of these stages, while it is not known whether the fault is local: */
  COLLAB_LOCAL_UNDECIDED,
  COLLAB_LOCALS
} collab_local_fault_t;

typedef struct collab_verdict_t {
  int status; /* 0: no answer */
  bool success, retry;
  bool mismatch;              /* the receiver may not have the current secret yet */
  const char *error;          /* NULL: none */
  apr_interval_time_t wait;   /* the receiver's Retry-After; 0: none */
  collab_local_fault_t local; /* not NONE: the delivery is postponed, and no attempt is used up */
  const char *alarm;          /* the text of the local fault's alarm; NULL: derived from the other members */
} collab_verdict_t;

struct collab_slot_t;

/* Returns the verdict on the slot's transfer, and measures its phases. The transfer has ended with `code`, or the headers of its
 * answer are complete. Texts are in the slot's memory pool. */
collab_verdict_t collab_verdict_of(collab_dispatcher_t *d, struct collab_slot_t *slot, CURLcode code);

/* Why a transfer has no answer, in the slot's memory pool; for a callback or a token endpoint. */
const char *collab_verdict_fault(const struct collab_slot_t *slot, CURLcode code);

#endif
