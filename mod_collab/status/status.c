/* status.c: the handlers collab-status and collab-metrics (status/status.h). Decides who may read the pages, and chooses the
 * page, the JSON, the runbooks or the metrics.
 *
 * `Require` in the <Location> of a page is not enough: a virtual host's <Location "/"> is merged after it. */
#include "status/status.h"

#include <string.h>

#include <http_protocol.h>

#include "base/address.h"
#include "collab_private.h"
#include "http/request.h"
#include "http/response.h"
#include "node/said.h"
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

/* Did a proxy that mod_remoteip does not trust pass the request on? Its address is then not the reader's. mod_remoteip removes
 * what it believes; a trusted proxy may also name the reader in X-Forwarded-For while mod_remoteip reads another header. */
static bool is_forwarded(const request_rec *r) {
  const char *clients = apr_table_get(r->headers_in, "X-Forwarded-For");

  if (r->useragent_addr == r->connection->client_addr) {
    return clients || apr_table_get(r->headers_in, "Forwarded");
  }
  return clients && strcmp(clients, r->useragent_ip) != 0;
}

/* May the peer read the pages? Logs why not, at most once a second. */
static bool is_allowed(request_rec *r) {
  bool forwarded = is_forwarded(r);
  uint64_t unsaid;

  if (!forwarded && collab_address_within(collab_config_of(r->server)->status_allow, r->useragent_addr)) {
    return true;
  }
  if (collab_said_may(&unsaid)) {
    ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, r, COLLABNO(0708) "the status pages are not for %s: %s%s", r->useragent_ip,
                  forwarded ? "a proxy that is not trusted (mod_remoteip) passed the request on"
                            : "CollabStatusAllow does not name it",
                  collab_said_unsaid(r->pool, unsaid));
  }
  return false;
}

/* Returns OK, or the status of a refusal. */
static int judge(request_rec *r) {
  return !collab_config_serves(collab_config_of(r->server)) ? HTTP_NOT_FOUND
         : !is_allowed(r)                                   ? HTTP_FORBIDDEN
         : r->method_number != M_GET                        ? HTTP_METHOD_NOT_ALLOWED
                                                            : OK;
}

int collab_status_handle(request_rec *r) {
  bool metrics = r->handler && !strcmp(r->handler, COLLAB_METRICS_HANDLER);

  if (!metrics && (!r->handler || strcmp(r->handler, COLLAB_STATUS_HANDLER))) {
    return DECLINED;
  }
  collab_unread_settle(r);
  r->allowed = AP_METHOD_BIT << M_GET;
  int refusal = judge(r);
  if (refusal != OK) {
    collab_browser_headers(r->err_headers_out, NULL); /* for httpd's own error page */
    apr_table_setn(r->err_headers_out, "Cache-Control", "no-store");
    return refusal;
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
  collab_browser_headers(
      r->headers_out, metrics || json ? NULL : collab_browser_policy(r->pool, collab_embedded(collab_view_texts, "style.css")));
  collab_once(r);
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
