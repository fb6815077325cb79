/* schema_known.c: what is left of a body when only the members that its field list names are kept (base/schema.h). */
#include "base/json_writer.h"
#include "base/schema.h"

/* `fields`: of the object, or of the array's objects; NULL if the value is neither. */
static void write_known(collab_json_writer_t *w, const char *name, const collab_field_t *fields, const collab_json_t *value) {
  collab_json_kind_t kind = collab_json_kind(value);

  if (fields && kind == COLLAB_JSON_OBJECT) {
    collab_write_open(w, name, "{");
    for (const collab_field_t *field = fields; field->name; field++) {
      const collab_json_t *member = collab_json_get(value, field->name);
      if (member) {
        write_known(w, field->name, field->fields, member);
      }
    }
    collab_write_close(w, "}");
  } else if (fields && kind == COLLAB_JSON_ARRAY) {
    collab_write_open(w, name, "[");
    for (apr_size_t i = 0; i < collab_json_count(value); i++) {
      write_known(w, NULL, fields, collab_json_at(value, i));
    }
    collab_write_close(w, "]");
  } else if (kind == COLLAB_JSON_STRING) {
    collab_write_text(w, name, collab_json_string(value));
  } else {
    collab_write_json(w, name, collab_json_text(w->pool, value));
  }
}

const char *collab_schema_known(apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *body) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 1000);

  write_known(w, NULL, fields, body);
  return w->text;
}
