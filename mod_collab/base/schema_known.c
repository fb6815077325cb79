/* schema_known.c: what is left of a body when only the members that its field list names are kept (base/schema.h). */
#include "base/schema.h"

static void add_known(collab_string_builder_t *builder, const collab_field_t *fields, const collab_json_t *value);

static void add_known_members(collab_string_builder_t *builder, const collab_field_t *fields, const collab_json_t *object) {
  const char *before = "{";

  for (const collab_field_t *field = fields; field->name; field++) {
    const collab_json_t *member = collab_json_get(object, field->name);
    if (member == NULL) {
      continue;
    }
    collab_string_builder_add(builder, before);
    collab_json_add(builder, field->name);
    collab_string_builder_add(builder, ":");
    add_known(builder, field->fields, member);
    before = ",";
  }
  collab_string_builder_add(builder, *before == '{' ? "{}" : "}");
}

/* `fields`: of the object, or of the array's objects; NULL where the value is none of them. */
static void add_known(collab_string_builder_t *builder, const collab_field_t *fields, const collab_json_t *value) {
  collab_json_kind_t kind = collab_json_kind(value);

  if (fields && kind == COLLAB_JSON_OBJECT) {
    add_known_members(builder, fields, value);
  } else if (fields && kind == COLLAB_JSON_ARRAY) {
    collab_string_builder_add(builder, "[");
    for (apr_size_t i = 0; i < collab_json_count(value); i++) {
      collab_string_builder_add(builder, i ? "," : "");
      add_known(builder, fields, collab_json_at(value, i));
    }
    collab_string_builder_add(builder, "]");
  } else if (kind == COLLAB_JSON_STRING) {
    collab_json_add(builder, collab_json_string(value));
  } else {
    collab_string_builder_add(builder, collab_json_text(builder->pool, value));
  }
}

const char *collab_schema_known(apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *body) {
  collab_string_builder_t builder = collab_string_builder_begin(pool, 1000);

  add_known(&builder, fields, body);
  return builder.text;
}
