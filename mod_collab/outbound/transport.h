/* transport.h: one HTTP/1.1 transfer: a libcurl handle that connects only where the guard allows, follows no redirect, uses no
 * proxy but the operator's, and only https (or http, with CollabOutboundHTTP On). All outbound transfers use it: the
 * dispatcher's, uploads, probes. */
#ifndef COLLAB_OUTBOUND_TRANSPORT_H
#define COLLAB_OUTBOUND_TRANSPORT_H

#include <curl/curl.h>

#include "outbound/guard.h"
#include "outbound/sockets.h"

#define COLLAB_ADDRESS_TEXT 46 /* bytes of an address as text, with NUL */

typedef struct collab_transport_t {
  const collab_outbound_t *rules;
  CURL *easy;                                /* the transfer's handle; NULL: there is none */
  collab_sockets_t *sockets;                 /* of the multi handle that keeps the connection; NULL: no connection is kept */
  int64_t subscription;                      /* whose receiver is called, set by the caller; 0: another server */
  const char *refused_option;                /* the first option that libcurl refused, a local fault; NULL: none */
  const char *refused;                       /* the rule that forbade an address of this transfer, or NULL */
  char refused_address[COLLAB_ADDRESS_TEXT]; /* an address of this transfer that `refused` forbade; "": none */
  char address[COLLAB_ADDRESS_TEXT];         /* the last address that was allowed and tried; "": none */
  int unopened;               /* errno if no socket could be opened for lack of descriptors or memory, a local fault; else 0 */
  curl_socket_t socket;       /* the last socket opened or used for this transfer; CURL_SOCKET_BAD: none, or closed again */
  int waits;                  /* its place, from 1, among the transfers without a connection (dispatch/transfers.c); 0: none */
  int opened;                 /* sockets */
  bool kept;                  /* the connection in use had carried a request before this transfer */
  int requests;               /* of this transfer: two if a kept connection was dead */
  bool stale;                 /* the request was not sent, because the kept connection was not clean: repeat it on a fresh one */
  bool plain;                 /* without TLS */
  bool early;                 /* the request was not sent, because the receiver had written before it */
  uint64_t received;          /* the bytes that had come on the connection before the request */
  uint64_t came;              /* the bytes that had come after the request when the socket was closed */
  uint64_t most;              /* maximum number of bytes that may come after the request */
  bool flooded;               /* more than `most` have come */
  struct curl_slist *pinned;  /* the entry that pins the host of this transfer to an address; NULL: none */
  char said[CURL_ERROR_SIZE]; /* libcurl's message about the transfer's failure; "": none */
} collab_transport_t;

/* Call this once, instead of curl_global_init(), in a process that sends credentials: libcurl then wipes memory before freeing
 * it. Has no effect if another module initialized libcurl before the fork. */
CURLcode collab_transport_init(void);

/* Makes the handle of a transfer to `url`, with the options that restrict it. `sockets`: NULL, or the table of the multi handle.
 * `fresh`: the transfer must not use a kept connection. `transport` must outlive the connections that the transfer opens.
 * collab_transport_close frees the handle. Other results than CURLE_OK:
 *   CURLE_COULDNT_CONNECT   the address in the URL may not be called (`refused` says why)
 *   CURLE_FAILED_INIT       a local fault: out of memory, or libcurl refused an option (`refused_option`) */
CURLcode collab_transport_open(collab_transport_t *transport, const collab_outbound_t *rules, collab_sockets_t *sockets,
                               const char *url, bool fresh);

/* Frees the handle, if there is one. Its transfer must have ended. */
void collab_transport_close(collab_transport_t *transport);

/* Sets a further option. If libcurl refuses it, `refused_option` names it, and the transfer must not begin. */
#define COLLAB_TRANSPORT_SET(transport, option, value)                                                                           \
  do {                                                                                                                           \
    if (curl_easy_setopt((transport)->easy, option, value) != CURLE_OK && !(transport)->refused_option) {                        \
      (transport)->refused_option = #option;                                                                                     \
    }                                                                                                                            \
  } while (0)

/* The bytes that have come on the connection since the request: HTTP and TLS framing included. 0: not known. */
uint64_t collab_transport_received(const collab_transport_t *transport);

/* Limits what may still come to `more` bytes. The caller's loop checks the limit (`flooded`) whenever bytes have come. */
void collab_transport_limit(collab_transport_t *transport, uint64_t more);
bool collab_transport_is_flooded(collab_transport_t *transport);

/* Was the server's certificate refused because it has expired or is not valid yet? */
bool collab_transport_dated(CURL *easy, CURLcode code);

/* Why a transfer failed, in `pool`: for TLS what the handshake or the certificate lacks, else libcurl's general text, which names
 * no address. */
const char *collab_transport_fault(apr_pool_t *pool, const collab_transport_t *transport, CURLcode code);

#endif
