/* local_fault.h: detects local faults, which use up no attempt (local_fault.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_LOCAL_FAULT_H
#define COLLAB_DISPATCH_SETTLE_LOCAL_FAULT_H

#include "dispatch/endpoint/endpoint.h"

/* Returns the local fault that ended the transfer, COLLAB_LOCAL_UNDECIDED if the fault may be local, and the text of the alarm,
 * in the slot's memory pool (NULL: collab_local_alarm_raise makes it, if there is one). Call it once for each transfer, also
 * after a success: the call records how far the transfer got, and ends the faults that the transfer refutes. */
collab_local_fault_t collab_local_fault_of(collab_dispatcher_t *d, const collab_slot_t *slot, CURLcode code, const char **alarm);

/* The time for which failures at the endpoint use up no attempt while it is not known whether the fault is local. */
apr_interval_time_t collab_local_fault_undecided_left(const collab_endpoint_t *endpoint);

/* ---- stage.c: the stages of a transfer before its request, and whether all receivers fail at the same one ---- */

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
