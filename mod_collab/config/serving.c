/* serving.c: decides which servers serve the interface (CollabServe), and tells the operator (config/config.h, config/check.h).
 *
 * Nearly all servers of a hosting team's httpd serve other applications. Whatever is loaded, printed or checked for a server goes
 * through the list of serving servers, so that the others cost nothing. */
#include <apr_hash.h>
#include <apr_strings.h>

#include "collab_private.h"
#include "config/check.h"

#define NAMED_MOST 10 /* servers that a message names */

/* Of the present configuration. */
static apr_array_header_t *serving; /* server_rec * */
static apr_array_header_t *reached; /* const char * */
static apr_hash_t *first_hosts;     /* "ADDRESS:PORT" => const server_rec * */

const apr_array_header_t *collab_config_serving(void) {
  return serving;
}

server_rec *collab_config_first(void) {
  return serving->nelts ? APR_ARRAY_IDX(serving, 0, server_rec *) : NULL;
}

const char *collab_config_server_name(apr_pool_t *pool, const server_rec *s) {
  const char *host = s->server_hostname ? s->server_hostname : "a host without a name";

  return !s->is_virtual ? "the main server"
         : s->defn_name ? apr_psprintf(pool, "%s (%s:%u)", host, s->defn_name, s->defn_line_number)
                        : host;
}

/* ---- requests whose Host is an address ---- */

/* An address as the key of httpd's list of hosts: it treats _default_ and 0.0.0.0 as *. */
static const char *address_key(apr_pool_t *pool, const server_addr_rec *at) {
  return apr_psprintf(pool, "%s:%u", apr_sockaddr_is_wildcard(at->host_addr) ? "*" : at->virthost, at->host_port);
}

/* httpd gives a request that names no host of an address to the first host of that address. httpd's list has the hosts in reverse
 * order. */
static void find_first_hosts(apr_pool_t *pool, const server_rec *main) {
  first_hosts = apr_hash_make(pool);
  for (const server_rec *s = main->next; s; s = s->next) {
    for (const server_addr_rec *at = s->addrs; at; at = at->next) {
      apr_hash_set(first_hosts, address_key(pool, at), APR_HASH_KEY_STRING, s);
    }
  }
}

const server_rec *collab_check_first_host(apr_pool_t *pool, const server_rec *s) {
  for (const server_addr_rec *at = s->addrs; at; at = at->next) {
    const server_rec *host = apr_hash_get(first_hosts, address_key(pool, at), APR_HASH_KEY_STRING);
    if (host && host != s) {
      return host;
    }
  }
  return s;
}

static void note_reached(apr_pool_t *pool, apr_hash_t *told, const server_rec *s) {
  for (const server_addr_rec *at = s->addrs; at; at = at->next) {
    const char *address = address_key(pool, at);
    const server_rec *host = apr_hash_get(first_hosts, address, APR_HASH_KEY_STRING);
    if (host && !apr_hash_get(told, address, APR_HASH_KEY_STRING) && reached->nelts < NAMED_MOST) {
      apr_hash_set(told, address, APR_HASH_KEY_STRING, address);
      APR_ARRAY_PUSH(reached, const char *) = apr_psprintf(
          pool, "at %s, a request whose Host is an address reaches %s, which %s", address, collab_config_server_name(pool, host),
          collab_config_serves(collab_config_of(host)) ? "serves the interface" : "does not serve the interface");
    }
  }
}

static void find_reached(apr_pool_t *pool, server_rec *main) {
  apr_hash_t *told = apr_hash_make(pool);

  reached = apr_array_make(pool, 2, sizeof(const char *));
  for (int i = 0; i < serving->nelts; i++) {
    note_reached(pool, told, APR_ARRAY_IDX(serving, i, server_rec *));
  }
  if (main->next && collab_config_first() == main) {
    APR_ARRAY_PUSH(reached, const char *) =
        "at other addresses, a request whose Host is an address reaches the main server, which serves the interface";
  }
}

const apr_array_header_t *collab_config_reached(void) {
  return reached;
}

/* ---- the decision ---- */

const char *collab_config_serving_names(apr_pool_t *pool) {
  const char *text = "";

  for (int i = 0; i < serving->nelts && i < NAMED_MOST; i++) {
    text = apr_pstrcat(pool, text, i ? ", " : "", collab_config_server_name(pool, APR_ARRAY_IDX(serving, i, server_rec *)), NULL);
  }
  return serving->nelts > NAMED_MOST ? apr_psprintf(pool, "%s and %d more", text, serving->nelts - NAMED_MOST) : text;
}

/* The first directive of the module; NULL: there is none. */
static const collab_config_t *first_directive(const server_rec *s) {
  while (s && !collab_config_of(s)->first_file) {
    s = s->next;
  }
  return s ? collab_config_of(s) : NULL;
}

/* Without CollabServe all servers serve, those of other applications as well. */
static void warn_of_all(collab_check_t *check) {
  const collab_config_place_t *at = PLACE(collab_server_of(collab_config_first()), base_url);

  if (serving->nelts > 1) {
    collab_check_warning(
        check, at->file, at->line,
        "the interface is served by %s, under each host's name and certificate: write \"CollabServe On\" into the "
        "host that shall serve it",
        collab_config_serving_names(check->pool));
  }
}

/* httpd prefers a host that names an address to one with *: what arrives at that address never reaches the latter. Judges the
 * hosts that CollabServe names. */
static void warn_of_shadow(collab_check_t *check, const server_rec *s, const server_addr_rec *at) {
  for (const server_rec *other = check->main->next; other; other = other->next) {
    for (const server_addr_rec *theirs = other->addrs; theirs; theirs = theirs->next) {
      if (other != s && theirs->host_port == at->host_port && !apr_sockaddr_is_wildcard(theirs->host_addr)) {
        collab_check_warning(check, s->defn_name, s->defn_line_number,
                             "*:%u gets no request that arrives at %s:%u, which %s names: write <VirtualHost %s:%u> here, too",
                             at->host_port, theirs->virthost, theirs->host_port, collab_config_server_name(check->pool, other),
                             theirs->virthost, theirs->host_port);
        return;
      }
    }
  }
}

static void warn_of_shadows(collab_check_t *check) {
  for (int i = 0; i < serving->nelts; i++) {
    const server_rec *s = APR_ARRAY_IDX(serving, i, server_rec *);
    bool specific = false;
    for (const server_addr_rec *at = s->addrs; at; at = at->next) {
      specific = specific || !apr_sockaddr_is_wildcard(at->host_addr);
    }
    for (const server_addr_rec *at = s->addrs; at && !specific && collab_config_of(s)->serve; at = at->next) {
      warn_of_shadow(check, s, at);
    }
  }
}

/* An explicit CollabServe Off is no mistake: an operator has switched off the site with CollabServe On. */
static void report_none(collab_check_t *check, bool stated) {
  const collab_config_t *any = first_directive(check->main);

  if (any && stated) {
    collab_check_warning(check, any->first_file, any->first_line,
                         "no server serves the interface: CollabServe is On in none that has a CollabBaseURL");
  } else if (any) {
    collab_check_mistake(check, any->first_file, any->first_line, "CollabBaseURL is missing: nothing is served without it");
  }
}

/* httpd gives a host without a directive of the module the main server's own configuration. If that has CollabServe, such hosts
 * get one without it, which they share. */
static void part(collab_check_t *check) {
  const collab_server_t *server = collab_server_of(check->main);

  if (!PLACE(server, serve)->file) {
    return;
  }
  collab_server_t *others = collab_server_copy(check->pool, server);
  others->values.serve = false;
  *(collab_config_place_t *)PLACE(others, serve) = (collab_config_place_t){NULL, 0, 0};
  for (server_rec *s = check->main->next; s; s = s->next) {
    if (collab_server_of(s) == server) {
      ap_set_module_config(s->module_config, &collab_module, others);
    }
  }
}

/* Finds the serving servers, in the order of the configuration: httpd's list has the virtual hosts in reverse order. */
static void find_serving(collab_check_t *check) {
  apr_array_header_t *hosts = apr_array_make(check->pool, 1, sizeof(server_rec *));

  serving = apr_array_make(check->pool, 1, sizeof(server_rec *));
  for (server_rec *s = check->main; s; s = s->next) {
    if (collab_config_serves(collab_config_of(s))) {
      APR_ARRAY_PUSH(s == check->main ? serving : hosts, server_rec *) = s;
    }
  }
  while (hosts->nelts > 0) {
    APR_ARRAY_PUSH(serving, server_rec *) = *(server_rec **)apr_array_pop(hosts);
  }
}

void collab_check_serving(collab_check_t *check) {
  const collab_server_t *main = collab_server_of(check->main);
  const char *inherited = main->values.base_url;
  bool stated = false, any_on = false, main_off = PLACE(main, serve)->file && !main->values.serve;

  part(check);
  for (const server_rec *s = check->main; s; s = s->next) {
    const collab_server_t *server = collab_server_of(s);
    stated = stated || PLACE(server, serve)->file;
    any_on = any_on || server->values.serve;
  }
  for (server_rec *s = check->main; s; s = s->next) {
    collab_server_t *server = collab_server_of(s);
    const collab_config_place_t *at = PLACE(server, serve);
    bool wanted = any_on ? server->values.serve : !at->file && !(main_off && server->values.base_url == inherited);
    server->values.serves = wanted && server->values.base_url;
    if (server->values.serve && !server->values.base_url) {
      collab_check_mistake(check, at->file, at->line, "CollabServe On: CollabBaseURL is missing: nothing is served without it");
    }
  }
  find_serving(check);
  find_first_hosts(check->pool, check->main);
  find_reached(check->pool, check->main);
  warn_of_shadows(check);
  if (serving->nelts == 0) {
    report_none(check, stated);
  } else if (!any_on) {
    warn_of_all(check);
  }
}
