/* look.h: how far a claim looks back (look.c): the cache in front of the protocol of claim.c, and what refutes it. */
#ifndef COLLAB_DISPATCH_DELIVERY_LOOK_H
#define COLLAB_DISPATCH_DELIVERY_LOOK_H

#include "collab.h"

#define COLLAB_RESCAN_PARTS 16
#define COLLAB_RESCAN_ALL (-1)
#define COLLAB_RESCAN_NONE (-2)

typedef struct collab_looks_t {
  bool looking;                  /* the claim under way looks for endpoints that are not known, */
  int rescan;                    /*   and ignores the cached due times of this part of the known ones (COLLAB_RESCAN_…) */
  apr_time_t look_at, rescan_at; /* when to do so again, */
  int rescan_next;               /*   and with which part */
  int64_t newest, reached;       /* the last event taken from the outbox, and the one up to which none is known to be left */
  struct {
    int64_t marked, before;    /* what `reached` was at the last mark, and at the one before */
    apr_time_t at;             /* the next mark */
  } outbox[2];                 /* for claims as usual, and for those that look */
  bool outbox_rescan;          /* the claim under way ignores that cache too; */
  apr_time_t outbox_rescan_at; /*   when to do so again */
} collab_looks_t;

/* The database may be another: nothing that was learnt holds. */
void collab_looks_reset(collab_looks_t *looks);

/* Somebody has written something: the next claim looks. */
void collab_looks_hint(collab_looks_t *looks);

/* A claim begins at that time: does it look, and at what? */
void collab_looks_begin(collab_looks_t *looks, apr_time_t claimed_at);

/* The event from which on the claim that begins then looks at the outbox. */
int64_t collab_looks_outbox_since(collab_looks_t *looks, apr_time_t claimed_at);

/* The claim has taken outbox rows up to the event `newest`. */
void collab_looks_outbox_taken(collab_looks_t *looks, int64_t newest, bool as_many_as_it_might);

/* The claim that looked began then and has ended `now`. */
void collab_looks_done(collab_looks_t *looks, apr_time_t claimed_at, apr_time_t now);

#endif
