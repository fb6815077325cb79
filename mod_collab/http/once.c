/* once.c: sends a header only once that both this module and the operator's configuration set (http/response.h).
 *
 * `Header set` of mod_headers replaces this module's header. `Header always set` works on httpd's second table of headers, and
 * httpd would send both. So a filter that runs after mod_headers removes one of them: the operator's value wins, but not that of
 * Cache-Control, because nobody may store a token or a secret. Only responses that mod_headers changes get the filter. Called by
 * the writers of responses on worker threads. */
#include <util_filter.h>

#include "http/response.h"

static ap_filter_rec_t *once;
static const ap_filter_rec_t *mod_headers; /* its filter; NULL: it is not loaded */

static apr_status_t drop(ap_filter_t *filter, apr_bucket_brigade *brigade) {
  static const char *const names[] = {"X-Content-Type-Options", "Referrer-Policy", "Content-Security-Policy", "X-Request-Id"};
  request_rec *r = filter->r;

  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (apr_table_get(r->err_headers_out, names[i])) {
      apr_table_unset(r->headers_out, names[i]);
    }
  }
  if (apr_table_get(r->headers_out, "Cache-Control")) {
    apr_table_unset(r->err_headers_out, "Cache-Control");
  }
  ap_remove_output_filter(filter);
  return ap_pass_brigade(filter->next, brigade);
}

void collab_once_register(void) {
  once = ap_register_output_filter("COLLAB_ONCE", drop, NULL, AP_FTYPE_CONTENT_SET + 1);
}

void collab_once_setup(void) {
  mod_headers = ap_get_output_filter_handle("FIXUP_HEADERS_OUT");
}

void collab_once(request_rec *r) {
  for (const ap_filter_t *filter = mod_headers ? r->output_filters : NULL; filter; filter = filter->next) {
    if (filter->frec == mod_headers) {
      ap_add_output_filter_handle(once, NULL, r, r->connection);
      return;
    }
  }
}

void collab_once_error(request_rec *r) {
  if (mod_headers) {
    ap_add_output_filter_handle(once, NULL, r, r->connection);
  }
}
