/* connection.h: lends the connections of mod_dbd's pool to the threads of a worker process, within a time limit. */
#ifndef COLLAB_STORE_CONNECTION_H
#define COLLAB_STORE_CONNECTION_H

#include <apr_dbd.h>
#include <apr_optional.h>
#include <httpd.h>
#include <mod_dbd.h>

#include "store/pg.h"

typedef struct collab_connection_t {
  apr_pool_t *pool; /* the connection's own */
  ap_dbd_t *dbd;
  collab_pg_t *pg;
} collab_connection_t;

/* Retrieves mod_dbd's functions. Called in post_config. NULL, or what is missing. */
const char *collab_connection_setup(void);

/* Prepares a child: it uses at most `most` connections (DBDMax, at least 1) of the pool that mod_dbd has for `server`. Before the
 * child ends, it hands back to mod_dbd those that are not in use. Called in child_init. */
void collab_connection_child_init(apr_pool_t *pchild, server_rec *server, int most);

/* Takes a connection that has been checked. It is the caller's until collab_connection_offer() or collab_connection_give_back().
 * False: none by `deadline`, or connecting failed (the caller may try again), or the child ends. Worker threads. */
bool collab_connection_take(apr_time_t deadline, collab_connection_t *connection);

/* Hands the connection to a thread that waits in collab_connection_take(). False: none does, and the connection is still the
 * caller's. Worker threads. */
bool collab_connection_offer(const collab_connection_t *connection);

/* Returns the connection, without waiting. `lost`: it cannot be used any more. Worker threads. */
void collab_connection_give_back(const collab_connection_t *connection, bool lost);

#endif
