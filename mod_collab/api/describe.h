/* describe.h: JSON text written member by member, and field lists written as JSON Schema. For the description of the interface
 * (api/openapi.c), while httpd starts. */
#ifndef COLLAB_API_DESCRIBE_H
#define COLLAB_API_DESCRIBE_H

#include <httpd.h>
#include <http_config.h>
#include <util_varbuf.h>

#include "http/schema.h"

typedef struct collab_writer_t {
  apr_pool_t *pool;
  struct ap_varbuf text;
  const char *event_prefix; /* of V2 event type names */
  bool lenient;             /* what is EXPECTED is not required */
} collab_writer_t;

collab_writer_t *collab_writer_make(apr_pool_t *pool, const char *event_prefix, bool lenient);

/* Commas come by themselves. A key is followed by exactly one value. */
void collab_write_key(collab_writer_t *w, const char *name);
void collab_write_open(collab_writer_t *w, const char *bracket);  /* "{" or "[" */
void collab_write_close(collab_writer_t *w, const char *bracket); /* "}" or "]" */
void collab_write_json(collab_writer_t *w, const char *json);     /* a value that is JSON already */
void collab_write_text(collab_writer_t *w, const char *value);    /* a string, or null */

/* A key and its value. */
void collab_write_member(collab_writer_t *w, const char *name, const char *value);
void collab_write_raw(collab_writer_t *w, const char *name, const char *json);

/* {"$ref": where + name} */
void collab_write_reference(collab_writer_t *w, const char *where, const char *name);

/* The JSON Schema of a value that a field describes; `nullable`: null will do as well. A list that has a name (api/records.c) is
 * referred to. */
void collab_describe_value(collab_writer_t *w, const collab_field_t *field, bool nullable);

/* The same of an object with these fields, in full. */
void collab_describe_object(collab_writer_t *w, const collab_field_t *fields);

#endif
