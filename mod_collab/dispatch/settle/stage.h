/* stage.h: the stages of a transfer before its request, and whether all receivers fail at the same one (stage.c). Only the loop's
 * thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_STAGE_H
#define COLLAB_DISPATCH_SETTLE_STAGE_H

#include "dispatch/endpoint/endpoint.h"

/* The bit of a stage in a set of stages. */
#define COLLAB_STAGE_BIT(stage) (1U << (stage))

/* Records at the slot's endpoint how far the slot's transfer got, and returns the record. `code`: the transfer's result. If the
 * transfer shows nothing about the stages, records nothing, and returns a record whose `at` is 0. */
collab_last_try_t collab_stage_learn(const collab_outbound_t *rules, const collab_slot_t *slot, CURLcode code);

typedef enum collab_stage_state_t {
  COLLAB_STAGE_UNDECIDED, /* no endpoint that was tried lately has passed the stage, and endpoints of one company have failed at
                             it */
  COLLAB_STAGE_WORKS,     /* an endpoint that was tried lately has passed it */
  COLLAB_STAGE_FAILS      /* none has passed it, and endpoints of two companies have failed at it */
} collab_stage_state_t;

/* What the last tries of all endpoints show about `stage`. */
collab_stage_state_t collab_stage_state(const collab_endpoints_t *endpoints, collab_local_fault_t stage);

#endif
