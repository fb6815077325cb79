/* sockets.c: the sockets of the transfers under way. libcurl says which it waits for and until when; epoll says which can go on,
 * and only those are gone into. So a turn of the loop costs what has happened in it, and nothing for the hundreds of transfers
 * that wait for a receiver that does not answer. Runs in the dispatcher's loop. */
#include "collab_private.h"
#include "dispatch/dispatch.h"

#include <http_log.h>
#include <sys/epoll.h>

#define AT_ONCE 256 /* sockets looked at in one turn */

/* libcurl has changed what it waits for on a socket; `known` is set from the second time on. */
static int on_socket(CURL *easy, curl_socket_t socket, int what, void *data, void *known) {
  collab_dispatcher_t *d = data;
  struct epoll_event event = {.data.fd = socket};

  (void)easy;
  if (what == CURL_POLL_REMOVE) {
    epoll_ctl(d->epoll, EPOLL_CTL_DEL, socket, &event);
    return 0;
  }
  event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
  if (!known) {
    curl_multi_assign(d->multi, socket, d);
  }
  if (epoll_ctl(d->epoll, known ? EPOLL_CTL_MOD : EPOLL_CTL_ADD, socket, &event)) {
    ap_log_error(APLOG_MARK, APLOG_ERR, errno, d->s, COLLABNO(0616) "a receiver's socket cannot be waited for");
    return -1;
  }
  return 0;
}

bool collab_sockets_setup(collab_dispatcher_t *d) {
  d->epoll = epoll_create1(EPOLL_CLOEXEC);
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
    int what = (e & EPOLLIN ? CURL_CSELECT_IN : 0) | (e & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
               (e & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(d->multi, events[i].data.fd, what, &running);
  }
  if (collab_sockets_due(d) == 0) { /* what was begun just now as well */
    curl_multi_socket_action(d->multi, CURL_SOCKET_TIMEOUT, 0, &running);
  }
}
