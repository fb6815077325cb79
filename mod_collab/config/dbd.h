/* dbd.h: what mod_dbd's directives say, which that module does not tell, and whom httpd runs as. For config/ and
 * mod_collab.c. */
#ifndef COLLAB_CONFIG_DBD_H
#define COLLAB_CONFIG_DBD_H

#include <httpd.h>
#include <stdbool.h>

#include <http_config.h>

#include "base/file_access.h"

typedef struct collab_dbd_t {
  server_rec *server;                          /* whose they are: the main server, or the first virtual host with DBDParams */
  const char *driver, *params;                 /* NULL: not given */
  const ap_directive_t *driver_at, *params_at; /* where */
  int min, keep, max;                          /* DBDMin, DBDKeep, DBDMax, or mod_dbd's defaults */
  const ap_directive_t *size_at;               /* the last one of them; NULL: none is given */
} collab_dbd_t;

/* Reads them from the tree of the configuration. Memory of `pool`. */
collab_dbd_t collab_dbd_of(apr_pool_t *pool, server_rec *main);

/* Whom httpd runs as: User and Group when root starts it, else who starts it. False: root does, and no User is set. */
bool collab_dbd_account(apr_pool_t *pool, collab_account_t *account);

#endif
