/* framing.c: checks of the request line and Transfer-Encoding (RFC 9112) beyond those of httpd.
 *
 * httpd accepts every Transfer-Encoding whose last coding is "chunked" and silently drops the others; a proxy in front of it may
 * disagree about where such a body ends. httpd also decodes chunks in HTTP/1.0 and keeps the connection; a proxy that knows only
 * HTTP/1.0 does not know Transfer-Encoding (RFC 9112, 6.1). httpd accepts every HTTP version on a connection that speaks
 * HTTP/1.1. The pipeline calls this before everything else: no byte of the body has been read. */
#include <apr_strings.h>

#include "http/steps.h"

/* Does this list of transfer codings contain nothing but "chunked"? */
static bool is_all_chunked(apr_pool_t *pool, const char *codings) {
  char *last;

  for (char *coding = apr_strtok(apr_pstrdup(pool, codings), ", \t", &last); coding; coding = apr_strtok(NULL, ", \t", &last)) {
    if (ap_cstr_casecmp(coding, "chunked")) {
      return false;
    }
  }
  return true;
}

collab_outcome_t collab_framing_check(const request_rec *r) {
  const char *codings = apr_table_get(r->headers_in, "Transfer-Encoding");

  if (r->proto_num >= HTTP_VERSION(2, 0) && r->connection->master == NULL) { /* an HTTP/2 stream has a master connection */
    return COLLAB_HTTP_VERSION;
  }
  if (codings == NULL) {
    return COLLAB_OK;
  }
  if (r->proto_num < HTTP_VERSION(1, 1)) {
    return COLLAB_BAD_REQUEST;
  }
  if (!ap_cstr_casecmp(codings, "chunked")) {
    return COLLAB_OK;
  }
  return is_all_chunked(r->pool, codings) ? COLLAB_BAD_REQUEST : COLLAB_NOT_IMPLEMENTED;
}
