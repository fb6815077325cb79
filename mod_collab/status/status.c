/* status.c: who asks for what: the handlers collab-status and collab-metrics, and the block in mod_status (status/status.h). */
#include "status/status.h"

#include <apr_optional_hooks.h>
#include <string.h>

#include <http_protocol.h>
#include <mod_status.h>

#include "collab_private.h"
#include "http/browser.h"
#include "http/unread_body.h"
#include "status/style.h"
#include "status/view.h"

#define REFRESH_MOST 3600

static void set_headers(request_rec *r, const char *type) {
  ap_set_content_type(r, type);
  apr_table_setn(r->headers_out, "Cache-Control", "no-store");
}

/* ?refresh=SECONDS, as mod_status has it. */
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
  collab_browser_headers(r->err_headers_out, NULL); /* these go with httpd's own error page, too */
  if (r->method_number != M_GET) {
    return HTTP_METHOD_NOT_ALLOWED;
  }
  bool runbook = !metrics && r->args && !strcmp(r->args, "runbook");
  bool json = r->args && !strcmp(r->args, "json"), lines = r->args && !strcmp(r->args, "auto");
  bool old = metrics && collab_view_wants_old(r);
  set_headers(r, old       ? "text/plain; version=0.0.4; charset=utf-8"
                 : metrics ? "application/openmetrics-text; version=1.0.0; charset=utf-8"
                 : json    ? "application/json"
                 : lines   ? "text/plain; charset=utf-8"
                           : "text/html; charset=utf-8");
  if (metrics) {
    apr_table_setn(r->headers_out, "Vary", "Accept");
  }
  if (!metrics && !json && !lines) {
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
  } else if (lines) {
    collab_view_auto(view);
  } else {
    collab_view_page(view);
  }
  return OK;
}

/* ---- mod_status ---- */

static int add_block(request_rec *r, int flags) {
  if (!collab_config_used(collab_config_of(r->server))) {
    return DECLINED;
  }
  const collab_view_t *view = collab_view_make(r);
  uint64_t requests = 0;
  for (int class = 0; class < COLLAB_METER_CLASSES; class ++) {
    requests += view->requests[class];
  }
  int64_t backlog = collab_meter_get(COLLAB_GAUGE_BACKLOG);
  const struct {
    const char *name, *words, *value;
  } lines[] = {
      {"CollabHealth", "health", collab_health_word(view->health)},
      {"CollabRequests", "requests", apr_psprintf(r->pool, "%" APR_UINT64_T_FMT, requests)},
      {"CollabDelivered", "delivered", apr_psprintf(r->pool, "%" APR_UINT64_T_FMT, view->attempts[COLLAB_ATTEMPT_DELIVERED])},
      {"CollabGivenUp", "given up", apr_psprintf(r->pool, "%" APR_UINT64_T_FMT, view->attempts[COLLAB_ATTEMPT_DEAD])},
      {"CollabBacklog", "backlog", backlog < 0 ? NULL : apr_psprintf(r->pool, "%" APR_INT64_T_FMT, backlog)},
  };
  if (!(flags & AP_STATUS_SHORT)) {
    ap_rputs("<hr />\n<h2>Collaboration Request Exchange</h2>\n<dl>\n", r);
  }
  for (size_t i = 0; i < sizeof lines / sizeof *lines; i++) {
    if (lines[i].value) {
      ap_rprintf(r, flags & AP_STATUS_SHORT ? "%s: %s\n" : "<dt>%s: %s</dt>\n",
                 flags & AP_STATUS_SHORT ? lines[i].name : lines[i].words, lines[i].value);
    }
  }
  if (!(flags & AP_STATUS_SHORT)) {
    ap_rputs("</dl>\n", r);
  }
  return OK;
}

void collab_status_register(void) {
  APR_OPTIONAL_HOOK(ap, status_hook, add_block, NULL, NULL, APR_HOOK_MIDDLE);
}
