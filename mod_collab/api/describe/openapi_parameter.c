/* openapi_parameter.c: a parameter of an operation, in each version of OpenAPI. In 2.0 the parts of forms are parameters, too. */
#include "api/describe/openapi.h"

#include <string.h>

void collab_openapi_parameter(collab_writer_t *w, const char *name, const char *in, const collab_field_t *field) {
  collab_field_t schema = *field;

  collab_write_open(w->json, NULL, "{");
  collab_write_text(w->json, "name", name);
  collab_write_text(w->json, "in", in);
  collab_write_json(w->json, "required", !strcmp(in, "path") || schema.presence == REQUIRED ? "true" : "false");
  if (schema.kind == CURSOR) { /* a list by cursor begins with an empty one, which viewers would leave out */
    collab_write_json(w->json, "allowEmptyValue", "true");
  }
  w->parameter = true;
  if (w->version == OPENAPI_2_0) { /* has no schema */
    collab_describe_keywords(w, &schema, false);
    w->parameter = false;
    collab_write_close(w->json, "}");
    return;
  }
  if (schema.says) {
    collab_write_text(w->json, "description", schema.says);
  }
  schema.says = NULL; /* already written as the parameter's description */
  collab_write_key(w->json, "schema");
  collab_describe_value(w, &schema, false);
  w->parameter = false;
  if (field->example) {
    collab_write_json(w->json, "example", schema.kind == INTEGER ? field->example : collab_json_quote(w->pool, field->example));
  }
  collab_write_close(w->json, "}");
}
