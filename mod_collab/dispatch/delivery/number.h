/* number.h: by what the leases of this dispatcher are known, and the lock that says that it lives (number.c). */
#ifndef COLLAB_DISPATCH_DELIVERY_NUMBER_H
#define COLLAB_DISPATCH_DELIVERY_NUMBER_H

#include "dispatch/link.h"

typedef struct collab_number_t {
  collab_link_t *link; /* of the claims: the lock is its session's */
  int value;           /* in its claim ids and its lock */
  bool held;           /* the lock, on this session: */
  unsigned session;
  apr_time_t since; /* when it was first tried to get it */
  bool entering;    /* the link's statement asks for it */
} collab_number_t;

/* False: no randomness. */
bool collab_number_setup(collab_number_t *number, apr_pool_t *pool, collab_link_t *link);

/* Is the link's session another than at the last call? Then the lock is not held. */
bool collab_number_new_session(collab_number_t *number);

/* Asks for the lock, on the link; without it, the dispatcher's leases would count as nobody's. */
void collab_number_enter(collab_number_t *number);

/* The answer is there. Gives the time of the next claim. */
apr_time_t collab_number_entered(collab_number_t *number, collab_pg_state_t state);

/* Does the claims link have a session, and this the lock? Then what was sent on an earlier one is over. */
bool collab_number_is_held(const collab_number_t *number);

#endif
