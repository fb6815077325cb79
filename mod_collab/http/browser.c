/* browser.c: what every answer tells a browser that displays it (http/browser.h).
 *
 * All that this server sends can be opened in a browser: pages, and JSON that holds members' words. So every answer says that its
 * type is what it says, that it may be shown in no frame, and that it loads and runs nothing. A page may use its own style sheet,
 * named by its hash, so that a style that somebody smuggles in has no effect. Called by http/reply, http/core_error and status/.
 */
#include "http/browser.h"

#include <apr_strings.h>
#include <string.h>

#include "base/crypt.h"

#define NOTHING "default-src 'none'"
#define NOWHERE "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'" /* default-src does not cover these */

const char *collab_browser_policy(apr_pool_t *pool, const char *style) {
  unsigned char hash[COLLAB_SHA256_BYTES];

  if (!collab_crypt_sha256(style, strlen(style), hash)) {
    return NOTHING NOWHERE; /* a page without its style */
  }
  return apr_pstrcat(pool, NOTHING "; style-src 'sha256-", collab_crypt_base64(pool, hash, sizeof(hash)), "'" NOWHERE, NULL);
}

void collab_browser_headers(apr_table_t *headers, const char *policy) {
  apr_table_setn(headers, "X-Content-Type-Options", "nosniff");
  if (policy || !apr_table_get(headers, "Content-Security-Policy")) {
    apr_table_setn(headers, "Content-Security-Policy", policy ? policy : NOTHING NOWHERE);
  }
}
