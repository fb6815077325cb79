/* settle.h: records the results of attempts (settle.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_SETTLE_H
#define COLLAB_DISPATCH_SETTLE_SETTLE_H

#include "base/json_writer.h"
#include "dispatch/endpoint/slot.h"
#include "dispatch/link.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

typedef struct collab_settlements_t {
  collab_link_t link;
  collab_slot_t *done_first, *done_last; /* slots whose results wait for a settlement, oldest first */
  int done_count;                        /* number of slots whose results wait for a settlement */
  collab_slot_t *settling;               /* the slots in the settlement under way */
  apr_time_t settled_at;                 /* when the settlement under way began */
  bool refused;                          /* the last settlement was refused or lost */
} collab_settlements_t;

/* Sets up the settlements and the log of failures. */
void collab_settle_setup(collab_dispatcher_t *d);

/* Writes a slot's result, as the statement delivery_settle reads it. Also for the watchdog, when it has the slots for itself. */
void collab_settle_write(collab_json_writer_t *w, const collab_slot_t *slot);

/* When the next settlement, renewal or recovery may begin; COLLAB_NEVER while the connection is busy or connecting. Also
 * COLLAB_NEVER while the dispatcher stops and no result waits. */
apr_time_t collab_settle_due(const collab_dispatcher_t *d);

/* Puts the slot, whose result is known, in line for a settlement. */
void collab_settle_add(collab_dispatcher_t *d, collab_slot_t *slot);

/* Sends the next settlement, renewal or recovery. */
void collab_settle_begin(collab_dispatcher_t *d);

#endif
