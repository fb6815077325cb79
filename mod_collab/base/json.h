/* json.h: the only interface to jansson. Values are read-only and live in the document's pool. Any thread, any process. */
#ifndef COLLAB_BASE_JSON_H
#define COLLAB_BASE_JSON_H

#include "base/json_writer.h"

typedef struct json_t collab_json_t; /* jansson's own; only json.c looks inside */

typedef enum collab_json_kind_t {
  COLLAB_JSON_NULL,
  COLLAB_JSON_BOOLEAN,
  COLLAB_JSON_INTEGER,
  COLLAB_JSON_REAL,
  COLLAB_JSON_STRING,
  COLLAB_JSON_ARRAY,
  COLLAB_JSON_OBJECT
} collab_json_kind_t;

#define COLLAB_JSON_DEPTH 32 /* interface.md 3.1 */
/* Maximum number of brackets and commas. A form of 1 MiB, with all its choices, has fewer. An empty object takes 230 bytes of
 * memory. */
#define COLLAB_JSON_VALUES 131072

/* Parses strictly: UTF-8, one value, no duplicate keys, no NUL, no lone surrogates, nesting at most COLLAB_JSON_DEPTH
 * (checked before the parser recurses), at most COLLAB_JSON_VALUES brackets and commas. Any top-level value is accepted. On
 * failure returns NULL and sets *error: the fault with line and column, and at most a few bytes of input. A number that fits
 * neither an int64 nor a double becomes the COLLAB_JSON_REAL 1e308, or -1e308 if it is negative. The document lives in `pool`. */
const collab_json_t *collab_json_parse(apr_pool_t *pool, const char *text, apr_size_t len, const char **error);

/* As collab_json_parse, with at most `most` brackets and commas. For the operator's own large files. */
const collab_json_t *collab_json_parse_within(apr_pool_t *pool, const char *text, apr_size_t len, apr_size_t most,
                                              const char **error);

/* Frees a document before its pool. `pool` and `document`: as collab_json_parse was given and returned. */
void collab_json_free(apr_pool_t *pool, const collab_json_t *document);

/* Makes jansson wipe the memory that it frees, from now on. Call it before the process has any document. */
void collab_json_wipe(void);

/* The kind of a value. NULL (an absent member) has the kind of a JSON null, because most members treat both alike. */
collab_json_kind_t collab_json_kind(const collab_json_t *value);

/* A member of an object; NULL when it is absent or `object` is not an object. A JSON null is a value of kind COLLAB_JSON_NULL. */
const collab_json_t *collab_json_get(const collab_json_t *object, const char *name);

apr_size_t collab_json_count(const collab_json_t *array); /* elements of an array, members of an object; else 0 */
const collab_json_t *collab_json_at(const collab_json_t *array, apr_size_t index);

const char *collab_json_string(const collab_json_t *value); /* NULL for another kind */
/* The names of an object's members, ended by NULL; an empty list for another kind. */
const char *const *collab_json_names(apr_pool_t *pool, const collab_json_t *object);

int64_t collab_json_integer(const collab_json_t *value); /* 0 for another kind */
double collab_json_number(const collab_json_t *value);   /* of an integer or a real; 0 for another kind */
bool collab_json_true(const collab_json_t *value);

/* Compact JSON text of a value, members in their order; "" for NULL. Without memory, ends the process as `pool` does, or returns
 * "". */
const char *collab_json_text(apr_pool_t *pool, const collab_json_t *value);

/* One JSON string with its quotes; NULL gives null. For more than one value use base/json_writer.h. */
const char *collab_json_quote(apr_pool_t *pool, const char *text);

/* The size of the text as a JSON string with its quotes, in bytes. PostgreSQL's to_json gives the same size. */
apr_size_t collab_json_quoted_length(const char *text);

#endif
