/* dsn.h: the values in a connection string. config/ may not call libpq. So mod_collab.c gives config/ the function of
 * store/dsn.c. */
#ifndef COLLAB_BASE_DSN_H
#define COLLAB_BASE_DSN_H

#include "collab.h"

/* The values in the string; NULL when absent. libpq's defaults and the environment are left out. */
typedef struct collab_dsn_t {
  const char *user, *host, *hostaddr, *port, *dbname, *passfile, *sslmode;
  bool has_password; /* it has the parameter, even an empty one */
} collab_dsn_t;

/* Reads a connection string: pairs name=value, or a URL. Returns NULL, or the fault as the end of a sentence. The fault shows
 * none of the values. Memory of `pool`. */
typedef const char *collab_dsn_read_t(apr_pool_t *pool, const char *text, collab_dsn_t *dsn);

#endif
