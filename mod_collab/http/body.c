/* body.c: the request body: its media type, its size, its JSON.
 *
 * Called by the pipeline after the token, before any database connection is taken: a slow client holds a thread, never a
 * connection. Reads the brigades until their end and counts for itself: an HTTP/2 body may have no Content-Length, and
 * LimitRequestBody is the operator's to change. Never trusts a header for more than an early refusal. */
#include <apr_buckets.h>
#include <apr_lib.h>
#include <string.h>

#include <http_protocol.h>
#include <util_filter.h>

#include "collab_private.h"
#include "http/input.h"

#define READ_AT_ONCE 65536

typedef struct buffer_t {
  char *bytes;
  apr_size_t len;
  apr_size_t size;
} buffer_t;

/* Is a media type, parameters aside, the one? */
static bool is_type(const char *header, const char *type) {
  apr_size_t len = strlen(type);

  if (ap_cstr_casecmpn(header, type, len))
    return false;
  for (header += len; *header == ' ' || *header == '\t';)
    header++;
  return *header == '\0' || *header == ';';
}

static bool takes_type(const collab_exchange_t *x) {
  const char *type = apr_table_get(x->r->headers_in, "Content-Type");

  return type == NULL || is_type(type, "application/json") ||
         (x->operation->method == M_PATCH && is_type(type, "application/merge-patch+json"));
}

/* The length that the client announced; -1 when it did not. */
static apr_off_t announced(const request_rec *r) {
  const char *header = apr_table_get(r->headers_in, "Content-Length");
  apr_off_t len;

  return header && ap_parse_strict_length(&len, header) ? len : -1;
}

/* Is there no body at all? An HTTP/2 body needs no header to announce it. */
static bool has_none(const request_rec *r) {
  apr_off_t len = announced(r);

  return len == 0 || (len < 0 && !apr_table_get(r->headers_in, "Transfer-Encoding") && r->proto_num < HTTP_VERSION(2, 0));
}

static void append(apr_pool_t *pool, buffer_t *buffer, const char *data, apr_size_t len) {
  if (buffer->len + len + 1 > buffer->size) {
    apr_size_t size = buffer->size ? buffer->size : 4096;
    while (size < buffer->len + len + 1)
      size *= 2;
    char *bytes = apr_palloc(pool, size);
    if (buffer->len)
      memcpy(bytes, buffer->bytes, buffer->len);
    buffer->bytes = bytes;
    buffer->size = size;
  }
  memcpy(buffer->bytes + buffer->len, data, len);
  buffer->len += len;
}

static collab_outcome_t outcome_of(apr_status_t rv) {
  switch (ap_map_http_request_error(rv, HTTP_BAD_REQUEST)) {
  case HTTP_REQUEST_ENTITY_TOO_LARGE:
    return COLLAB_TOO_LARGE;
  case HTTP_REQUEST_TIME_OUT:
    return COLLAB_TIMEOUT;
  default:
    return COLLAB_GONE;
  }
}

/* Takes what a brigade holds. *end is set when the body is complete. */
static collab_outcome_t take(collab_exchange_t *x, apr_bucket_brigade *brigade, buffer_t *buffer, bool *end) {
  for (apr_bucket *bucket = APR_BRIGADE_FIRST(brigade); bucket != APR_BRIGADE_SENTINEL(brigade);
       bucket = APR_BUCKET_NEXT(bucket)) {
    const char *data;
    apr_size_t len;

    if (APR_BUCKET_IS_EOS(bucket))
      *end = true;
    if (APR_BUCKET_IS_METADATA(bucket))
      continue;
    apr_status_t rv = apr_bucket_read(bucket, &data, &len, APR_BLOCK_READ);
    if (rv != APR_SUCCESS)
      return outcome_of(rv);
    if (len > x->config->max_body - buffer->len)
      return COLLAB_TOO_LARGE;
    append(x->pool, buffer, data, len);
  }
  return COLLAB_OK;
}

static collab_outcome_t read_all(collab_exchange_t *x, buffer_t *buffer) {
  request_rec *r = x->r;
  apr_bucket_brigade *brigade = apr_brigade_create(x->pool, r->connection->bucket_alloc);
  collab_outcome_t outcome = COLLAB_OK;
  bool end = false;

  while (outcome == COLLAB_OK && !end) {
    apr_status_t rv = ap_get_brigade(r->input_filters, brigade, AP_MODE_READBYTES, APR_BLOCK_READ, READ_AT_ONCE);
    outcome = rv == APR_SUCCESS ? take(x, brigade, buffer, &end) : outcome_of(rv);
    apr_brigade_cleanup(brigade);
  }
  append(x->pool, buffer, "", 1); /* a text for those that take one */
  buffer->len--;
  return outcome;
}

/* Is it still encoded, after all filters? The operator's (mod_deflate) takes the header away with the encoding. */
static bool is_encoded(const request_rec *r) {
  const char *encoding = apr_table_get(r->headers_in, "Content-Encoding");
  return encoding && *encoding && ap_cstr_casecmp(encoding, "identity") != 0;
}

static collab_outcome_t parse(collab_exchange_t *x, const buffer_t *buffer) {
  const char *error = NULL;

  x->body_text = buffer->bytes;
  x->body = collab_json_parse(x->pool, buffer->bytes, buffer->len, &error);
  if (x->body)
    return COLLAB_OK;
  if (buffer->len && is_encoded(x->r)) {
    x->detail = "its Content-Encoding is not understood";
    return COLLAB_MEDIA_TYPE;
  }
  x->detail = buffer->len ? error : "it is empty";
  return COLLAB_MALFORMED;
}

collab_outcome_t collab_body_read(collab_exchange_t *x) {
  bool optional = x->operation->row->body == NO_BODY || x->operation->row->body_optional;
  bool none = has_none(x->r);
  buffer_t buffer = {NULL, 0, 0};

  if (optional && none) {
    x->body_text = "{}";
    return COLLAB_OK;
  }
  /* without a length, only reading tells whether there is a body whose type matters */
  bool know = !optional || announced(x->r) > 0;
  if (know && !takes_type(x))
    return COLLAB_MEDIA_TYPE;
  if (announced(x->r) > (apr_off_t)x->config->max_body)
    return COLLAB_TOO_LARGE;
  if (!none) {
    collab_outcome_t outcome = read_all(x, &buffer);
    if (outcome != COLLAB_OK)
      return outcome;
  } else {
    append(x->pool, &buffer, "", 1);
    buffer.len--;
  }
  if (optional && buffer.len == 0) {
    x->body_text = "{}";
    return COLLAB_OK;
  }
  if (!know && !takes_type(x))
    return COLLAB_MEDIA_TYPE;
  return parse(x, &buffer);
}
