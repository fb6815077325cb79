/* claim.h: the room claim/: fans out new events, and leases the deliveries that this dispatcher sends next.
 *
 *   comes in   the outbox and the due deliveries, from the database; free slots; what other dispatchers tell
 *   goes out   slots with leased deliveries, for send/; the leases, which end when settle/ has recorded all their results
 *
 *   claim.c               sends the statement whose turn it is; its head describes the whole delivery protocol
 *   due.c                 what is due at which endpoint
 *   fairness.c            who gets the free slots
 *   memory.c              what is remembered between two statements
 *   pace.h                when the next claim begins
 *   claimed_row.h         a leased delivery, as the claim returns it
 *   lease.c               the leases, and the recovery of those that are over
 *   dispatcher_number.c   the number that begins the ids of the claims, and its lock
 *   peers.c               notifications to and from other dispatchers
 *
 * Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_CLAIM_CLAIM_H
#define COLLAB_DISPATCH_CLAIM_CLAIM_H

#include "dispatch/claim/lease.h"
#include "dispatch/endpoint/slot.h"
#include "dispatch/link.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

/* The statements of the claims' connection, in the order of their turns. */
typedef enum collab_step_t { COLLAB_LOOK, COLLAB_FAN_OUT, COLLAB_CLAIM, COLLAB_STEPS } collab_step_t;

typedef struct collab_claims_t {
  collab_link_t link;
  collab_slot_t *taken_first, *taken_last; /* slots that the last claim filled and whose transfers have not begun */
  apr_pool_t *taken_pool;                  /* owns the claimed rows of these slots */
  apr_array_header_t *candidates;          /* of the last plan (due.c) */
  bool outbox_left;                        /* the last fan-out took as many events as it might, so there may be more */
  bool work_left;                          /* the last claim left work that only waits for slots */
  int events_asked;                        /* number of events of each channel that the fan-out under way may take */
  collab_lease_t *lease;                   /* the lease of the claim under way */
  collab_step_t last;                      /* the last statement that was sent */
  int patience[COLLAB_STEPS]; /* how often the last answers to each statement have come too late; at most MAX_PATIENCE */
  bool claimable;             /* when it was sent, a delivery could be claimed */
  bool legacy_ended;          /* V1 has ended, says the last fan-out */
  bool legacy_end_logged;     /* the log says that V1 has ended */
} collab_claims_t;

/* Sets up the claims, the leases and the dispatcher's number. False: no randomness. */
bool collab_claim_setup(collab_dispatcher_t *d);

/* When the next statement may begin; COLLAB_NEVER while the connection is busy or connecting. */
apr_time_t collab_claim_due(const collab_dispatcher_t *d);

/* Sends the statement that is due: a look, a fan-out or a claim. Call it only while a slot is free, or in a new session. There it
 * sends the statement that takes the lock of the dispatcher's number first; while the clocks differ, the statement that asks for
 * the time. */
void collab_claim_begin(collab_dispatcher_t *d);

/* Whether the answer of the claim under way must wait, because transfers of the last claim have not all begun. */
bool collab_claim_must_wait(const collab_dispatcher_t *d);

/* Returns the slot of the last claim whose transfer begins next; NULL: all have begun. */
collab_slot_t *collab_claim_next(collab_dispatcher_t *d);

/* Tells the claims that slots have become free. If work is left, the next claim begins sooner. */
void collab_claim_freed(collab_dispatcher_t *d);

/* Releases the deliveries that are still leased. Call it at shutdown, when no statement is under way on the link. Waits until
 * `deadline` (collab_time_clock) at most. */
void collab_claim_release(collab_dispatcher_t *d, apr_time_t deadline);

#endif
