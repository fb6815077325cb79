/* check_merged.c: judges what httpd itself makes of the sections that concern the interface (config/check.h): which handler a
 * request of the interface gets, and how large its body may be. httpd merges a <Location> of a virtual host after all of the main
 * server's, so the text of one section does not tell.
 *
 * The core merges the sections of a request that nobody has sent; no other module's hook runs. <If> is left out, because it
 * depends on the request. Works in check_config: at each start, too. */
#include <ap_expr.h>
#include <apr_strings.h>
#include <http_core.h>
#include <http_request.h>
#include <string.h>

#include "config/check.h"
#include "config/tree.h"

#define HTTPD_BODY_LIMIT APR_INT64_C(1073741824) /* bytes; httpd's limit without LimitRequestBody */
#define UNSET_BODY_LIMIT (-1)                    /* as in httpd's core.c */
#define HTTPD_FIELD_SIZE 8190                    /* bytes; httpd's LimitRequestFieldSize */

static bool is_wanted(const char *name) {
  return !ap_cstr_casecmp(name, "SetHandler") || !ap_cstr_casecmp(name, "LimitRequestBody") ||
         !ap_cstr_casecmp(name, "LimitRequestFieldSize") || !ap_cstr_casecmp(name, "ErrorDocument");
}

/* Does a mistake in this serving server's sections stop clients of the interface? A virtual host of somebody else, which only
 * inherits the base URL, may do with these paths what it likes. */
static bool is_meant(const server_rec *s) {
  const collab_config_t *config = collab_config_of(s), *first = collab_config_of(collab_config_first());

  return config->serve || s == collab_config_first() || strcmp(config->base_url, first->base_url) != 0 ||
         collab_tree_is_named(s, config->base_url);
}

/* ---- httpd's merge ---- */

/* The core's part of the merged configuration for a path below the base path. */
static const core_dir_config *merged(apr_pool_t *pool, const server_rec *s, const char *path) {
  core_request_config *core = apr_pcalloc(pool, sizeof *core);
  request_rec *r = apr_pcalloc(pool, sizeof *r);

  core->notes = apr_pcalloc(pool, AP_NUM_STD_NOTES * sizeof *core->notes); /* of the core's walks */
  r->pool = pool;
  r->server = (server_rec *)s;
  r->per_dir_config = s->lookup_defaults;
  r->request_config = ap_create_request_config(pool);
  ap_set_core_module_config(r->request_config, core);
  r->method = "GET";
  r->uri = r->unparsed_uri = apr_pstrcat(pool, collab_config_of(s)->base_path, path, NULL);
  r->headers_in = apr_table_make(pool, 1);
  r->headers_out = apr_table_make(pool, 1);
  r->err_headers_out = apr_table_make(pool, 1);
  r->subprocess_env = apr_table_make(pool, 1); /* of a <LocationMatch> that names parts of the path */
  r->notes = apr_table_make(pool, 1);
  ap_location_walk(r);
  return ap_get_core_module_config(r->per_dir_config);
}

static const collab_line_t *line_at(const apr_array_header_t *lines, const char *name, const char *file, unsigned number) {
  for (int i = 0; file && i < lines->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    if ((unsigned)line->node->line_num == number && !strcmp(line->node->filename, file) &&
        !ap_cstr_casecmp(line->node->directive, name)) {
      return line;
    }
  }
  return NULL;
}

static bool is_ours(apr_pool_t *pool, const char *args) {
  return !ap_cstr_casecmp(ap_getword_conf(pool, &args), "collab");
}

/* ---- the handler ---- */

/* Has this server, or the main server, a SetHandler collab at all? Where none has, check_locations.c says so. */
static bool has_ours(const collab_check_t *check, const server_rec *s, const apr_array_header_t *lines) {
  for (int i = 0; i < lines->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    if ((line->s == s || line->s == check->main) && !ap_cstr_casecmp(line->node->directive, "SetHandler") &&
        is_ours(check->pool, line->node->args)) {
      return true;
    }
  }
  return false;
}

/* The line whose SetHandler counts at this path instead of ours; NULL: ours counts, or an expression that depends on the
 * request. */
static const collab_line_t *taken_by(apr_pool_t *pool, const server_rec *s, const char *path, const apr_array_header_t *lines) {
  const core_dir_config *dir = merged(pool, s, path);
  const ap_expr_info_t *handler = dir->expr_handler;
  const collab_line_t *line = handler ? line_at(lines, "SetHandler", handler->filename, handler->line_number) : NULL;

  return line && !strchr(line->node->args, '%') && !is_ours(pool, line->node->args) ? line : NULL;
}

static void check_handler(collab_check_t *check, apr_pool_t *pool, const server_rec *s, const apr_array_header_t *lines) {
  static const char *const paths[] = {"/v1/login", "/v2/webhooks/1", "/v1/collaboration-requests/x/attachments", "/health/live"};

  if (!has_ours(check, s, lines)) {
    return;
  }
  for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
    const collab_line_t *line = taken_by(pool, s, paths[i], lines);
    if (line) {
      collab_check_mistake(
          check, line->node->filename, (unsigned)line->node->line_num,
          "SetHandler %s: it counts at %s%s instead of SetHandler collab, because httpd merges this section later",
          line->node->args, collab_config_of(s)->base_url, paths[i]);
      return;
    }
  }
}

/* ---- bodies ---- */

/* The line that sets a merged LimitRequestBody: the last one with its value that httpd can have merged. */
static const ap_directive_t *limit_of(const collab_check_t *check, const server_rec *s, int64_t bytes,
                                      const apr_array_header_t *lines) {
  const ap_directive_t *found = NULL;

  for (int i = 0; i < lines->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    if ((line->s == s || line->s == check->main) && !line->conditional &&
        !ap_cstr_casecmp(line->node->directive, "LimitRequestBody") && apr_atoi64(line->node->args) == bytes &&
        (!line->section || collab_tree_covers(check->pool, line->section, collab_config_of(s)->base_path))) {
      found = line->node;
    }
  }
  return found;
}

static void check_limit(collab_check_t *check, apr_pool_t *pool, const server_rec *s, const apr_array_header_t *lines) {
  const collab_config_t *config = collab_config_of(s);
  const core_dir_config *dir = merged(pool, s, "/v1/collaboration-requests/x/attachments");
  apr_off_t most = (apr_off_t)config->max_body > config->max_attachment ? (apr_off_t)config->max_body : config->max_attachment;
  const char *whose = most == config->max_attachment ? "CollabMaxAttachment" : "CollabMaxBody";
  bool unset = dir->limit_req_body == UNSET_BODY_LIMIT;
  int64_t bytes = unset ? HTTPD_BODY_LIMIT : dir->limit_req_body;
  const ap_directive_t *limit = unset ? NULL : limit_of(check, s, bytes, lines);

  if (bytes == 0 || bytes >= most || !has_ours(check, s, lines)) {
    return;
  }
  if (!unset) {
    collab_check_mistake(
        check, limit ? limit->filename : config->first_file, limit ? (unsigned)limit->line_num : config->first_line,
        "LimitRequestBody %" APR_INT64_T_FMT " is below %s (%" APR_OFF_T_FMT "): set it to 0 in the <Location> of the interface",
        bytes, whose, most);
  } else if (dir->expr_handler) {
    collab_check_warning(check, dir->expr_handler->filename, dir->expr_handler->line_number,
                         "httpd refuses bodies of more than 1 GiB here, and %s is %" APR_OFF_T_FMT
                         ": set LimitRequestBody 0 in this <Location>",
                         whose, most);
  }
}

/* ---- what httpd does before it knows the host ---- */

/* The last line with this directive, and this first word of its arguments (NULL: any), outside of sections: the host's, else the
 * main server's. NULL: there is none. */
static const ap_directive_t *setting_of(const collab_check_t *check, const server_rec *s, const char *name, const char *word,
                                        const apr_array_header_t *lines) {
  const ap_directive_t *own = NULL, *above = NULL;

  for (int i = 0; i < lines->nelts; i++) {
    const collab_line_t *line = &APR_ARRAY_IDX(lines, i, collab_line_t);
    const char *args = line->node->args;
    if (line->section || line->conditional || ap_cstr_casecmp(line->node->directive, name) ||
        (word && strcmp(ap_getword_conf(check->pool, &args), word) != 0)) {
      continue;
    }
    own = line->s == s ? line->node : own;
    above = line->s == check->main ? line->node : above;
  }
  return own ? own : above;
}

static void check_fields(collab_check_t *check, const server_rec *s, const apr_array_header_t *lines) {
  const server_rec *first = collab_check_first_host(check->pool, s);
  int wanted = s->limit_req_fieldsize > HTTPD_FIELD_SIZE ? s->limit_req_fieldsize : HTTPD_FIELD_SIZE;
  const ap_directive_t *limit = setting_of(check, first, "LimitRequestFieldSize", NULL, lines);

  if (first->limit_req_fieldsize < wanted) {
    collab_check_warning(
        check, limit && first->limit_req_fieldsize == apr_atoi64(limit->args) ? limit->filename : first->defn_name,
        limit && first->limit_req_fieldsize == apr_atoi64(limit->args) ? (unsigned)limit->line_num : first->defn_line_number,
        "LimitRequestFieldSize is %d in %s%s: tokens and headers above it get 431; set it to %d there",
        first->limit_req_fieldsize, collab_config_server_name(check->pool, first),
        first == s ? "" : ", the first virtual host of the interface's address, so it counts for all of them",
        wanted > HTTPD_FIELD_SIZE ? wanted : 16380);
  }
}

/* httpd's errors for a request line or header that it cannot read come before the interface has a say. */
static void check_errors(collab_check_t *check, const server_rec *s, const apr_array_header_t *lines) {
  static const char *const statuses[] = {"400", "408", "414", "431"};
  const server_rec *first = collab_check_first_host(check->pool, s);

  for (size_t i = 0; i < sizeof statuses / sizeof *statuses; i++) {
    const ap_directive_t *document = setting_of(check, first, "ErrorDocument", statuses[i], lines);
    if (!document) {
      continue;
    }
    const char *args = document->args;
    ap_getword_conf(check->pool, &args);
    const char *target = ap_getword_conf(check->pool, &args);
    if (!ap_cstr_casecmpn(target, "http:", 5) || !ap_cstr_casecmpn(target, "https:", 6)) {
      collab_check_warning(check, document->filename, (unsigned)document->line_num,
                           "ErrorDocument %s %s: it redirects clients of the interface whose header httpd cannot read; name a "
                           "local path or a text",
                           statuses[i], target);
    }
  }
}

void collab_check_merged(collab_check_t *check) {
  const apr_array_header_t *lines = collab_tree_lines(check->pool, check->main, is_wanted);
  apr_pool_t *pool;

  apr_pool_create(&pool, check->pool);
  for (int i = 0; i < collab_config_serving()->nelts; i++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), i, server_rec *);
    if (is_meant(s)) {
      check_handler(check, pool, s, lines);
      check_limit(check, pool, s, lines);
      check_fields(check, s, lines);
      check_errors(check, s, lines);
      apr_pool_clear(pool);
    }
  }
  apr_pool_destroy(pool);
}
