/* framing.c: what a request's first lines may say about its own form (RFC 9112), beyond what httpd looks at itself.
 *
 * httpd takes every Transfer-Encoding whose last coding is "chunked", and drops the others in silence; a proxy before it may
 * find another end of such a body. It also takes every HTTP version on a connection that speaks HTTP/1.1. Called by the pipeline
 * before everything else: no byte of the body has been read. */
#include <apr_strings.h>

#include "collab_private.h"
#include "http/input.h"

/* Is a list of transfer codings nothing but "chunked", several times over? */
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

  if (r->proto_num >= HTTP_VERSION(2, 0) && r->connection->master == NULL) { /* a stream of HTTP/2 has a master connection */
    return COLLAB_HTTP_VERSION;
  }
  if (codings == NULL || !ap_cstr_casecmp(codings, "chunked")) {
    return COLLAB_OK;
  }
  return is_all_chunked(r->pool, codings) ? COLLAB_BAD_REQUEST : COLLAB_NOT_IMPLEMENTED;
}
