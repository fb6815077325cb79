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
  COLLAB_LOCAL_NAMES,     /* names do not resolve; this and the next two are only suspected until reachability.c knows */
  COLLAB_LOCAL_IPV4,      /* no route to addresses of that family */
  COLLAB_LOCAL_IPV6,
  COLLAB_LOCALS
} collab_local_fault_t;

/* A suspected local fault. It is one only if other endpoints cannot be reached either: reachability.c asks them. */
typedef struct collab_doubt_t {
  const char *about; /* the name that does not resolve, or the address that was not reached; NULL: there is no doubt */
  const char *why;   /* why the address was not reached; static */
  bool silent;       /* the address may have been reached, and does not answer */
  bool asked;        /* reachability.c has asked: no doubt is left */
} collab_doubt_t;

typedef struct collab_verdict_t {
  int status; /* 0: no answer */
  bool success, retry;
  bool mismatch;              /* perhaps the receiver does not have the current secret yet */
  const char *error;          /* NULL: none */
  apr_interval_time_t wait;   /* what the receiver asks for; 0: nothing */
  collab_local_fault_t local; /* a local fault: the delivery is postponed, and no attempt is used up */
  collab_doubt_t doubt;       /*   whether `local` is only suspected */
} collab_verdict_t;

struct collab_local_faults_t;
struct collab_slot_t;

/* The verdict on the slot's transfer, which has ended with `code`. Measures its phases too. Texts are in the slot's memory pool.
 */
collab_verdict_t collab_verdict_of(const struct collab_local_faults_t *faults, struct collab_slot_t *slot, CURLcode code);

#endif
