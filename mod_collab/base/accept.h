/* accept.h: reads the Accept header of HTTP (RFC 9110, 12.5.1). Any thread, any process. */
#ifndef COLLAB_BASE_ACCEPT_H
#define COLLAB_BASE_ACCEPT_H

#include "collab.h"

/* True if the header names this media type with a weight above zero. Wildcards do not count (interface.md 5.3). `accept` is NULL
 * when there is no header. */
bool collab_accept_names(const char *accept, const char *type);

#endif
