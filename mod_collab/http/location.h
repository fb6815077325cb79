/* location.h: decides which HTTP requests are this module's, and keeps httpd from mapping them to files. Worker threads only. */
#ifndef COLLAB_HTTP_LOCATION_H
#define COLLAB_HTTP_LOCATION_H

#include <httpd.h>

#include "config/config.h"

#define COLLAB_HANDLER "collab"

/* Hooks, in the order in which httpd runs them. */
int collab_location_pre_translate(request_rec *r);
int collab_location_translate(request_rec *r);
int collab_location_map(request_rec *r);

/* Is this a request to the interface? As long as httpd has not looked at its <Location> (for example because it could not read
 * the request line), the base path decides. */
bool collab_location_ours(request_rec *r);

/* Is this a request to the interface by its path, while its <Location> is not known yet? */
bool collab_location_guessed(request_rec *r);

/* The request's raw path below the base path, such as "/v1/me"; "" when it is not below it. Segments are still
 * percent-encoded. */
const char *collab_location_path(const request_rec *r, const collab_config_t *config);

#endif
