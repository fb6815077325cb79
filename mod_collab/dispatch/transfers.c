/* transfers.c: the transfers in progress and their sockets. libcurl reports the sockets that it waits for, and its next timeout.
 * epoll reports which of them are ready, and each turn of the loop calls libcurl for those sockets alone. So the cost of a turn
 * depends on the events since the last turn, not on the hundreds of transfers that wait for silent receivers.
 *
 * After libcurl has read from a socket, the kernel's count shows what the answer has cost so far. libcurl itself does not report
 * chunk extensions, or TLS records without content. Runs in the dispatcher's loop.
 *
 * libcurl 7.88 gives up an address that stays silent, but connects to the next one of the same family only when it is called once
 * more, which neither a socket nor a timeout then causes. So transfers without a connection are nudged twice a second. */
#include "dispatch/transfers.h"
#include "collab_private.h"
#include "dispatch/baton.h"

#include <http_log.h>
#include <sys/epoll.h>

#include "base/time.h"

#define MAX_EVENTS 256 /* maximum number of socket events handled in one turn */
#define NUDGE_INTERVAL apr_time_from_msec(500)
#define LOG_INTERVAL apr_time_from_sec(60)

/* Has collab_transfers_finished return the transfer with this result. */
static void break_off(collab_transfers_t *transfers, CURL *easy, CURLcode code) {
  for (int i = 0; i < transfers->broken->nelts; i++) {
    if (APR_ARRAY_IDX(transfers->broken, i, collab_broken_t).easy == easy) {
      return;
    }
  }
  APR_ARRAY_PUSH(transfers->broken, collab_broken_t) = (collab_broken_t){easy, code};
}

/* Ends the transfer whose socket cannot be watched. If on_socket returned -1, libcurl would end all transfers. */
static void give_up(collab_transfers_t *transfers, CURL *easy, const collab_socket_t *socket, int error) {
  ap_log_error(APLOG_MARK, APLOG_ERR, error, transfers->s, COLLABNO(0616) "a receiver's socket cannot be watched");
  if (socket->transport && socket->transport->easy == easy) { /* else libcurl uses it for a look-up, and asks by its timer, too */
    socket->transport->unopened = error;
    break_off(transfers, easy, CURLE_FAILED_INIT);
  }
}

/* libcurl calls this when it begins or ends waiting for a socket. When the waiting ends, the socket stays registered with epoll:
 * the next transfer on this connection finds it registered, and the kernel removes it when it is closed. */
static int on_socket(CURL *easy, curl_socket_t socket, int what, void *data, void *known) {
  collab_transfers_t *transfers = data;
  struct epoll_event event = {.data.fd = socket};
  collab_socket_t *its = collab_socket_of(&transfers->sockets, socket);

  (void)known;
  its->waited = what != CURL_POLL_REMOVE;
  if (what == CURL_POLL_REMOVE) {
    return 0;
  }
  event.events = (what & CURL_POLL_IN ? EPOLLIN : 0) | (what & CURL_POLL_OUT ? EPOLLOUT : 0);
  if (epoll_ctl(transfers->epoll, EPOLL_CTL_MOD, socket, &event) &&
      (errno != ENOENT || epoll_ctl(transfers->epoll, EPOLL_CTL_ADD, socket, &event))) {
    give_up(transfers, easy, its, errno);
  }
  return 0;
}

bool collab_transfers_setup(collab_transfers_t *transfers, apr_pool_t *pool, const server_rec *s, int connections) {
  transfers->s = s;
  transfers->epoll = epoll_create1(EPOLL_CLOEXEC);
  transfers->broken = apr_array_make(pool, 16, sizeof(collab_broken_t));
  transfers->connecting = apr_array_make(pool, 64, sizeof(collab_transport_t *));
  collab_sockets_setup(&transfers->sockets, pool);
  transfers->multi = curl_multi_init();
  return transfers->epoll >= 0 && transfers->multi &&
         curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETFUNCTION, on_socket) == CURLM_OK &&
         curl_multi_setopt(transfers->multi, CURLMOPT_SOCKETDATA, transfers) == CURLM_OK &&
         curl_multi_setopt(transfers->multi, CURLMOPT_MAXCONNECTS, (long)connections) == CURLM_OK;
}

void collab_transfers_close(collab_transfers_t *transfers) {
  curl_multi_cleanup(transfers->multi);
}

bool collab_transfers_begin(collab_transfers_t *transfers, collab_transport_t *transport) {
  if (transport->refused_option || curl_multi_add_handle(transfers->multi, transport->easy) != CURLM_OK) {
    return false;
  }
  APR_ARRAY_PUSH(transfers->connecting, collab_transport_t *) = transport;
  transport->waits = transfers->connecting->nelts;
  return true;
}

/* Takes the transfer out of `connecting`. */
static void unlist(collab_transfers_t *transfers, collab_transport_t *transport) {
  if (transport->waits) {
    collab_transport_t *last = *(collab_transport_t **)apr_array_pop(transfers->connecting);
    if (last != transport) {
      APR_ARRAY_IDX(transfers->connecting, transport->waits - 1, collab_transport_t *) = last;
      last->waits = transport->waits;
    }
    transport->waits = 0;
  }
}

/* Has libcurl look at each transfer without a connection in its next turn. */
static void nudge(collab_transfers_t *transfers) {
  apr_time_t now = collab_time_clock();

  if (now < transfers->nudge_at) {
    return;
  }
  transfers->nudge_at = now + NUDGE_INTERVAL;
  for (int i = transfers->connecting->nelts - 1; i >= 0; i--) {
    collab_transport_t *transport = APR_ARRAY_IDX(transfers->connecting, i, collab_transport_t *);
    if (transport->requests > 0) {
      unlist(transfers, transport);
    } else {                                                  /* a change of the pauses makes the transfer due */
      (void)curl_easy_pause(transport->easy, CURLPAUSE_SEND); /* fails while it cannot need a nudge: before its look-up */
      (void)curl_easy_pause(transport->easy, CURLPAUSE_CONT); /* as above */
    }
  }
}

void collab_transfers_end(collab_transfers_t *transfers, collab_transport_t *transport) {
  unlist(transfers, transport);
  if (transport->easy) {
    collab_baton_give(transport->subscription);
    (void)curl_multi_remove_handle(transfers->multi, transport->easy); /* fails only if it is not there */
    collab_baton_take();
  }
  collab_transport_close(transport);
}

/* Asks libcurl each time instead of caching the time: libcurl reports a timeout only once, and measures it by the monotonic
 * clock. */
long collab_transfers_due(const collab_transfers_t *transfers) {
  long milliseconds = -1;

  (void)curl_multi_timeout(transfers->multi, &milliseconds); /* fails only during a callback, or for a bad handle */
  if (transfers->connecting->nelts > 0) {
    apr_interval_time_t left = transfers->nudge_at - collab_time_clock();
    long nudge_in = left > 0 ? (long)apr_time_as_msec(left) + 1 : 0;
    milliseconds = milliseconds < 0 || nudge_in < milliseconds ? nudge_in : milliseconds;
  }
  return milliseconds;
}

/* Logs the failure of a call that works on transfers. A transfer's own fault comes with its message; this one concerns libcurl as
 * a whole. The event or the timeout that libcurl has not handled comes again with the next turn, and so may the failure. */
static void note_failure(collab_transfers_t *transfers, CURLMcode code) {
  apr_time_t now = collab_time_clock();

  if (code != CURLM_OK && now >= transfers->log_again_at) {
    transfers->log_again_at = now + LOG_INTERVAL;
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, transfers->s, COLLABNO(0624) "libcurl cannot go on with its transfers: %s",
                 curl_multi_strerror(code));
  }
}

/* Lets libcurl use a socket that is ready. */
static void use(collab_transfers_t *transfers, int number, unsigned events) {
  int running, what = (events & EPOLLIN ? CURL_CSELECT_IN : 0) | (events & EPOLLOUT ? CURL_CSELECT_OUT : 0) |
                      (events & (EPOLLERR | EPOLLHUP) ? CURL_CSELECT_ERR : 0);
  const collab_socket_t *socket = collab_socket_of(&transfers->sockets, number);

  collab_baton_give(socket->transport ? socket->transport->subscription : 0);
  CURLMcode code = curl_multi_socket_action(transfers->multi, number, what, &running); /* may close the socket */
  collab_baton_take();
  note_failure(transfers, code);
  if (socket->transport && !socket->transport->flooded && collab_transport_is_flooded(socket->transport)) {
    break_off(transfers, socket->transport->easy, CURLE_FILESIZE_EXCEEDED);
  }
}

/* No transfer waits for the socket. An idle connection that has become readable is finished; libcurl notices when it wants to use
 * it again. If a transfer uses the connection without waiting for it at the moment, on_socket adds the socket again. */
static void drop(collab_transfers_t *transfers, int number, unsigned events) {
  const collab_socket_t *socket = collab_socket_of(&transfers->sockets, number);
  struct epoll_event readable = {.events = EPOLLIN, .data.fd = number};
  bool idle = socket->open && !socket->transport;

  if (idle && events == EPOLLOUT) { /* the last transfer still waited to send */
    epoll_ctl(transfers->epoll, EPOLL_CTL_MOD, number, &readable);
    return;
  }
  epoll_ctl(transfers->epoll, EPOLL_CTL_DEL, number, NULL);
  if (idle) {
    collab_socket_finish(&transfers->sockets, number);
  }
}

void collab_transfers_turn(collab_transfers_t *transfers) {
  struct epoll_event events[MAX_EVENTS];
  int running, n = epoll_wait(transfers->epoll, events, MAX_EVENTS, 0);

  for (int i = 0; i < n; i++) {
    if (collab_socket_of(&transfers->sockets, events[i].data.fd)->waited) {
      use(transfers, events[i].data.fd, events[i].events);
    } else {
      drop(transfers, events[i].data.fd, events[i].events);
    }
  }
  nudge(transfers);
  if (collab_transfers_due(transfers) == 0) { /* a timeout is over, or a transfer has just been added */
    collab_baton_give(0);                     /* for any number of transfers: the callbacks note which one */
    CURLMcode code = curl_multi_socket_action(transfers->multi, CURL_SOCKET_TIMEOUT, 0, &running);
    collab_baton_take();
    note_failure(transfers, code);
  }
}

bool collab_transfers_finished(collab_transfers_t *transfers, CURL **easy, CURLcode *code) {
  CURLMsg *message;
  int left;

  if (transfers->broken->nelts > 0) { /* first: ending the transfer also discards libcurl's message, if there is one */
    const collab_broken_t *broken = apr_array_pop(transfers->broken);
    *easy = broken->easy;
    *code = broken->code;
    return true;
  }
  while ((message = curl_multi_info_read(transfers->multi, &left))) {
    if (message->msg == CURLMSG_DONE) {
      *easy = message->easy_handle;
      *code = message->data.result; /* removing the transfer frees the message */
      return true;
    }
  }
  return false;
}
