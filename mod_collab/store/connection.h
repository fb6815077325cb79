/* connection.h: lends the connections of mod_dbd's pool to the threads of a worker process, within a time limit. */
#ifndef COLLAB_STORE_CONNECTION_H
#define COLLAB_STORE_CONNECTION_H

#include <apr_dbd.h>
#include <apr_optional.h>
#include <httpd.h>
#include <mod_dbd.h>

#include "node/places.h"
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

/* mod_dbd's pool. Memory of pconf. */
typedef struct collab_dbd_pool_t {
  server_rec *server;   /* the server whose pool it is */
  const char *dsn;      /* DBDParams; NULL: none */
  int most;             /* DBDMax */
  const char *init_sql; /* FILE:LINE of a DBDInitSQL that runs in it; NULL: none */
} collab_dbd_pool_t;

/* Retrieves mod_dbd's functions. Called in post_config. Returns NULL, or what is missing. */
const char *collab_connection_setup(void);

/* Prepares a child, which uses at most `pool->most` connections (at least 1) of the pool. Before the child ends, it hands unused
 * connections back to mod_dbd. Called in child_init. */
void collab_connection_child_init(apr_pool_t *pchild, const collab_dbd_pool_t *pool);

/* Starts the keeper, which opens a connection to find out whether the child can. Called in child_init, after mod_dbd's. */
void collab_connection_child_start(void);

/* The maximum number of connections that one process lends for this use at the same time. */
int collab_connection_places(collab_use_t use, int most);

/* Finds a connection that has been checked. The caller has it until collab_connection_give_back(). False: none. Worker threads.
 */
bool collab_connection_take(collab_borrower_t *borrower);

/* Returns the connection, without waiting. If the connection goes to another thread in line, sends that thread's read.
 * `lost`: the connection can no longer be used. Worker threads. */
void collab_connection_give_back(collab_connection_t *connection, bool lost);

#endif
