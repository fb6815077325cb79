/* dbd.h: the values of mod_dbd's directives, which mod_dbd does not expose, and the user that httpd runs as. For config/ and
 * mod_collab.c. */
#ifndef COLLAB_CONFIG_DBD_H
#define COLLAB_CONFIG_DBD_H

#include <httpd.h>
#include <stdbool.h>

#include <http_config.h>

#include "base/file_access.h"

typedef struct collab_dbd_t {
  server_rec *server;          /* the server whose pool the workers use: the first serving one that has DBDParams */
  const char *driver, *params; /* NULL: not given */
  const ap_directive_t *driver_at, *params_at; /* the places of DBDriver and DBDParams */
  const ap_directive_t *replaced_at;           /* another DBDParams of the same server, which params_at overrides; NULL: none */
  int min, keep, max, expire;                  /* DBDMin, DBDKeep, DBDMax, DBDExptime, or mod_dbd's defaults */
  const ap_directive_t *size_at;               /* the last DBDMin, DBDKeep or DBDMax; NULL: none is given */
} collab_dbd_t;

/* The values of mod_dbd's directives for the workers' pool, as mod_dbd merges them: those of the virtual host, and the main
 * server's where the host has none. Call it when it is known which servers serve. Memory of `pool`. */
collab_dbd_t collab_dbd_of(apr_pool_t *pool, server_rec *main);

/* What another application's directive does to the workers' pool. */
typedef enum collab_foreign_t {
  COLLAB_FOREIGN_PREPARES, /* mod_dbd prepares its statement on each connection, and lends no connection when that fails */
  COLLAB_FOREIGN_RUNS,     /* DBDInitSQL */
  COLLAB_FOREIGN_BORROWS   /* the application's requests take connections */
} collab_foreign_t;

/* Calls `met` for each such directive of the configuration: those outside of virtual hosts, which every server inherits, and
 * those of virtual hosts that share the pool, because their values of mod_dbd's directives are the same. */
typedef void collab_foreign_met_t(void *data, const ap_directive_t *directive, collab_foreign_t what);
void collab_dbd_foreign(apr_pool_t *pool, const collab_dbd_t *dbd, collab_foreign_met_t *met, void *data);

/* Calls `met` for each virtual host whose DBDParams, its own or inherited, lead to another database than those of `dbd`. */
typedef void collab_elsewhere_met_t(void *data, const ap_directive_t *host, const collab_dbd_t *theirs);
void collab_dbd_elsewhere(apr_pool_t *pool, const collab_dbd_t *dbd, collab_elsewhere_met_t *met, void *data);

/* The place FILE:LINE of the first DBDInitSQL that runs in the pool; NULL: there is none. Memory of `pool`. */
const char *collab_dbd_init_sql(apr_pool_t *pool, const collab_dbd_t *dbd);

/* The account that httpd runs as: User and Group if root starts it, else the starting user. False when root starts it and no User
 * is set. */
bool collab_dbd_account(apr_pool_t *pool, collab_account_t *account);

#endif
