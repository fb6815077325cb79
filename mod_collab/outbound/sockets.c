/* sockets.c: which bytes on a kept connection belong to which request.
 *
 * HTTP/1.1 has no mark that joins a response to its request. A receiver that writes once more after its response (a 408 for an
 * idle connection, say) would answer the next delivery, which it has not read. So a kept connection is used only while nothing
 * has come on it since its last answer:
 *
 *   - When an idle connection becomes readable, it is finished at once (collab_socket_finish). libcurl usually finds it dead.
 *   - Immediately before each request on a kept connection, collab_socket_take looks once more: at the socket, and at what
 * OpenSSL has read from it already.
 *
 * Bytes that arrive after this last look, while the request is on its way, cannot be told from its answer. On a fresh connection
 * without TLS, transport.c looks before the first request, too. With TLS, session tickets are there by then.
 *
 * libcurl names a connection by its addresses and ports before each request, and by its socket at other times. `kept` joins the
 * two. A TLS session ticket that comes late makes a connection readable, too: the connection is then lost, and nothing else.
 * Runs in the dispatcher's loop; never waits. */
#include "outbound/sockets.h"
#include "outbound/transport.h"

#include <apr_strings.h>
#include <arpa/inet.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>

#include "node/meter.h"

#define READ_AWAY 65536 /* maximum number of bytes read from a connection that is finished */

void collab_sockets_setup(collab_sockets_t *sockets, apr_pool_t *pool) {
  sockets->by_number = apr_array_make(pool, 64, sizeof(collab_socket_t *));
  sockets->kept = apr_hash_make(pool);
}

collab_socket_t *collab_socket_of(collab_sockets_t *sockets, int number) {
  while (sockets->by_number->nelts <= number) {
    collab_socket_t *socket = apr_pcalloc(sockets->by_number->pool, sizeof *socket);
    socket->number = sockets->by_number->nelts;
    APR_ARRAY_PUSH(sockets->by_number, collab_socket_t *) = socket;
  }
  return APR_ARRAY_IDX(sockets->by_number, number, collab_socket_t *);
}

void collab_socket_opened(collab_sockets_t *sockets, int number, collab_transport_t *transport) {
  collab_socket_t *socket = collab_socket_of(sockets, number);

  *socket = (collab_socket_t){.number = number, .open = true, .transport = transport};
}

collab_transport_t *collab_socket_closing(collab_sockets_t *sockets, int number) {
  collab_socket_t *socket = collab_socket_of(sockets, number);
  collab_transport_t *user = socket->transport;

  if (*socket->addresses) {
    apr_hash_set(sockets->kept, socket->addresses, APR_HASH_KEY_STRING, NULL);
  }
  *socket = (collab_socket_t){.number = number};
  return user;
}

static void release(collab_socket_t *socket, const collab_transport_t *transport) {
  if (socket->transport == transport) { /* else another transfer has taken the connection already */
    socket->transport = NULL;
  }
}

void collab_socket_leave(collab_sockets_t *sockets, const collab_transport_t *transport) {
  if (transport->socket != CURL_SOCKET_BAD) {
    release(collab_socket_of(sockets, transport->socket), transport);
  }
  /* libcurl 7.88 closes a socket that never became the connection without a word: that of an address that was too slow. */
  for (int i = 0; transport->opened > 1 && i < sockets->by_number->nelts; i++) {
    release(collab_socket_of(sockets, i), transport);
  }
}

/* The socket's own address and port; "" and 0: it has none. */
static void own_address(int number, char text[INET6_ADDRSTRLEN], int *port) {
  union {
    struct sockaddr_in6 v6; /* the longest */
    struct sockaddr_in v4;
    struct sockaddr any;
  } at = {0};
  socklen_t len = sizeof at;

  *text = '\0';
  *port = 0;
  if (getsockname(number, &at.any, &len)) {
    return;
  }
  bool is_v6 = at.any.sa_family == AF_INET6;
  if (inet_ntop(at.any.sa_family, is_v6 ? (const void *)&at.v6.sin6_addr : &at.v4.sin_addr, text, INET6_ADDRSTRLEN)) {
    *port = ntohs(is_v6 ? at.v6.sin6_port : at.v4.sin_port);
  }
}

static bool is_at(int number, const char *address, int port) {
  char own[INET6_ADDRSTRLEN];
  int own_port;

  own_address(number, own, &own_port);
  return own_port == port && !strcmp(own, address);
}

/* The socket that the transfer has opened for this connection; -1: none. It may have opened several, for a host with several
 * addresses. Usually the last one is connected. */
static int opened_for(collab_sockets_t *sockets, const collab_transport_t *transport, const char *from, int from_port) {
  if (transport->socket != CURL_SOCKET_BAD && is_at(transport->socket, from, from_port)) {
    return transport->socket;
  }
  for (int i = 0; i < sockets->by_number->nelts; i++) {
    const collab_socket_t *socket = collab_socket_of(sockets, i);
    if (socket->open && socket->transport == transport && !*socket->addresses && is_at(i, from, from_port)) {
      return i;
    }
  }
  return -1;
}

static bool is_readable(int number) {
  struct pollfd look = {.fd = number, .events = POLLIN | POLLRDHUP};

  return poll(&look, 1, 0) != 0;
}

/* Whether OpenSSL holds bytes of the connection that libcurl has not read: the rest of a TLS record that contained more than the
 * last answer. Only within a callback of libcurl. */
static bool holds_bytes(const collab_transport_t *transport) {
  struct curl_tlssessioninfo *tls = NULL;

  return curl_easy_getinfo(transport->easy, CURLINFO_TLS_SSL_PTR, &tls) == CURLE_OK && tls &&
         tls->backend == CURLSSLBACKEND_OPENSSL && tls->internals && SSL_has_pending(tls->internals);
}

bool collab_socket_take(collab_sockets_t *sockets, collab_transport_t *transport, const char *to, int to_port, const char *from,
                        int from_port) {
  char addresses[sizeof((collab_socket_t *)0)->addresses];

  apr_snprintf(addresses, sizeof addresses, "%s %d %s %d", from, from_port, to, to_port);
  const int *kept = apr_hash_get(sockets->kept, addresses, APR_HASH_KEY_STRING);
  if (kept) {
    collab_socket_t *socket = collab_socket_of(sockets, *kept);
    transport->socket = *kept;
    if (socket->finished || is_readable(*kept) || holds_bytes(transport)) {
      collab_socket_finish(sockets, *kept);
      COLLAB_TRANSPORT_SET(transport, CURLOPT_FORBID_REUSE, 1L); /* closes the connection at the end of this transfer */
      return false;
    }
    socket->transport = transport;
    transport->kept = true;
    return true;
  }
  transport->kept = false;
  int number = opened_for(sockets, transport, from, from_port);
  if (number < 0) { /* unknown to the table, so it could not be looked at before its next request */
    COLLAB_TRANSPORT_SET(transport, CURLOPT_FORBID_REUSE, 1L);
    return transport->refused_option == NULL;
  }
  collab_socket_t *socket = collab_socket_of(sockets, number);
  transport->socket = number;
  apr_cpystrn(socket->addresses, addresses, sizeof socket->addresses);
  apr_hash_set(sockets->kept, socket->addresses, APR_HASH_KEY_STRING, &socket->number);
  return true;
}

apr_size_t collab_socket_finish(collab_sockets_t *sockets, int number) {
  collab_socket_t *socket = collab_socket_of(sockets, number);
  apr_size_t all = 0;
  char bytes[8192];
  ssize_t len;

  if (socket->finished) {
    return 0;
  }
  socket->finished = true; /* also if bytes remain, or if the socket cannot be shut down */
  /* Only for reading: when libcurl closes the connection, it still writes TLS's close_notify. If that failed, the message would
   * be in the error buffer of whatever transfer is at work then. */
  if (shutdown(number, SHUT_RD)) {
    return 0; /* the receiver has reset the connection */
  }
  while (all < READ_AWAY && (len = recv(number, bytes, sizeof bytes, MSG_DONTWAIT)) > 0) {
    all += (apr_size_t)len;
  }
  collab_meter_count(COLLAB_COUNT_STRAY_BYTES, all > 0);
  return all;
}

bool collab_socket_has_bytes(int number) {
  char byte;

  return number >= 0 && recv(number, &byte, 1, MSG_PEEK | MSG_DONTWAIT) > 0;
}

uint64_t collab_socket_received(int number) {
  struct tcp_info info;
  socklen_t len = sizeof info;

  memset(&info, 0, sizeof info);
  if (getsockopt(number, IPPROTO_TCP, TCP_INFO, &info, &len) ||
      len < offsetof(struct tcp_info, tcpi_bytes_received) + sizeof info.tcpi_bytes_received) {
    return 0;
  }
  return info.tcpi_bytes_received;
}
