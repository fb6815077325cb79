/* check_locations.c: compares the sections that hand requests to this module with the base URL's path (config/check.h). */
#include <apr_hash.h>
#include <http_core.h>
#include <string.h>

#include "config/check.h"

/* A place in the configuration with "SetHandler collab". */
typedef struct section_t {
  const server_rec *s; /* its server; sections of the main server apply to all */
  const char *path;    /* of the <Location>, without a trailing slash; NULL: SetHandler is not in a <Location> */
} section_t;

static bool is_handler(apr_pool_t *pool, const ap_directive_t *node) {
  const char *args = node->args;

  return !ap_cstr_casecmp(node->directive, "SetHandler") && !ap_cstr_casecmp(ap_getword_conf(pool, &args), "collab");
}

/* True if a section hands its requests to this module. */
static bool has_handler(apr_pool_t *pool, const ap_directive_t *node) {
  for (; node; node = node->next) {
    if (is_handler(pool, node)) {
      return true;
    }
    if (node->first_child && ap_cstr_casecmpn(node->directive, "<Location", 9) && has_handler(pool, node->first_child)) {
      return true;
    }
  }
  return false;
}

/* The path of a <Location>, without a trailing slash. */
static const char *path_of(apr_pool_t *pool, const ap_directive_t *node) {
  const char *args = node->args;
  const char *path = ap_getword_conf(pool, &args);
  apr_size_t end = strcspn(path, ">");

  while (end > 0 && path[end - 1] == '/') {
    end--;
  }
  return apr_pstrmemdup(pool, path, end);
}

/* ---- paths ---- */

static void check_path(collab_check_t *check, const server_rec *s, const ap_directive_t *node, const char *path) {
  /* a section of the main server concerns all hosts */
  const server_rec *concerned = s == check->main && collab_config_first() ? collab_config_first() : s;
  const collab_config_t *config = collab_config_of(concerned);

  if (collab_config_first() == NULL) {
    return; /* serving.c has said so */
  }
  if (!collab_config_serves(config)) {
    collab_check_warning(check, node->filename, (unsigned)node->line_num,
                         "SetHandler collab in %s, which does not serve the interface (CollabServe)",
                         collab_config_server_name(check->pool, s));
  } else if (strncmp(path, config->base_path, strlen(config->base_path)) != 0 ||
             (path[strlen(config->base_path)] != '\0' && path[strlen(config->base_path)] != '/')) {
    collab_check_mistake(check, node->filename, (unsigned)node->line_num,
                         "<Location \"%s\"> with SetHandler collab is not where CollabBaseURL (%s) points: \"%s\"",
                         *path ? path : "/", config->base_url, *config->base_path ? config->base_path : "/");
  }
}

/* True if one of the sections serves this server. If `whole` is true, that section must also serve the whole base path. */
static bool is_served(const collab_check_t *check, const collab_config_t *config, const apr_array_header_t *sections,
                      bool whole) {
  for (int i = 0; i < sections->nelts; i++) {
    const section_t *section = &APR_ARRAY_IDX(sections, i, section_t);
    const char *base_url = collab_config_of(section->s)->base_url;
    bool serves = collab_config_serves(collab_config_of(section->s));
    if ((section->s == check->main || (serves && base_url && !strcmp(base_url, config->base_url))) &&
        (!whole || !section->path || !strcmp(section->path, config->base_path))) {
      return true;
    }
  }
  return false;
}

static void check_served(collab_check_t *check, const server_rec *s, const apr_array_header_t *sections) {
  const collab_server_t *server = collab_server_of(s);
  const collab_config_t *config = &server->values;

  if (is_served(check, config, sections, true)) {
    return;
  }
  const char *path = *config->base_path ? config->base_path : "/";
  bool some = is_served(check, config, sections, false);
  collab_check_mistake(check, PLACE(server, base_url)->file, PLACE(server, base_url)->line,
                       some ? "CollabBaseURL: no <Location \"%s\"> has SetHandler collab: nothing answers at the path of %s"
                            : "CollabBaseURL: nothing is served: <Location \"%s\"> needs SetHandler collab (%s)",
                       path, config->base_url);
}

/* Warns of "HttpProtocolOptions Unsafe". With it httpd accepts framing that a proxy in front of httpd may read differently, which
 * permits request smuggling. */
static void check_framing(collab_check_t *check, const server_rec *s) {
  const core_server_config *core = ap_get_core_module_config(s->module_config);
  const collab_config_t *config = collab_config_of(s);

  if (core->http_conformance & AP_HTTP_CONFORMANCE_UNSAFE) {
    collab_check_warning(check, config->first_file, config->first_line,
                         "HttpProtocolOptions Unsafe: httpd and a proxy may disagree on where a request ends: set it to Strict");
  }
}

/* ---- the whole tree ---- */

static void check_tree(collab_check_t *check, const server_rec *s, const ap_directive_t *first, apr_array_header_t *sections) {
  for (const ap_directive_t *node = first; node; node = node->next) {
    if (is_handler(check->pool, node)) {
      APR_ARRAY_PUSH(sections, section_t) = (section_t){s, NULL};
    }
    if (node->first_child == NULL) {
      continue;
    }
    if (!ap_cstr_casecmp(node->directive, "<Location") && has_handler(check->pool, node->first_child)) {
      const char *path = path_of(check->pool, node);
      APR_ARRAY_PUSH(sections, section_t) = (section_t){s, path};
      check_path(check, s, node, path);
    } else {
      bool host = !ap_cstr_casecmp(node->directive, "<VirtualHost");
      check_tree(check, host ? collab_server_at(check->main, node) : s, node->first_child, sections);
    }
  }
}

void collab_check_locations(collab_check_t *check) {
  apr_array_header_t *sections = apr_array_make(check->pool, 4, sizeof(section_t));

  apr_hash_t *checked = apr_hash_make(check->pool); /* base URLs */

  check_tree(check, check->main, ap_conftree, sections);
  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const char *base_url = collab_config_of(s)->base_url;
    if (!apr_hash_get(checked, base_url, APR_HASH_KEY_STRING)) {
      check_served(check, s, sections);
    }
    apr_hash_set(checked, base_url, APR_HASH_KEY_STRING, base_url);
    check_framing(check, s);
  }
  collab_check_merged(check);
}
