/* url.h: the parts of a URL, split by libcurl, so that the host that is checked is the host that is called. Any thread. */
#ifndef COLLAB_OUTBOUND_URL_H
#define COLLAB_OUTBOUND_URL_H

#include <curl/curl.h>

/* One part of a URL; the port is the scheme's own where the URL names none. The caller frees it with curl_free(). NULL: the URL
 * has no such part, or cannot be split. Any scheme will do, and whether the URL is valid is not asked (collab_text_uri_fault). */
char *collab_url_part(const char *url, CURLUPart part);

#endif
