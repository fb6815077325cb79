/* dsn.h: what a connection string says of itself. config/ wants to know and may not ask libpq, so it is given the function that
 * store/dsn.c has. */
#ifndef COLLAB_BASE_DSN_H
#define COLLAB_BASE_DSN_H

#include "collab.h"

/* Values that it has; NULL where it says nothing. libpq's own defaults and the environment are left out. */
typedef struct collab_dsn_t {
  const char *user, *host, *hostaddr, *port, *dbname, *passfile, *sslmode;
} collab_dsn_t;

/* Reads a connection string, in words name=value or as a URL. Returns what is wrong with it, as the end of a sentence that shows
 * no value of it, or NULL. Memory of `pool`. */
typedef const char *collab_dsn_read_t(apr_pool_t *pool, const char *text, collab_dsn_t *dsn);

#endif
