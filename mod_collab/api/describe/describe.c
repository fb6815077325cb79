/* describe.c: writes field lists as schemas (JSON Schema 2020-12 in OpenAPI 3.1, OpenAPI's own dialect in 3.0).
 *
 * It reads the lists that validate requests and those that describe responses (api/operations/). api/describe/openapi.c calls it
 * while httpd starts; the memory comes from the writer's pool. A schema must not be stricter than the validation: a client that
 * follows the description must be able to send everything that the service accepts. */
#include "api/describe/describe.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>

#include "api/describe/pages.h"
#include "domain/event_name.h"

collab_writer_t *collab_writer_make(apr_pool_t *pool, const collab_config_t *config, collab_openapi_t version) {
  collab_writer_t *w = apr_pcalloc(pool, sizeof *w);

  w->pool = pool;
  w->config = config;
  w->version = version;
  w->json = collab_json_writer_make(pool, 1 << 16);
  return w;
}

static const char *reference(const collab_writer_t *w, const char *kind, const char *name) {
  const char *where = w->version != OPENAPI_2_0 ? "components/" : "";

  return apr_pstrcat(w->pool, "#/", where, w->version == OPENAPI_2_0 && !strcmp(kind, "schemas") ? "definitions" : kind, "/",
                     name, NULL);
}

void collab_write_reference(collab_writer_t *w, const char *kind, const char *name) {
  collab_write_open(w->json, NULL, "{");
  collab_write_text(w->json, "$ref", reference(w, kind, name));
  collab_write_close(w->json, "}");
}

const char *collab_describe_example(apr_pool_t *pool, const char *json) {
  char *text = apr_pstrdup(pool, json), *to = text;
  bool quoted = false;

  for (const char *at = json; *at; at++) {
    if (*at == '"' && (at == json || at[-1] != '\\')) {
      quoted = !quoted;
    }
    if (quoted || (*at != ' ' && *at != '\n')) {
      *to++ = *at;
    }
  }
  *to = '\0';
  return text;
}

/* ---- schemas ---- */

const char *collab_field_default(apr_pool_t *pool, const collab_config_t *config, const collab_field_t *field) {
  if (field->otherwise_at) {
    return apr_itoa(pool, *(const int *)((const char *)config + field->otherwise_at));
  }
  return field->otherwise;
}

int64_t collab_field_max(const collab_config_t *config, const collab_field_t *field) {
  return field->max_at ? *(const int *)((const char *)config + field->max_at) : field->max;
}

static void write_type(collab_writer_t *w, const char *type, bool nullable) {
  bool list = nullable && w->version == OPENAPI_3_1;

  collab_write_json(w->json, "type", apr_psprintf(w->pool, list ? "[\"%s\",\"null\"]" : "\"%s\"", type));
  if (nullable && !list) {
    collab_write_json(w->json, w->version == OPENAPI_2_0 ? "x-nullable" : "nullable", "true");
  }
}

static void write_string(collab_writer_t *w, const char *format, int64_t max, bool nullable) {
  write_type(w, "string", nullable);
  if (format) {
    collab_write_text(w->json, "format", format);
  }
  if (max) {
    collab_write_integer(w->json, "maxLength", max);
  }
}

static void write_values(collab_writer_t *w, const char *const *values, bool with_null) {
  collab_write_open(w->json, "enum", "[");
  for (; *values; values++) {
    collab_write_text(w->json, NULL, *values);
  }
  if (with_null) {
    collab_write_json(w->json, NULL, "null");
  }
  collab_write_close(w->json, "]");
}

/* In 3.1, null is an alternative beside the list, because some generators take every value of a list for a string. */
static void write_enum(collab_writer_t *w, const char *const *values, bool nullable) {
  bool either = nullable && w->version == OPENAPI_3_1;

  if (either) {
    collab_write_open(w->json, "anyOf", "[");
    collab_write_open(w->json, NULL, "{");
  }
  write_type(w, "string", nullable && !either);
  write_values(w, values, nullable && w->version == OPENAPI_3_0);
  if (either) {
    collab_write_close(w->json, "}");
    collab_write_json(w->json, NULL, "{\"type\":\"null\"}");
    collab_write_close(w->json, "]");
  }
}

static void write_integer(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  int64_t max = collab_field_max(w->config, field);

  write_type(w, "integer", nullable);
  collab_write_text(w->json, "format", max && max <= INT32_MAX ? "int32" : "int64");
  if (max || field->min) {
    collab_write_integer(w->json, "minimum", field->min);
  }
  if (max && max < INT64_MAX) {
    collab_write_integer(w->json, "maximum", max);
  }
}

static void write_array(collab_writer_t *w, const collab_field_t *field, bool nullable, const collab_json_t *example) {
  collab_field_t element = {NULL, OBJECT, REQUIRED, .fields = field->fields};

  write_type(w, "array", nullable);
  if (field->min) {
    collab_write_integer(w->json, "minItems", field->min);
  }
  if (field->max) {
    collab_write_integer(w->json, "maxItems", field->max);
  }
  collab_write_key(w->json, "items");
  w->example = field->of ? collab_json_at(example, 0) : NULL;
  collab_describe_value(w, field->of ? field->of : &element, false);
}

/* The names of event types as a list of values: those that a subscription of this version may list, or (NULL) all of both. */
static void write_event_names(collab_writer_t *w, const collab_kind_t *version) {
  const char *first = NULL;

  write_type(w, "string", false);
  collab_write_open(w->json, "enum", "[");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    if (version == NULL || (event->subscribed && event->v1 == (*version == EVENT_TYPES_V1))) {
      const char *name = collab_event_name(w->pool, event->v1 ? NULL : w->config->event_type_prefix, event->type);
      first = first ? first : name;
      collab_write_text(w->json, NULL, name);
    }
  }
  collab_write_close(w->json, "]");
  collab_describe_schema_example(w, collab_json_quote(w->pool, first));
}

static void write_event_types(collab_writer_t *w, collab_kind_t version, bool nullable) {
  write_type(w, "array", nullable);
  collab_write_integer(w->json, "minItems", 1);
  collab_write_integer(w->json, "maxItems", COLLAB_MAX_EVENT_TYPES);
  collab_write_open(w->json, "items", "{");
  write_event_names(w, &version);
  collab_write_close(w->json, "}");
}

/* A value of one of two types. 3.1 has a list of types; 3.0 needs two schemas; 2.0 can only name the first. `first` and `second`
 * are the keywords of the two types. In 3.1 all keywords stand in one schema, where each keyword still applies to its own type
 * only. */
static void write_either(collab_writer_t *w, const char *types, const char *first, const char *second, bool nullable) {
  const char *comma = strchr(types, ',');

  if (w->version == OPENAPI_2_0) {
    write_type(w, apr_pstrmemdup(w->pool, types + 1, (apr_size_t)(comma - types) - 2), nullable);
    collab_write_json(w->json, NULL, first);
    return;
  }
  if (w->version == OPENAPI_3_0) {
    if (nullable) {
      collab_write_json(w->json, "nullable", "true");
    }
    collab_write_json(
        w->json, "anyOf",
        apr_psprintf(w->pool, "[{\"type\":%.*s,%s},{\"type\":%s,%s}]", (int)(comma - types), types, first, comma + 1, second));
    return;
  }
  collab_write_json(w->json, "type", apr_psprintf(w->pool, nullable ? "[%s,\"null\"]" : "[%s]", types));
  collab_write_json(w->json, NULL, first);
  collab_write_json(w->json, NULL, second);
}

static bool is_required(const collab_writer_t *w, const collab_field_t *field) {
  return field->presence == REQUIRED || (field->presence == DEPENDENT && w->version != OPENAPI_2_0) ||
         (field->presence == EXPECTED && strcmp(w->config->lenient, "true") != 0);
}

/* 2.0 has one object for all values. */
static bool is_for(const collab_writer_t *w, const collab_field_t *field, const char *value) {
  return field->with == NULL || w->version == OPENAPI_2_0 || (value && !strcmp(field->with, value));
}

/* The first field of the object, restricted to one value. */
static void write_only(collab_writer_t *w, const collab_field_t *field, const char *value) {
  const char *const values[] = {value, NULL};

  collab_write_open(w->json, NULL, "{");
  write_enum(w, values, false);
  collab_write_text(w->json, "description", field->says);
  collab_describe_schema_example(w, collab_json_quote(w->pool, value));
  collab_write_close(w->json, "}");
}

/* The members of an object; with `value`, only those for that value of the first field. `echoed` (NULL: none) are names that are
 * accepted as well, whatever their value. */
static void write_members(collab_writer_t *w, const collab_field_t *fields, const char *value, const char *const *echoed) {
  bool any = false;

  collab_write_open(w->json, "properties", "{");
  for (const collab_field_t *field = fields; field->name; field++) {
    if (!is_for(w, field, value)) {
      continue;
    }
    any = any || is_required(w, field);
    collab_write_key(w->json, field->name);
    if (value && field == fields) {
      write_only(w, field, value);
    } else {
      w->example = collab_sample(w, fields, value, field->name);
      collab_describe_value(w, field, !is_required(w, field) && !field->never_null);
    }
  }
  for (; echoed && *echoed; echoed++) {
    collab_write_json(w->json, *echoed, "{\"description\":\"Not used: accepted because the record has it\"}");
  }
  collab_write_close(w->json, "}");
  if (!any) {
    return;
  }
  collab_write_open(w->json, "required", "[");
  for (const collab_field_t *field = fields; field->name; field++) {
    if (is_for(w, field, value) && is_required(w, field)) {
      collab_write_text(w->json, NULL, field->name);
    }
  }
  collab_write_close(w->json, "]");
}

static void describe_object(collab_writer_t *w, const collab_field_t *fields, const char *value, const char *const *echoed,
                            const char *example) {
  collab_write_open(w->json, NULL, "{");
  write_type(w, "object", false);
  write_members(w, fields, value, echoed);
  if (echoed) {
    collab_write_json(w->json, "additionalProperties", "false");
    collab_write_text(w->json, "description", "Any other member is refused, in nested objects, too");
  }
  collab_describe_schema_example(w, example ? collab_describe_example(w->pool, example) : NULL);
  collab_write_close(w->json, "}");
}

void collab_describe_body(collab_writer_t *w, const collab_field_t *fields, const char *const *echoed) {
  describe_object(w, fields, NULL, echoed, NULL);
}

/* "CallbackAuth" and "CLIENT_SECRET" give "CallbackAuthClientSecret". */
static const char *variant_name(apr_pool_t *pool, const char *name, const char *value) {
  char *text = apr_pstrcat(pool, name, value, NULL), *to = text + strlen(name);

  for (const char *at = value; *at; at++) {
    if (*at != '_') {
      *to++ = at == value || at[-1] == '_' ? *at : (char)apr_tolower(*at);
    }
  }
  *to = '\0';
  return text;
}

static bool has_variants(const collab_field_t *fields) {
  const collab_field_t *field = fields;

  while (field->name && field->with == NULL) {
    field++;
  }
  return field->name != NULL;
}

void collab_describe_component(collab_writer_t *w, const char *name, const collab_field_t *fields) {
  collab_write_key(w->json, name);
  if (!has_variants(fields) || w->version == OPENAPI_2_0) {
    describe_object(w, fields, NULL, NULL, collab_recorded(w->pool, w->config, name));
    return;
  }
  collab_write_open(w->json, NULL, "{");
  collab_write_open(w->json, "oneOf", "[");
  for (const char *const *value = fields->values; *value; value++) {
    collab_write_reference(w, "schemas", variant_name(w->pool, name, *value));
  }
  collab_write_close(w->json, "]");
  collab_write_open(w->json, "discriminator", "{");
  collab_write_text(w->json, "propertyName", fields->name);
  collab_write_open(w->json, "mapping", "{");
  for (const char *const *value = fields->values; *value; value++) {
    collab_write_text(w->json, *value, reference(w, "schemas", variant_name(w->pool, name, *value)));
  }
  collab_write_close(w->json, "}}}");
  for (const char *const *value = fields->values; *value; value++) {
    collab_write_key(w->json, variant_name(w->pool, name, *value));
    describe_object(w, fields, *value, NULL, NULL);
  }
}

/* A reference to a record, wrapped in a schema when there is a description or when the value may be null. The wrapper of a record
 * with variants has an example, because importers such as Insomnia look at no alternative. */
static void describe_record(collab_writer_t *w, const char *name, const collab_field_t *field, bool nullable,
                            const collab_json_t *example) {
  const char *says = field->says;

  if (says == NULL && !nullable) {
    collab_write_reference(w, "schemas", name);
    return;
  }
  collab_write_open(w->json, NULL, "{");
  if (w->version != OPENAPI_3_1 && nullable) {
    write_type(w, "object", true);
  }
  collab_write_open(w->json, w->version != OPENAPI_3_1 || !nullable ? "allOf" : "anyOf", "[");
  collab_write_reference(w, "schemas", name);
  if (nullable && w->version == OPENAPI_3_1) {
    collab_write_json(w->json, NULL, "{\"type\":\"null\"}");
  }
  collab_write_close(w->json, "]");
  if (says) {
    collab_write_text(w->json, "description", says);
  }
  if (has_variants(field->fields)) {
    example = example ? example : collab_sample(w, field->fields, NULL, NULL);
    collab_describe_schema_example(w, example ? collab_json_text(w->pool, example) : NULL);
  }
  collab_write_close(w->json, "}");
}

static void write_kind(collab_writer_t *w, const collab_field_t *field, bool nullable, const collab_json_t *example) {
  switch (field->kind) {
  case STRING:
    if (field->event_type) { /* without maxLength: orval writes it behind a list of values, which does not compile */
      write_event_names(w, NULL);
      break;
    }
    write_string(w, field->format, field->max, nullable);
    if ((field->filled || field->presence == DEPENDENT || field->min) && !field->may_be_empty) {
      collab_write_integer(w->json, "minLength", 1);
    }
    break;
  case ENUM:
    write_enum(w, field->values, nullable);
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
    write_either(w, "\"string\",\"number\"", "\"format\":\"date-time\"", "\"minimum\":0", nullable);
    break;
  case CURSOR:
    write_string(w, NULL, 0, nullable);
    break;
  case BOOLEAN:
    write_type(w, "boolean", nullable);
    break;
  case INTEGER:
    write_integer(w, field, nullable);
    break;
  case NUMBER_OR_DIGITS:
    write_either(w, "\"integer\",\"string\"", apr_psprintf(w->pool, "\"minimum\":%" APR_INT64_T_FMT, field->min),
                 "\"minLength\":1", nullable);
    break;
  case OBJECT:
    write_type(w, "object", nullable);
    if (field->fields) {
      write_members(w, field->fields, NULL, NULL);
    }
    break;
  case ARRAY:
    write_array(w, field, nullable, example);
    break;
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    write_event_types(w, field->kind, nullable);
    break;
  case CONTENT:
    write_type(w, w->version == OPENAPI_2_0 ? "file" : "string", nullable);
    if (w->version != OPENAPI_2_0) { /* 3.1 has no such format, but Swagger UI shows a choice of files for it alone */
      collab_write_text(w->json, "format", "binary");
    }
    if (w->version == OPENAPI_3_1) {
      collab_write_text(w->json, "contentMediaType", "application/octet-stream");
    }
    break;
  case ID_OR_NAME: /* no operation has such a field */
  case ANY:
    break;
  }
}

void collab_describe_schema_example(collab_writer_t *w, const char *json) {
  if (json == NULL || w->parameter) {
    return;
  }
  if (w->version == OPENAPI_3_1) {
    collab_write_json(w->json, "examples", apr_pstrcat(w->pool, "[", json, "]", NULL));
  } else if (w->version == OPENAPI_3_0) {
    collab_write_json(w->json, "example", json);
  }
}

/* A value of the table as JSON. */
static const char *literal(apr_pool_t *pool, const collab_field_t *field, const char *value) {
  bool plain = field->kind == INTEGER || field->kind == BOOLEAN || field->kind == NUMBER_OR_DIGITS;

  return value == NULL || plain ? value : collab_json_quote(pool, value);
}

/* The member's value in an example of the object, or else that of its row, or the first value that it may have. Objects and lists
 * of objects have theirs in their members. */
static const char *example_of(collab_writer_t *w, const collab_field_t *field, const collab_json_t *value) {
  if (field->kind == OBJECT || (field->kind == ARRAY && field->of == NULL)) {
    return NULL;
  }
  if (collab_json_kind(value) != COLLAB_JSON_NULL) {
    return collab_json_text(w->pool, value);
  }
  return literal(w->pool, field, field->example ? field->example : field->kind == ENUM ? field->values[0] : NULL);
}

void collab_describe_keywords(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  const collab_json_t *example = w->example;
  const char *otherwise = collab_field_default(w->pool, w->config, field);

  w->example = NULL;
  write_kind(w, field, nullable, example);
  if (field->says) {
    collab_write_text(w->json, "description", field->says);
  }
  if (otherwise) {
    collab_write_json(w->json, "default", literal(w->pool, field, otherwise));
  }
  collab_describe_schema_example(w, example_of(w, field, example));
}

void collab_describe_value(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  const char *name = field->kind == OBJECT ? collab_record_name(field->fields) : NULL;

  if (name) {
    const collab_json_t *example = w->example;
    w->example = NULL;
    describe_record(w, name, field, nullable, example);
    return;
  }
  collab_write_open(w->json, NULL, "{");
  collab_describe_keywords(w, field, nullable);
  collab_write_close(w->json, "}");
}
