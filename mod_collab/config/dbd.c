/* dbd.c: the values of mod_dbd's directives, and the user that httpd runs as (config/dbd.h). */
#include "config/dbd.h"

#include <apr_user.h>
#include <unistd.h>
#include <unixd.h>

#include "config/setting.h"

#define DEFAULT_MIN 1
#define DEFAULT_KEEP 2
#define DEFAULT_MAX 10

static void read_size(const ap_directive_t *node, const char *name, int *size, collab_dbd_t *dbd) {
  if (!ap_cstr_casecmp(node->directive, name)) {
    *size = (int)apr_atoi64(node->args);
    dbd->size_at = node;
  }
}

/* Reads mod_dbd's directives from `node` and its siblings, but not from sections. As in mod_dbd, the last directive of each name
 * counts. */
static void read_tree(apr_pool_t *pool, const ap_directive_t *node, collab_dbd_t *dbd) {
  for (; node; node = node->next) {
    const char *args = node->args;
    if (!ap_cstr_casecmp(node->directive, "DBDriver")) {
      dbd->driver = ap_getword_conf(pool, &args);
      dbd->driver_at = node;
    } else if (!ap_cstr_casecmp(node->directive, "DBDParams")) {
      dbd->params = ap_getword_conf(pool, &args);
      dbd->params_at = node;
    } else {
      read_size(node, "DBDMin", &dbd->min, dbd);
      read_size(node, "DBDKeep", &dbd->keep, dbd);
      read_size(node, "DBDMax", &dbd->max, dbd);
    }
  }
}

static void read_hosts(apr_pool_t *pool, const ap_directive_t *node, collab_dbd_t *dbd) {
  const collab_dbd_t of_main = *dbd;

  for (; node && !dbd->params_at; node = node->next) {
    if (!ap_cstr_casecmp(node->directive, "<VirtualHost")) {
      *dbd = of_main; /* without the values of the previous host */
      read_tree(pool, node->first_child, dbd);
      dbd->server = collab_server_at(of_main.server, node);
    }
  }
  if (!dbd->params_at) {
    *dbd = of_main;
  }
}

collab_dbd_t collab_dbd_of(apr_pool_t *pool, server_rec *main) {
  collab_dbd_t dbd = {.server = main, .min = DEFAULT_MIN, .keep = DEFAULT_KEEP, .max = DEFAULT_MAX};

  read_tree(pool, ap_conftree, &dbd);
  read_hosts(pool, ap_conftree, &dbd); /* reads nothing if the main server has DBDParams */
  return dbd;
}

bool collab_dbd_account(apr_pool_t *pool, collab_account_t *account) {
  char *name = NULL;

  *account = (collab_account_t){NULL, geteuid(), getegid()};
  if (!account->uid) {
    *account = (collab_account_t){ap_unixd_config.user_name, ap_unixd_config.user_id, ap_unixd_config.group_id};
  }
  if (account->uid == (uid_t)-1) {
    return false;
  }
  if (apr_uid_name_get(&name, account->uid, pool) == APR_SUCCESS) {
    account->name = name;
  } else {
    account->name = NULL;
  }
  return true;
}
