/* body.c: reads the request body: its media type, its size, its JSON or its form (form.c).
 *
 * The pipeline reads the body after the token check and before it borrows a database connection. A slow client occupies a thread,
 * never a connection, and no longer than CollabBodyTimeout. httpd's own Timeout would not do: it starts again with each byte that
 * trickles in. The body of a public operation must arrive within five seconds, and only some of the threads may wait for bodies
 * (http/client/wait.h). This file reads the body to its end and counts the bytes itself, because an HTTP/2 body may have no
 * Content-Length, and the operator may change LimitRequestBody. Content-Length serves only for an early refusal. */
#include <apr_strings.h>
#include <string.h>

#include <util_filter.h>

#include "http/client/incoming.h"
#include "http/steps.h"

#define FORM_TYPE "application/x-www-form-urlencoded"
#define PUBLIC_BODY 16384 /* bytes (interface.md 18.3) */
#define PUBLIC_BODY_TIME apr_time_from_sec(5)

typedef struct buffer_t {
  char *bytes;
  apr_size_t len;
  apr_size_t size;
} buffer_t;

/* A body that is being read. */
typedef struct reading_t {
  collab_exchange_t *x;
  collab_incoming_t *in;
  apr_time_t until;
} reading_t;

/* Is this the media type, whatever its parameters? */
static bool is_type(const char *header, const char *type) {
  apr_size_t len = strlen(type);

  if (ap_cstr_casecmpn(header, type, len)) {
    return false;
  }
  for (header += len; *header == ' ' || *header == '\t';) {
    header++;
  }
  return *header == '\0' || *header == ';';
}

static bool takes_type(const collab_exchange_t *x) {
  const char *type = apr_table_get(x->r->headers_in, "Content-Type");

  if (x->operation->row->oauth_form) {
    return type == NULL || is_type(type, FORM_TYPE);
  }
  return type == NULL || is_type(type, "application/json") ||
         (x->operation->method == M_PATCH && is_type(type, "application/merge-patch+json"));
}

static collab_outcome_t wrong_type(collab_exchange_t *x) {
  bool patch = x->operation->method == M_PATCH;

  if (x->operation->row->oauth_form) {
    x->detail = "send Content-Type: " FORM_TYPE;
    return COLLAB_MEDIA_TYPE;
  }
  x->detail =
      patch ? "send Content-Type: application/merge-patch+json or application/json" : "send Content-Type: application/json";
  return COLLAB_MEDIA_TYPE;
}

/* May a filter that the operator configured (mod_deflate) still decode the body? At its first read, such a filter removes
 * Content-Encoding together with the encoding. */
static bool has_decoder(const request_rec *r) {
  for (const ap_filter_t *filter = r->input_filters; filter; filter = filter->next) {
    if (filter->frec->ftype == AP_FTYPE_CONTENT_SET) {
      return true;
    }
  }
  return false;
}

collab_outcome_t collab_body_plain(collab_exchange_t *x, bool read) {
  const char *encoding = apr_table_get(x->r->headers_in, "Content-Encoding");
  char *last, *coding = encoding ? apr_strtok(apr_pstrdup(x->pool, encoding), ", \t", &last) : NULL;

  while (coding && !ap_cstr_casecmp(coding, "identity")) {
    coding = apr_strtok(NULL, ", \t", &last);
  }
  if (coding == NULL || (!read && has_decoder(x->r))) {
    return COLLAB_OK;
  }
  apr_table_setn(x->r->headers_out, "Accept-Encoding", "identity"); /* RFC 9110, 15.5.16 */
  x->detail = "its Content-Encoding is not supported, send it without one";
  return COLLAB_MEDIA_TYPE;
}

/* Checks the headers that say what the body is. A refused PATCH is told what it may be (RFC 5789, 2.2). `read`: the body has been
 * read. */
static collab_outcome_t check_type(collab_exchange_t *x, bool read) {
  collab_outcome_t outcome = takes_type(x) ? collab_body_plain(x, read) : wrong_type(x);

  if (outcome == COLLAB_MEDIA_TYPE && x->operation->method == M_PATCH) {
    apr_table_setn(x->r->headers_out, "Accept-Patch", COLLAB_PATCH_TYPES);
  }
  return outcome;
}

/* The length that the client announced; -1: none. */
static apr_off_t announced(const request_rec *r) {
  const char *header = apr_table_get(r->headers_in, "Content-Length");
  apr_off_t len;

  return header && ap_parse_strict_length(&len, header) ? len : -1;
}

/* Do the headers exclude a body? An HTTP/2 body needs no header that announces it. */
static bool has_none(const request_rec *r) {
  apr_off_t len = announced(r);

  return len == 0 || (len < 0 && !apr_table_get(r->headers_in, "Transfer-Encoding") && r->proto_num < HTTP_VERSION(2, 0));
}

static void append(apr_pool_t *pool, buffer_t *buffer, const char *data, apr_size_t len) {
  if (buffer->len + len + 1 > buffer->size) {
    apr_size_t size = buffer->size ? buffer->size : 4096;
    while (size < buffer->len + len + 1) {
      size *= 2;
    }
    char *bytes = apr_palloc(pool, size);
    if (buffer->len) {
      memcpy(bytes, buffer->bytes, buffer->len);
    }
    buffer->bytes = bytes;
    buffer->size = size;
  }
  memcpy(buffer->bytes + buffer->len, data, len);
  buffer->len += len;
}

/* Anybody may send a body to a public operation, so such a body must cost little. */
static bool is_public(const collab_exchange_t *x) {
  return x->operation->row->who == PUBLIC;
}

static collab_outcome_t refuse_slow(collab_exchange_t *x) {
  if (!is_public(x)) {
    collab_exchange_not_begun(x);
  }
  x->detail = "too many request bodies are arriving slowly";
  x->retry_after = COLLAB_WAIT_RETRY;
  return COLLAB_TOO_MANY;
}

/* Waits for more of the body, if the request may wait. */
static collab_outcome_t wait_for_more(void *baton) {
  const reading_t *reading = baton;
  collab_wait_t *wait = &reading->x->wait;
  apr_interval_time_t longest = collab_wait_sleep(wait), left = reading->until - collab_time_clock();

  if (longest == 0) {
    return refuse_slow(reading->x);
  }
  collab_incoming_wait(reading->in, left < longest ? left : longest);
  return collab_wait_wake(wait, 0) && collab_time_clock() < reading->until ? COLLAB_OK : COLLAB_TIMEOUT;
}

static apr_interval_time_t time_limit(const collab_exchange_t *x) {
  bool less = is_public(x) && x->config->body_timeout > PUBLIC_BODY_TIME;

  return less ? PUBLIC_BODY_TIME : x->config->body_timeout;
}

static collab_outcome_t too_large(collab_exchange_t *x, apr_size_t limit) {
  x->detail = apr_psprintf(x->pool, "at most %" APR_SIZE_T_FMT " bytes", limit);
  return COLLAB_TOO_LARGE;
}

/* Reads the body to its end, in however many pieces it arrives, within the time limit for the whole body. */
static collab_outcome_t read_all(collab_exchange_t *x, apr_size_t limit, buffer_t *buffer) {
  reading_t reading = {x, NULL, collab_time_clock() + time_limit(x)};
  collab_incoming_t *in = reading.in = collab_incoming_make(x->r, wait_for_more, &reading);
  collab_outcome_t outcome = COLLAB_OK;
  const char *bytes = NULL;
  apr_size_t len = 0;
  bool end = false;

  while (outcome == COLLAB_OK && !end) {
    switch (collab_incoming_read(in, &bytes, &len, &outcome)) {
    case COLLAB_INCOMING_DATA:
      if (len > limit - buffer->len) {
        outcome = too_large(x, limit);
      } else {
        append(x->pool, buffer, bytes, len);
        x->wait.moved += len;
      }
      break;
    case COLLAB_INCOMING_LATER:
      outcome = wait_for_more(&reading);
      break;
    case COLLAB_INCOMING_END:
      end = true;
      break;
    case COLLAB_INCOMING_FAILED:
      break;
    }
    if (outcome == COLLAB_OK && !end && collab_time_clock() >= reading.until) {
      outcome = COLLAB_TIMEOUT;
    }
  }
  collab_wait_end(&x->wait);
  collab_incoming_end(in);
  append(x->pool, buffer, "", 1); /* terminates the text for functions that take a C string */
  buffer->len--;
  return outcome;
}

static apr_size_t limit_of(const collab_exchange_t *x) {
  bool small = is_public(x) && x->config->max_body > PUBLIC_BODY;

  return small ? PUBLIC_BODY : x->config->max_body;
}

static collab_outcome_t parse(collab_exchange_t *x, const buffer_t *buffer) {
  const char *error = NULL;
  collab_cut_t cut;

  if (x->operation->row->oauth_form) {
    collab_form_read(x, buffer->bytes, buffer->len);
    return COLLAB_OK;
  }
  x->body_text = buffer->bytes;
  x->body = collab_schema_read(x->pool, x->operation->row->body, buffer->bytes, buffer->len, &error, &cut);
  x->cut = cut.unknown;
  if (x->body) {
    return COLLAB_OK;
  }
  if (cut.too_many) {
    x->detail = error;
    return COLLAB_TOO_LARGE;
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
  /* An absent optional body may have any Content-Type. Without Content-Length, only reading shows whether the body is absent. */
  bool know = !optional || announced(x->r) > 0;
  collab_outcome_t outcome = know ? check_type(x, false) : COLLAB_OK;
  if (outcome != COLLAB_OK) {
    return outcome;
  }
  apr_size_t limit = limit_of(x);
  if (announced(x->r) > (apr_off_t)limit) {
    return too_large(x, limit);
  }
  if (!none) {
    outcome = read_all(x, limit, &buffer);
    if (outcome != COLLAB_OK) {
      return outcome;
    }
  } else {
    append(x->pool, &buffer, "", 1);
    buffer.len--;
  }
  if (optional && buffer.len == 0) {
    x->body_text = "{}";
    return COLLAB_OK;
  }
  outcome = check_type(x, true);
  return outcome == COLLAB_OK ? parse(x, &buffer) : outcome;
}
