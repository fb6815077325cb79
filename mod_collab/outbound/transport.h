/* transport.h: how a libcurl handle must be set so that it calls nobody it must not: the address guard on every connection, no
 * redirects, no proxy but the operator's, https (and http where the directive allows it) alone. Whoever calls out uses this:
 * the dispatcher, attachment uploads. */
#ifndef COLLAB_OUTBOUND_TRANSPORT_H
#define COLLAB_OUTBOUND_TRANSPORT_H

#include <curl/curl.h>

#include "outbound/guard.h"

typedef struct collab_transport_t {
  const collab_outbound_t *rules;
  CURL *easy;
  const char *refused;       /* the rule that forbade an address of this transfer, or NULL */
  char address[46];          /* the last address that was allowed, and tried; "": none */
  int unopened;              /* errno: the last socket could not be had because files or memory had run out; 0: it could */
  curl_socket_t socket;      /* the last that was opened for this transfer; CURL_SOCKET_BAD: none, or closed again */
  int requests;              /* of this transfer: two, when a connection that was kept was dead */
  struct curl_slist *pinned; /* of CollabOutboundHost */
} collab_transport_t;

/* Instead of curl_global_init(), once, in a process that sends credentials: what libcurl gives back is wiped, unless somebody
 * else (another module, before the fork) has set it up already. */
CURLcode collab_transport_init(void);

/* Sets what guards all transfers of a handle that is new, or reset. `transport` must live as long as the connections that these
 * make: until the handle, or the multi handle that it was in, is cleaned up. One thread at a time. */
void collab_transport_set(collab_transport_t *transport, CURL *easy, const collab_outbound_t *rules);

/* Sets where the next transfer goes; end it with collab_transport_end. CURLE_COULDNT_CONNECT: an address in the URL must not be
 * called (`refused` says why). */
CURLcode collab_transport_begin(collab_transport_t *transport, const char *url);
void collab_transport_end(collab_transport_t *transport);

/* Was the server's certificate refused because of its dates alone? */
bool collab_transport_dated(CURL *easy, CURLcode code);

/* Why a transfer came to nothing, in `pool`. Of a certificate that was not accepted libcurl's own text speaks of SSH; `said`, its
 * CURLOPT_ERRORBUFFER or "", knows what was wrong with it. */
const char *collab_transport_fault(apr_pool_t *pool, CURLcode code, const char *said);

#endif
