/* upload_fault.h: says why a storage does not have a file, in words for clients: without an address, name or port. */
#ifndef COLLAB_OUTBOUND_UPLOAD_FAULT_H
#define COLLAB_OUTBOUND_UPLOAD_FAULT_H

#include "outbound/transport.h"

#define COLLAB_UPLOAD_BROKEN_OFF "the storage broke the connection off"

typedef struct collab_upload_fault_t {
  const char *text; /* in `pool` or static */
  bool lasting;     /* the next file would fail in the same way */
  bool local;       /* this node's fault: its proxy does not work */
} collab_upload_fault_t;

/* The fault that a storage's final response reports; its status is not 2xx. The thread that uses the handle. */
const char *collab_upload_status_fault(apr_pool_t *pool, CURL *easy, long status);

/* The fault of a transfer that failed before the headers of the final response. `patience`: seconds for connecting. The thread
 * that uses the transfer. */
collab_upload_fault_t collab_upload_transfer_fault(apr_pool_t *pool, const collab_transport_t *transport, CURLcode code,
                                                   int patience);

/* The storage's address may not be called: transport->refused says why. */
const char *collab_upload_refusal(apr_pool_t *pool, const collab_transport_t *transport);

#endif
