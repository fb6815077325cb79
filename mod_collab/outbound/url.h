/* url.h: splits URLs with libcurl, so that the checked host is the one that libcurl will call. Any thread. */
#ifndef COLLAB_OUTBOUND_URL_H
#define COLLAB_OUTBOUND_URL_H

#include <apr_pools.h>
#include <curl/curl.h>

/* One part of a URL; the port defaults to the scheme's. The caller frees it with curl_free(). NULL: the URL has no such part, or
 * cannot be split. Accepts any scheme and does not check that the URL is valid (collab_format_uri_fault does). */
char *collab_url_part(const char *url, CURLUPart part);

/* Host and port, in lower case. ":": the URL cannot be split. */
const char *collab_url_host_port(apr_pool_t *pool, const char *url);

#endif
/* url.h: splits URLs with libcurl, so that the checked host is the one that libcurl will call. Any thread. */
#ifndef COLLAB_OUTBOUND_URL_H
#define COLLAB_OUTBOUND_URL_H

#include <apr_pools.h>
#include <curl/curl.h>

/* One part of a URL; the port defaults to the scheme's. The caller frees it with curl_free(). NULL: the URL has no such part, or
 * cannot be split. Accepts any scheme and does not check that the URL is valid (collab_format_uri_fault does). */
char *collab_url_part(const char *url, CURLUPart part);

/* Host and port, in lower case. ":": the URL cannot be split. */
const char *collab_url_host_port(apr_pool_t *pool, const char *url);

#endif
