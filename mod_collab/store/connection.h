/* connection.h: a connection of mod_dbd's pool that is open and quiet, within a time limit. Worker threads only. */
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
  COLLAB_TAKEN,     /* it is the caller's, until he gives it back */
  COLLAB_NOT_TAKEN, /* there is none now */
  COLLAB_TAKEN_LATE /* none until the deadline; `late` is called when this attempt has come to its end */
} collab_taken_t;

/* Takes over mod_dbd's functions. In post_config. NULL, or what is missing. */
const char *collab_connection_setup(void);

/* What a child needs; before it ends, it waits for attempts that are still under way. In child_init. */
void collab_connection_child_init(apr_pool_t *pchild, server_rec *s);

/* One attempt to have a connection. mod_dbd opens new ones and old ones anew in its caller's thread, for as long as the DSN's
 * connect_timeout and number of hosts say; so, where there is reason to think that the database is away, the attempt has a
 * thread of its own, and the caller leaves it at `deadline`. `late(data)` is then called by that thread, once. */
collab_taken_t collab_connection_take(apr_pool_t *pool, server_rec *s, apr_time_t deadline, collab_connection_t *connection,
                                      void (*late)(void *data), void *data);

/* Gives it back, and then calls `after(data)` (NULL: nothing), in this thread or in one of its own: mod_dbd lets nobody give one
 * back while it opens another. `lost`: it had to be closed, so the database may be away. */
void collab_connection_give_back(server_rec *s, const collab_connection_t *connection, bool lost, void (*after)(void *data),
                                 void *data);

#endif
