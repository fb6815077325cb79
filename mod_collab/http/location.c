/* location.c: recognizes this module's requests by their handler, skips what httpd does for files, and keeps other modules from
 * taking the requests over.
 *
 * httpd would decode the path once (after which %2F and / are the same), map it to a file below DocumentRoot and stat that file;
 * other modules would redirect, rewrite or proxy it. These hooks run before all others and prevent all of this: the path stays as
 * the client sent it (httpd has only merged slashes, resolved dots and decoded unreserved characters), and there is no file. The
 * last fixup undoes what modules did to the handler in their own fixups. httpd's core calls the hooks for every request of the
 * server, so they must cost next to nothing for other requests. */
#include "http/request.h"

#include <ap_expr.h>
#include <http_core.h>
#include <string.h>

#include "collab_private.h"

#define NO_FILE "collab:"

/* The mark of a request, set once its <Location> is known: the name of its handler if that is this module's, else `foreign`. */
static const char foreign[] = "foreign";
static const char ours[] = COLLAB_HANDLER;
static const char status_page[] = COLLAB_STATUS_HANDLER;
static const char metrics_page[] = COLLAB_METRICS_HANDLER;

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

static const char *mark_of(const char *handler) {
  return handler == NULL                           ? foreign
         : !strcmp(handler, ours)                  ? ours /* the usual spelling, in little time */
         : !ap_cstr_casecmp(handler, ours)         ? ours
         : !ap_cstr_casecmp(handler, status_page)  ? status_page
         : !ap_cstr_casecmp(handler, metrics_page) ? metrics_page
                                                   : foreign;
}

/* Does the request have one of this module's handlers? */
static bool is_marked(const request_rec *r) {
  const char *marked = mark(r);
  return marked && marked != foreign;
}

int collab_location_read(request_rec *r) {
  if (collab_location_guessed(r)) {
    collab_own_errors(r, true);
  }
  return DECLINED;
}

int collab_location_pre_translate(request_rec *r) {
  /* Refuse another module's redirect to a page for an error of the interface: httpd then falls back to its own text, which
   * core_error replaces. */
  if (r->prev && ap_is_HTTP_ERROR(r->prev->status) && collab_location_ours(r->prev)) {
    return r->prev->status;
  }
  const char *marked = mark_of(handler_of(r));
  if (marked != foreign) {
    collab_unread_begin(r); /* from here on, httpd may refuse the request */
  }
  if (marked != ours && !collab_config_serves(collab_config_of(r->server))) {
    marked = foreign; /* an inherited section for a page that this server does not have */
  }
  ap_set_module_config(r->request_config, &collab_module, (void *)marked);
  collab_own_errors(r, marked == ours);
  return marked == foreign ? DECLINED : DONE; /* DONE: httpd does not decode the path */
}

int collab_location_translate(request_rec *r) {
  if (!is_marked(r)) {
    return DECLINED;
  }
  /* no file; modules that refuse the request log this name */
  const char *path = mark(r) == ours ? collab_location_path(r, collab_config_of(r->server)) : r->uri;
  apr_size_t begin = sizeof NO_FILE - 1, len = strlen(path) + 1;
  r->filename = apr_palloc(r->pool, begin + len); /* apr_pstrcat takes twice the time */
  memcpy(r->filename, NO_FILE, begin);
  memcpy(r->filename + begin, path, len);
  return OK;
}

int collab_location_map(request_rec *r) {
  return is_marked(r) ? OK : DECLINED;
}

int collab_location_type(request_rec *r) {
  if (!is_marked(r)) {
    return DECLINED;
  }
  r->filename = (char *)NO_FILE; /* fixups could take the path for a file's */
  return OK;                     /* mod_mime finds no extension, language or handler in the path */
}

int collab_location_fixup(request_rec *r) {
  if (!is_marked(r)) {
    return DECLINED;
  }
  r->handler = mark(r);
  r->args = r->parsed_uri.query; /* mod_rewrite may have replaced it */
  r->proxyreq = PROXYREQ_NONE;
  return OK;
}

const char *collab_location_path(const request_rec *r, const collab_config_t *config) {
  apr_size_t len = strlen(config->base_path);
  const char *path = r->parsed_uri.path ? r->parsed_uri.path : r->uri ? r->uri : "";

  if (strncmp(path, config->base_path, len) != 0 || (path[len] != '\0' && path[len] != '/')) {
    return "";
  }
  return path + len;
}

bool collab_location_page(const request_rec *r) {
  const char *marked = mark(r);
  return marked == status_page || marked == metrics_page;
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
