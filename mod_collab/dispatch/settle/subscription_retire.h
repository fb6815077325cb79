/* subscription_retire.h: switches off a subscription whose callback answers 410 repeatedly (subscription_retire.c). Only the
 * loop's thread calls this. */
#ifndef COLLAB_DISPATCH_SETTLE_SUBSCRIPTION_RETIRE_H
#define COLLAB_DISPATCH_SETTLE_SUBSCRIPTION_RETIRE_H

#include "collab.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

#define COLLAB_GONE_MOST 64 /* maximum number of subscriptions that wait in line after a 410 */

typedef struct collab_retirements_t {
  int count;                       /* number of subscriptions with a recorded 410 that wait in line */
  char gone[COLLAB_GONE_MOST][24]; /* the ids of the subscriptions in line */
  char retiring[24];               /* the subscription that the last statement was for */
  apr_time_t at;                   /* no statement begins before this; set after a refusal */
} collab_retirements_t;

/* Puts a subscription in line after its callback has answered 410 and the attempt has been recorded. */
void collab_subscription_retire_ask(collab_dispatcher_t *d, const char *subscription);

/* When the next statement may begin; COLLAB_NEVER while no subscription is in line, or the connection is busy or connecting. */
apr_time_t collab_subscription_retire_due(const collab_dispatcher_t *d);

/* Sends the statement for the next subscription in line. Logs each subscription that it switches off. */
void collab_subscription_retire_begin(collab_dispatcher_t *d);

#endif
