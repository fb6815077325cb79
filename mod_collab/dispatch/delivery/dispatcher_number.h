/* dispatcher_number.h: the dispatcher's number, by which its leases are known, and the lock that shows that it lives
 * (dispatcher_number.c). */
#ifndef COLLAB_DISPATCH_DELIVERY_DISPATCHER_NUMBER_H
#define COLLAB_DISPATCH_DELIVERY_DISPATCHER_NUMBER_H

#include "dispatch/delivery/pace.h"
#include "dispatch/link.h"

typedef struct collab_dispatcher_number_t {
  collab_link_t *link; /* the connection of the claims, whose session holds the lock */
  collab_pace_t *pace;
  int value; /* what its claim ids and its lock contain */
  bool held; /* the lock is held, by this session: */
  unsigned session;
  apr_time_t since; /* when it first tried to get the lock for this value */
} collab_dispatcher_number_t;

/* Chooses a number. False: no randomness. */
bool collab_dispatcher_number_setup(collab_dispatcher_number_t *number, apr_pool_t *pool, collab_link_t *link,
                                    collab_pace_t *pace);

/* Is the link's session another one than at the last call? Then the lock is not held. */
bool collab_dispatcher_number_new_session(collab_dispatcher_number_t *number);

/* Asks for the lock, on the link; no claim begins before the answer. Without the lock, every other dispatcher would take back
 * this one's leases. */
void collab_dispatcher_number_enter(collab_dispatcher_number_t *number);

/* Does the current session of the claims' connection hold the lock? Then all that was sent in an earlier session is over. */
bool collab_dispatcher_number_is_held(const collab_dispatcher_number_t *number);

#endif
