/* beside.c: tells collabctl doctor what of httpd's configuration may stand in the interface's way (config/beside.h).
 *
 * Doctor asks the interface questions, and names lines of this list when an answer is not the documented one. So a line here is
 * no fault. Runs in configtest alone. */
#include "config/beside.h"

#include <ap_listen.h>
#include <apr_hash.h>
#include <apr_strings.h>
#include <string.h>

#include "config/config.h"
#include "config/tree.h"

#define LINES_MOST 200 /* of the list */

static bool is_one_of(const char *const *names, const char *name) {
  for (; *names; names++) {
    apr_size_t len = strlen(*names);
    bool more = (*names)[len - 1] == '*';
    if (more ? !ap_cstr_casecmpn(*names, name, len - 1) : !ap_cstr_casecmp(*names, name)) {
      return true;
    }
  }
  return false;
}

/* Directives that can refuse, redirect, rewrite or change requests and answers; "*" stands for any end. */
static bool is_suspect(const char *name) {
  // clang-format off
  static const char *const suspects[] = {
    "Require", "<Require*", "Auth*", "Satisfy", "Order", "Deny", "Allow", "<Limit*", "Limit*", "AllowMethods", "Dav*", "Header",
    "Expires*", "Redirect*", "RewriteRule", "ProxyPass*", "SetInputFilter", "SetOutputFilter", "RequestHeader", "SetHandler",
    "ErrorDocument", "AddOutput*", "AddInput*", "Substitute", "Filter*", "CacheEnable", "SecRuleEngine", "Action", "ForceType",
    "BrowserMatch", "SetEnvIf*", "AllowEncodedSlashes", "LuaHook*", "ExtFilter*", "Session*", "Cern*", "MetaFiles", "Kept*",
    "Charset*", "OutputSed", "InputSed", "RewriteEngine", NULL
  };
  // clang-format on

  return is_one_of(suspects, name);
}

/* ---- lines ---- */

/* Is this one of our own lines, as docs/install.md has them? */
static bool is_ours(apr_pool_t *pool, const ap_directive_t *node) {
  const char *args = node->args, *word = ap_getword_conf(pool, &args);

  return (!ap_cstr_casecmp(node->directive, "SetHandler") && !ap_cstr_casecmpn(word, "collab", 6)) ||
         (!ap_cstr_casecmp(node->directive, "LimitRequestBody") && !strcmp(word, "0")) ||
         (!ap_cstr_casecmp(node->directive, "LimitRequestFieldSize") && apr_atoi64(word) > 9500) ||
         (!ap_cstr_casecmp(node->directive, "AllowEncodedSlashes") && !ap_cstr_casecmp(word, "NoDecode"));
}

/* Does the line hold for a path of an interface that its server, or for a line of the main server any server, serves? */
static bool concerns(apr_pool_t *pool, const collab_line_t *line, const server_rec *main) {
  for (int i = 0; i < collab_config_serving()->nelts; i++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), i, server_rec *);
    if ((line->s == main || line->s == s) &&
        (!line->section || collab_tree_covers(pool, line->section, collab_config_of(s)->base_path))) {
      return true;
    }
  }
  return false;
}

static void write_line(collab_json_writer_t *w, apr_pool_t *pool, const collab_line_t *line, const server_rec *main) {
  const ap_directive_t *section = line->section;

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "server", line->s == main ? NULL : line->s->server_hostname ? line->s->server_hostname : "");
  collab_write_text(w, "section", section ? apr_psprintf(pool, "%s %s", section->directive, section->args) : NULL);
  collab_write_text(w, "directive", line->node->directive + (*line->node->directive == '<'));
  collab_write_text(w, "file", line->node->filename);
  collab_write_integer(w, "line", line->node->line_num);
  collab_write_close(w, "}");
}

/* Lines of sections come first, because lines for whole servers are many and rarely to blame; lines of hosts that only inherit
 * the base URL come last. */
static void write_lines(collab_json_writer_t *w, apr_pool_t *pool, server_rec *main) {
  const apr_array_header_t *lines = collab_tree_lines(pool, main, is_suspect);
  int written = 0;

  collab_write_open(w, "beside", "[");
  for (int round = 0; round < 3; round++) {
    for (int i = 0; i < lines->nelts && written < LINES_MOST; i++) {
      const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
      const char *base_url = collab_config_of(line->s)->base_url;
      bool near = line->s == main || (base_url && collab_tree_is_named(line->s, base_url));
      int its = !near ? 2 : line->section || line->conditional ? 0 : 1;
      if (its == round && !is_ours(pool, line->node) && concerns(pool, line, main)) {
        write_line(w, pool, line, main);
        written++;
      }
    }
  }
  collab_write_close(w, "]");
}

/* ---- modules ---- */

static void write_modules(collab_json_writer_t *w) {
  static const char *const runners[] = {"mod_php*",       "php*_module*", "mod_perl*",  "mod_python*", "mod_wsgi*",
                                        "mod_lua*",       "mod_cgi*",     "mod_fcgid*", "mod_ruby*",   "mod_mono*",
                                        "mod_passenger*", "mod_uwsgi*",   "mod_info*",  NULL};

  collab_write_open(w, "modules", "[");
  for (module **loaded = ap_loaded_modules; loaded && *loaded; loaded++) {
    if (is_one_of(runners, (*loaded)->name)) {
      apr_size_t len = strlen((*loaded)->name);
      collab_write_text(w, NULL, apr_pstrmemdup(w->pool, (*loaded)->name, len > 2 ? len - 2 : len)); /* without ".c" */
    }
  }
  collab_write_close(w, "]");
}

/* ---- addresses ---- */

static bool is_tls(const char *name) {
  return !ap_cstr_casecmp(name, "SSLEngine");
}

/* SSLEngine of this server, or of the main server. */
static bool has_tls(const apr_array_header_t *lines, const server_rec *s, const server_rec *main) {
  bool own = false, above = false, known = false;

  for (int i = 0; i < lines->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    bool on = !ap_cstr_casecmpn(line->node->args, "on", 2);
    known |= line->s == s;
    own = line->s == s ? on : own;
    above = line->s == main ? on : above;
  }
  return known ? own : above;
}

/* The listener that leads to this server: at the virtual host's port, else at the base URL's, else any. One that other machines
 * can reach is better than one on loopback. */
static const ap_listen_rec *listener_of(const server_rec *s, int url_port) {
  const ap_listen_rec *best = NULL;
  int most = -1;

  for (const ap_listen_rec *each = ap_listeners; each; each = each->next) {
    char text[64] = "";
    if (!each->bind_addr || apr_sockaddr_ip_getbuf(text, sizeof text, each->bind_addr) != APR_SUCCESS) {
      continue;
    }
    bool loopback = !strncmp(text, "127.", 4) || !strcmp(text, "::1");
    int port = each->bind_addr->port;
    int wanted = s->addrs && s->addrs->host_port ? s->addrs->host_port : url_port;
    int value = 2 * (port == wanted) + !loopback;
    if (value > most) {
      most = value;
      best = each;
    }
  }
  return best;
}

static int port_of(apr_pool_t *pool, const char *base_url) {
  apr_uri_t uri;

  return apr_uri_parse(pool, base_url, &uri) == APR_SUCCESS && uri.port ? uri.port : apr_uri_port_of_scheme(uri.scheme);
}

static void write_listener(collab_json_writer_t *w, apr_pool_t *pool, const server_rec *s, bool tls) {
  const char *base_url = collab_config_of(s)->base_url;
  const ap_listen_rec *listener = listener_of(s, port_of(pool, base_url));
  char *address;

  if (listener && apr_sockaddr_ip_get(&address, listener->bind_addr) == APR_SUCCESS) {
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "baseUrl", base_url);
    collab_write_text(w, "address", address);
    collab_write_integer(w, "port", listener->bind_addr->port);
    collab_write_boolean(w, "tls", tls);
    collab_write_close(w, "}");
  }
}

/* For each base URL the virtual host with its name, else a server that serves it. */
static void write_listeners(collab_json_writer_t *w, apr_pool_t *pool, server_rec *main) {
  const apr_array_header_t *tls = collab_tree_lines(pool, main, is_tls);
  apr_hash_t *best = apr_hash_make(pool);

  for (int i = 0; i < collab_config_serving()->nelts; i++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), i, server_rec *);
    const char *base_url = collab_config_of(s)->base_url;
    if (!apr_hash_get(best, base_url, APR_HASH_KEY_STRING) || collab_tree_is_named(s, base_url)) {
      apr_hash_set(best, base_url, APR_HASH_KEY_STRING, s);
    }
  }
  collab_write_open(w, "listens", "[");
  for (apr_hash_index_t *i = apr_hash_first(pool, best); i; i = apr_hash_next(i)) {
    const server_rec *s = apr_hash_this_val(i);
    write_listener(w, pool, s, has_tls(tls, s, main));
  }
  collab_write_close(w, "]");
}

/* ---- status pages ---- */

static bool is_about_pages(const char *name) {
  return !ap_cstr_casecmp(name, "SetHandler") || !ap_cstr_casecmp(name, "Require") || !ap_cstr_casecmp(name, "CollabStatusAllow");
}

/* The networks of CollabStatusAllow. Without it, those of Require ip in this section. */
static void write_networks(collab_json_writer_t *w, apr_pool_t *pool, const apr_array_header_t *lines,
                           const collab_line_t *page) {
  const char *word, *args;

  collab_write_open(w, "networks", "[");
  for (int round = 0, found = 0; round < 2 && !found; round++) {
    for (int i = 0; i < lines->nelts; i++) {
      const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
      args = line->node->args;
      bool takes = round == 0 ? !ap_cstr_casecmp(line->node->directive, "CollabStatusAllow")
                              : line->section == page->section && !ap_cstr_casecmp(line->node->directive, "Require") &&
                                    !ap_cstr_casecmp(ap_getword_conf(pool, &args), "ip");
      while (takes && *(word = ap_getword_conf(pool, &args))) {
        collab_write_text(w, NULL, word);
        found++;
      }
    }
  }
  collab_write_close(w, "]");
}

/* Do CollabStatusAllow and this section's access control let this machine in? */
static bool lets_local(apr_pool_t *pool, const apr_array_header_t *lines, const collab_line_t *page) {
  const collab_config_t *first = collab_config_of(APR_ARRAY_IDX(collab_config_serving(), 0, server_rec *));
  apr_sockaddr_t *local;
  bool any = false;

  if (apr_sockaddr_info_get(&local, "127.0.0.1", APR_INET, 0, 0, pool) != APR_SUCCESS ||
      !collab_address_within(first->status_allow, local)) {
    return false;
  }
  for (int i = 0; i < lines->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    const char *args = line->node->args;
    if (line->section != page->section || ap_cstr_casecmp(line->node->directive, "Require")) {
      continue;
    }
    const char *word = ap_getword_conf(pool, &args);
    if (!ap_cstr_casecmp(word, "local") || !ap_cstr_casecmp(args, "granted") || strstr(args, "127.")) {
      return true;
    }
    any = true;
  }
  return !any;
}

static void write_pages(collab_json_writer_t *w, apr_pool_t *pool, server_rec *main) {
  const apr_array_header_t *lines = collab_tree_lines(pool, main, is_about_pages);

  collab_write_open(w, "pages", "[");
  for (int i = 0; i < lines->nelts && collab_config_serving()->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    const char *args = line->node->args, *handler = ap_getword_conf(pool, &args);
    if (line->section && !ap_cstr_casecmp(line->section->directive, "<Location") &&
        !ap_cstr_casecmp(line->node->directive, "SetHandler") &&
        (!strcmp(handler, "collab-status") || !strcmp(handler, "collab-metrics"))) {
      collab_write_open(w, NULL, "{");
      collab_write_text(w, "path", collab_tree_path(pool, line->section));
      collab_write_boolean(w, "local", lets_local(pool, lines, line));
      write_networks(w, pool, lines, line);
      collab_write_close(w, "}");
    }
  }
  collab_write_close(w, "]");
}

void collab_beside_write(collab_json_writer_t *w, apr_pool_t *pool, server_rec *main) {
  write_lines(w, pool, main);
  write_modules(w);
  write_listeners(w, pool, main);
  write_pages(w, pool, main);
}
