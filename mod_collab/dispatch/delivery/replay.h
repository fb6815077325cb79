/* replay.h: deliveries made again because an operator says so (replay.c). The loop's thread alone. */
#ifndef COLLAB_DISPATCH_DELIVERY_REPLAY_H
#define COLLAB_DISPATCH_DELIVERY_REPLAY_H

#include "dispatch/delivery/pace.h"
#include "dispatch/link.h"

typedef struct collab_replays_t {
  const server_rec *s;
  collab_link_t link;
  collab_pace_t *pace;
  apr_time_t at; /* the next batch, or the next look */
} collab_replays_t;

/* When the next may begin; COLLAB_NEVER: not before something else happens. */
apr_time_t collab_replay_due(const collab_replays_t *replays);
void collab_replay_begin(collab_replays_t *replays);
void collab_replay_step(collab_replays_t *replays);

#endif
