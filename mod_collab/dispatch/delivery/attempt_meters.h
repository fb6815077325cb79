/* attempt_meters.h: an attempt's outcome and times in the metrics (attempt_meters.c). */
#ifndef COLLAB_DISPATCH_DELIVERY_ATTEMPT_METERS_H
#define COLLAB_DISPATCH_DELIVERY_ATTEMPT_METERS_H

#include "dispatch/delivery/slot.h"

/* The slot's attempt has ended. */
void collab_attempt_meters_add(const collab_slot_t *slot);

#endif
