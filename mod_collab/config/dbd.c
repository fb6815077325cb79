/* dbd.c: the values of mod_dbd's directives, what other applications do to the workers' pool, and the user that httpd runs as
 * (config/dbd.h).
 *
 * mod_dbd makes one pool of connections for all servers whose DBDriver, DBDParams and sizes are equal. On each connection it
 * prepares the statements of all of them. A virtual host has the main server's values, statements and DBDInitSQL, and its own. */
#include "config/dbd.h"

#include <apr_user.h>
#include <string.h>
#include <unistd.h>
#include <unixd.h>

#include "config/setting.h"

#define DEFAULT_MIN 1
#define DEFAULT_KEEP 2
#define DEFAULT_MAX 10
#define DEFAULT_EXPIRE 300

/* ---- values ---- */

static void read_size(const ap_directive_t *node, const char *name, int *size, collab_dbd_t *dbd) {
  if (!ap_cstr_casecmp(node->directive, name)) {
    *size = (int)apr_atoi64(node->args);
    dbd->size_at = node;
  }
}

/* Reads mod_dbd's directives from `node` and its siblings, but not from sections. As in mod_dbd, the last directive of each name
 * counts. */
static void read_tree(apr_pool_t *pool, const ap_directive_t *node, collab_dbd_t *dbd) {
  const ap_directive_t *params_at = NULL;

  for (; node; node = node->next) {
    const char *args = node->args;
    if (!ap_cstr_casecmp(node->directive, "DBDriver")) {
      dbd->driver = ap_getword_conf(pool, &args);
      dbd->driver_at = node;
    } else if (!ap_cstr_casecmp(node->directive, "DBDParams")) {
      const char *params = ap_getword_conf(pool, &args);
      dbd->replaced_at = params_at && strcmp(params, dbd->params) ? params_at : NULL;
      dbd->params = params;
      dbd->params_at = params_at = node;
    } else if (!ap_cstr_casecmp(node->directive, "DBDExptime")) {
      dbd->expire = (int)apr_atoi64(args);
    } else {
      read_size(node, "DBDMin", &dbd->min, dbd);
      read_size(node, "DBDKeep", &dbd->keep, dbd);
      read_size(node, "DBDMax", &dbd->max, dbd);
    }
  }
}

static bool is_host(const ap_directive_t *node) {
  return !ap_cstr_casecmp(node->directive, "<VirtualHost");
}

static collab_dbd_t of_main(apr_pool_t *pool) {
  collab_dbd_t dbd = {.min = DEFAULT_MIN, .keep = DEFAULT_KEEP, .max = DEFAULT_MAX, .expire = DEFAULT_EXPIRE};

  read_tree(pool, ap_conftree, &dbd);
  return dbd;
}

static collab_dbd_t of_host(apr_pool_t *pool, const ap_directive_t *host, const collab_dbd_t *above) {
  collab_dbd_t dbd = *above;

  read_tree(pool, host->first_child, &dbd);
  return dbd;
}

/* The section of a virtual host. NULL: the main server, which has none. */
static const ap_directive_t *section_of(const server_rec *s) {
  const ap_directive_t *node = s->defn_name ? ap_conftree : NULL;

  while (node && !(is_host(node) && !strcmp(s->defn_name, node->filename) && (int)s->defn_line_number == node->line_num)) {
    node = node->next;
  }
  return node;
}

collab_dbd_t collab_dbd_of(apr_pool_t *pool, server_rec *main) {
  const collab_dbd_t above = of_main(pool);
  collab_dbd_t first = above;

  first.server = NULL;
  for (int i = 0; i < collab_config_serving()->nelts; i++) {
    server_rec *s = APR_ARRAY_IDX(collab_config_serving(), i, server_rec *);
    const ap_directive_t *host = s == main ? NULL : section_of(s);
    collab_dbd_t dbd = host ? of_host(pool, host, &above) : above;
    dbd.server = s;
    if (dbd.params) {
      return dbd;
    }
    first = first.server ? first : dbd;
  }
  first.server = first.server ? first.server : main;
  return first;
}

/* ---- other applications ---- */

static bool is_word(const char *word, const char *begin) {
  return !ap_cstr_casecmpn(word, begin, strlen(begin));
}

/* Does this DBDPrepareSQL have a statement? With a label alone it withdraws one. */
static bool has_statement(apr_pool_t *pool, const char *args) {
  const char *statement = ap_getword_conf(pool, &args);
  return *statement && *args;
}

static bool is_map(apr_pool_t *pool, const char *args) {
  ap_getword_conf(pool, &args); /* the map's name */
  const char *source = ap_getword_conf(pool, &args);
  return is_word(source, "dbd:") || is_word(source, "fastdbd:");
}

static bool is_foreign(apr_pool_t *pool, const ap_directive_t *node, collab_foreign_t *what) {
  static const char *const names[] = {"AuthDBDUserPWQuery", "AuthDBDUserRealmQuery", "AuthzDBDQuery", "AuthzDBDRedirectQuery"};

  *what = COLLAB_FOREIGN_PREPARES;
  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!ap_cstr_casecmp(node->directive, names[i])) {
      return true;
    }
  }
  if (!ap_cstr_casecmp(node->directive, "DBDPrepareSQL")) {
    return has_statement(pool, node->args);
  }
  if (!ap_cstr_casecmp(node->directive, "RewriteMap")) {
    return is_map(pool, node->args);
  }
  *what = is_word(node->directive, "SessionDBD") ? COLLAB_FOREIGN_BORROWS : COLLAB_FOREIGN_RUNS;
  return *what == COLLAB_FOREIGN_BORROWS || !ap_cstr_casecmp(node->directive, "DBDInitSQL");
}

/* Visits `node`, its siblings and what is inside of them, but no virtual host. */
static void visit(apr_pool_t *pool, const ap_directive_t *node, collab_foreign_met_t *met, void *data) {
  collab_foreign_t what;

  for (; node; node = node->next) {
    if (is_foreign(pool, node, &what)) {
      met(data, node, what);
    }
    if (!is_host(node)) {
      visit(pool, node->first_child, met, data);
    }
  }
}

static bool is_same(const char *one, const char *other) {
  return one && other && !strcmp(one, other);
}

/* Have both the same pool? */
static bool is_shared(const collab_dbd_t *one, const collab_dbd_t *other) {
  return is_same(one->driver, other->driver) && is_same(one->params, other->params) && one->min == other->min &&
         one->keep == other->keep && one->max == other->max && one->expire == other->expire;
}

void collab_dbd_foreign(apr_pool_t *pool, const collab_dbd_t *dbd, collab_foreign_met_t *met, void *data) {
  const collab_dbd_t above = of_main(pool);

  visit(pool, ap_conftree, met, data);
  for (const ap_directive_t *node = ap_conftree; node; node = node->next) {
    if (is_host(node)) {
      const collab_dbd_t theirs = of_host(pool, node, &above);
      if (is_shared(&theirs, dbd)) {
        visit(pool, node->first_child, met, data);
      }
    }
  }
}

void collab_dbd_elsewhere(apr_pool_t *pool, const collab_dbd_t *dbd, collab_elsewhere_met_t *met, void *data) {
  const collab_dbd_t above = of_main(pool);

  for (const ap_directive_t *node = ap_conftree; node; node = node->next) {
    if (is_host(node)) {
      const collab_dbd_t theirs = of_host(pool, node, &above);
      if (theirs.params && !is_same(theirs.params, dbd->params)) {
        met(data, node, &theirs);
      }
    }
  }
}

static void keep_first(void *data, const ap_directive_t *directive, collab_foreign_t what) {
  const ap_directive_t **found = data;

  *found = *found || what != COLLAB_FOREIGN_RUNS ? *found : directive;
}

const char *collab_dbd_init_sql(apr_pool_t *pool, const collab_dbd_t *dbd) {
  const ap_directive_t *found = NULL;

  collab_dbd_foreign(pool, dbd, keep_first, &found);
  return found ? apr_psprintf(pool, "%s:%d", found->filename, found->line_num) : NULL;
}

/* ---- the account ---- */

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
