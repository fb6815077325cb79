/* etag.c: entity tags, and the conditions that name them: If-Match and If-None-Match (RFC 9110, 8.8.3 and 13.1). A tag is strong
 * and consists of letters, digits and "-".
 *
 * A statement that writes compares the conditions itself, under the lock of the record that it changes (the SQL function `fits`).
 * A statement that reads and knows the version of its result compares it with If-None-Match before it builds the body, and may
 * return `not-modified`. For the few other reads, the tag is a hash of the body. Called by the pipeline (http/exchange.c). */
#include "http/steps.h"

#include <string.h>

#include "base/digest.h"
#include "base/text.h"

#define HASH_BYTES 16
#define TAG_LENGTH 64

/* What a header of conditions holds. */
typedef struct condition_t {
  bool any;         /* it is "*" */
  bool well_formed; /* it is "*", or a list of at least one tag */
  bool inexact;     /* a tag is weak, or marked by a proxy */
  char *tags;       /* those that could be ours, separated by commas: without the marks */
} condition_t;

/* The marks that proxies add to the tag of a response that they compress: httpd, Caddy and Tomcat one of these, Jetty with "--".
 */
static const char *const marks[] = {"-gzip", "-br", "-zstd", "-deflate", NULL};

static apr_size_t unmarked_length(const char *tag, apr_size_t len) {
  for (const char *const *mark = marks; *mark; mark++) {
    apr_size_t added = strlen(*mark);
    if (len > added && !memcmp(tag + len - added, *mark, added)) {
      len -= added;
      return tag[len - 1] == '-' ? len - 1 : len;
    }
  }
  return len;
}

static bool could_be_ours(const char *tag, apr_size_t len) {
  return len > 0 && len <= TAG_LENGTH && strspn(tag, "abcdefghijklmnopqrstuvwxyz0123456789-") >= len;
}

/* Is the text between two tags, or before the first one, what the grammar allows there: commas, blanks, and W/? */
static bool is_gap(const char *from, const char *to, bool first, bool *weak) {
  bool separated = first;

  for (; from < to && strchr(" \t,", *from); from++) {
    separated = separated || *from == ',';
  }
  *weak = to - from == 2 && !memcmp(from, "W/", 2);
  return separated && (from == to || *weak);
}

static bool is_tag(const char *tag, apr_size_t len) {
  while (len && (unsigned char)*tag > ' ' && *tag != 0x7f) {
    tag++;
    len--;
  }
  return len == 0;
}

/* Reads a header of conditions, in one pass and into memory of the header's length. Of a malformed one, finds all that is in
 * quotation marks. `exact`: leaves out weak and marked tags, because no tag of ours equals them (RFC 9110, 8.8.3.2). */
static condition_t read_condition(apr_pool_t *pool, const char *at, bool exact) {
  condition_t read = {.any = !strcmp(at, "*"), .well_formed = true, .tags = apr_palloc(pool, strlen(at) + 1)};
  char *to = read.tags;
  const char *open, *close;
  bool found = false;

  while (!read.any && (open = strchr(at, '"')) && (close = strchr(open + 1, '"'))) {
    const char *tag = open + 1;
    apr_size_t len = (apr_size_t)(close - tag), unmarked = unmarked_length(tag, len);
    bool weak;
    read.well_formed = is_gap(at, open, !found, &weak) && is_tag(tag, len) && read.well_formed;
    read.inexact = read.inexact || weak || unmarked < len;
    found = true;
    at = close + 1;
    if (could_be_ours(tag, unmarked) && !(exact && (weak || unmarked < len))) {
      if (to > read.tags) {
        *to++ = ',';
      }
      memcpy(to, tag, unmarked); /* fits: the quotes and everything between tags are left out */
      to += unmarked;
    }
  }
  *to = '\0';
  read.well_formed = read.any || (read.well_formed && found && !at[strspn(at, " \t,")]);
  return read;
}

/* A condition that must not be misread: a fault, instead of a change that the client wanted to prevent. */
static bool is_understood(collab_exchange_t *x, const char *name, const condition_t *condition) {
  if (!condition->well_formed) {
    collab_faults_add(&x->faults, name, COLLAB_FAULT_NOT_ALLOWED,
                      "must be *, or entity tags in quotation marks, separated by commas");
  }
  return condition->well_formed;
}

static void read_if_match(collab_exchange_t *x, const char *header) {
  condition_t condition = read_condition(x->pool, header, true);

  if (!is_understood(x, "If-Match", &condition)) {
    return;
  }
  x->inexact_match = condition.inexact;
  if (!condition.any) {
    x->if_match = condition.tags;
  } else if (!collab_operation_has_record(x->operation)) {
    x->if_match = "";
  }
}

static void read_if_none_match(collab_exchange_t *x, const char *header, bool writes) {
  condition_t condition = read_condition(x->pool, header, false);

  if (!writes) {
    x->if_none_match = condition.any ? "*" : condition.tags;
    return;
  }
  if (!is_understood(x, "If-None-Match", &condition) || !collab_operation_has_record(x->operation)) {
    return;
  }
  if (condition.any) {
    x->if_match = "";
  } else {
    x->if_none_match = condition.tags;
  }
}

void collab_etag_read(collab_exchange_t *x) {
  bool writes = collab_operation_changes(x->operation);
  const char *header;

  if (!writes && !collab_operation_has_etag(x->operation)) {
    return;
  }
  if ((header = apr_table_get(x->r->headers_in, "If-Match"))) {
    read_if_match(x, header);
  }
  if ((header = apr_table_get(x->r->headers_in, "If-None-Match"))) {
    read_if_none_match(x, header, writes);
  }
}

const char *collab_etag_why(const collab_exchange_t *x) {
  if (!collab_operation_has_record(x->operation)) {
    return "there is no record yet that If-Match could name";
  }
  if (x->inexact_match) {
    return "If-Match takes an ETag only as this service sent it, without W/ or the mark of a proxy that compresses";
  }
  if (!apr_table_get(x->r->headers_in, "If-Match")) {
    return x->if_none_match ? "the record has a version that If-None-Match names" : "the record exists";
  }
  return "the record has another version now; read it again";
}

static bool is_among(const char *tags, const char *etag) {
  apr_size_t len = strlen(etag);

  for (; *tags; tags += *tags == ',') {
    apr_size_t next = strcspn(tags, ",");
    if (next == len && !memcmp(tags, etag, len)) {
      return true;
    }
    tags += next;
  }
  return false;
}

/* The hash of the body; NULL: it could not be computed. */
static const char *hash_of(apr_pool_t *pool, const collab_answer_t *answer) {
  unsigned char hash[COLLAB_SHA256_BYTES];
  char *hex = apr_palloc(pool, 2 * HASH_BYTES + 1);

  if (!collab_digest_sha256(answer->body, answer->body_len, hash)) {
    return NULL;
  }
  collab_text_hex(hex, hash, HASH_BYTES);
  return hex;
}

collab_outcome_t collab_etag_set(collab_exchange_t *x, collab_outcome_t outcome) {
  const char *etag = x->etag ? x->etag : x->answer.etag;
  bool reads = x->operation->method == M_GET;

  if (outcome != COLLAB_NOT_MODIFIED && (outcome != COLLAB_OK || !x->answer.body)) {
    return outcome;
  }
  if (etag == NULL && collab_operation_has_etag(x->operation)) {
    etag = hash_of(x->pool, &x->answer);
  }
  if (etag == NULL) {
    return outcome;
  }
  if (reads && x->if_match && !is_among(x->if_match, etag)) {
    return COLLAB_PRECONDITION_FAILED;
  }
  apr_table_set(x->r->headers_out, "ETag", apr_pstrcat(x->pool, "\"", etag, "\"", NULL));
  bool known = reads && x->if_none_match && (!strcmp(x->if_none_match, "*") || is_among(x->if_none_match, etag));
  return known ? COLLAB_NOT_MODIFIED : outcome;
}
