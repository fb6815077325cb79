/* reachability.h: whether a name that does not resolve, or a missing route, is a local fault (reachability.c). Only the loop's
 * thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_REACHABILITY_H
#define COLLAB_DISPATCH_DELIVERY_REACHABILITY_H

#include "dispatch/delivery/local_fault.h"
#include "dispatch/transfers.h"

typedef struct collab_reachability_t collab_reachability_t;

/* Takes a verdict without doubt: whose fault it was. */
typedef void (*collab_answer_take_t)(void *owner, collab_slot_t *slot, const collab_verdict_t *verdict);

/* `take` gets each answer, with `owner`. NULL: out of memory. */
collab_reachability_t *collab_reachability_setup(apr_pool_t *pool, const collab_config_t *config, collab_transfers_t *transfers,
                                                 collab_local_faults_t *faults, collab_answer_take_t take, void *owner);
void collab_reachability_close(collab_reachability_t *reach);

/* The slot's receiver has answered: it becomes a witness. */
void collab_reachability_worked(collab_reachability_t *reach, const collab_slot_t *slot);

/* Finds out whose fault it was; `take` gets the answer, perhaps before this returns. */
void collab_reachability_ask(collab_reachability_t *reach, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Takes a finished transfer. False: it is not one of the probes. */
bool collab_reachability_finished(collab_reachability_t *reach, CURL *easy, CURLcode code);

#endif
