/* reply.c: writes the response: status, headers, and one brigade with the whole body and its end, or a body in runs.
 *
 * The only file that writes an operation's output. Called at the very end of the pipeline, when every database connection has
 * been returned: a client that reads slowly delays no other request. A body that the database built is passed through unchanged.
 */
#include "http/steps.h"

#include <apr_buckets.h>
#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>

#include <http_core.h>
#include <http_protocol.h>
#include <util_filter.h>

#include "collab_private.h"
#include "http/client/output.h"
#include "http/request.h"
#include "http/response.h"
#include "node/said.h"

#define PAGE_CACHE_CONTROL "public, max-age=300" /* after a restart, browsers may show the old page for five minutes */

/* RFC 9745 requires the date from which the legacy operations are deprecated: 2026-01-01, a year before the default of
 * CollabLegacySunset. */
#define DEPRECATED_SINCE apr_time_from_sec(1767225600)

/* The headers of a deprecated operation, in every response (interface.md 19.2). */
static void set_deprecation(collab_exchange_t *x) {
  apr_table_t *headers = x->r->headers_out;
  apr_time_t sunset = x->config->legacy_sunset, since = DEPRECATED_SINCE;

  if (sunset) {
    char *date = apr_palloc(x->r->pool, APR_RFC822_DATE_LEN);
    apr_rfc822_date(date, sunset);
    apr_table_setn(headers, "Sunset", date);
    since = sunset < since ? sunset : since; /* RFC 9745: the sunset must not be before the deprecation */
  }
  apr_table_setn(headers, "Deprecation", apr_psprintf(x->r->pool, "@%" APR_TIME_T_FMT, apr_time_sec(since)));
  apr_table_addn(
      headers, "Link",
      apr_pstrcat(x->r->pool, "<", x->config->base_url, x->operation->row->successor, ">; rel=\"successor-version\"", NULL));
}

/* A response to a member is private: a client may store it, but must revalidate it before each use. A response that holds a token
 * or a secret is never stored (RFC 9111, 5.2.2). */
static const char *cache_control(const collab_exchange_t *x) {
  const collab_route_t *row = x->operation ? x->operation->row : NULL;
  bool authenticated = x->caller.user || x->caller.subject;

  if (row && row->page && (x->r->status == HTTP_OK || x->r->status == HTTP_NOT_MODIFIED)) {
    return PAGE_CACHE_CONTROL;
  }
  return authenticated && !(row && row->secret && x->r->status == HTTP_OK) ? "private, no-cache" : "no-store";
}

static void set_headers(collab_exchange_t *x) {
  apr_table_t *headers = x->r->headers_out;

  collab_unread_settle(x->r); /* decides whether the connection ends */
  apr_table_setn(headers, "X-Request-Id", x->request_id);
  apr_table_setn(headers, "Cache-Control", cache_control(x));
  apr_table_setn(x->r->subprocess_env, "no-gzip", "1"); /* mod_deflate and mod_brotli must not compress (BREACH) */
  apr_table_setn(x->r->subprocess_env, "no-brotli", "1");
  collab_browser_headers(headers, NULL);
  if (x->operation && x->operation->row->successor) {
    set_deprecation(x);
  }
  collab_once(x->r);
}

/* Writes the bytes of a body that httpd cannot keep for a slow client, and returns their number; -1: the response must end. */
static apr_ssize_t write_excess(collab_exchange_t *x, const char *body, apr_size_t len) {
  apr_size_t kept = collab_output_kept(x->r);

  if (x->r->connection->master) {
    return collab_output_take(&x->wait, len) ? 0 : -1; /* then httpd waits in the write */
  }
  if (len <= kept || x->r->header_only) {
    return 0;
  }
  return collab_output_write(&x->wait, body, len - kept) ? (apr_ssize_t)(len - kept) : -1;
}

static int send_answer(collab_exchange_t *x, int status, const char *type, const char *body, apr_size_t len) {
  request_rec *r = x->r;
  apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
  apr_bucket_brigade *brigade = apr_brigade_create(r->pool, alloc);

  r->status = status;
  r->status_line = NULL;
  apr_table_unset(r->headers_in, "Range"); /* httpd would answer 206, but a record has no ranges */
  set_headers(x);
  if (type) {
    ap_set_content_type(r, type);
  }
  if (status != HTTP_NO_CONTENT && status != HTTP_NOT_MODIFIED) {
    ap_set_content_length(r, (apr_off_t)len);
  }
  apr_ssize_t written = write_excess(x, body, len);
  if (written < 0) {
    collab_output_reset(r);
    return OK;
  }
  if (len) {
    APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_pool_create(body + written, len - (apr_size_t)written, r->pool, alloc));
  }
  APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_eos_create(alloc));
  apr_status_t rv = ap_pass_brigade(r->output_filters, brigade);
  if (rv != APR_SUCCESS) {
    ap_log_rerror(APLOG_MARK, APLOG_DEBUG, rv, r, "the answer could not be written");
  }
  return OK;
}

/* The text that replaces a word in braces in a message: for {token} the value of the path parameter, for any other word the
 * answer's column of that name. NULL: there is no such column. */
static const char *filling(const collab_exchange_t *x, const char *word) {
  if (!strcmp(word, "token")) {
    return x->operation && x->operation->token >= 0 ? x->captures[x->operation->token] : "";
  }
  return collab_exchange_column(x, word);
}

/* Replaces each word in braces in a message by the text that filling() returns. If filling() returns NULL, the word names a
 * directive, and the directive's value replaces it. */
static const char *fill(const collab_exchange_t *x, const char *message) {
  const char *brace = strchr(message, '{');

  if (brace == NULL) {
    return message;
  }
  apr_size_t len = strcspn(brace, "}") + 1;
  const char *text = filling(x, apr_pstrmemdup(x->pool, brace + 1, len - 2));
  return apr_pstrcat(x->pool, apr_pstrmemdup(x->pool, message, (apr_size_t)(brace - message)),
                     text ? text : collab_config_fill(x->pool, x->config, apr_pstrmemdup(x->pool, brace, len)),
                     fill(x, brace + len), NULL);
}

/* The validation errors that the statement found: a JSON array of {field, message, code, fieldId}. Lists at most
 * COLLAB_MAX_FAULTS; sets *count to their number. An earlier version stored responses without codes, which a repeat may get. */
static const apr_array_header_t *found_faults(const collab_exchange_t *x, int *count) {
  const char *error, *text = x->answer.body ? x->answer.body : "[]";
  const collab_json_t *found = collab_json_parse(x->pool, text, strlen(text), &error);
  apr_array_header_t *list = apr_array_make(x->pool, 4, sizeof(collab_fault_t));

  *count = (int)collab_json_count(found);
  for (int i = 0; i < *count && i < COLLAB_MAX_FAULTS; i++) {
    const collab_json_t *one = collab_json_at(found, (apr_size_t)i);
    const char *field = collab_json_string(collab_json_get(one, "field"));
    const char *message = collab_json_string(collab_json_get(one, "message"));
    APR_ARRAY_PUSH(list, collab_fault_t) = (collab_fault_t){field ? field : "", message ? message : "",
                                                            collab_fault_named(collab_json_string(collab_json_get(one, "code"))),
                                                            collab_json_integer(collab_json_get(one, "fieldId"))};
  }
  return list;
}

/* The validation errors, found by C or by the statement. Sets *count to their number, with those that are not listed. NULL: there
 * are none. */
static const apr_array_header_t *faults_of(const collab_exchange_t *x, collab_outcome_t outcome, int *count) {
  const apr_array_header_t *list = x->faults.list;

  if (outcome != COLLAB_INVALID) {
    return NULL;
  }
  if (list) {
    *count = list->nelts + x->faults.unlisted;
    return list;
  }
  list = found_faults(x, count);
  return list->nelts ? list : NULL;
}

/* The first validation error and the number of the others, for clients that show only the message. */
static const char *first_fault(const collab_exchange_t *x, const apr_array_header_t *faults, int count) {
  const collab_fault_t *first = &APR_ARRAY_IDX(faults, 0, collab_fault_t);
  const char *least = x->cut && count >= COLLAB_MAX_FAULTS ? "at least " : "";

  return apr_pstrcat(x->pool, *first->field ? first->field : "the body", " ", first->message,
                     count > 1 ? apr_psprintf(x->pool, " (and %s%d more)", least, count - 1) : "", NULL);
}

/* Whether the path has a number in place of {name}. */
static bool has_number(const collab_exchange_t *x, const char *name) {
  for (int i = 0; x->operation && i < x->operation->ncaptures; i++) {
    const char *value = x->captures[i];
    if (value && *value && !value[strspn(value, "0123456789")] && !strcmp(x->operation->captures[i], name)) {
      return true;
    }
  }
  return false;
}

/* The client's probable mistake; NULL: unknown. */
static const char *hint(const collab_exchange_t *x, collab_outcome_t outcome) {
  if (outcome == COLLAB_UNKNOWN && has_number(x, "token")) {
    return "a collaboration request is addressed by its token, not by a number";
  }
  if (outcome == COLLAB_UNKNOWN && has_number(x, "noteToken")) {
    return "a note is addressed by its token, not by a number";
  }
  if (outcome == COLLAB_PRECONDITION_FAILED) {
    return collab_etag_why(x);
  }
  const char *reason = outcome == COLLAB_UNAUTHENTICATED ? x->refusal.reason : NULL;
  return reason ? apr_psprintf(x->pool, "%c%s", apr_tolower(*reason), reason + 1) : NULL;
}

/* "The request is not valid." and "priority is required" give "The request is not valid: priority is required." */
static const char *with_detail(apr_pool_t *pool, const char *message, const char *detail) {
  bool ends = *detail && strchr("?.", detail[strlen(detail) - 1]);
  return apr_psprintf(pool, "%.*s: %s%s", (int)strcspn(message, "."), message, detail, ends ? "" : ".");
}

/* What the error's message adds to the outcome's text; NULL: nothing. */
static const char *detail_of(const collab_exchange_t *x, collab_outcome_t outcome, const apr_array_header_t *faults, int count) {
  const char *fault = faults ? first_fault(x, faults, count) : NULL;

  if (fault && x->detail) {
    return apr_pstrcat(x->pool, fault, "; ", x->detail, NULL);
  }
  return fault ? fault : x->detail ? x->detail : hint(x, outcome);
}

static int send_error(collab_exchange_t *x, collab_outcome_t outcome) {
  int count = 0;
  const collab_outcome_row_t *row = collab_outcome_row(outcome);
  collab_error_t error = {row->status, row->word, row->title, fill(x, row->message), faults_of(x, outcome, &count)};
  const char *type;
  uint64_t unsaid;

  const char *refusal = outcome == COLLAB_UNAUTHENTICATED ? collab_identity_refusal(x) : NULL;
  const char *detail = detail_of(x, outcome, error.faults, count);
  if (detail) {
    error.message = with_detail(x->pool, error.message, detail);
  }
  if (row->status >= 500 && !x->expected && outcome != COLLAB_NOT_IMPLEMENTED && !(x->operation && x->operation->row->plain) &&
      collab_said_may(&unsaid)) {
    ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, x->r, COLLABNO(0401) "%s answered %d %s (request %s)%s",
                  x->operation ? x->operation->name : "no operation", row->status, row->word, x->request_id,
                  collab_said_unsaid(x->pool, unsaid));
  }
  error.oauth = x->is_oauth ? x->oauth_error ? x->oauth_error : collab_error_oauth(row->status) : NULL;
  collab_error_headers(x->r, x->config, &error, x->retry_after, refusal);
  apr_table_unset(x->r->headers_out, "Content-Encoding"); /* of a compressed page that a condition has refused */
  const char *text = collab_error_text(x->r, x->config, &error, &type);
  return send_answer(x, row->status, type, text, strlen(text));
}

collab_outcome_t collab_reply_busy(collab_exchange_t *x) {
  collab_exchange_not_begun(x);
  x->detail = "too many responses are being read slowly";
  x->retry_after = COLLAB_WAIT_RETRY;
  return COLLAB_TOO_MANY;
}

int collab_reply(collab_exchange_t *x, collab_outcome_t outcome) {
  int status = collab_outcome_status(outcome);

  if (status == HTTP_NOT_MODIFIED) {
    return send_answer(x, status, NULL, NULL, 0);
  }
  if (status >= 300) {
    return send_error(x, outcome);
  }
  if (status == HTTP_NO_CONTENT) {
    return send_answer(x, status, NULL, NULL, 0);
  }
  if (x->answer.body == NULL) {
    return send_error(x, COLLAB_INTERNAL); /* a statement that returned ok without a body */
  }
  if (x->r->method_number == M_GET && !collab_output_take(&x->wait, x->answer.body_len)) {
    apr_table_unset(x->r->headers_out, "ETag");
    return send_error(x, collab_reply_busy(x));
  }
  const char *type = x->answer_type ? x->answer_type : "application/json";
  return send_answer(x, status, type, x->answer.body, x->answer.body_len);
}

/* ---- bodies in runs ---- */

static void add_text(apr_bucket_brigade *brigade, const char *text) {
  if (*text) {
    APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_transient_create(text, strlen(text), brigade->bucket_alloc));
  }
}

static bool pass(const collab_exchange_t *x, apr_bucket_brigade *brigade) {
  apr_status_t rv = ap_pass_brigade(x->r->output_filters, brigade);

  apr_brigade_destroy(brigade);
  return rv == APR_SUCCESS && !x->r->connection->aborted;
}

/* Passes the opening in a brigade of its own. If a short body came in one brigade, httpd would add a Content-Length and serve
 * ranges of the body. httpd keeps the opening and writes it together with the next brigade. */
bool collab_reply_begin(collab_exchange_t *x, const char *opening) {
  apr_bucket_brigade *brigade = apr_brigade_create(x->r->pool, x->r->connection->bucket_alloc);

  x->r->status = HTTP_OK;
  set_headers(x);
  ap_set_content_type(x->r, "application/json");
  add_text(brigade, opening);
  return pass(x, brigade);
}

bool collab_reply_run(collab_exchange_t *x, const char *before, const char *data, apr_size_t len) {
  apr_bucket_brigade *brigade = apr_brigade_create(x->pool, x->r->connection->bucket_alloc);

  add_text(brigade, before);
  if (pass(x, brigade) && collab_output_write(&x->wait, data, len)) {
    return true;
  }
  collab_output_reset(x->r);
  return false;
}

void collab_reply_last(collab_exchange_t *x, const char *before, const char *data, apr_size_t len, const char *closing) {
  apr_bucket_alloc_t *alloc = x->r->connection->bucket_alloc;
  apr_bucket_brigade *brigade = apr_brigade_create(x->r->pool, alloc);

  add_text(brigade, before);
  bool fine = pass(x, brigade);
  apr_ssize_t written = fine ? write_excess(x, data, len) : -1;
  if (written < 0) {
    collab_output_reset(x->r);
    return;
  }
  if (len) {
    APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_pool_create(data + written, len - (apr_size_t)written, x->pool, alloc));
  }
  add_text(brigade, closing);
  APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_eos_create(alloc));
  pass(x, brigade);
}

void collab_reply_break(collab_exchange_t *x) {
  apr_bucket_alloc_t *alloc = x->r->connection->bucket_alloc;
  apr_bucket_brigade *brigade = apr_brigade_create(x->r->pool, alloc);
  uint64_t unsaid;

  x->broken = true;
  if (collab_said_may(&unsaid)) {
    ap_log_rerror(APLOG_MARK, APLOG_WARNING, 0, x->r, COLLABNO(0402) "%s broke off its response midway (request %s)%s",
                  x->operation->name, x->request_id, collab_said_unsaid(x->r->pool, unsaid));
  }
  x->r->connection->keepalive = AP_CONN_CLOSE;
  if (x->r->proto_num < HTTP_VERSION(1, 1)) {
    collab_output_reset(x->r);
  }
  /* the chunk filter omits the last chunk when it sees this error bucket */
  APR_BRIGADE_INSERT_TAIL(brigade, ap_bucket_error_create(HTTP_BAD_GATEWAY, NULL, x->r->pool, alloc));
  APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_eos_create(alloc));
  pass(x, brigade);
}

int collab_reply_method(collab_exchange_t *x, const char *allow) {
  apr_table_setn(x->r->headers_out, "Allow", allow);
  x->detail = apr_pstrcat(x->pool, "it takes ", allow, NULL);
  return send_error(x, COLLAB_METHOD);
}

int collab_reply_see(collab_exchange_t *x, const char *path) {
  apr_table_setn(x->r->headers_out, "Location", apr_pstrcat(x->pool, x->config->base_url, path, NULL));
  return send_answer(x, HTTP_SEE_OTHER, NULL, NULL, 0);
}

int collab_reply_options(collab_exchange_t *x, const collab_match_t *match) {
  const collab_operation_t *patch = collab_match_operation(match, M_PATCH);

  apr_table_setn(x->r->headers_out, "Allow", collab_match_allow(match));
  if (patch && patch->method == M_PATCH) {
    apr_table_setn(x->r->headers_out, "Accept-Patch", COLLAB_PATCH_TYPES);
  }
  return send_answer(x, HTTP_OK, NULL, NULL, 0);
}
