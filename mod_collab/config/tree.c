/* tree.c: finds the lines of httpd's configuration that can concern a request to the interface (config/tree.h).
 *
 * httpd keeps its configuration as a tree of directives, with file and line of each. <IfModule>, <IfDefine> and includes have
 * been resolved in it. Called while httpd checks or prints its configuration. */
#include "config/tree.h"

#include <apr_fnmatch.h>
#include <apr_hash.h>
#include <apr_strings.h>
#include <string.h>

#include "config/setting.h"

/* A walk through the tree. */
typedef struct walk_t {
  apr_pool_t *pool;
  server_rec *main;
  apr_hash_t *hosts; /* "FILE:LINE" of a <VirtualHost> => server_rec */
  bool (*wanted)(const char *name);
  apr_array_header_t *lines;
} walk_t;

static const char *place_of(apr_pool_t *pool, const char *file, int line) {
  return apr_psprintf(pool, "%s:%d", file, line);
}

static bool begins(const ap_directive_t *node, const char *name) {
  return !ap_cstr_casecmpn(node->directive, name, strlen(name));
}

static bool is_condition(const ap_directive_t *node) {
  return !ap_cstr_casecmp(node->directive, "<If") || begins(node, "<Else");
}

static const server_rec *host_of(const walk_t *walk, const ap_directive_t *node) {
  const server_rec *s = apr_hash_get(walk->hosts, place_of(walk->pool, node->filename, node->line_num), APR_HASH_KEY_STRING);
  return s ? s : walk->main;
}

static void take(walk_t *walk, const ap_directive_t *first, collab_line_t around) {
  for (const ap_directive_t *node = first; node; node = node->next) {
    collab_line_t line = around;
    line.node = node;
    if (walk->wanted(node->directive)) {
      APR_ARRAY_PUSH(walk->lines, collab_line_t) = line;
    } else if (!ap_cstr_casecmp(node->directive, "<VirtualHost")) {
      line.s = host_of(walk, node);
      take(walk, node->first_child, line);
    } else if (begins(node, "<Location")) {
      line.section = node;
      take(walk, node->first_child, line);
    } else if (is_condition(node)) {
      line.conditional = true;
      take(walk, node->first_child, line);
    } else if (begins(node, "<Limit") || begins(node, "<Require")) {
      take(walk, node->first_child, line);
    }
  }
}

apr_array_header_t *collab_tree_lines(apr_pool_t *pool, server_rec *main, bool (*wanted)(const char *name)) {
  walk_t walk = {pool, main, apr_hash_make(pool), wanted, apr_array_make(pool, 16, sizeof(collab_line_t))};

  for (const server_rec *s = main->next; s; s = s->next) {
    if (s->defn_name) {
      apr_hash_set(walk.hosts, place_of(pool, s->defn_name, (int)s->defn_line_number), APR_HASH_KEY_STRING, s);
    }
  }
  take(&walk, ap_conftree, (collab_line_t){.s = main});
  return walk.lines;
}

/* ---- sections ---- */

/* Is the section's path a regular expression: <LocationMatch>, or <Location ~ …>? */
static bool is_pattern(const ap_directive_t *section) {
  return begins(section, "<LocationMatch") || *section->args == '~';
}

const char *collab_tree_path(apr_pool_t *pool, const ap_directive_t *section) {
  const char *args = section->args;
  char *path = ap_getword_conf(pool, &args);

  if (!strcmp(path, "~")) {
    path = ap_getword_conf(pool, &args);
  }
  apr_size_t len = strlen(path);
  len -= len > 0 && path[len - 1] == '>'; /* a path without quotes */
  while (!is_pattern(section) && len > 0 && path[len - 1] == '/') {
    len--;
  }
  path[len] = '\0';
  return path;
}

/* Is `path` the same as `other`, or below it? */
static bool is_below(const char *path, const char *other) {
  apr_size_t len = strlen(other);
  return !strncmp(path, other, len) && (path[len] == '\0' || path[len] == '/');
}

bool collab_tree_covers(apr_pool_t *pool, const ap_directive_t *section, const char *base_path) {
  static const char *const samples[] = {
      "", "/v1/login", "/v1/me", "/v1/collaboration-requests/x/attachments", "/v2/webhooks/1", "/health/live"};
  const char *path = collab_tree_path(pool, section);
  bool pattern = is_pattern(section);
  ap_regex_t *compiled = pattern ? ap_pregcomp(pool, path, AP_REG_EXTENDED) : NULL;

  if (!pattern && !apr_fnmatch_test(path)) {
    return is_below(base_path, path) || is_below(path, base_path);
  }
  for (size_t i = 0; i < sizeof samples / sizeof *samples; i++) {
    const char *uri = apr_pstrcat(pool, base_path, samples[i], NULL);
    if (pattern ? compiled && !ap_regexec(compiled, *uri ? uri : "/", 0, NULL, 0)
                : apr_fnmatch(path, uri, APR_FNM_PATHNAME) == APR_SUCCESS) {
      return true;
    }
  }
  return false;
}

/* ---- hosts ---- */

static bool has_name(const apr_array_header_t *names, const char *host, apr_size_t len) {
  for (int i = 0; names && i < names->nelts; i++) {
    const char *name = APR_ARRAY_IDX(names, i, const char *);
    if (name && strlen(name) == len && !ap_cstr_casecmpn(name, host, len)) {
      return true;
    }
  }
  return false;
}

bool collab_tree_is_named(const server_rec *s, const char *base_url) {
  const char *host = strstr(base_url, "://");

  host = host ? host + 3 : base_url;
  apr_size_t len = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/");
  return (s->server_hostname && strlen(s->server_hostname) == len && !ap_cstr_casecmpn(s->server_hostname, host, len)) ||
         has_name(s->names, host, len) || has_name(s->wild_names, host, len);
}
