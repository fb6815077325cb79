/* trace.h: the id of a request and the caller's trace context, which connect the request to logs and events. Worker threads
 * only. */
#ifndef COLLAB_HTTP_TRACE_H
#define COLLAB_HTTP_TRACE_H

#include <httpd.h>

/* The request's id: the caller's X-Request-Id if it is 1 to 128 of `A-Z a-z 0-9 . _ : @ / + = -`, else mod_unique_id's, else a
 * random one. Every call returns the same; it is also the note "collab-request-id", for LogFormat. */
const char *collab_trace_id(request_rec *r);

/* The caller's W3C traceparent if it is well-formed, else NULL. */
const char *collab_trace_parent(const request_rec *r);

#endif
