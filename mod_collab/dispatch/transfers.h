/* transfers.h: the dispatcher's HTTP transfers, in one libcurl multi handle (transfers.c). Only the loop's thread calls this. */
#ifndef COLLAB_DISPATCH_TRANSFERS_H
#define COLLAB_DISPATCH_TRANSFERS_H

#include <httpd.h>

#include "outbound/transport.h"

/* A transfer that has to end, though libcurl would go on with it. */
typedef struct collab_broken_t {
  CURL *easy;
  CURLcode code;
} collab_broken_t;

typedef struct collab_transfers_t {
  const server_rec *s;
  CURLM *multi;
  int epoll;                      /* watches the sockets of all transfers; the loop polls it */
  collab_sockets_t sockets;       /* pass this to collab_transport_open */
  apr_array_header_t *broken;     /* collab_broken_t: found in this turn */
  apr_array_header_t *connecting; /* collab_transport_t *: the transfers without a connection, and some that have got one since */
  apr_time_t nudge_at;            /* by the monotonic clock */
  apr_time_t log_again_at;        /* a failure of libcurl is not logged before */
} collab_transfers_t;

/* Sets up `transfers`. libcurl keeps at most `connections` connections in its cache. False: out of memory or descriptors. */
bool collab_transfers_setup(collab_transfers_t *transfers, apr_pool_t *pool, const server_rec *s, int connections);
void collab_transfers_close(collab_transfers_t *transfers);

/* Begins the transfer. False, and nothing is sent: libcurl has refused one of its options (`refused_option`), or is out of
 * memory. */
bool collab_transfers_begin(collab_transfers_t *transfers, collab_transport_t *transport);

/* Removes a transfer, if there is one, whether it has finished or not, and frees its handle. An unfinished one closes its
 * connection. */
void collab_transfers_end(collab_transfers_t *transfers, collab_transport_t *transport);

/* Milliseconds until libcurl needs a turn even without a socket event; negative: never. */
long collab_transfers_due(const collab_transfers_t *transfers);

/* Advances the transfers that can proceed, without waiting. */
void collab_transfers_turn(collab_transfers_t *transfers);

/* Returns a finished transfer and its result. The caller must end that transfer (collab_transfers_end) before asking for the next
 * one. CURLE_FILESIZE_EXCEEDED: more has come on its connection than collab_transport_limit allows. CURLE_FAILED_INIT: its socket
 * cannot be watched (`unopened`). False: none. */
bool collab_transfers_finished(collab_transfers_t *transfers, CURL **easy, CURLcode *code);

#endif
