/* dsn.h: parses connection strings as libpq does (base/dsn.h). Any thread, any process. */
#ifndef COLLAB_STORE_DSN_H
#define COLLAB_STORE_DSN_H

#include "base/dsn.h"

collab_dsn_read_t collab_dsn_read;

/* The path of the local server's socket; NULL when the string names another host, or none. */
const char *collab_dsn_socket(apr_pool_t *pool, const collab_dsn_t *dsn);

/* The part of a connection string that leads to its server, for use with other roles and databases: all but database, user and
 * session settings. NULL when it is not of the form "name=value …", or contains a password, a quotation mark or a backslash. */
const char *collab_dsn_reach(apr_pool_t *pool, const char *text);

#endif
