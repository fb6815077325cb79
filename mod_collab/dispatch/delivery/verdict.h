/* verdict.h: what the result of a transfer means (verdict.c). */
#ifndef COLLAB_DISPATCH_DELIVERY_VERDICT_H
#define COLLAB_DISPATCH_DELIVERY_VERDICT_H

#include <curl/curl.h>

#include "collab.h"

/* A local fault, which says nothing about the receiver (local_fault.c). */
typedef enum collab_local_fault_t {
  COLLAB_LOCAL_NONE,
  COLLAB_LOCAL_PROXY,     /* the operator's proxy */
  COLLAB_LOCAL_CA,        /* the CA bundle cannot be read */
  COLLAB_LOCAL_SECRETS,   /* the subscription's secrets do not open */
  COLLAB_LOCAL_RESOURCES, /* no open file or memory was left */
  COLLAB_LOCAL_CLOCK,     /* this node's clock or the database's is wrong, so a certificate may be valid */
  /* everybody fails at this stage of a transfer (stage.c); in the order of the stages: */
  COLLAB_LOCAL_NAMES, /* no name resolves */
  COLLAB_LOCAL_IPV4,  /* nobody is reached over that address family */
  COLLAB_LOCAL_IPV6,
  COLLAB_LOCAL_TLS, /* no TLS handshake succeeds */
  COLLAB_LOCALS
} collab_local_fault_t;

typedef struct collab_verdict_t {
  int status; /* 0: no answer */
  bool success, retry;
  bool mismatch;              /* perhaps the receiver does not have the current secret yet */
  const char *error;          /* NULL: none */
  apr_interval_time_t wait;   /* what the receiver asks for; 0: nothing */
  collab_local_fault_t local; /* a local fault: the delivery is postponed, and no attempt is used up */
  const char *alarm;          /*   the text of its alarm; NULL: it follows from the rest */
} collab_verdict_t;

struct collab_local_faults_t;
struct collab_slot_t;

/* The verdict on the slot's transfer, which has ended with `code`. Measures its phases too. Texts are in the slot's memory pool.
 */
collab_verdict_t collab_verdict_of(struct collab_local_faults_t *faults, struct collab_slot_t *slot, CURLcode code);

#endif
