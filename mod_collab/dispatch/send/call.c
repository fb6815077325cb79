/* call.c: one HTTP request of a slot. Each request has a fresh handle of libcurl: a handle that is used again carries over
 * buffers and options of the last transfer, and libcurl 8.7 and newer keep a handle's last request, with its credentials, until
 * the handle is freed. Making and freeing one costs less than a microsecond. Runs in the dispatcher's loop; never waits. */
#include "dispatch/send/call.h"
#include "dispatch/dispatcher.h"

#include <string.h>

CURLcode collab_call_begin(collab_dispatcher_t *d, collab_slot_t *slot, bool fresh) {
  const collab_request_t *request = &slot->request;
  collab_transport_t *transport = &slot->transport;

  collab_answer_expect(slot, request->take ? NULL : &d->answers);
  CURLcode code = collab_transport_open(transport, &d->config->outbound, &d->transfers.sockets, request->url, fresh);
  if (code != CURLE_OK) {
    return code;
  }
  transport->subscription = slot->number;
  COLLAB_TRANSPORT_SET(transport, CURLOPT_PRIVATE, slot);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_HTTPHEADER, request->headers);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_POSTFIELDSIZE_LARGE, (curl_off_t)strlen(request->body));
  COLLAB_TRANSPORT_SET(transport, CURLOPT_POSTFIELDS, request->body);
  COLLAB_TRANSPORT_SET(transport, CURLOPT_TIMEOUT_MS, request->milliseconds);
  collab_answer_set(slot);
  return collab_transfers_begin(&d->transfers, transport) ? CURLE_OK : CURLE_FAILED_INIT;
}

CURLcode collab_call_repeat(collab_dispatcher_t *d, collab_slot_t *slot) {
  collab_call_end(d, slot);
  return collab_call_begin(d, slot, true);
}

void collab_call_end(collab_dispatcher_t *d, collab_slot_t *slot) {
  collab_answer_unlist(slot);
  collab_transfers_end(&d->transfers, &slot->transport);
}

/* The list may be in the slot's memory pool, because libcurl only reads it. */
void collab_call_add_header(collab_slot_t *slot, const char *line) {
  struct curl_slist *header = apr_palloc(slot->pool, sizeof *header);

  *header = (struct curl_slist){.data = (char *)line};
  *(slot->post.headers ? &slot->post.last_header->next : &slot->post.headers) = header;
  slot->post.last_header = header;
}
