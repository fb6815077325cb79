/* static_page.c: pages that stay the same until httpd restarts (api/describe/pages.h).
 *
 * A page has two representations, as it is and compressed with gzip, each with a strong entity tag of its own
 * (RFC 9110, 8.8.3.3). Both are in the parent's memory, which its workers share. Called by api/describe/pages.c. */
#include "api/describe/pages.h"

#include <apr_strings.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "base/digest.h"
#include "base/text.h"
#include "http/response.h"

#define HASH_BYTES 16
#define GZIP_WINDOW (15 + 16) /* zlib's number for the largest window with gzip's header */
#define MEMORY_LEVEL 9
#define UNNAMED (-1) /* the weight of a coding that the client does not name */

typedef struct representation_t {
  const char *body; /* NULL: none */
  apr_size_t len;
  const char *etag;
} representation_t;

struct collab_static_page_t {
  const char *type;
  const char *policy;
  representation_t plain, gzip;
};

/* Compresses the text into `out`. The same text always gives the same result, so that a page's tag is the same on all nodes. */
static bool compress_text(apr_pool_t *pool, const representation_t *text, representation_t *out) {
  z_stream stream = {.next_in = (Bytef *)text->body, .avail_in = (uInt)text->len};

  if (deflateInit2(&stream, Z_BEST_COMPRESSION, Z_DEFLATED, GZIP_WINDOW, MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK) {
    return false;
  }
  uLong size = deflateBound(&stream, text->len);
  char *bytes = apr_palloc(pool, size);
  stream.next_out = (Bytef *)bytes;
  stream.avail_out = (uInt)size;
  bool fine = deflate(&stream, Z_FINISH) == Z_STREAM_END && stream.total_out < text->len;
  out->body = fine ? bytes : NULL;
  out->len = stream.total_out;
  deflateEnd(&stream);
  return fine;
}

const collab_static_page_t *collab_static_page_make(apr_pool_t *pool, const char *type, const char *policy, const char *body) {
  collab_static_page_t *page = apr_pcalloc(pool, sizeof *page);
  unsigned char hash[COLLAB_SHA256_BYTES];
  char hex[2 * HASH_BYTES + 1];

  page->type = type;
  page->policy = policy;
  page->plain = (representation_t){apr_pstrdup(pool, body), strlen(body), NULL};
  if (collab_digest_sha256(body, page->plain.len, hash)) {
    collab_text_hex(hex, hash, HASH_BYTES);
    page->plain.etag = apr_pstrdup(pool, hex);
    page->gzip.etag = apr_pstrcat(pool, hex, "-gz", NULL);
  }
  compress_text(pool, &page->plain, &page->gzip);
  return page;
}

/* The weight that Accept-Encoding gives a coding, in thousandths. */
static int weight(const char *header, const char *coding) {
  apr_size_t len = strlen(coding);

  while (header && *header) {
    const char *name = header + strspn(header, " \t,");
    apr_size_t end = strcspn(name, " \t;,");
    const char *parameters = name + end, *next = name + strcspn(name, ",");
    if (end == len && !ap_cstr_casecmpn(name, coding, len)) {
      const char *q = ap_strcasestr(parameters, "q=");
      return q && q < next ? (int)(strtod(q + 2, NULL) * 1000) : 1000;
    }
    header = next;
  }
  return UNNAMED;
}

static bool prefers_gzip(const request_rec *r) {
  const char *accepted = apr_table_get(r->headers_in, "Accept-Encoding");
  int gzip = weight(accepted, "gzip");

  if (gzip == UNNAMED) {
    gzip = weight(accepted, "*");
  }
  return gzip > 0 && gzip >= weight(accepted, "identity");
}

collab_outcome_t collab_static_page_give(collab_exchange_t *x, const collab_static_page_t *page) {
  bool compressed = page->gzip.body && prefers_gzip(x->r);
  const representation_t *chosen = compressed ? &page->gzip : &page->plain;
  apr_table_t *headers = x->r->headers_out;

  apr_table_mergen(headers, "Vary", "Accept-Encoding");
  if (compressed) {
    apr_table_setn(headers, "Content-Encoding", "gzip");
  }
  if (page->policy) {
    collab_browser_headers(headers, page->policy);
  }
  x->answer.body = chosen->body;
  x->answer.body_len = chosen->len;
  x->answer_type = page->type;
  x->etag = chosen->etag;
  return COLLAB_OK;
}
