/* trailer.h: bounds the wait for the trailer of a chunked body.
 *
 * httpd's chunk filter reads the lines of a trailer with blocking reads, even if its caller does not want to block. So whoever
 * reads a body without blocking must first put the filter of this file below it. Worker threads only. */
#ifndef COLLAB_HTTP_CLIENT_TRAILER_H
#define COLLAB_HTTP_CLIENT_TRAILER_H

#include <httpd.h>
#include <stdbool.h>
#include <util_filter.h>

/* Registers the filter. While hooks are registered. */
void collab_trailer_register(void);

/* Puts the filter below httpd's chunk filter. For each wait for more of a trailer, it calls `wait`, which must return after a
 * second at the latest; when `wait` returns false, the read fails. `wait` NULL: the read fails at once. Returns NULL if the
 * request needs no filter (HTTP/2); else collab_trailer_end must follow. */
ap_filter_t *collab_trailer_begin(request_rec *r, bool (*wait)(void *baton), void *baton);

/* Removes the filter; NULL: does nothing. */
void collab_trailer_end(ap_filter_t *filter);

#endif
