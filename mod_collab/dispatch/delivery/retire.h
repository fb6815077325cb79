/* retire.h: what follows when a callback answers 410 again and again (retire.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_RETIRE_H
#define COLLAB_DISPATCH_DELIVERY_RETIRE_H

#include "config/config.h"
#include "dispatch/link.h"

#define COLLAB_GONE_MOST 64 /* subscriptions with a 410 that wait for their turn */

typedef struct collab_retirements_t {
  const server_rec *s;
  const collab_config_t *config;
  collab_link_t *link;             /* of the replays */
  int count;                       /* subscriptions with a 410 on record: so many, */
  char gone[COLLAB_GONE_MOST][24]; /*   these; */
  char retiring[24];               /*   the link's statement is for this one; "": it is not ours; */
  apr_time_t at;                   /*   none before this: the last was refused */
} collab_retirements_t;

/* The subscription has answered 410, which is on record. */
void collab_retire_ask(collab_retirements_t *retirements, const char *subscription);

/* When the next may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_retire_due(const collab_retirements_t *retirements);
void collab_retire_begin(collab_retirements_t *retirements);
void collab_retire_step(collab_retirements_t *retirements);

#endif
