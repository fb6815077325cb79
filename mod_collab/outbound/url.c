/* url.c: splits URLs (outbound/url.h), for the guard, the transport, the probe and the dispatcher. */
#include "outbound/url.h"

#include <apr_lib.h>
#include <apr_strings.h>

char *collab_url_part(const char *url, CURLUPart part) {
  CURLU *parsed = curl_url();
  char *text = NULL;

  if (parsed && curl_url_set(parsed, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK) {
    (void)curl_url_get(parsed, part, &text, CURLU_DEFAULT_PORT); /* leaves NULL, "no such part" */
  }
  curl_url_cleanup(parsed);
  return text;
}

const char *collab_url_host_port(apr_pool_t *pool, const char *url) {
  char *host = collab_url_part(url, CURLUPART_HOST), *port = collab_url_part(url, CURLUPART_PORT);
  char *both = apr_pstrcat(pool, host ? host : "", ":", port ? port : "", NULL);

  curl_free(host);
  curl_free(port);
  for (char *c = both; *c; c++) {
    *c = (char)apr_tolower(*c);
  }
  return both;
}
