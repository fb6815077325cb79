/* unread_body.h: what happens to a request body that nobody has read. Worker threads only. */
#ifndef COLLAB_HTTP_UNREAD_BODY_H
#define COLLAB_HTTP_UNREAD_BODY_H

#include <httpd.h>

#include <stdbool.h>

/* Call this before anything can answer. The connection of a request that announces a body will end with the request, unless
 * collab_unread_settle finds the body complete. */
void collab_unread_begin(request_rec *r);

/* Call this just before the headers of a response are written. Reads what has arrived of the body, at most 16 KiB, and never
 * waits. The connection stays open for the next request if that was the end of the body, or if the operation has read the body to
 * its end. Does nothing for a request without a body, and nothing when called again. */
void collab_unread_settle(request_rec *r);

/* For requests to the interface that httpd refuses before it knows their <Location> (417, 421). The first function is called when
 * hooks are registered; `guessed`: is a request one to the interface by its path? The second is httpd's create_request hook. */
void collab_unread_register(bool (*guessed)(request_rec *r));
int collab_unread_create(request_rec *r);

#endif
