/* describe.c: writes field lists as schemas (JSON Schema 2020-12 in OpenAPI 3.1, OpenAPI's own dialect in 3.0).
 *
 * It reads the lists that validate requests and those that describe responses (api/operations/). api/describe/openapi.c calls it
 * while httpd starts; the memory comes from the writer's pool. A schema must not be stricter than the validation: a client that
 * follows the description must be able to send everything that the service accepts. */
#include "api/describe/describe.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <string.h>

#include "api/operations/operations.h"
#include "base/json.h"
#include "domain/event_name.h"

collab_writer_t *collab_writer_make(apr_pool_t *pool, const collab_config_t *config, collab_openapi_t version) {
  collab_writer_t *w = apr_pcalloc(pool, sizeof *w);

  w->pool = pool;
  w->config = config;
  w->version = version;
  w->json = collab_json_writer_make(pool, 1 << 16);
  return w;
}

void collab_write_reference(collab_writer_t *w, const char *where, const char *name) {
  collab_write_open(w->json, NULL, "{");
  collab_write_text(w->json, "$ref", apr_pstrcat(w->pool, where, name, NULL));
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
    collab_write_json(w->json, "nullable", "true");
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
  write_values(w, values, nullable && !either);
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

static void write_array(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  collab_field_t element = {NULL, OBJECT, REQUIRED, .fields = field->fields};

  write_type(w, "array", nullable);
  if (field->min) {
    collab_write_integer(w->json, "minItems", field->min);
  }
  if (field->max) {
    collab_write_integer(w->json, "maxItems", field->max);
  }
  collab_write_key(w->json, "items");
  collab_describe_value(w, field->of ? field->of : &element, false);
}

/* The names of event types as a list of values: those that a subscription of this version may list, or (NULL) all of both. */
static void write_event_names(collab_writer_t *w, const collab_kind_t *version) {
  write_type(w, "string", false);
  collab_write_open(w->json, "enum", "[");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    if (version == NULL || (event->subscribed && event->v1 == (*version == EVENT_TYPES_V1))) {
      collab_write_text(w->json, NULL, collab_event_name(w->pool, event->v1 ? NULL : w->config->event_type_prefix, event->type));
    }
  }
  collab_write_close(w->json, "]");
}

static void write_event_types(collab_writer_t *w, collab_kind_t version, bool nullable) {
  write_type(w, "array", nullable);
  collab_write_integer(w->json, "minItems", 1);
  collab_write_integer(w->json, "maxItems", COLLAB_MAX_EVENT_TYPES);
  collab_write_open(w->json, "items", "{");
  write_event_names(w, &version);
  collab_write_close(w->json, "}");
}

/* A value of one of two types. 3.1 has a list of types; 3.0 needs two schemas. `first` and `second` are the keywords of the
 * two types. In 3.1 all keywords stand in one schema, where each keyword still applies to its own type only. */
static void write_either(collab_writer_t *w, const char *types, const char *first, const char *second, bool nullable) {
  if (w->version == OPENAPI_3_0) {
    if (nullable) {
      collab_write_json(w->json, "nullable", "true");
    }
    const char *comma = strchr(types, ',');
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
  return field->presence == REQUIRED || field->presence == DEPENDENT ||
         (field->presence == EXPECTED && strcmp(w->config->lenient, "true") != 0);
}

static bool is_for(const collab_field_t *field, const char *value) {
  return field->with == NULL || (value && !strcmp(field->with, value));
}

/* The first field of the object, restricted to one value. */
static void write_only(collab_writer_t *w, const collab_field_t *field, const char *value) {
  const char *const values[] = {value, NULL};

  collab_write_open(w->json, NULL, "{");
  write_enum(w, values, false);
  collab_write_text(w->json, "description", field->says);
  collab_write_close(w->json, "}");
}

/* The members of an object; with `value`, only those for that value of the first field. `echoed` (NULL: none) are names that are
 * accepted as well, whatever their value. */
static void write_members(collab_writer_t *w, const collab_field_t *fields, const char *value, const char *const *echoed) {
  bool any = false;

  collab_write_open(w->json, "properties", "{");
  for (const collab_field_t *field = fields; field->name; field++) {
    if (!is_for(field, value)) {
      continue;
    }
    any = any || is_required(w, field);
    collab_write_key(w->json, field->name);
    if (value && field == fields) {
      write_only(w, field, value);
    } else {
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
    if (is_for(field, value) && is_required(w, field)) {
      collab_write_text(w->json, NULL, field->name);
    }
  }
  collab_write_close(w->json, "]");
}

static void describe_object(collab_writer_t *w, const collab_field_t *fields, const char *value, const char *const *echoed) {
  collab_write_open(w->json, NULL, "{");
  write_type(w, "object", false);
  write_members(w, fields, value, echoed);
  if (echoed) {
    collab_write_json(w->json, "additionalProperties", "false");
    collab_write_text(w->json, "description", "Any other member is refused, in nested objects, too");
  }
  collab_write_close(w->json, "}");
}

void collab_describe_body(collab_writer_t *w, const collab_field_t *fields, const char *const *echoed) {
  describe_object(w, fields, NULL, echoed);
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
  static const char where[] = "#/components/schemas/";

  collab_write_key(w->json, name);
  if (!has_variants(fields)) {
    describe_object(w, fields, NULL, NULL);
    return;
  }
  collab_write_open(w->json, NULL, "{");
  collab_write_open(w->json, "oneOf", "[");
  for (const char *const *value = fields->values; *value; value++) {
    collab_write_reference(w, where, variant_name(w->pool, name, *value));
  }
  collab_write_close(w->json, "]");
  collab_write_open(w->json, "discriminator", "{");
  collab_write_text(w->json, "propertyName", fields->name);
  collab_write_open(w->json, "mapping", "{");
  for (const char *const *value = fields->values; *value; value++) {
    collab_write_text(w->json, *value, apr_pstrcat(w->pool, where, variant_name(w->pool, name, *value), NULL));
  }
  collab_write_close(w->json, "}}}");
  for (const char *const *value = fields->values; *value; value++) {
    collab_write_key(w->json, variant_name(w->pool, name, *value));
    describe_object(w, fields, *value, NULL);
  }
}

/* A reference to a record, wrapped in a schema when there is a description or when the value may be null. */
static void describe_record(collab_writer_t *w, const char *name, const char *says, bool nullable) {
  static const char where[] = "#/components/schemas/";

  if (says == NULL && !nullable) {
    collab_write_reference(w, where, name);
    return;
  }
  collab_write_open(w->json, NULL, "{");
  if (w->version == OPENAPI_3_0 && nullable) {
    write_type(w, "object", true);
  }
  collab_write_open(w->json, w->version == OPENAPI_3_0 || !nullable ? "allOf" : "anyOf", "[");
  collab_write_reference(w, where, name);
  if (nullable && w->version == OPENAPI_3_1) {
    collab_write_json(w->json, NULL, "{\"type\":\"null\"}");
  }
  collab_write_close(w->json, "]");
  if (says) {
    collab_write_text(w->json, "description", says);
  }
  collab_write_close(w->json, "}");
}

static void write_kind(collab_writer_t *w, const collab_field_t *field, bool nullable) {
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
    write_array(w, field, nullable);
    break;
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    write_event_types(w, field->kind, nullable);
    break;
  case CONTENT:
    write_type(w, "string", nullable);
    collab_write_text(w->json, w->version == OPENAPI_3_0 ? "format" : "contentMediaType",
                      w->version == OPENAPI_3_0 ? "binary" : "application/octet-stream");
    break;
  case ID_OR_NAME: /* no operation has such a field */
  case ANY:
    break;
  }
}

void collab_describe_value(collab_writer_t *w, const collab_field_t *field, bool nullable) {
  const char *name = field->kind == OBJECT ? collab_record_name(field->fields) : NULL;
  const char *otherwise = collab_field_default(w->pool, w->config, field);
  bool plain = field->kind == INTEGER || field->kind == BOOLEAN;

  if (name) {
    describe_record(w, name, field->says, nullable);
    return;
  }
  collab_write_open(w->json, NULL, "{");
  write_kind(w, field, nullable);
  if (field->says) {
    collab_write_text(w->json, "description", field->says);
  }
  if (otherwise) {
    collab_write_json(w->json, "default", plain ? otherwise : collab_json_quote(w->pool, otherwise));
  }
  collab_write_close(w->json, "}");
}
