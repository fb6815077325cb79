/* subscription_retire.h: switches off a subscription whose callback answers 410 repeatedly (subscription_retire.c). Only the
 * loop's thread calls this. */
#ifndef COLLAB_DISPATCH_DELIVERY_SUBSCRIPTION_RETIRE_H
#define COLLAB_DISPATCH_DELIVERY_SUBSCRIPTION_RETIRE_H

#include "config/config.h"
#include "dispatch/link.h"

#define COLLAB_GONE_MOST 64 /* subscriptions with a 410 that may wait for their turn */

typedef struct collab_retirements_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_link_t *link;             /* the connection of the replays */
  int count;                       /* how many subscriptions with a recorded 410 wait, */
  char gone[COLLAB_GONE_MOST][24]; /*   and which */
  char retiring[24];               /* the subscription that the last statement was for */
  apr_time_t at;                   /* no statement before this: the last was refused */
} collab_retirements_t;

/* The subscription's callback has answered 410, and the attempt has been recorded. */
void collab_subscription_retire_ask(collab_retirements_t *retirements, const char *subscription);

/* When the next statement may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_subscription_retire_due(const collab_retirements_t *retirements);

/* Sends the statement for the next subscription. What it switches off is logged. */
void collab_subscription_retire_begin(collab_retirements_t *retirements);

#endif
