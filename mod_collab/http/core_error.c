/* core_error.c: sends our two formats for errors that httpd's core or another module raises on a request to the interface. The
 * status stays the same, with one exception (refine_status).
 *
 * httpd writes an HTML page for such an error (nothing for HEAD). The page goes through the filters that the insert_error_filter
 * hook may add. Our filter is the first: it discards the page and passes our body on instead. It also serves requests that fail
 * before httpd finds their <Location>: the request line is too long, or the header never arrives. Called by httpd's core on a
 * worker thread. Must work with a request_rec that is mostly empty. */
#include <apr_buckets.h>
#include <apr_strings.h>
#include <string.h>

#include <http_protocol.h>
#include <util_filter.h>

#include "http/exchange.h"
#include "http/request.h"
#include "http/response.h"

static ap_filter_rec_t *replacer;

/* The outcomes for httpd's statuses. A status that is not listed becomes COLLAB_INTERNAL or COLLAB_BAD_REQUEST. */
static const struct {
  int status;
  collab_outcome_t outcome;
} meanings[] = {
    {HTTP_BAD_REQUEST, COLLAB_BAD_REQUEST},
    {HTTP_UNAUTHORIZED, COLLAB_UNAUTHENTICATED},
    {HTTP_FORBIDDEN, COLLAB_FORBIDDEN},
    {HTTP_NOT_FOUND, COLLAB_NO_ROUTE},
    {HTTP_METHOD_NOT_ALLOWED, COLLAB_METHOD},
    {HTTP_REQUEST_TIME_OUT, COLLAB_TIMEOUT},
    {HTTP_REQUEST_ENTITY_TOO_LARGE, COLLAB_TOO_LARGE},
    {HTTP_REQUEST_URI_TOO_LARGE, COLLAB_URI_TOO_LONG},
    {HTTP_UNSUPPORTED_MEDIA_TYPE, COLLAB_MEDIA_TYPE},
    {HTTP_EXPECTATION_FAILED, COLLAB_EXPECTATION},
    {HTTP_TOO_MANY_REQUESTS, COLLAB_TOO_MANY},
    {HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE, COLLAB_HEADERS_TOO_LARGE},
    {HTTP_NOT_IMPLEMENTED, COLLAB_NOT_IMPLEMENTED},
    {HTTP_BAD_GATEWAY, COLLAB_BAD_GATEWAY},
    {HTTP_SERVICE_UNAVAILABLE, COLLAB_UNAVAILABLE},
    {HTTP_GATEWAY_TIME_OUT, COLLAB_GATEWAY_TIMEOUT},
    {HTTP_VERSION_NOT_SUPPORTED, COLLAB_HTTP_VERSION},
};

static collab_outcome_t meaning_of(int status) {
  for (size_t i = 0; i < sizeof meanings / sizeof *meanings; i++) {
    if (meanings[i].status == status) {
      return meanings[i].outcome;
    }
  }
  return ap_is_HTTP_SERVER_ERROR(status) ? COLLAB_INTERNAL : COLLAB_BAD_REQUEST;
}

/* httpd answers 400 when header fields are too large or too many. Changes that status to 431, which says more. */
static void refine_status(request_rec *r) {
  const char *notes = apr_table_get(r->notes, "error-notes");

  if (r->status == HTTP_BAD_REQUEST && notes && strstr(notes, "request header field") && strstr(notes, "exceed")) {
    r->status = HTTP_REQUEST_HEADER_FIELDS_TOO_LARGE;
    r->status_line = NULL;
  }
}

/* The message of a 401. Another module has raised it, in front of the operation: it does not concern our token. Clients that
 * renew their token look for the usual sentence. */
static const char *unauthorized(request_rec *r, const char *usual) {
  const char *wants = apr_table_get(r->headers_out, "WWW-Authenticate") ? "wants the credentials that WWW-Authenticate names"
                                                                        : "refused the request";

  return collab_exchange_needs_token(r)
             ? apr_psprintf(r->pool, "%.*s: another access control of this server %s.", (int)strcspn(usual, "."), usual, wants)
             : apr_pstrcat(r->pool, "Another access control of this server ", wants, ".", NULL);
}

static apr_bucket *our_body(request_rec *r) {
  const collab_config_t *config = collab_config_of(r->server);
  const char *type;

  collab_unread_settle(r);
  refine_status(r);
  const collab_outcome_row_t *row = collab_outcome_row(meaning_of(r->status));
  collab_error_t error = {r->status, row->word, row->title, row->message, NULL};
  if (row->status != r->status) { /* no outcome has this status */
    error.title = error.message = ap_get_status_line(r->status) + 4;
  }
  error.oauth = collab_exchange_is_oauth(r) ? collab_error_oauth(r->status) : NULL;
  if (r->status == HTTP_UNAUTHORIZED) {
    error.message = unauthorized(r, row->message);
  }
  const char *text = collab_error_text(r, config, &error, &type);
  ap_set_content_type(r, type);
  ap_set_content_length(r, (apr_off_t)strlen(text));
  apr_table_unset(r->headers_out, "Content-Language");
  const char *allow = apr_table_get(r->headers_out, "Allow");
  if (allow && *allow == '\0') {
    apr_table_unset(r->headers_out, "Allow"); /* httpd sets an empty Allow if it refuses a request before it reads the path */
  }
  apr_table_setn(r->headers_out, "Cache-Control", "no-store");
  apr_table_setn(r->headers_out, "X-Request-Id", collab_trace_id(r));
  collab_browser_headers(r->headers_out, NULL);
  collab_error_headers(r, config, &error, 0, NULL);
  return apr_bucket_pool_create(text, strlen(text), r->pool, r->connection->bucket_alloc);
}

static apr_status_t replace(ap_filter_t *filter, apr_bucket_brigade *brigade) {
  apr_bucket *bucket = APR_BRIGADE_FIRST(brigade);

  while (bucket != APR_BRIGADE_SENTINEL(brigade) && !APR_BUCKET_IS_EOS(bucket)) {
    apr_bucket *next = APR_BUCKET_NEXT(bucket);
    apr_bucket_delete(bucket); /* httpd's page */
    bucket = next;
  }
  if (bucket == APR_BRIGADE_SENTINEL(brigade)) {
    return APR_SUCCESS;
  }
  APR_BUCKET_INSERT_BEFORE(bucket, our_body(filter->r));
  ap_remove_output_filter(filter);
  return ap_pass_brigade(filter->next, brigade);
}

void collab_error_register(void) {
  replacer = ap_register_output_filter("COLLAB_ERROR", replace, NULL, AP_FTYPE_RESOURCE);
}

void collab_error_insert(request_rec *r) {
  bool ours = ap_is_HTTP_ERROR(r->status) && collab_location_ours(r);

  if (ours) {
    ap_add_output_filter_handle(replacer, NULL, r, r->connection);
  }
  if (ours || collab_location_page(r)) {
    collab_once_error(r);
  }
}
