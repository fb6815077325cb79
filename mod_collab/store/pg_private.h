/* pg_private.h: what the files of store/pg share. */
#ifndef COLLAB_STORE_PG_PRIVATE_H
#define COLLAB_STORE_PG_PRIVATE_H

#include <libpq-fe.h>

#include "store/pg.h"

/* Opens a connection as PQconnectdb does or, if it does not wait, as PQconnectStart does; but the environment decides only where
 * the server is and how to reach it (pg_environment.c). Any thread. The caller closes it with PQfinish. */
PGconn *collab_pg_begin(const char *dsn, bool waits);

/* May the string set the session's time limits: does it have the parameter options, or name a service? Any thread. */
bool collab_pg_may_limit(const char *dsn);

#endif
