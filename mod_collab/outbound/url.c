/* url.c: splits URLs (outbound/url.h), for the guard, the transport, the probe and the dispatcher. */
#include "outbound/url.h"

char *collab_url_part(const char *url, CURLUPart part) {
  CURLU *parsed = curl_url();
  char *text = NULL;

  if (parsed && curl_url_set(parsed, CURLUPART_URL, url, CURLU_NON_SUPPORT_SCHEME) == CURLUE_OK) {
    (void)curl_url_get(parsed, part, &text, CURLU_DEFAULT_PORT); /* leaves NULL, "no such part" */
  }
  curl_url_cleanup(parsed);
  return text;
}
