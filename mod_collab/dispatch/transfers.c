/* transfers.c: the transfers in progress and their sockets. libcurl reports the sockets that it waits for, and its next timeout.
 * epoll reports which of them are ready, and each turn of the loop calls libcurl for those sockets alone. So the cost of a turn
 * depends on the events since the last turn, not on the hundreds of transfers that wait for silent receivers. Runs in the
 * dispatcher's loop. */
#include "dispatch/transfers.h"
#include "collab_private.h"

#include <http_log.h>
#include <sys/epoll.h>

#define MAX_EVENTS 256 /* maximum number of socket events handled in one turn */

/* The flag of a socket: whether a transfer waits for it. */
static bool *waited_for(collab_transfers_t *transfers, int socket) {
  while (transfers->waited_for->nelts <= socket) {
    APR_ARRAY_PUSH(transfers->waited_for, bool) = false;
  }
  return &APR_ARRAY_IDX(transfers->waited_for, socket, bool);
}

/* libcurl calls this when it begins or ends waiting for a socket. When the waiting ends, the socket stays registered with epoll:
 * the next transfer on this connection finds it registered, and the kernel removes it when it is closed. */
static int on_socket(CURL *easy, curl_socket_t socket, int what, void *data, void *known) {
  collab_transfers_t *transfers = data;
  struct epoll_event event = {.data.fd = socket};

  (void)easy, (void)known;
  *waited_for(transfers, socket) = what != CURL_POLL_REMOVE;
  if (what == CURL_POLL_REMOVE) {
    return 0;
  }
  event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
  if (epoll_ctl(transfers->epoll, EPOLL_CTL_MOD, socket, &event) &&
      (errno != ENOENT || epoll_ctl(transfers->epoll, EPOLL_CTL_ADD, socket, &event))) {
    ap_log_error(APLOG_MARK, APLOG_ERR, errno, transfers->s, COLLABNO(0616) "a receiver's socket cannot be watched");
    return -1;
  }
  return 0;
}

bool collab_transfers_setup(collab_transfers_t *transfers, apr_pool_t *pool, const server_rec *s, int connections) {
  transfers->s = s;
  transfers->epoll = epoll_create1(EPOLL_CLOEXEC);
  transfers->waited_for = apr_array_make(pool, 64, sizeof(bool));
  if (!(transfers->multi = curl_multi_init())) {
    return false;
  }
  curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETDATA, transfers);
  curl_multi_setopt(transfers->multi, CURLMOPT_MAXCONNECTS, (long)connections);
  return transfers->epoll >= 0;
}

void collab_transfers_close(collab_transfers_t *transfers) {
  curl_multi_cleanup(transfers->multi);
}

bool collab_transfers_begin(collab_transfers_t *transfers, CURL *easy) {
  return curl_multi_add_handle(transfers->multi, easy) == CURLM_OK;
}

void collab_transfers_end(collab_transfers_t *transfers, CURL *easy) {
  curl_multi_remove_handle(transfers->multi, easy);
}

/* Asks libcurl each time instead of caching the time: libcurl reports a timeout only once, and measures it by the monotonic
 * clock. */
long collab_transfers_due(const collab_transfers_t *transfers) {
  long milliseconds = -1;

  curl_multi_timeout(transfers->multi, &milliseconds);
  return milliseconds;
}

void collab_transfers_turn(collab_transfers_t *transfers) {
  struct epoll_event events[MAX_EVENTS];
  int running, n = epoll_wait(transfers->epoll, events, MAX_EVENTS, 0);

  for (int i = 0; i < n; i++) {
    unsigned e = events[i].events;
    if (!*waited_for(transfers, events[i].data.fd)) { /* the receiver closed an idle connection; libcurl notices at reuse */
      epoll_ctl(transfers->epoll, EPOLL_CTL_DEL, events[i].data.fd, NULL);
      continue;
    }
    int what = (e & EPOLLIN ? CURL_CSELECT_IN : 0) | (e & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
               (e & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(transfers->multi, events[i].data.fd, what, &running);
  }
  if (collab_transfers_due(transfers) == 0) { /* a timeout is over, or a transfer has just been added */
    curl_multi_socket_action(transfers->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  }
}

bool collab_transfers_finished(collab_transfers_t *transfers, CURL **easy, CURLcode *code) {
  CURLMsg *message;
  int left;

  while ((message = curl_multi_info_read(transfers->multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *easy = message->easy_handle;
      *code = message->data.result; /* removing the transfer frees the message */
      return true;
    }
  }
  return false;
}
