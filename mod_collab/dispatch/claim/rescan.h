/* rescan.h: decides when a claim looks at all endpoints for deliveries that other processes have written, and when such a claim
 * is a rescan. A rescan ignores cached due times, because they may have missed a delivery (rescan.c). */
#ifndef COLLAB_DISPATCH_CLAIM_RESCAN_H
#define COLLAB_DISPATCH_CLAIM_RESCAN_H

#include "collab.h"

#define COLLAB_RESCAN_PARTS 16
#define COLLAB_RESCAN_ALL (-1)
#define COLLAB_RESCAN_NONE (-2)

typedef struct collab_rescan_t {
  bool looking;                  /* the claim under way looks at all endpoints, unknown ones too */
  int part;                      /* the part of the endpoints that the claim under way rescans, or COLLAB_RESCAN_… */
  apr_time_t look_at, rescan_at; /* when the next look at all endpoints and the next rescan of endpoints are due */
  int rescan_next;               /* the part of the endpoints that the next rescan is for */
  int64_t newest, reached;       /* the highest event taken from the outbox; the event up to which all but latecomers are taken */
  struct {
    int64_t marked, before;    /* the value of `reached` stored last, and the value stored before that */
    apr_time_t at;             /* when the next value of `reached` is stored */
  } outbox[2];                 /* [0]: for most claims; [1]: for claims that look at all endpoints */
  bool outbox_rescan;          /* the claim under way reads the outbox from the beginning */
  apr_time_t outbox_rescan_at; /* when a claim next reads the outbox from the beginning */
} collab_rescan_t;

/* Schedules a full rescan for a new session, whose database may be another one. */
void collab_rescan_reset(collab_rescan_t *rescan);

/* Makes the next claim look at all endpoints, because another process has written deliveries. */
void collab_rescan_hint(collab_rescan_t *rescan);

/* Decides whether the claim that begins at `claimed_at` looks at all endpoints, and which part of them it rescans. */
void collab_rescan_begin(collab_rescan_t *rescan, apr_time_t claimed_at);

/* Returns the event id from which the claim that begins at `claimed_at` reads the outbox; 0: all of it. */
int64_t collab_rescan_outbox_since(collab_rescan_t *rescan, apr_time_t claimed_at);

/* Notes that the claim has taken outbox rows up to the event `newest`. `as_many_as_it_might`: it took as many events as it had
 * asked for. */
void collab_rescan_outbox_taken(collab_rescan_t *rescan, int64_t newest, bool as_many_as_it_might);

/* Notes that a claim that looked at all endpoints ran from `claimed_at` to `now`. */
void collab_rescan_done(collab_rescan_t *rescan, apr_time_t claimed_at, apr_time_t now);

#endif
