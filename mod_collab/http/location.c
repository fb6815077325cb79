/* location.c: recognizes requests to the interface by their handler, and skips what httpd does for files.
 *
 * httpd would decode the path once (after which %2F and / are the same), map it to a file below DocumentRoot and stat that file.
 * These hooks run before all others and prevent all of this: the path stays as the client sent it (httpd has only merged slashes,
 * resolved dots and decoded unreserved characters), and there is no file. httpd's core calls them for every request of the
 * server, so they must cost next to nothing for other requests. */
#include "http/request.h"

#include <ap_expr.h>
#include <http_core.h>
#include <string.h>

#include "collab_private.h"

/* The two marks of a request, set once its <Location> is known: the <Location> has our handler, or it does not. */
static const char ours[] = "ours";
static const char foreign[] = "foreign";

/* The handler that the request's <Location> sets; NULL: none. */
static const char *handler_of(request_rec *r) {
  const core_dir_config *dir = ap_get_core_module_config(r->per_dir_config);
  const char *handler = dir->handler;
  const char *error = NULL;

  if (dir->expr_handler) {
    handler = ap_expr_str_exec(r, dir->expr_handler, &error);
  }
  return error ? NULL : handler;
}

static const char *mark(const request_rec *r) {
  return ap_get_module_config(r->request_config, &collab_module);
}

int collab_location_pre_translate(request_rec *r) {
  /* Refuse the operator's ErrorDocument for an error of the interface: httpd then falls back to its own text, which core_error
   * replaces. */
  if (r->prev && ap_is_HTTP_ERROR(r->prev->status) && collab_location_ours(r->prev)) {
    return r->prev->status;
  }
  const char *handler = handler_of(r);
  bool is_ours = handler && !ap_cstr_casecmp(handler, COLLAB_HANDLER);
  if (is_ours || (handler && (!strcmp(handler, "collab-status") || !strcmp(handler, "collab-metrics")))) {
    collab_unread_begin(r); /* from here on, httpd may refuse the request */
  }
  ap_set_module_config(r->request_config, &collab_module, (void *)(is_ours ? ours : foreign));
  return is_ours ? DONE : DECLINED; /* DONE: httpd does not decode the path */
}

int collab_location_translate(request_rec *r) {
  if (mark(r) != ours) {
    return DECLINED;
  }
  r->filename = "collab:"; /* no file; mod_mime finds no extension */
  return OK;
}

int collab_location_map(request_rec *r) {
  return mark(r) == ours ? OK : DECLINED;
}

const char *collab_location_path(const request_rec *r, const collab_config_t *config) {
  apr_size_t len = strlen(config->base_path);
  const char *path = r->parsed_uri.path ? r->parsed_uri.path : r->uri ? r->uri : "";

  if (strncmp(path, config->base_path, len) != 0 || (path[len] != '\0' && path[len] != '/')) {
    return "";
  }
  return path + len;
}

bool collab_location_guessed(request_rec *r) {
  return mark(r) == NULL && collab_location_ours(r);
}

bool collab_location_ours(request_rec *r) {
  const collab_config_t *config = collab_config_of(r->server);
  const char *marked = mark(r);

  if (marked) {
    return marked == ours;
  }
  if (!collab_config_serves(config)) {
    return false;
  }
  return r->uri == NULL || *config->base_path == '\0' || *collab_location_path(r, config);
}
