/* connection.h: lends the connections of mod_dbd's pool to the threads of a worker process, within a time limit. */
#ifndef COLLAB_STORE_CONNECTION_H
#define COLLAB_STORE_CONNECTION_H

#include <apr_dbd.h>
#include <apr_optional.h>
#include <httpd.h>
#include <mod_dbd.h>

#include "base/places.h"
#include "store/pg.h"

typedef struct collab_connection_t {
  apr_pool_t *pool; /* belongs to the connection */
  ap_dbd_t *dbd;    /* NULL: none */
  collab_pg_t *pg;
} collab_connection_t;

/* A thread that borrows a connection. */
typedef struct collab_borrower_t {
  collab_guest_t guest;
  apr_time_t until;               /* deadline for a connection (collab_time_clock) */
  const collab_statement_t *read; /* a read to send as soon as there is a connection; NULL: none */
  const char *const *values;
  apr_pool_t *pool;
  collab_connection_t *connection; /* the connection found */
  bool waited;                     /* no connection was free at once */
  bool busy;                       /* no connection was found, because other threads kept theirs */
  bool sent;                       /* `read` has been sent */
} collab_borrower_t;

/* Retrieves mod_dbd's functions. Called in post_config. Returns NULL, or what is missing. */
const char *collab_connection_setup(void);

/* Prepares a child, which uses at most `most` connections (DBDMax, at least 1) of mod_dbd's pool for `server`. Before the child
 * ends, it hands unused connections back to mod_dbd. Called in child_init. */
void collab_connection_child_init(apr_pool_t *pchild, server_rec *server, int most);

/* The maximum number of connections that one process lends for this use at the same time. */
int collab_connection_places(collab_use_t use, int most);

/* Finds a connection that has been checked. The caller has it until collab_connection_give_back(). False: none. Worker threads.
 */
bool collab_connection_take(collab_borrower_t *borrower);

/* Returns the connection, without waiting. If the connection goes to another thread in line, sends that thread's read.
 * `lost`: the connection can no longer be used. Worker threads. */
void collab_connection_give_back(collab_connection_t *connection, bool lost);

#endif
