/* reach.h: whether a name that does not resolve, or a missing route, is this node's fault (reach.c). The loop's thread alone. */
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

/* The slot's receiver has answered. */
void collab_reach_worked(collab_reach_t *reach, const collab_slot_t *slot);

/* The slot waits for whose fault it was, perhaps not at all; then it ends with collab_send_fail. */
void collab_reach_ask(collab_reach_t *reach, collab_slot_t *slot, const collab_verdict_t *verdict);

/* Takes a finished transfer; false when it is none of ours. */
bool collab_reach_finished(collab_reach_t *reach, CURL *easy, CURLcode code);

#endif
