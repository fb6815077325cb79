/* check.h: shared by the checks of the whole configuration (config/check.c). For config/ alone. */
#ifndef COLLAB_CONFIG_CHECK_H
#define COLLAB_CONFIG_CHECK_H

#include <apr_hash.h>

#include "base/dsn.h"
#include "config/setting.h"

/* One run of the checks. */
typedef struct collab_check_t {
  apr_pool_t *pool;
  server_rec *main;
  collab_dsn_read_t *read_dsn;
  bool fine;        /* no mistake so far */
  apr_hash_t *said; /* the lines logged so far; NULL: none */
} collab_check_t;

/* Logs a mistake with its file and line, once for all virtual hosts; the server does not start. */
void collab_check_mistake(collab_check_t *check, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Logs a likely mistake in the same way; the server starts. */
void collab_check_warning(collab_check_t *check, const char *file, unsigned line, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* serving.c: decides which servers serve. Runs before all other checks. */
void collab_check_serving(collab_check_t *check);

/* The first virtual host of one of this host's addresses, if that is another one, else the server itself: httpd reads a request's
 * header with its settings. Uses memory of `pool`. */
const server_rec *collab_check_first_host(apr_pool_t *pool, const server_rec *s);

/* check_locations.c: the sections with SetHandler collab, then check_merged.c: what httpd makes of them and of later ones. */
void collab_check_locations(collab_check_t *check);
void collab_check_merged(collab_check_t *check);

/* check_status.c: who may read the status page and the metrics. Sets status_allow of each server that has none. */
void collab_check_status(collab_check_t *check);

/* check_database.c: mod_dbd's directives, connection strings, and files that other users must be able to read. */
void collab_check_database(collab_check_t *check);

#endif
