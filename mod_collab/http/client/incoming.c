/* incoming.c: reads a request body piece by piece as it arrives.
 *
 * Reads the input filters without blocking, so that one thread can both read from the client and forward the body to other
 * servers. Uses one brigade of at most READ_AT_ONCE bytes. Called by http/body.c and by uploads. Must never read ahead of its
 * caller: flow control slows a fast client down only while its bytes stay unread. */
#include "http/client/incoming.h"

#include <apr_buckets.h>
#include <apr_portable.h>
#include <poll.h>
#include <strings.h>

#include <http_core.h>
#include <http_protocol.h>
#include <util_filter.h>

#include "base/time.h"
#include "http/client/trailer.h"

#define REQTIMEOUT "reqtimeout" /* the name of mod_reqtimeout's filter */
#define KEEP_BODY "keep_body"   /* the name of mod_request's filter */
#define READ_AT_ONCE 65536
#define MAX_WAIT apr_time_from_sec(1)
#define MIN_NAP apr_time_from_msec(1)
#define MAX_NAP apr_time_from_msec(50)

struct collab_incoming_t {
  request_rec *r;
  apr_bucket_brigade *brigade;
  apr_time_t idle_since;   /* by collab_time_clock; 0: the last call returned bytes */
  apr_interval_time_t nap; /* the last wait for an HTTP/2 stream; 0: no wait since the last bytes */
  bool end;
  ap_filter_t *off;     /* mod_reqtimeout's filter, taken off; NULL: there is none */
  ap_filter_t *trailer; /* NULL: none is needed */
  collab_incoming_wait_t *wait;
  void *baton;
  collab_outcome_t waited; /* what `wait` returned last */
};

/* Sends 100 Continue. httpd does so itself only for a blocking read. */
static void send_continue(request_rec *r) {
  int status = r->status;
  const char *line = r->status_line;

  r->status = HTTP_CONTINUE;
  r->status_line = NULL;
  ap_send_interim_response(r, 0);
  r->status = status;
  r->status_line = line;
}

/* Makes each pointer of the request's input filters to one filter, or to the other, point to the other. ap_remove_input_filter
 * would not do for a filter of the connection: it leaves the pointers of the request. */
static void replace(request_rec *r, const ap_filter_t *old, ap_filter_t *new) {
  ap_filter_t **starts[] = {&r->input_filters, &r->proto_input_filters, &r->connection->input_filters};

  for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
    ap_filter_t **at = starts[i];
    while (*at && *at != old && *at != new) {
      at = &(*at)->next;
    }
    if (*at) {
      *at = new;
    }
  }
}

static ap_filter_t *reqtimeout_of(const request_rec *r) {
  ap_filter_t *filter = r->connection->input_filters;

  while (filter && ap_cstr_casecmp(filter->frec->name, REQTIMEOUT) != 0) {
    filter = filter->next;
  }
  return filter && filter->next ? filter : NULL;
}

static collab_incoming_state_t check_timeout(collab_incoming_t *in, collab_outcome_t *outcome) {
  apr_time_t now = collab_time_clock();

  if (in->idle_since == 0) {
    in->idle_since = now;
  }
  if (now - in->idle_since < in->r->server->timeout) {
    return COLLAB_INCOMING_LATER;
  }
  *outcome = COLLAB_TIMEOUT;
  return COLLAB_INCOMING_FAILED;
}

/* Waits for more of a trailer, in all no longer than httpd's Timeout, even if a byte comes now and then. */
static bool wait_for_trailer(void *baton) {
  collab_incoming_t *in = baton;

  in->waited = in->wait(in->baton);
  return in->waited == COLLAB_OK && check_timeout(in, &in->waited) == COLLAB_INCOMING_LATER;
}

/* Removes the filter of mod_request's KeptBodySize. It ends the process when a read that does not block finds no bytes yet, and
 * it keeps bodies for login pages alone. */
static void leave_keeper(request_rec *r) {
  for (ap_filter_t *filter = r->input_filters, *next; filter; filter = next) {
    next = filter->next;
    if (!strcasecmp(filter->frec->name, KEEP_BODY)) {
      ap_remove_input_filter(filter);
    }
  }
}

collab_incoming_t *collab_incoming_make(request_rec *r, collab_incoming_wait_t *wait, void *baton) {
  collab_incoming_t *in = apr_pcalloc(r->pool, sizeof *in);

  if (r->expecting_100) {
    send_continue(r);
  }
  in->r = r;
  in->wait = wait;
  in->baton = baton;
  in->waited = COLLAB_OK;
  leave_keeper(r);
  in->trailer = collab_trailer_begin(r, wait_for_trailer, in);
  in->off = reqtimeout_of(r);
  if (in->off) {
    replace(r, in->off, in->off->next);
  }
  in->brigade = apr_brigade_create(r->pool, r->connection->bucket_alloc);
  return in;
}

void collab_incoming_end(collab_incoming_t *in) {
  collab_trailer_end(in->trailer);
  in->trailer = NULL;
  if (in->off) {
    replace(in->r, in->off->next, in->off);
    in->off = NULL;
  }
}

static collab_incoming_state_t failed(const collab_incoming_t *in, apr_status_t rv, collab_outcome_t *outcome) {
  if (in->waited != COLLAB_OK) {
    *outcome = in->waited;
    return COLLAB_INCOMING_FAILED;
  }
  switch (ap_map_http_request_error(rv, HTTP_BAD_REQUEST)) {
  case HTTP_REQUEST_ENTITY_TOO_LARGE:
    *outcome = COLLAB_TOO_LARGE;
    break;
  case HTTP_REQUEST_TIME_OUT:
    *outcome = COLLAB_TIMEOUT;
    break;
  default:
    *outcome = COLLAB_GONE;
  }
  return COLLAB_INCOMING_FAILED;
}

/* The first bytes of the brigade. The bucket with these bytes stays the brigade's first until the next call. */
static apr_status_t first_bytes(collab_incoming_t *in, const char **bytes, apr_size_t *len) {
  while (!APR_BRIGADE_EMPTY(in->brigade)) {
    apr_bucket *bucket = APR_BRIGADE_FIRST(in->brigade);
    if (APR_BUCKET_IS_EOS(bucket)) {
      in->end = true;
    }
    if (!APR_BUCKET_IS_METADATA(bucket)) {
      apr_status_t rv = apr_bucket_read(bucket, bytes, len, APR_NONBLOCK_READ);
      if (rv != APR_SUCCESS || *len > 0) {
        return rv;
      }
    }
    apr_bucket_delete(bucket);
  }
  return APR_SUCCESS;
}

collab_incoming_state_t collab_incoming_read(collab_incoming_t *in, const char **bytes, apr_size_t *len,
                                             collab_outcome_t *outcome) {
  apr_status_t rv;

  if (*len > 0 && !APR_BRIGADE_EMPTY(in->brigade)) { /* the caller is done with the previous bytes */
    apr_bucket_delete(APR_BRIGADE_FIRST(in->brigade));
  }
  for (;;) {
    *len = 0;
    rv = first_bytes(in, bytes, len);
    if (rv != APR_SUCCESS || *len > 0 || in->end) {
      break;
    }
    rv = ap_get_brigade(in->r->input_filters, in->brigade, AP_MODE_READBYTES, APR_NONBLOCK_READ, READ_AT_ONCE);
    if (rv != APR_SUCCESS || APR_BRIGADE_EMPTY(in->brigade)) {
      break;
    }
  }
  if (rv == APR_SUCCESS && *len > 0) {
    in->idle_since = 0;
    in->nap = 0;
    return COLLAB_INCOMING_DATA;
  }
  if (rv == APR_SUCCESS && in->end) {
    return COLLAB_INCOMING_END;
  }
  return rv == APR_SUCCESS || APR_STATUS_IS_EAGAIN(rv) ? check_timeout(in, outcome) : failed(in, rv, outcome);
}

void collab_incoming_wait(collab_incoming_t *in, apr_interval_time_t longest) {
  struct pollfd socket = {collab_incoming_socket(in), POLLIN, 0};

  longest = longest > MAX_WAIT ? MAX_WAIT : longest > 0 ? longest : 0;
  if (socket.fd >= 0) {
    poll(&socket, 1, longest > 0 ? (int)apr_time_as_msec(longest) + 1 : 0);
    return;
  }
  in->nap = in->nap ? 2 * in->nap : MIN_NAP;
  in->nap = in->nap > MAX_NAP ? MAX_NAP : in->nap;
  apr_sleep(in->nap < longest ? in->nap : longest);
}

int collab_incoming_socket(const collab_incoming_t *in) {
  conn_rec *c = in->r->connection;
  apr_socket_t *socket = c->master ? NULL : ap_get_conn_socket(c);
  apr_os_sock_t fd;

  return socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS ? fd : -1;
}
