/* transport.h: restricts a libcurl handle: the address guard on every connection, no redirects, no proxy but the operator's, only
 * https (and http with CollabOutboundHTTP On). All outbound transfers use it: the dispatcher's, uploads, probes. */
#ifndef COLLAB_OUTBOUND_TRANSPORT_H
#define COLLAB_OUTBOUND_TRANSPORT_H

#include <curl/curl.h>

#include "outbound/guard.h"

typedef struct collab_transport_t {
  const collab_outbound_t *rules;
  CURL *easy;
  const char *refused;       /* the rule that forbade an address of this transfer, or NULL */
  char address[46];          /* the last address that was allowed and tried; "": none */
  int unopened;              /* errno if no socket could be opened for lack of descriptors or memory, a local fault; else 0 */
  curl_socket_t socket;      /* the last socket opened for this transfer; CURL_SOCKET_BAD: none, or closed again */
  int requests;              /* of this transfer: two if a reused connection was dead */
  struct curl_slist *pinned; /* the entry that pins the host of this transfer to an address; NULL: none */
} collab_transport_t;

/* Call this once, instead of curl_global_init(), in a process that sends credentials: libcurl then wipes memory before freeing
 * it. Has no effect if another module initialized libcurl before the fork. */
CURLcode collab_transport_init(void);

/* Sets the options that restrict all transfers of a new or reset handle. `transport` must outlive the connections of these
 * transfers, which last until the handle, or its multi handle, is cleaned up. One thread at a time. */
void collab_transport_set(collab_transport_t *transport, CURL *easy, const collab_outbound_t *rules);

/* Sets the URL of the next transfer; collab_transport_end ends that transfer. CURLE_COULDNT_CONNECT: an address in the URL may
 * not be called (`refused` says why). */
CURLcode collab_transport_begin(collab_transport_t *transport, const char *url);
void collab_transport_end(collab_transport_t *transport);

/* Was the server's certificate refused because it has expired or is not valid yet? */
bool collab_transport_dated(CURL *easy, CURLcode code);

/* Why a transfer failed, in `pool`. For a refused certificate, libcurl's general text speaks of SSH, so the result quotes `said`:
 * the handle's CURLOPT_ERRORBUFFER, or "". */
const char *collab_transport_fault(apr_pool_t *pool, CURLcode code, const char *said);

#endif
