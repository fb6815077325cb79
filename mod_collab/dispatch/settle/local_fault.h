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

#endif
