/* unread.h: what an answer does about a request body that nobody has read. Worker threads only. */
#ifndef COLLAB_HTTP_UNREAD_H
#define COLLAB_HTTP_UNREAD_H

#include <httpd.h>

#include <stdbool.h>

/* Call this before anything can answer. A request that announces a body ends its connection, unless collab_unread_settle finds
 * the body complete. */
void collab_unread_begin(request_rec *r);

/* Call this just before the headers of an answer are written. Takes what has arrived of the body, 16 KiB at most, and never
 * waits. The connection is kept for the next request if that was the end of the body, or if the operation has read it to its end.
 * Does nothing for a request without a body, and nothing when called again. */
void collab_unread_settle(request_rec *r);

/* For requests of the interface that httpd refuses before it knows their <Location> (417, 421). The first is called when hooks
 * are registered; `guessed`: is a request the interface's as far as its path says? The second is httpd's create_request hook. */
void collab_unread_register(bool (*guessed)(request_rec *r));
int collab_unread_create(request_rec *r);

#endif
