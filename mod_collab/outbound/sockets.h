/* sockets.h: the sockets of a libcurl multi handle that keeps connections (sockets.c): who uses each one, whether libcurl waits
 * for it, and how many bytes have come on it. The dispatcher's loop only. */
#ifndef COLLAB_OUTBOUND_SOCKETS_H
#define COLLAB_OUTBOUND_SOCKETS_H

#include <apr_hash.h>
#include <apr_tables.h>
#include <curl/curl.h>

#include "collab.h"

struct collab_transport_t;

/* A socket, by its descriptor. */
typedef struct collab_socket_t {
  int number;
  bool open;                                   /* of a connection; false: libcurl uses it for another purpose, or it is closed */
  bool waited;                                 /* a transfer waits for it */
  bool finished;                               /* shut down here: no request may be sent on it */
  struct collab_transport_t *transport;        /* the transfer that uses it; NULL: the connection is idle */
  char addresses[2 * (46 + sizeof " 65535 ")]; /* the connection's key in `kept`; "": no request has been sent on it */
} collab_socket_t;

typedef struct collab_sockets_t {
  apr_array_header_t *by_number; /* collab_socket_t * */
  apr_hash_t *kept;              /* the connections that have carried a request: addresses and ports -> the socket's number */
} collab_sockets_t;

void collab_sockets_setup(collab_sockets_t *sockets, apr_pool_t *pool);

/* The record of a socket, which stays at its place. `number` is a descriptor of this process. */
collab_socket_t *collab_socket_of(collab_sockets_t *sockets, int number);

/* Records that a transfer has opened a socket, or that libcurl is about to close it. The latter returns the transfer that uses
 * the connection; NULL: it was idle. */
void collab_socket_opened(collab_sockets_t *sockets, int number, struct collab_transport_t *transport);
struct collab_transport_t *collab_socket_closing(collab_sockets_t *sockets, int number);

/* Records that the transfer no longer uses its sockets. */
void collab_socket_leave(collab_sockets_t *sockets, const struct collab_transport_t *transport);

/* Takes the connection with these addresses for the transfer's next request, and sets transport->socket and ->kept. False: it is
 * a kept connection on which bytes, or its end, have come since its last answer. It is then finished, and the request must not be
 * sent.
 */
bool collab_socket_take(collab_sockets_t *sockets, struct collab_transport_t *transport, const char *to, int to_port,
                        const char *from, int from_port);

/* Finishes an idle connection that has become readable: whatever has come is no answer to a later request. Shuts the socket down,
 * then reads a bounded number of bytes away, so that libcurl finds the connection closed. Returns the number of bytes read. */
apr_size_t collab_socket_finish(collab_sockets_t *sockets, int number);

/* Whether bytes have come that nobody has read. */
bool collab_socket_has_bytes(int number);

/* The bytes that have come on the socket since the connection was made, as the kernel counts them: TLS and HTTP framing included.
 * 0: not known. */
uint64_t collab_socket_received(int number);

#endif
