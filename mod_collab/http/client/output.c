/* output.c: writes a long response in pieces (http/client/output.h).
 *
 * A piece is passed to httpd once the socket has room, so that httpd never blocks on it: httpd would wait for as long as its
 * Timeout after each byte, in a place that nobody counts. A client that takes its output within a short time is never refused.
 * What the client has taken is read from the kernel's queue, because a socket reports room only when a third of it is free.
 *
 * A stream of HTTP/2 has no socket of its own. httpd blocks its thread when the buffer between the two threads is full. */
#include "http/client/output.h"

#include <apr_portable.h>
#include <linux/sockios.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <http_core.h>
#include <util_filter.h>

#include "base/time.h"

#define PIECE 65536  /* bytes; at most a third of FlushMaxThreshold, from which on httpd blocks */
#define FRAME 16384  /* bytes of an HTTP/2 frame, by default */
#define SMALL 4096   /* bytes; httpd does not begin to write less by itself */
#define STREAM 32768 /* bytes of a response that mod_http2 takes at once: half of the default of H2StreamMaxMemSize */
#define SHORT 100    /* milliseconds; a shorter wait is not counted */

static int socket_of(const request_rec *r) {
  conn_rec *c = r->connection;
  apr_socket_t *socket = c->master ? NULL : ap_get_conn_socket(c);
  apr_os_sock_t fd;

  return socket && apr_os_sock_get(&fd, socket) == APR_SUCCESS ? fd : -1;
}

/* The bytes that the kernel has yet to send, or that the client has not acknowledged. */
static int queued(int fd) {
  int bytes = 0;

  return ioctl(fd, SIOCOUTQ, &bytes) == 0 ? bytes : 0;
}

static bool has_room(int fd, int milliseconds) {
  struct pollfd socket = {fd, POLLOUT, 0};

  return poll(&socket, 1, milliseconds) != 0; /* an error, too, will be found by the write */
}

/* Waits until the socket has room. */
static bool wait_for_room(collab_wait_t *wait, int fd) {
  bool room = has_room(fd, 0) || has_room(fd, SHORT);

  wait->takes = true;
  while (!room) {
    int before = queued(fd);
    apr_interval_time_t longest = collab_wait_sleep(wait);
    if (longest == 0) {
      return false;
    }
    room = has_room(fd, (int)apr_time_as_msec(longest) + 1);
    int taken = before - queued(fd);
    wait->takes = false;
    if (!collab_wait_wake(wait, taken > 0 ? (apr_size_t)taken : 0)) {
      return false;
    }
  }
  return true;
}

static bool pass(request_rec *r, const char *data, apr_size_t len, bool flush) {
  apr_bucket_alloc_t *alloc = r->connection->bucket_alloc;
  apr_bucket_brigade *brigade = apr_brigade_create(r->pool, alloc);

  APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_transient_create(data, len, alloc));
  if (flush) {
    APR_BRIGADE_INSERT_TAIL(brigade, apr_bucket_flush_create(alloc));
  }
  apr_status_t rv = ap_pass_brigade(r->output_filters, brigade);
  apr_brigade_destroy(brigade);
  return rv == APR_SUCCESS && !r->connection->aborted;
}

/* Writes what httpd still keeps of earlier pieces, without blocking, as the event MPM does after a request. False: the client has
 * gone. */
static bool write_kept(conn_rec *c) {
  ap_filter_t *last = c->output_filters;

  while (last->next) {
    last = last->next;
  }
  return last->frec->filter_func.out_func(last, NULL) == APR_SUCCESS && !c->aborted;
}

/* HTTP/2: the thread holds a place for as long as the stream lasts, because nobody can see how long it will block. The rate is
 * judged after each frame; httpd ends a stream of which the client takes nothing for its Timeout. */
static bool write_stream(collab_wait_t *wait, const char *data, apr_size_t len) {
  bool fine = collab_wait_take(wait);

  for (apr_size_t frame; fine && len > 0; data += frame, len -= frame) {
    apr_time_t since = collab_time_clock();
    frame = len < FRAME ? len : FRAME;
    fine = pass(wait->r, data, frame, frame == len) && collab_wait_judge(wait, collab_time_clock() - since, frame);
  }
  return fine;
}

bool collab_output_write(collab_wait_t *wait, const char *data, apr_size_t len) {
  request_rec *r = wait->r;
  conn_rec *c = r->connection;
  int fd = socket_of(r);
  apr_size_t third = collab_output_kept(r) / 3, most = third < PIECE ? third : PIECE;

  if (fd < 0) {
    return write_stream(wait, data, len);
  }
  for (apr_size_t piece; len > 0; data += piece, len -= piece) {
    piece = len < most ? len : most;
    if (!wait_for_room(wait, fd) || !pass(r, data, piece, false)) {
      return false;
    }
    while (c->data_in_output_filters && len > piece) {
      if (!wait_for_room(wait, fd) || !write_kept(c)) {
        return false;
      }
    }
  }
  return !c->data_in_output_filters || write_kept(c);
}

bool collab_output_take(collab_wait_t *wait, apr_size_t len) {
  return !wait->r->connection->master || wait->r->header_only || len <= STREAM || collab_wait_take(wait);
}

apr_size_t collab_output_kept(const request_rec *r) {
  const core_server_config *core = ap_get_core_module_config(r->server->module_config);

  return core->flush_max_threshold > SMALL ? core->flush_max_threshold : SMALL;
}

void collab_output_reset(request_rec *r) {
  struct linger none = {1, 0};
  int fd = socket_of(r);

  if (fd >= 0) {
    setsockopt(fd, SOL_SOCKET, SO_LINGER, &none, sizeof none);
  }
  r->connection->aborted = 1;
}
