/* reach.h: whether a name that does not resolve, or a missing route, is a local fault (reach.c). Only the loop's thread calls
 * this. */
#ifndef COLLAB_DISPATCH_DELIVERY_REACH_H
#define COLLAB_DISPATCH_DELIVERY_REACH_H

#include "dispatch/delivery/local.h"
#include "dispatch/transfers.h"

typedef struct collab_reach_t collab_reach_t;
struct collab_sender_t;

/* NULL: out of memory. */
collab_reach_t *collab_reach_setup(apr_pool_t *pool, const collab_config_t *config, collab_transfers_t *transfers,
                                   collab_faults_t *faults, struct collab_sender_t *sender);
void collab_reach_close(collab_reach_t *reach);

/* The slot's receiver has answered: it becomes a witness. */
void collab_reach_worked(collab_reach_t *reach, const collab_slot_t *slot);

/* Finds out whose fault it was, and then ends the slot's attempt with collab_send_fail; perhaps before this returns. */
void collab_reach_ask(collab_reach_t *reach, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Takes a finished transfer. False: it is not one of the probes. */
bool collab_reach_finished(collab_reach_t *reach, CURL *easy, CURLcode code);

#endif
