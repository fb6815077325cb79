/* connection.h: lends the connections of mod_dbd's pool to one thread at a time, within a time limit. Worker threads only. */
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

/* Prepares a child, whose threads never use more than `most` connections at once (DBDMax). Before the child ends, all connections
 * are returned to mod_dbd. Called in child_init. */
void collab_connection_child_init(apr_pool_t *pchild, int most);

/* Takes a connection that has been checked, of the pool that mod_dbd has for this server. Waits for one until `deadline`. It is
 * the caller's until collab_connection_offer() or collab_connection_give_back(). False: none until then, or connecting has
 * failed; in that case it may be tried again. */
bool collab_connection_take(server_rec *s, apr_time_t deadline, collab_connection_t *connection);

/* Hands the connection to a thread that waits in collab_connection_take(). False: none does, and the connection is still the
 * caller's. */
bool collab_connection_offer(server_rec *s, const collab_connection_t *connection);

/* Returns the connection; never waits. `lost`: it cannot be used any more. */
void collab_connection_give_back(server_rec *s, const collab_connection_t *connection, bool lost);

#endif
