/* trailer.c: bounds the wait for the trailer of a chunked body (http/client/trailer.h).
 *
 *   reader ──nonblocking──> chunk filter ──blocking, for each line of the trailer──> this filter ──nonblocking──> connection
 *
 * Such a blocking read ends only after httpd's Timeout, which starts again with each byte, and it holds no place. 128 clients
 * that sent a trailer slowly stopped a server of 128 threads. */
#include "http/client/trailer.h"

#include <apr_buckets.h>

typedef struct trailer_t {
  bool (*wait)(void *baton);
  void *baton;
} trailer_t;

static ap_filter_rec_t *filter_row;

static apr_status_t read_unblocked(ap_filter_t *filter, apr_bucket_brigade *brigade, ap_input_mode_t mode, apr_read_type_e block,
                                   apr_off_t bytes) {
  const trailer_t *trailer = filter->ctx;

  for (;;) {
    apr_status_t rv = ap_get_brigade(filter->next, brigade, mode, APR_NONBLOCK_READ, bytes);
    bool none = APR_STATUS_IS_EAGAIN(rv) || (rv == APR_SUCCESS && APR_BRIGADE_EMPTY(brigade));
    if (block == APR_NONBLOCK_READ || !none) {
      return rv;
    }
    if (!trailer->wait || !trailer->wait(trailer->baton)) {
      return APR_TIMEUP;
    }
  }
}

void collab_trailer_register(void) {
  /* PROTOCOL is the chunk filter's type; a higher number is nearer to the connection */
  filter_row = ap_register_input_filter("COLLAB_TRAILER", read_unblocked, NULL, (ap_filter_type)(AP_FTYPE_PROTOCOL + 1));
}

ap_filter_t *collab_trailer_begin(request_rec *r, bool (*wait)(void *baton), void *baton) {
  trailer_t *trailer;

  if (r->connection->master) {
    return NULL;
  }
  trailer = apr_palloc(r->pool, sizeof *trailer);
  *trailer = (trailer_t){wait, baton};
  return ap_add_input_filter_handle(filter_row, trailer, r, r->connection);
}

void collab_trailer_end(ap_filter_t *filter) {
  if (filter) {
    ap_remove_input_filter(filter);
  }
}
