/* sockets.c: the sockets of the transfers under way. libcurl says which it waits for and until when; epoll says which can go on,
 * and only those are gone into. So a turn of the loop costs what has happened in it, and nothing for the hundreds of transfers
 * that wait for a receiver that does not answer. Runs in the dispatcher's loop. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <sys/epoll.h>

#define AT_ONCE 256 /* sockets looked at in one turn */

/* Does a transfer wait for it? */
static bool *waited_for(collab_dispatcher_t *d, int socket) {
  while (d->waited_for->nelts <= socket) {
    APR_ARRAY_PUSH(d->waited_for, bool) = false;
  }
  return &APR_ARRAY_IDX(d->waited_for, socket, bool);
}

/* libcurl has changed what it waits for on a socket. One that it leaves alone stays with epoll: the next transfer on a connection
 * that is kept finds it there, and the kernel forgets what is closed. */
static int on_socket(CURL *easy, curl_socket_t socket, int what, void *data, void *known) {
  collab_dispatcher_t *d = data;
  struct epoll_event event = {.data.fd = socket};

  (void)easy, (void)known;
  *waited_for(d, socket) = what != CURL_POLL_REMOVE;
  if (what == CURL_POLL_REMOVE) {
    return 0;
  }
  event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
  if (epoll_ctl(d->epoll, EPOLL_CTL_MOD, socket, &event) &&
      (errno != ENOENT || epoll_ctl(d->epoll, EPOLL_CTL_ADD, socket, &event))) {
    ap_log_error(APLOG_MARK, APLOG_ERR, errno, d->s, COLLABNO(0616) "a receiver's socket cannot be waited for");
    return -1;
  }
  return 0;
}

bool collab_sockets_setup(collab_dispatcher_t *d) {
  d->epoll = epoll_create1(EPOLL_CLOEXEC);
  d->waited_for = apr_array_make(d->pool, 64, sizeof(bool));
  curl_multi_setopt(d->multi, CURLMOPT_SOCKETFUNCTION, on_socket);
  curl_multi_setopt(d->multi, CURLMOPT_SOCKETDATA, d);
  return d->epoll >= 0;
}

/* Asked for each time, not remembered: libcurl tells a time once, and counts by a clock that nobody sets. */
long collab_sockets_due(const collab_dispatcher_t *d) {
  long milliseconds = -1;

  curl_multi_timeout(d->multi, &milliseconds);
  return milliseconds;
}

void collab_sockets_turn(collab_dispatcher_t *d) {
  struct epoll_event events[AT_ONCE];
  int running, n = epoll_wait(d->epoll, events, AT_ONCE, 0);

  for (int i = 0; i < n; i++) {
    unsigned e = events[i].events;
    if (!*waited_for(d, events[i].data.fd)) { /* a receiver has closed what was kept: libcurl sees that when it would use it */
      epoll_ctl(d->epoll, EPOLL_CTL_DEL, events[i].data.fd, NULL);
      continue;
    }
    int what = (e & EPOLLIN ? CURL_CSELECT_IN : 0) | (e & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
               (e & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(d->multi, events[i].data.fd, what, &running);
  }
  if (collab_sockets_due(d) == 0) { /* what was begun just now as well */
    curl_multi_socket_action(d->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  }
}
