/* verdict.h: what the end of a transfer means (verdict.c). */
#ifndef COLLAB_DISPATCH_DELIVERY_VERDICT_H
#define COLLAB_DISPATCH_DELIVERY_VERDICT_H

#include <curl/curl.h>

#include "collab.h"

/* A fault on this node's side, which says nothing about the receiver (local.c). */
typedef enum collab_local_t {
  COLLAB_LOCAL_NONE,
  COLLAB_LOCAL_PROXY,     /* the operator's proxy */
  COLLAB_LOCAL_CA,        /* the CA bundle cannot be read */
  COLLAB_LOCAL_SECRETS,   /* the subscription's secrets do not open */
  COLLAB_LOCAL_RESOURCES, /* no open file or memory was left */
  COLLAB_LOCAL_CLOCK,     /* this machine's clock is wrong, or the database's: a certificate may be valid */
  COLLAB_LOCAL_NAMES,     /* names do not resolve; this and what follows: perhaps, until reach.c knows */
  COLLAB_LOCAL_IPV4,      /* no route to addresses of that family */
  COLLAB_LOCAL_IPV6,
  COLLAB_LOCALS
} collab_local_t;

/* A local fault that is one only if others fare no better: reach.c asks them. */
typedef struct collab_doubt_t {
  const char *about; /* the name that does not resolve, or the address that was not reached; NULL: there is no doubt */
  const char *why;   /* it was not reached; static */
  bool silent;       /* it may have been reached, and says nothing */
  bool asked;        /* others were: no doubt is left */
} collab_doubt_t;

typedef struct collab_verdict_t {
  int status; /* 0: no answer */
  bool success, retry;
  bool mismatch;            /* perhaps the receiver has not the secret that signs by now */
  const char *error;        /* NULL: none */
  apr_interval_time_t wait; /* that the receiver asks for; 0: none */
  collab_local_t local;     /* a local fault: the delivery is postponed, and no attempt used up */
  collab_doubt_t doubt;     /*   if it is one */
} collab_verdict_t;

struct collab_faults_t;
struct collab_slot_t;

/* The transfer of the slot has ended so. Measures its phases too; texts are in the slot's pool. */
collab_verdict_t collab_verdict_of(const struct collab_faults_t *faults, struct collab_slot_t *slot, CURLcode code);

#endif
