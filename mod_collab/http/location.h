/* location.h: which requests are this module's, and keeping httpd's file system away from them. Worker threads only. */
#ifndef COLLAB_HTTP_LOCATION_H
#define COLLAB_HTTP_LOCATION_H

#include <httpd.h>

#include "config/config.h"

#define COLLAB_HANDLER "collab"

/* Hooks, in the order httpd runs them. */
int collab_location_pre_translate(request_rec *r);
int collab_location_translate(request_rec *r);
int collab_location_map(request_rec *r);

/* Is the request one of the interface's? Before httpd has looked at its <Location> (a request line it could not read, say), the
 * base path decides. */
bool collab_location_ours(request_rec *r);

/* Is a request one of ours as far as its path says, while its <Location> is not known yet? */
bool collab_location_guessed(request_rec *r);

/* The request's raw path below the base path: "/v1/me"; "" when it is not below. Segments are still percent-encoded. */
const char *collab_location_path(const request_rec *r, const collab_config_t *config);

#endif
