/* stage.h: the stages of a transfer before its request, and whether all receivers fail at one (stage.c). Only the loop's thread
 * calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_STAGE_H
#define COLLAB_DISPATCH_DELIVERY_STAGE_H

#include "dispatch/delivery/endpoint.h"

/* A set of stages has the bit of each. */
#define COLLAB_STAGE_BIT(stage) (1U << (stage))

/* What the slot's transfer, which has ended with `code`, shows of its endpoint. Records it there; `at` is 0, and nothing is
 * recorded, when it shows nothing. */
collab_last_try_t collab_stage_learn(const collab_outbound_t *rules, const collab_slot_t *slot, CURLcode code);

/* Has every endpoint that was tried lately failed at this stage or before it, and endpoints of two companies at this stage? */
bool collab_stage_fails_for_all(const collab_endpoints_t *endpoints, collab_local_fault_t stage);

#endif
