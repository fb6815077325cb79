/* own_errors.c: keeps ErrorDocument from answering errors of the interface (http/request.h).
 *
 * `ErrorDocument 403 https://...` would turn an error that httpd or another module raises into a redirect. httpd prefers the
 * texts that a module has set for one request (ap_custom_response) to ErrorDocument. So this file gives each request to the
 * interface a table of empty texts; core_error then replaces the text by our own body. Each request has its own copy, because
 * other modules may write into it. Called by location.c on worker threads. */
#include <http_core.h>
#include <http_protocol.h>

#include "http/request.h"

/* A newer httpd than the one that this module was built with may know more statuses. */
#define ROOM (RESPONSE_CODES + 16)

static char text[] = "\""; /* a text begins with a quote; this one is empty */
static char *texts[ROOM];  /* the table, by ap_index_of_response */

void collab_own_errors_register(void) {
  for (int status = HTTP_BAD_REQUEST; status < 600; status++) {
    int index = ap_index_of_response(status);
    if (index >= 0 && index < ROOM) {
      texts[index] = text;
    }
  }
}

void collab_own_errors(request_rec *r, bool own) {
  core_request_config *core = ap_get_core_module_config(r->request_config);
  char **strings = core->response_code_strings;

  if (own && strings == NULL) {
    core->response_code_strings = apr_pmemdup(r->pool, texts, sizeof texts);
  }
  for (int i = 0; !own && strings && i < RESPONSE_CODES; i++) {
    strings[i] = strings[i] == text ? NULL : strings[i];
  }
}
