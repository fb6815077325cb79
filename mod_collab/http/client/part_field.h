/* part_field.h: reads the value of a header field of a form's part. Results live in `pool`. Any thread, any process. */
#ifndef COLLAB_HTTP_CLIENT_PART_FIELD_H
#define COLLAB_HTTP_CLIENT_PART_FIELD_H

#include "collab.h"

/* Reads a token (RFC 9110, 5.6.2) at *at, and advances. NULL: there is none. */
const char *collab_part_token(apr_pool_t *pool, const char **at);

/* Reads a parameter, `; name=value`, at *at, and advances. Passes over empty ones (RFC 9110, 5.6.6), of which nothing follows the
 * semicolon. If no parameter can be read there, returns false and leaves *at unchanged. */
bool collab_part_parameter(apr_pool_t *pool, const char **at, const char **name, const char **value);

/* Does nothing but blanks and empty parameters follow? */
bool collab_part_is_end(const char *at);

/* The media type (RFC 9110, 8.3.1) that the value is. NULL: it is malformed, or longer than `most` bytes. */
const char *collab_part_type(apr_pool_t *pool, const char *value, apr_size_t most);

#endif
