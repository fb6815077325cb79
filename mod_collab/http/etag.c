/* etag.c: entity tags. A tag is strong and consists of letters, digits and "-". A statement that knows the version of its result
 * compares that version with the client's tags before it builds the body, and may return `not-modified`. For the few other
 * statements, the tag is a hash of the body. Called by the pipeline (http/exchange.c) and by http/bind.c. */
#include "http/steps.h"

#include <string.h>

#include "base/digest.h"
#include "base/text.h"

#define HASH_BYTES 16
#define TAG_LENGTH 64

/* The next entity tag of a list, without its quotes; NULL at the end. A weak tag counts as strong (weak comparison:
 * RFC 9110, 13.1.2). */
static const char *next_tag(const char **at, apr_size_t *len) {
  const char *open = strchr(*at, '"');
  const char *close = open ? strchr(open + 1, '"') : NULL;

  if (close == NULL) {
    return NULL;
  }
  *at = close + 1;
  *len = (apr_size_t)(close - open - 1);
  return open + 1;
}

static bool could_be_ours(const char *tag, apr_size_t len) {
  return len > 0 && len <= TAG_LENGTH && strspn(tag, "abcdefghijklmnopqrstuvwxyz0123456789-") >= len;
}

const char *collab_etag_given(apr_pool_t *pool, const request_rec *r) {
  const char *at = apr_table_get(r->headers_in, "If-None-Match"), *tag;
  char *given = at ? apr_palloc(pool, strlen(at) + 1) : NULL, *to = given;
  apr_size_t len;

  while (at && (tag = next_tag(&at, &len))) {
    if (!could_be_ours(tag, len)) {
      continue;
    }
    if (to > given) {
      *to++ = ',';
    }
    memcpy(to, tag, len); /* fits: the quotes and everything between tags are left out */
    to += len;
  }
  if (to == given) {
    return NULL;
  }
  *to = '\0';
  return given;
}

static bool is_given(const request_rec *r, const char *etag) {
  const char *at = apr_table_get(r->headers_in, "If-None-Match"), *tag;
  apr_size_t len;

  if (at && !strcmp(at, "*")) {
    return true;
  }
  while (at && (tag = next_tag(&at, &len))) {
    if (len == strlen(etag) && !memcmp(tag, etag, len)) {
      return true;
    }
  }
  return false;
}

collab_outcome_t collab_etag_set(collab_exchange_t *x, collab_outcome_t outcome) {
  const char *etag = x->etag ? x->etag : collab_exchange_column(x, "etag");
  unsigned char hash[COLLAB_SHA256_BYTES];
  char hex[2 * HASH_BYTES + 1];

  if (outcome != COLLAB_NOT_MODIFIED && (outcome != COLLAB_OK || !collab_operation_has_etag(x->operation) || !x->answer.body)) {
    return outcome;
  }
  if (etag == NULL) {
    if (!collab_digest_sha256(x->answer.body, x->answer.body_len, hash)) {
      return outcome;
    }
    collab_text_hex(hex, hash, HASH_BYTES);
    etag = hex;
  }
  apr_table_set(x->r->headers_out, "ETag", apr_pstrcat(x->pool, "\"", etag, "\"", NULL));
  return outcome == COLLAB_OK && is_given(x->r, etag) ? COLLAB_NOT_MODIFIED : outcome;
}
