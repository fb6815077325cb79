/* unread_body.c: keeps a response from waiting for a body that is not needed.
 *
 * httpd reads the rest of the body, blocking, before it writes the end of a response or an error of its own. So a body that
 * trickles in, or never arrives, occupies a worker thread for as long as the client likes. httpd does not read the body of a
 * connection's last request (ap_discard_request_body: AP_CONN_CLOSE). The event MPM's listener then drops the bytes that still
 * arrive, for 30 seconds at most, so that the client can read the response. Therefore this file sets AP_CONN_CLOSE on the
 * connection of each request that announces a body, and removes it after it has seen the end of the body. On HTTP/2,
 * AP_CONN_CLOSE ends only the stream. Called by httpd's core before it can refuse a request, and by the writers of responses.
 * Must never block, and never cause `100 Continue`. */
#include "http/request.h"

#include <apr_buckets.h>
#include <stdbool.h>

#include <http_protocol.h>
#include <util_filter.h>

#include "http/client/trailer.h"

#define NOTE "collab-unread"
#define MAX_READ 16384 /* bytes: the limit on the body of a public operation */

/* Does the request announce a body? An HTTP/2 body needs no header. */
static bool is_announced(const request_rec *r) {
  const char *length = apr_table_get(r->headers_in, "Content-Length");
  apr_off_t bytes;

  if (apr_table_get(r->headers_in, "Transfer-Encoding")) {
    return true;
  }
  if (length) {
    return !ap_parse_strict_length(&bytes, length) || bytes > 0;
  }
  return r->proto_num >= HTTP_VERSION(2, 0);
}

void collab_unread_begin(request_rec *r) {
  if (r->main || r->connection->keepalive == AP_CONN_CLOSE || !is_announced(r)) {
    return;
  }
  r->connection->keepalive = AP_CONN_CLOSE;
  apr_table_setn(r->notes, NOTE, "1");
}

/* Deletes the brigade's buckets and counts their bytes. Returns whether the last of them is the end of the body. */
static bool drop(apr_bucket_brigade *brigade, apr_off_t *taken) {
  apr_off_t len = 0;

  bool end = APR_BUCKET_IS_EOS(APR_BRIGADE_LAST(brigade));
  if (apr_brigade_length(brigade, 0, &len) != APR_SUCCESS || len < 0) {
    end = false;
    len = MAX_READ;
  }
  *taken += len;
  apr_brigade_cleanup(brigade);
  return end;
}

/* Has the whole body arrived? Reads and drops its bytes, below the filters that decode a body: nobody needs these bytes. */
static bool is_complete(request_rec *r) {
  apr_bucket_brigade *brigade = apr_brigade_create(r->pool, r->connection->bucket_alloc);
  ap_filter_t *trailer = collab_trailer_begin(r, NULL, NULL);
  int status = r->status; /* httpd changes it if it cannot read a trailer */
  apr_off_t taken = 0;
  bool end = false;

  while (!end && taken < MAX_READ) {
    apr_status_t rv = ap_get_brigade(r->proto_input_filters, brigade, AP_MODE_READBYTES, APR_NONBLOCK_READ, MAX_READ - taken);
    if (rv != APR_SUCCESS || APR_BRIGADE_EMPTY(brigade)) {
      break;
    }
    end = drop(brigade, &taken);
  }
  collab_trailer_end(trailer);
  r->status = status;
  apr_brigade_destroy(brigade);
  return end;
}

void collab_unread_settle(request_rec *r) {
  if (!apr_table_get(r->notes, NOTE)) {
    return;
  }
  apr_table_unset(r->notes, NOTE);
  if (!r->expecting_100 && is_complete(r)) {
    r->connection->keepalive = AP_CONN_UNKNOWN;
  }
}

/* ---- before the <Location> is known ---- */

static ap_filter_rec_t *guard;
static bool (*is_guessed)(request_rec *r);

/* If httpd has refused the request, makes httpd's read of the body fail; httpd then closes the connection. */
static apr_status_t read_none(ap_filter_t *filter, apr_bucket_brigade *brigade, ap_input_mode_t mode, apr_read_type_e block,
                              apr_off_t bytes) {
  request_rec *r = filter->r;

  if (ap_is_HTTP_ERROR(r->status) && is_guessed(r) && is_announced(r)) {
    return APR_EOF;
  }
  ap_remove_input_filter(filter);
  return ap_get_brigade(filter->next, brigade, mode, block, bytes);
}

void collab_unread_register(bool (*guessed)(request_rec *r)) {
  is_guessed = guessed;
  guard = ap_register_input_filter("COLLAB_UNREAD", read_none, NULL, AP_FTYPE_RESOURCE);
}

int collab_unread_create(request_rec *r) {
  if (!r->main && !r->prev) {
    ap_add_input_filter_handle(guard, NULL, r, r->connection);
  }
  return OK;
}
