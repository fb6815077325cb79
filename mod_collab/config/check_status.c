/* check_status.c: finds out who may read the status page and the metrics where no CollabStatusAllow says so (config/check.h).
 *
 * Loopback may, and the networks that `Require ip` names in the sections of these pages: they could read the pages before
 * CollabStatusAllow existed. A warning gives the directive to write. The sections of the main server apply to all servers, those
 * of a virtual host to it alone. */
#include <string.h>

#include "collab_private.h"
#include "config/check.h"

#define LOOPBACK "127.0.0.0/8 ::1"

/* The networks of a server's sections. */
typedef struct found_t {
  const ap_directive_t *host;   /* the <VirtualHost>; NULL: the main server */
  const ap_directive_t *first;  /* the first `Require ip` */
  apr_array_header_t *networks; /* apr_ipsubnet_t * */
  const char *words;            /* the same as text, each after a space */
} found_t;

static bool is(const ap_directive_t *node, const char *name) {
  return !ap_cstr_casecmp(node->directive, name);
}

static bool is_page(apr_pool_t *pool, const ap_directive_t *node) {
  const char *args = node->args;
  const char *name = is(node, "SetHandler") ? ap_getword_conf(pool, &args) : "";

  return !ap_cstr_casecmp(name, "collab-status") || !ap_cstr_casecmp(name, "collab-metrics");
}

/* True if the section itself has the handler of one of the pages. */
static bool has_page(apr_pool_t *pool, const ap_directive_t *section) {
  for (const ap_directive_t *node = section->first_child; node; node = node->next) {
    if (is_page(pool, node)) {
      return true;
    }
  }
  return false;
}

static void add_word(apr_pool_t *pool, found_t *found, const char *word) {
  apr_ipsubnet_t *network = collab_address_subnet(pool, word);
  const char *padded = apr_pstrcat(pool, " ", word, " ", NULL);

  if (network == NULL || strstr(apr_pstrcat(pool, found->words, " ", NULL), padded)) {
    return; /* known from another page */
  }
  APR_ARRAY_PUSH(found->networks, apr_ipsubnet_t *) = network;
  found->words = apr_pstrcat(pool, found->words, " ", word, NULL);
}

/* Adds the networks of each `Require ip` in a section and in those within it, except <RequireNone>. */
static void add_networks(apr_pool_t *pool, found_t *found, const ap_directive_t *node) {
  for (; node; node = node->next) {
    const char *args = node->args;
    if (node->first_child && !is(node, "<RequireNone")) {
      add_networks(pool, found, node->first_child);
    } else if (is(node, "Require") && !ap_cstr_casecmp(ap_getword_conf(pool, &args), "ip")) {
      found->first = found->first ? found->first : node;
      while (*args) {
        add_word(pool, found, ap_getword_conf(pool, &args));
      }
    }
  }
}

static found_t *found_of(apr_pool_t *pool, apr_array_header_t *all, const ap_directive_t *host) {
  for (int i = 0; i < all->nelts; i++) {
    if (APR_ARRAY_IDX(all, i, found_t).host == host) {
      return &APR_ARRAY_IDX(all, i, found_t);
    }
  }
  found_t *found = apr_array_push(all);
  *found = (found_t){host, NULL, apr_array_make(pool, 4, sizeof(apr_ipsubnet_t *)), ""};
  return found;
}

/* Looks for the sections of the pages; each server has few. */
static void look(apr_pool_t *pool, apr_array_header_t *all, const ap_directive_t *node, const ap_directive_t *host) {
  for (; node; node = node->next) {
    if (node->first_child && has_page(pool, node)) {
      add_networks(pool, found_of(pool, all, host), node->first_child);
    } else if (node->first_child) {
      look(pool, all, node->first_child, is(node, "<VirtualHost") ? node : host);
    }
  }
}

/* The configuration of a host, for itself alone: httpd gives a host without a directive of the module the main server's own. */
static collab_config_t *own_config(apr_pool_t *pool, server_rec *s, const server_rec *main) {
  collab_server_t *server = collab_server_of(s);

  if (s != main && server->values.status_allow == NULL) {
    server = collab_server_copy(pool, server);
    ap_set_module_config(s->module_config, &collab_module, server);
  }
  return &server->values;
}

/* Warns if the networks of the sections count on this server. Returns whether it did. */
static bool warn(collab_check_t *check, const collab_config_t *config, const found_t *found, const char *before) {
  if (!found->first || !collab_config_serves(config)) {
    return false;
  }
  collab_check_warning(check, found->first->filename, (unsigned)found->first->line_num,
                       "these networks may read the status page or the metrics for now; write \"CollabStatusAllow %s%s%s\" "
                       "outside of <Location>, which no other section can undo",
                       LOOPBACK, before, found->words);
  return true;
}

void collab_check_status(collab_check_t *check) {
  apr_pool_t *pool = check->pool;
  apr_array_header_t *all = apr_array_make(pool, 4, sizeof(found_t)),
                     *loopback = apr_array_make(pool, 4, sizeof(apr_ipsubnet_t *));

  APR_ARRAY_PUSH(loopback, apr_ipsubnet_t *) = collab_address_subnet(pool, "127.0.0.0/8");
  APR_ARRAY_PUSH(loopback, apr_ipsubnet_t *) = collab_address_subnet(pool, "::1");
  found_of(pool, all, NULL); /* the first */
  look(pool, all, ap_conftree, NULL);
  const found_t main = APR_ARRAY_IDX(all, 0, found_t);
  const apr_array_header_t *usual = apr_array_append(pool, loopback, main.networks);
  for (int i = 1; i < all->nelts; i++) {
    const found_t *found = &APR_ARRAY_IDX(all, i, found_t);
    collab_config_t *config = found->first ? own_config(pool, collab_server_at(check->main, found->host), check->main) : NULL;
    if (config && config->status_allow == NULL) {
      config->status_allow = apr_array_append(pool, usual, found->networks);
      warn(check, config, found, main.words);
    }
  }
  bool warned = false;
  for (const server_rec *s = check->main; s; s = s->next) {
    collab_config_t *config = &collab_server_of(s)->values;
    if (config->status_allow == NULL) {
      config->status_allow = usual;
      warned = warned || warn(check, config, &main, "");
    }
  }
}
