/* trace.h: what ties a request to logs and events: its id, and the caller's trace context. Worker threads only. */
#ifndef COLLAB_HTTP_TRACE_H
#define COLLAB_HTTP_TRACE_H

#include <httpd.h>

/* The request's id: the caller's X-Request-Id if it is 1 to 128 of `A-Z a-z 0-9 . _ : @ / + = -`, else mod_unique_id's, else a
 * random one. The same at every call; also the note "collab-request-id", for LogFormat. */
const char *collab_trace_id(request_rec *r);

/* The caller's W3C traceparent when it is well-formed, else NULL. */
const char *collab_trace_parent(const request_rec *r);

#endif
