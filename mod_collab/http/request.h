/* request.h: functions for every HTTP request, including those that httpd answers itself: whether the request is this module's,
 * its id, and its unread body. Worker threads only. */
#ifndef COLLAB_HTTP_REQUEST_H
#define COLLAB_HTTP_REQUEST_H

#include <httpd.h>
#include <stdbool.h>

#include "config/config.h"

/* location.c: decides which HTTP requests are this module's, and keeps httpd from mapping them to files. */

#define COLLAB_HANDLER "collab"
#define COLLAB_STATUS_HANDLER "collab-status"
#define COLLAB_METRICS_HANDLER "collab-metrics"

/* Hooks, in the order in which httpd runs them. */
int collab_location_read(request_rec *r);
int collab_location_pre_translate(request_rec *r);
int collab_location_translate(request_rec *r);
int collab_location_map(request_rec *r);
int collab_location_type(request_rec *r);
int collab_location_fixup(request_rec *r);

/* Is this a request to the interface? Its <Location> decides. Until httpd has found the <Location>, the base path decides. A
 * request line that cannot be read has no path, and counts as ours. */
bool collab_location_ours(request_rec *r);

/* True if the request's <Location> is not known yet and its path makes it a request to the interface. */
bool collab_location_guessed(request_rec *r);

/* Is this a request for the status page or the metrics? */
bool collab_location_page(const request_rec *r);

/* The request's raw path below the base path, such as "/v1/me"; "" for a path that is not below the base path. Segments
 * are still percent-encoded. */
const char *collab_location_path(const request_rec *r, const collab_config_t *config);

/* own_errors.c: keeps httpd from answering errors with a page of the operator's. */

/* Called once, when hooks are registered. */
void collab_own_errors_register(void);

/* Makes ErrorDocument, which may redirect, ineffective for this request, or effective again. Does nothing if it already is. */
void collab_own_errors(request_rec *r, bool own);

/* trace.c: the id of a request and the caller's trace context, which connect the request to logs and events. */

/* The request's id: the caller's X-Request-Id if it has 1 to 128 characters of `A-Z a-z 0-9 . _ : @ / + = -`, else
 * mod_unique_id's, else a random one. Every call returns the same id. The note "collab-request-id" has it for LogFormat. */
const char *collab_trace_id(request_rec *r);

/* The caller's W3C traceparent if it is well-formed, else NULL. */
const char *collab_trace_parent(const request_rec *r);

/* unread_body.c: the handling of a request body that nobody has read. */

/* Call this before anything can answer. If the request announces a body, the connection will end with the request, unless
 * collab_unread_settle finds the body complete. */
void collab_unread_begin(request_rec *r);

/* Call this just before the headers of a response are written. Reads what has arrived of the body, at most 16 KiB, and never
 * waits. If the body is then complete, or the operation has already read all of it, the connection stays open for the next
 * request. Does nothing for a request without a body, or when called again. */
void collab_unread_settle(request_rec *r);

/* httpd refuses some requests to the interface before it knows their <Location> (417, 421). These two functions keep it from
 * waiting for the bodies of such requests. collab_unread_register is called when hooks are registered; `guessed` tells from the
 * path whether a request is for the interface. collab_unread_create is httpd's create_request hook. */
void collab_unread_register(bool (*guessed)(request_rec *r));
int collab_unread_create(request_rec *r);

#endif
