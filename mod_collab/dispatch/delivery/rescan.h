/* rescan.h: how far back a claim looks (rescan.c): the cache in front of the protocol of claim.c, and how it is corrected. */
#ifndef COLLAB_DISPATCH_DELIVERY_RESCAN_H
#define COLLAB_DISPATCH_DELIVERY_RESCAN_H

#include "collab.h"

#define COLLAB_RESCAN_PARTS 16
#define COLLAB_RESCAN_ALL (-1)
#define COLLAB_RESCAN_NONE (-2)

typedef struct collab_rescan_t {
  bool looking;                  /* the claim under way looks for unknown endpoints too, */
  int part;                      /*   and ignores the cached due times of this part of the known ones, or COLLAB_RESCAN_… */
  apr_time_t look_at, rescan_at; /* when the next look and the next rescan are due, */
  int rescan_next;               /*   and which part that rescan is for */
  int64_t newest, reached; /* the highest event taken from the outbox, and the one up to which no event is known to be left */
  struct {
    int64_t marked, before;    /* the value of `reached` at the last mark, and at the mark before */
    apr_time_t at;             /* when the next mark is due */
  } outbox[2];                 /* [0] for usual claims, [1] for those that look */
  bool outbox_rescan;          /* the claim under way ignores the outbox's cached event too; */
  apr_time_t outbox_rescan_at; /*   when the next claim does so */
} collab_rescan_t;

/* A new session: the database may be another one. Discards all that is cached. */
void collab_rescan_reset(collab_rescan_t *rescan);

/* Somebody has written deliveries: the next claim looks. */
void collab_rescan_hint(collab_rescan_t *rescan);

/* A claim begins at `claimed_at`: decides whether it looks, and which part it rescans. */
void collab_rescan_begin(collab_rescan_t *rescan, apr_time_t claimed_at);

/* The event from which on the claim that begins at `claimed_at` reads the outbox; 0: all of it. */
int64_t collab_rescan_outbox_since(collab_rescan_t *rescan, apr_time_t claimed_at);

/* The claim has taken outbox rows up to the event `newest`; `as_many_as_it_might`: as many as it had asked for. */
void collab_rescan_outbox_taken(collab_rescan_t *rescan, int64_t newest, bool as_many_as_it_might);

/* The claim that looked began at `claimed_at` and has ended at `now`. */
void collab_rescan_done(collab_rescan_t *rescan, apr_time_t claimed_at, apr_time_t now);

#endif
