/* status.c: the handlers collab-status and collab-metrics (status/status.h). Chooses the page, the JSON, the runbooks or the
 * metrics. */
#include "status/status.h"

#include <string.h>

#include <http_protocol.h>

#include "http/request.h"
#include "http/response.h"
#include "status/style.h"
#include "status/view.h"

#define REFRESH_MOST 3600

static void set_headers(request_rec *r, const char *type) {
  ap_set_content_type(r, type);
  apr_table_setn(r->headers_out, "Cache-Control", "no-store");
}

/* ?refresh=SECONDS, as in mod_status. */
static void set_refresh(request_rec *r) {
  if (r->args && !strncmp(r->args, "refresh=", 8)) {
    apr_int64_t seconds = apr_atoi64(r->args + 8);
    if (seconds >= 1 && seconds <= REFRESH_MOST) {
      apr_table_setn(r->headers_out, "Refresh", apr_psprintf(r->pool, "%d", (int)seconds));
    }
  }
}

int collab_status_handle(request_rec *r) {
  bool metrics = r->handler && !strcmp(r->handler, "collab-metrics");

  if (!metrics && (!r->handler || strcmp(r->handler, "collab-status"))) {
    return DECLINED;
  }
  collab_unread_settle(r);
  r->allowed = AP_METHOD_BIT << M_GET;
  collab_browser_headers(r->err_headers_out, NULL); /* httpd's own error page has them, too */
  if (r->method_number != M_GET) {
    return HTTP_METHOD_NOT_ALLOWED;
  }
  bool runbook = !metrics && r->args && !strcmp(r->args, "runbook");
  bool json = !metrics && r->args && !strcmp(r->args, "json");
  bool old = metrics && collab_view_wants_old(r);
  set_headers(r, old       ? "text/plain; version=0.0.4; charset=utf-8"
                 : metrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                 : json    ? "application/json"
                           : "text/html; charset=utf-8");
  if (metrics) {
    apr_table_setn(r->headers_out, "Vary", "Accept");
  }
  if (!metrics && !json) {
    collab_browser_headers(r->err_headers_out, collab_browser_policy(r->pool, COLLAB_STATUS_STYLE));
  }
  set_refresh(r);
  if (r->header_only) {
    return OK;
  }
  if (runbook) {
    collab_view_runbooks(r);
    return OK;
  }
  const collab_view_t *view = collab_view_make(r);
  if (metrics) {
    collab_view_metrics(view, old);
  } else if (json) {
    collab_view_json(view);
  } else {
    collab_view_page(view);
  }
  return OK;
}
