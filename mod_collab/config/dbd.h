/* dbd.h: the values of mod_dbd's directives, which mod_dbd does not expose, and the user that httpd runs as. For config/ and
 * mod_collab.c. */
#ifndef COLLAB_CONFIG_DBD_H
#define COLLAB_CONFIG_DBD_H

#include <httpd.h>
#include <stdbool.h>

#include <http_config.h>

#include "base/file_access.h"

typedef struct collab_dbd_t {
  server_rec *server;          /* the server with mod_dbd's directives: the main one, or the first host with DBDParams */
  const char *driver, *params; /* NULL: not given */
  const ap_directive_t *driver_at, *params_at; /* the places of DBDriver and DBDParams */
  int min, keep, max;                          /* DBDMin, DBDKeep, DBDMax, or mod_dbd's defaults */
  const ap_directive_t *size_at;               /* the last DBDMin, DBDKeep or DBDMax; NULL: none is given */
} collab_dbd_t;

/* Reads the values of mod_dbd's directives from the configuration tree. Memory of `pool`. */
collab_dbd_t collab_dbd_of(apr_pool_t *pool, server_rec *main);

/* The account that httpd runs as: User and Group if root starts it, else the starting user. False when root starts it and no User
 * is set. */
bool collab_dbd_account(apr_pool_t *pool, collab_account_t *account);

#endif
