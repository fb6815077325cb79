/* describe.h: JSON text written member by member, and field lists written as JSON Schema. For the description of the interface
 * (api/describe/openapi.c), while httpd starts. */
#ifndef COLLAB_API_DESCRIBE_DESCRIBE_H
#define COLLAB_API_DESCRIBE_DESCRIBE_H

#include <httpd.h>

#include <http_config.h>
#include <util_varbuf.h>

#include "base/schema.h"
#include "config/config.h"

/* Which OpenAPI is written. 3.0 knows no list of types and no null type. */
typedef enum collab_openapi_t { OPENAPI_3_1, OPENAPI_3_0 } collab_openapi_t;

typedef struct collab_writer_t {
  apr_pool_t *pool;
  struct ap_varbuf text;
  const collab_config_t *config;
  collab_openapi_t version;
} collab_writer_t;

collab_writer_t *collab_writer_make(apr_pool_t *pool, const collab_config_t *config, collab_openapi_t version);

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

/* The JSON Schema of a value that a field describes; `nullable`: null will do as well. A list that has a name (api/operations/)
 * is referred to. */
void collab_describe_value(collab_writer_t *w, const collab_field_t *field, bool nullable);

/* The same of an object with these fields, in full. */
void collab_describe_object(collab_writer_t *w, const collab_field_t *fields);

/* The components of a named list: one, or, where its fields depend on the first one's value (.with), one that leads to another
 * for each value. */
void collab_describe_component(collab_writer_t *w, const char *name, const collab_field_t *fields);

/* The example of a row, without the blanks that its file has for readers. */
const char *collab_describe_example(apr_pool_t *pool, const char *json);

/* The default of a field, NULL when it has none, and the maximum, 0 when it has none: as the table says, or the operator. */
const char *collab_field_default(apr_pool_t *pool, const collab_config_t *config, const collab_field_t *field);
int64_t collab_field_max(const collab_config_t *config, const collab_field_t *field);

#endif
