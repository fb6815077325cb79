/* schema_members.c: refuses or leaves out members of a body that no field list names (domain/schema.h). */
#include "base/json_writer.h"
#include "base/nearest.h"
#include "domain/schema.h"

/* ---- left out ---- */

/* Writes a value without unknown members. `fields`: the field list of the object, or of the array's objects; NULL for any other
 * value. */
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

/* ---- refused ---- */

static bool is_known(const collab_field_t *fields, const char *name) {
  for (const collab_field_t *field = fields; field->name; field++) {
    if (!strcmp(field->name, name)) {
      return true;
    }
  }
  return false;
}

static bool is_among(const char *const *names, const char *name) {
  for (; names && *names; names++) {
    if (!strcmp(*names, name)) {
      return true;
    }
  }
  return false;
}

static const char *known_names(apr_pool_t *pool, const collab_field_t *fields) {
  const char *names = "";

  for (const collab_field_t *field = fields; field->name; field++) {
    names = apr_pstrcat(pool, names, *names ? ", " : "", field->name, NULL);
  }
  return names;
}

static const char *unknown_fault(apr_pool_t *pool, const collab_field_t *fields, const char *name) {
  collab_nearest_t nearest = collab_nearest(name);

  for (const collab_field_t *field = fields; field->name; field++) {
    collab_nearest_try(&nearest, field->name);
  }
  return nearest.name ? apr_pstrcat(pool, "is unknown; did you mean ", nearest.name, "?", NULL)
                      : apr_pstrcat(pool, "is unknown; there are ", known_names(pool, fields), NULL);
}

/* Adds a fault for each unknown member. `path`: the path of the object, with a dot behind it; "" for the outermost object. */
static void refuse(collab_faults_t *faults, const char *path, const collab_field_t *fields, const char *const *also,
                   const collab_json_t *object) {
  for (const char *const *name = collab_json_names(faults->pool, object); *name; name++) {
    if (!is_known(fields, *name) && !is_among(also, *name)) {
      collab_faults_add(faults, apr_pstrcat(faults->pool, path, *name, NULL), COLLAB_FAULT_UNKNOWN,
                        unknown_fault(faults->pool, fields, *name));
    }
  }
  for (const collab_field_t *field = fields; field->name; field++) {
    const collab_json_t *member = collab_json_get(object, field->name);
    if (field->kind == OBJECT && field->fields && collab_json_kind(member) == COLLAB_JSON_OBJECT) {
      refuse(faults, apr_pstrcat(faults->pool, path, field->name, ".", NULL), field->fields, NULL, member);
    }
  }
}

void collab_schema_refuse_unknown(collab_faults_t *faults, const collab_field_t *fields, const char *const *also,
                                  const collab_json_t *body) {
  if (collab_json_kind(body) == COLLAB_JSON_OBJECT) {
    refuse(faults, "", fields, also, body);
  }
}

void collab_schema_refuse_vain_patch(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body) {
  if (collab_json_kind(body) != COLLAB_JSON_OBJECT) {
    return;
  }
  for (const collab_field_t *field = fields; field->name; field++) {
    if (collab_json_get(body, field->name)) {
      return;
    }
  }
  const char *message = apr_pstrcat(faults->pool, "cannot be changed; what can be: ", known_names(faults->pool, fields), NULL);
  for (const char *const *name = collab_json_names(faults->pool, body); *name; name++) {
    collab_faults_add(faults, *name, COLLAB_FAULT_READ_ONLY, message);
  }
}
