/* dispatcher_number.h: the dispatcher's number, which identifies its leases, and the lock that shows that the dispatcher is
 * alive (dispatcher_number.c). */
#ifndef COLLAB_DISPATCH_CLAIM_DISPATCHER_NUMBER_H
#define COLLAB_DISPATCH_CLAIM_DISPATCHER_NUMBER_H

#include "collab.h"

typedef struct collab_dispatcher_t collab_dispatcher_t;

typedef struct collab_dispatcher_number_t {
  int value;        /* the dispatcher's number, in its claim ids and its lock */
  bool held;        /* the session numbered `session`, of the claims' connection, holds the lock */
  unsigned session; /* the latest session of the claims' connection, by its number in link.sessions */
  apr_time_t since; /* when the dispatcher first asked for the lock of `value` in this session */
} collab_dispatcher_number_t;

/* Chooses a random number. False: no randomness. */
bool collab_dispatcher_number_setup(collab_dispatcher_t *d);

/* Whether the claims' connection has a new session since the last call. If so, the lock counts as not held. */
bool collab_dispatcher_number_new_session(collab_dispatcher_t *d);

/* Asks for the lock of the number. No claim begins before the answer: other dispatchers take back the leases of a dispatcher that
 * does not hold its lock. */
void collab_dispatcher_number_enter(collab_dispatcher_t *d);

/* Whether the claims' current session holds the lock. If so, every statement of an earlier session has ended. */
bool collab_dispatcher_number_is_held(const collab_dispatcher_t *d);

#endif
