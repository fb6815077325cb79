/* error.c: the format of an error: ErrorResponse by default, ProblemDetail for a client that asks for it by name. On a path of
 * OAuth 2, the format of RFC 6749, 5.2.
 *
 * Makes text and headers; writes nothing. Called by http/reply for an operation's errors and by http/core_error for httpd's own.
 * Must never show SQL, a file path or an address: it shows only the given error, and the path that the client sent. */
#include "http/response.h"

#include <apr_cstr.h>
#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>

#include "base/accept.h"
#include "base/json_writer.h"
#include "domain/fault.h"

#define PROBLEM "application/problem+json"
#define RETRY_AFTER 5 /* seconds, when `retry_after` is 0 */

/* The path as the client sent it; characters that no URI contains are escaped. NULL when the request line could not be read. */
static const char *instance(const request_rec *r) {
  static const char digits[] = "0123456789ABCDEF";
  const char *path = r->unparsed_uri ? r->parsed_uri.path : NULL;

  if (path == NULL) {
    return NULL;
  }
  char *text = apr_palloc(r->pool, 3 * strlen(path) + 1);
  char *to = text;
  for (const unsigned char *at = (const unsigned char *)path; *at; at++) {
    bool fine = *at == '%' ? apr_isxdigit(at[1]) && apr_isxdigit(at[2]) : *at > 0x20 && *at < 0x7f && !strchr("\"<>\\^`{|}", *at);
    if (fine) {
      *to++ = (char)*at;
    } else {
      *to++ = '%';
      *to++ = digits[*at >> 4];
      *to++ = digits[*at & 15];
    }
  }
  *to = '\0';
  return text;
}

/* `coded`: with codes and ids of fields, which an ErrorResponse lacks. */
static void write_faults(collab_json_writer_t *w, const apr_array_header_t *faults, bool coded) {
  if (faults == NULL) {
    return;
  }
  collab_write_open(w, "validationErrors", "[");
  for (int i = 0; i < faults->nelts; i++) {
    const collab_fault_t *fault = &APR_ARRAY_IDX(faults, i, collab_fault_t);
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "field", fault->field);
    collab_write_text(w, "message", fault->message);
    if (coded) {
      collab_write_text(w, "code", collab_fault_words[fault->code]);
    }
    if (coded && fault->field_id) {
      collab_write_integer(w, "fieldId", fault->field_id);
    }
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
}

static void write_response(collab_json_writer_t *w, const collab_error_t *error) {
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "message", error->message);
  write_faults(w, error->faults, false);
  collab_write_close(w, "}");
}

static void write_problem(collab_json_writer_t *w, request_rec *r, const collab_config_t *config, const collab_error_t *error) {
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "type",
                    config->base_url ? apr_pstrcat(w->pool, config->base_url, "/problems/", error->word, NULL) : "about:blank");
  collab_write_text(w, "title", error->title);
  collab_write_integer(w, "status", error->status);
  collab_write_text(w, "detail", error->message);
  collab_write_text_if_any(w, "instance", instance(r));
  write_faults(w, error->faults, true);
  collab_write_close(w, "}");
}

const char *collab_error_oauth(int status) {
  switch (status) {
  case HTTP_UNAUTHORIZED:
    return "invalid_client";
  case HTTP_TOO_MANY_REQUESTS:
  case HTTP_SERVICE_UNAVAILABLE:
    return "temporarily_unavailable";
  default:
    return status >= 500 ? "server_error" : "invalid_request";
  }
}

const char *collab_error_plain(apr_pool_t *pool, const char *text) {
  char *plain = apr_pstrdup(pool, text);

  for (char *at = plain; *at; at++) {
    if (*at < 0x20 || *at > 0x7e || *at == '"' || *at == '\\') {
      *at = '?';
    }
  }
  return plain;
}

static void write_oauth(collab_json_writer_t *w, const collab_error_t *error) {
  collab_write_strings(w, NULL, "error", error->oauth, "error_description", collab_error_plain(w->pool, error->message), NULL);
}

const char *collab_error_text(request_rec *r, const collab_config_t *config, const collab_error_t *error, const char **type) {
  collab_json_writer_t *w = collab_json_writer_make(r->pool, 500);

  if (error->oauth) {
    *type = "application/json";
    write_oauth(w, error);
  } else if (collab_accept_names(apr_table_get(r->headers_in, "Accept"), PROBLEM)) {
    *type = PROBLEM;
    write_problem(w, r, config, error);
  } else {
    *type = "application/json";
    write_response(w, error);
  }
  return w->text;
}

/* The value of WWW-Authenticate; NULL: none. */
static const char *challenge_of(const request_rec *r, const collab_config_t *config, const collab_error_t *error,
                                const char *refusal) {
  const char *sent = apr_table_get(r->headers_in, "Authorization");

  if (error->oauth) {
    bool basic = sent && !apr_cstr_casecmpn(sent, "Basic", 5);
    return basic ? apr_pstrcat(r->pool, "Basic realm=\"", config->base_url, "\", charset=\"UTF-8\"", NULL) : NULL;
  }
  const char *challenge = apr_pstrcat(r->pool, "Bearer realm=\"", config->base_url, "\"", NULL);
  return refusal ? apr_pstrcat(r->pool, challenge, ", error=\"invalid_token\", error_description=\"", refusal, "\"", NULL)
                 : challenge;
}

void collab_error_headers(request_rec *r, const collab_config_t *config, const collab_error_t *error, int retry_after,
                          const char *refusal) {
  apr_table_t *headers = r->headers_out;
  int status = error->status;

  if (status == HTTP_UNAUTHORIZED && config->base_url && !apr_table_get(headers, "WWW-Authenticate")) {
    const char *challenge = challenge_of(r, config, error, refusal);
    if (challenge) {
      apr_table_setn(headers, "WWW-Authenticate", challenge);
    }
  }
  bool later = retry_after || status == HTTP_SERVICE_UNAVAILABLE || status == HTTP_TOO_MANY_REQUESTS;
  if (later && !apr_table_get(headers, "Retry-After")) {
    apr_table_setn(headers, "Retry-After", apr_itoa(r->pool, retry_after ? retry_after : RETRY_AFTER));
  }
}
