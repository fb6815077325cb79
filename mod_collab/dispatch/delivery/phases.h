/* phases.h: an attempt's outcome and times in the metrics (phases.c). */
#ifndef COLLAB_DISPATCH_DELIVERY_PHASES_H
#define COLLAB_DISPATCH_DELIVERY_PHASES_H

#include "dispatch/delivery/slot.h"

/* The slot's attempt has ended. */
void collab_phases_meter(const collab_slot_t *slot);

#endif
