/* pool_fault.h: why the workers cannot open database connections. Any process and thread may call these functions at any time.
 * None locks, waits or allocates. */
#ifndef COLLAB_NODE_POOL_FAULT_H
#define COLLAB_NODE_POOL_FAULT_H

#include "collab.h"

/* True at a new failure to open a connection, and then once in ten seconds: the caller then finds out the reason, and reports it
 * by collab_pool_fault_note. Any worker. */
bool collab_pool_fault_may_ask(void);

/* A process that has no connection could not open one. `reason`: only of the caller that collab_pool_fault_may_ask chose; NULL:
 * the last reason still holds. Any worker. */
void collab_pool_fault_note(const char *reason);

/* A worker has opened a connection. */
void collab_pool_fault_end(void);

/* Copies the reason if workers cannot open a connection: if one has failed in the last minute, and none succeeded since. False:
 * they can, or have not tried. */
#define COLLAB_POOL_FAULT_REASON 400 /* bytes */
bool collab_pool_fault_reason(char reason[COLLAB_POOL_FAULT_REASON]);

#endif
