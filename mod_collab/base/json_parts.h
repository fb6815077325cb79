/* json_parts.h: pieces of the parser for domain/schema_read.c, which reads a text itself and lets jansson build only a part of
 * it. Any thread, any process. */
#ifndef COLLAB_BASE_JSON_PARTS_H
#define COLLAB_BASE_JSON_PARTS_H

#include "base/json.h"

/* Checks what must hold before anything recurses into a text: no NUL, nesting at most COLLAB_JSON_DEPTH. Sets *values to the
 * number of its brackets and commas. On failure returns false and sets *error as collab_json_parse does. */
bool collab_json_measure(apr_pool_t *pool, const char *text, apr_size_t len, apr_size_t *values, const char **error);

/* As collab_json_parse, for a text that collab_json_measure has accepted; the number of values has no limit. On failure sets
 * *what to the fault without its place, and *end to the number of bytes that were read. */
const collab_json_t *collab_json_build(apr_pool_t *pool, const char *text, apr_size_t len, const char **what, apr_size_t *end);

/* The text of an error: the fault, and the place of the last of the first `end` bytes. */
const char *collab_json_error(apr_pool_t *pool, const char *what, const char *text, apr_size_t end);

/* True for a number as RFC 8259 defines it. */
bool collab_json_is_number(const char *at, const char *end);

/* The value of a JSON string with its quotes, in `pool`; "" if `pool` is NULL. NULL: it is none. */
const char *collab_json_unquote(apr_pool_t *pool, const char *text, apr_size_t len);

#endif
