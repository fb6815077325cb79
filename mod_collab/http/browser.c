/* browser.c: the response headers that restrict what a browser does with a response (http/response.h).
 *
 * A browser can open everything that this server sends: pages, and JSON that contains members' texts. So it must not guess
 * another type for a response, show a response in a frame, or load or run anything for a response. Nor may it send the response's
 * URL, which may hold a request's token, to another site. A page's policy names the hash of the page's own style sheet, so an
 * injected style has no effect. Called by http/reply, http/core_error, api/describe/ and status/. */
#include "base/base64.h"
#include "base/digest.h"
#include "http/response.h"

#include <apr_strings.h>
#include <string.h>

#define NOTHING "default-src 'none'"
#define NO_TARGETS "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" /* default-src does not cover these */

const char *collab_browser_policy(apr_pool_t *pool, const char *style) {
  unsigned char hash[COLLAB_SHA256_BYTES];

  if (!collab_digest_sha256(style, strlen(style), hash)) {
    return NOTHING NO_TARGETS; /* the page works without its style */
  }
  return apr_pstrcat(pool, NOTHING "; style-src 'sha256-", collab_base64(pool, hash, sizeof(hash)), "'" NO_TARGETS, NULL);
}

void collab_browser_headers(apr_table_t *headers, const char *policy) {
  apr_table_setn(headers, "X-Content-Type-Options", "nosniff");
  apr_table_setn(headers, "Referrer-Policy", "no-referrer");
  if (policy || !apr_table_get(headers, "Content-Security-Policy")) {
    apr_table_setn(headers, "Content-Security-Policy", policy ? policy : NOTHING NO_TARGETS);
  }
}
