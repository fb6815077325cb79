/* hashing.h: who may hash a password now, who waits, and who is sent away: hashing is meant to be slow, and a process has other
 * things to do. Worker threads of one process. */
#ifndef COLLAB_AUTH_HASHING_H
#define COLLAB_AUTH_HASHING_H

#include "collab.h"

typedef struct collab_hashing_t collab_hashing_t;

/* So many hash at once, so many wait for that, each for so long (all at least 1). `pool` keeps it. */
collab_hashing_t *collab_hashing_make(apr_pool_t *pool, int at_once, int waiting, apr_interval_time_t patience);

/* How many this process may hash at once: half of the cores that it may run on, at least one. */
int collab_hashing_share(void);

/* Would collab_hashing_enter be refused at once? A hint for those who have something to do before: it may be otherwise then. */
bool collab_hashing_full(collab_hashing_t *hashing);

/* Takes a turn, waiting for one if need be. False: too many wait already, or it took too long. Each true is ended by
 * collab_hashing_leave. Never with a database lease held. */
bool collab_hashing_enter(collab_hashing_t *hashing);
void collab_hashing_leave(collab_hashing_t *hashing);

#endif
