/* connection.h: takes a usable connection from mod_dbd's pool, within a time limit. Worker threads only. */
#ifndef COLLAB_STORE_CONNECTION_H
#define COLLAB_STORE_CONNECTION_H

#include <apr_dbd.h>
#include <apr_optional.h>
#include <httpd.h>
#include <mod_dbd.h>

#include "store/pg.h"

typedef struct collab_connection_t {
  ap_dbd_t *dbd;
  collab_pg_t *pg;
} collab_connection_t;

typedef enum collab_taken_t {
  COLLAB_TAKEN,     /* it is the caller's until the caller returns it */
  COLLAB_NOT_TAKEN, /* none is available now */
  COLLAB_TAKEN_LATE /* none until the deadline; `late` is called when this attempt ends */
} collab_taken_t;

/* Retrieves mod_dbd's functions. Called in post_config. NULL, or what is missing. */
const char *collab_connection_setup(void);

/* Prepares a child; before the child ends, it waits for attempts that are still in progress. Called in child_init. */
void collab_connection_child_init(apr_pool_t *pchild, server_rec *s);

/* Makes one attempt to take a connection. mod_dbd opens and reopens connections in the caller's thread, for as long as the DSN's
 * connect_timeout and number of hosts allow. So if the database may be unreachable, the attempt runs in a thread of its own, and
 * the caller leaves at `deadline`; that thread then calls `late(data)`, once. */
collab_taken_t collab_connection_take(apr_pool_t *pool, server_rec *s, apr_time_t deadline, collab_connection_t *connection,
                                      void (*late)(void *data), void *data);

/* Returns the connection, and then calls `after(data)` (NULL: nothing), in this thread or in one of its own: mod_dbd accepts no
 * connection while it opens another. `lost`: it had to be closed, so the database may be unreachable. */
void collab_connection_give_back(server_rec *s, const collab_connection_t *connection, bool lost, void (*after)(void *data),
                                 void *data);

#endif
