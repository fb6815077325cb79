/* describe.c: field lists as JSON Schema (2020-12, as OpenAPI 3.1 has it), and the few functions that put JSON text together.
 *
 * Reads the lists that validate (api/schemas.c) and those that name what is answered (api/records.c). Called by api/openapi.c
 * while httpd starts; memory is the writer's pool. Must say no more than the validation does: a client that believes the
 * description is never refused what is allowed. */
#include "api/describe.h"

#include <apr_strings.h>
#include <string.h>

#include "api/records.h"
#include "base/json.h"
#include "event/event.h"

#define EMAIL_LENGTH 191
#define URI_LENGTH 2048

/* ---- JSON text ---- */

collab_writer_t *collab_writer_make(apr_pool_t *pool, const char *event_prefix, bool lenient) {
  collab_writer_t *w = apr_pcalloc(pool, sizeof *w);

  w->pool = pool;
  w->event_prefix = event_prefix;
  w->lenient = lenient;
  ap_varbuf_init(pool, &w->text, 1 << 16);
  return w;
}

/* Before a value or a key: a comma, unless something has just been opened or named. */
static void next(collab_writer_t *w) {
  if (w->text.strlen && !strchr("{[:", w->text.buf[w->text.strlen - 1]))
    ap_varbuf_strcat(&w->text, ",");
}

void collab_write_key(collab_writer_t *w, const char *name) {
  next(w);
  ap_varbuf_strcat(&w->text, collab_json_quote(w->pool, name));
  ap_varbuf_strcat(&w->text, ":");
}

void collab_write_json(collab_writer_t *w, const char *json) {
  next(w);
  ap_varbuf_strcat(&w->text, json);
}

void collab_write_open(collab_writer_t *w, const char *bracket) {
  collab_write_json(w, bracket);
}

void collab_write_close(collab_writer_t *w, const char *bracket) {
  ap_varbuf_strcat(&w->text, bracket);
}

void collab_write_text(collab_writer_t *w, const char *value) {
  collab_write_json(w, collab_json_quote(w->pool, value));
}

void collab_write_member(collab_writer_t *w, const char *name, const char *value) {
  collab_write_key(w, name);
  collab_write_text(w, value);
}

void collab_write_raw(collab_writer_t *w, const char *name, const char *json) {
  collab_write_key(w, name);
  collab_write_json(w, json);
}

static void write_number(collab_writer_t *w, const char *name, int64_t value) {
  collab_write_raw(w, name, apr_psprintf(w->pool, "%" APR_INT64_T_FMT, value));
}

void collab_write_reference(collab_writer_t *w, const char *where, const char *name) {
  collab_write_open(w, "{");
  collab_write_member(w, "$ref", apr_pstrcat(w->pool, where, name, NULL));
  collab_write_close(w, "}");
}

/* ---- schemas ---- */

static void write_type(collab_writer_t *w, const char *type, bool nullable) {
  collab_write_raw(w, "type", apr_psprintf(w->pool, nullable ? "[\"%s\",\"null\"]" : "\"%s\"", type));
}

static void write_string(collab_writer_t *w, const char *format, int64_t max, bool nullable) {
  write_type(w, "string", nullable);
  if (format)
    collab_write_member(w, "format", format);
  if (max)
    write_number(w, "maxLength", max);
}

static void write_enum(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  write_type(w, "string", nullable);
  collab_write_key(w, "enum");
  collab_write_open(w, "[");
  for (const char *const *value = field->values; *value; value++)
    collab_write_text(w, *value);
  if (nullable)
    collab_write_json(w, "null");
  collab_write_close(w, "]");
}

static void write_integer(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  write_type(w, "integer", nullable);
  collab_write_member(w, "format", field->max && field->max <= INT32_MAX ? "int32" : "int64");
  if (field->max || field->min)
    write_number(w, "minimum", field->min);
  if (field->max && field->max < INT64_MAX)
    write_number(w, "maximum", field->max);
}

static void write_array(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  collab_field_t element = {NULL, OBJECT, REQUIRED, .fields = field->fields};

  write_type(w, "array", nullable);
  if (field->min)
    write_number(w, "minItems", field->min);
  if (field->max)
    write_number(w, "maxItems", field->max);
  collab_write_key(w, "items");
  collab_describe_value(w, field->of ? field->of : &element, false);
}

static void write_event_types(collab_writer_t *w, collab_kind_t version, bool nullable) {
  static const char *const types[] = {"created", "note.created", "closed", "response.created", "response.updated", NULL};

  write_type(w, "array", nullable);
  write_number(w, "minItems", 1);
  collab_write_key(w, "items");
  collab_write_open(w, "{");
  write_type(w, "string", false);
  collab_write_key(w, "enum");
  collab_write_open(w, "[");
  for (const char *const *type = types; *type && (version == EVENT_TYPES_V2 || type < types + 2); type++)
    collab_write_text(w, collab_event_name(w->pool, version == EVENT_TYPES_V2 ? w->event_prefix : NULL, *type));
  collab_write_close(w, "]}");
}

static bool is_required(const collab_writer_t *w, const collab_field_t *field) {
  return field->presence == REQUIRED || (field->presence == EXPECTED && !w->lenient);
}

static void write_members(collab_writer_t *w, const collab_field_t *fields) {
  collab_write_key(w, "properties");
  collab_write_open(w, "{");
  for (const collab_field_t *field = fields; field->name; field++) {
    collab_write_key(w, field->name);
    collab_describe_value(w, field, !is_required(w, field));
  }
  collab_write_close(w, "}");
  bool any = false;
  for (const collab_field_t *field = fields; field->name; field++)
    any = any || is_required(w, field);
  if (!any)
    return;
  collab_write_key(w, "required");
  collab_write_open(w, "[");
  for (const collab_field_t *field = fields; field->name; field++) {
    if (is_required(w, field))
      collab_write_text(w, field->name);
  }
  collab_write_close(w, "]");
}

void collab_describe_object(collab_writer_t *w, const collab_field_t *fields) {
  collab_write_open(w, "{");
  write_type(w, "object", false);
  write_members(w, fields);
  collab_write_close(w, "}");
}

static void describe_record(collab_writer_t *w, const char *name, bool nullable) {
  if (nullable) {
    collab_write_open(w, "{");
    collab_write_key(w, "anyOf");
    collab_write_open(w, "[");
  }
  collab_write_reference(w, "#/components/schemas/", name);
  if (nullable) {
    collab_write_json(w, "{\"type\":\"null\"}");
    collab_write_close(w, "]}");
  }
}

void collab_describe_value(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  const char *name = field->kind == OBJECT ? collab_record_name(field->fields) : NULL;

  if (name) {
    describe_record(w, name, nullable);
    return;
  }
  collab_write_open(w, "{");
  switch (field->kind) {
  case STRING:
    write_string(w, NULL, field->max, nullable);
    if (field->filled)
      write_number(w, "minLength", 1);
    break;
  case ENUM:
    write_enum(w, field, nullable);
    break;
  case EMAIL:
    write_string(w, "email", field->max ? field->max : EMAIL_LENGTH, nullable);
    break;
  case URI:
    write_string(w, "uri", URI_LENGTH, nullable);
    break;
  case DATETIME:
    write_string(w, "date-time", 0, nullable);
    break;
  case DATETIME_OR_SECONDS:
    collab_write_raw(w, "type", nullable ? "[\"string\",\"number\",\"null\"]" : "[\"string\",\"number\"]");
    collab_write_member(w, "format", "date-time");
    collab_write_member(w, "description", "A date-time, or a number: seconds since 1970, with or without a fraction");
    break;
  case CURSOR:
    write_string(w, NULL, 0, nullable);
    collab_write_member(w, "pattern", "^([0-9]+-[0-9]+)?$");
    break;
  case BOOLEAN:
    write_type(w, "boolean", nullable);
    break;
  case INTEGER:
    write_integer(w, field, nullable);
    break;
  case NUMBER_OR_DIGITS:
    collab_write_raw(w, "type", nullable ? "[\"integer\",\"string\",\"null\"]" : "[\"integer\",\"string\"]");
    write_number(w, "minimum", field->min);
    collab_write_member(w, "pattern", "^[0-9]+$");
    break;
  case OBJECT:
    write_type(w, "object", nullable);
    if (field->fields)
      write_members(w, field->fields);
    break;
  case ARRAY:
    write_array(w, field, nullable);
    break;
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    write_event_types(w, field->kind, nullable);
    break;
  case CONTENT:
    write_type(w, "string", nullable);
    collab_write_member(w, "contentMediaType", "application/octet-stream");
    break;
  }
  collab_write_close(w, "}");
}
