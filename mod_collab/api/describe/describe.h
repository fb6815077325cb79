/* describe.h: writes field lists as JSON Schema, for the OpenAPI description (api/describe/openapi.c). Used while httpd starts.
 */
#ifndef COLLAB_API_DESCRIBE_DESCRIBE_H
#define COLLAB_API_DESCRIBE_DESCRIBE_H

#include <apr_hash.h>

#include "base/json.h"
#include "config/config.h"
#include "domain/schema.h"

#define INTERFACE_VERSION "1.0.0" /* interface.md 19.1 */
#define INTERFACE_REVISION 3      /* the newest of docs/interface-changes.md */

/* The OpenAPI version to write. 3.0 has neither lists of types nor a null type. 2.0 has no alternatives either, and no examples
 * in schemas: Amazon's API Gateway refuses a schema that has one. */
typedef enum collab_openapi_t { OPENAPI_3_1, OPENAPI_3_0, OPENAPI_2_0, OPENAPI_VERSIONS } collab_openapi_t;

typedef struct collab_writer_t {
  apr_pool_t *pool;
  collab_json_writer_t *json;
  const collab_config_t *config;
  collab_openapi_t version;
  apr_hash_t *samples;          /* by field list: samples.c */
  const collab_json_t *example; /* of the value that is described next; NULL: none */
  bool parameter;               /* a parameter is described: its example stands beside the schema */
} collab_writer_t;

collab_writer_t *collab_writer_make(apr_pool_t *pool, const collab_config_t *config, collab_openapi_t version);

/* {"$ref": …} to a component. `kind`: "schemas" (2.0 calls them definitions), "parameters", "headers" or "responses". */
void collab_write_reference(collab_writer_t *w, const char *kind, const char *name);

/* Writes the JSON Schema of a value that a field describes; `nullable`: the value may also be null. A field list that has a
 * name (api/operations/) becomes a reference. */
void collab_describe_value(collab_writer_t *w, const collab_field_t *field, bool nullable);

/* Writes the members of that schema without its braces; not for a field list that has a name. */
void collab_describe_keywords(collab_writer_t *w, const collab_field_t *field, bool nullable);

/* Writes the schema of a body with these fields, in full. `echoed`: further members that are accepted, where all others are
 * refused; NULL: others are ignored. */
void collab_describe_body(collab_writer_t *w, const collab_field_t *fields, const char *const *echoed);

/* Writes the components of a named list: usually one. If some fields depend on the value of the first field (.with), writes one
 * component for each value, and one that refers to these components. */
void collab_describe_component(collab_writer_t *w, const char *name, const collab_field_t *fields);

/* schemes.c: how a caller gets a token: the security schemes, and the security of the operations. Each scheme is an alternative:
 * the bearer token itself, the token endpoint if it is on, and each issuer's token endpoint that the operator has named. */
void collab_describe_schemes(collab_writer_t *w);
void collab_describe_security(collab_writer_t *w);

/* samples.c: collects the examples of the served operations, of events and of records, for collab_sample. */
void collab_samples_collect(collab_writer_t *w, const apr_array_header_t *operations);

/* A value that the member of a field list has in one of the examples; NULL: in none, or null in all. `name`: NULL: the whole
 * object. `kind`: only in examples
 * whose first member has this value; NULL: in any. */
const collab_json_t *collab_sample(const collab_writer_t *w, const collab_field_t *fields, const char *kind, const char *name);

/* Writes the example (JSON) of a schema; NULL, and in 2.0: nothing. */
void collab_describe_schema_example(collab_writer_t *w, const char *json);

/* The example of a row, or a recorded one, without the blanks and line ends that make it readable in the source. */
const char *collab_describe_example(apr_pool_t *pool, const char *json);

/* The default of a field (NULL: none) and its maximum (0: none), from the table or from the configuration. */
const char *collab_field_default(apr_pool_t *pool, const collab_config_t *config, const collab_field_t *field);
int64_t collab_field_max(const collab_config_t *config, const collab_field_t *field);

#endif
