/* write.c: prints the document of collabctl exchange for people, so that two versions of it can be compared line by line, and
 * reports faults of a document (exchange.h). */
#include "ctl/exchange/exchange.h"

#include <string.h>

#define SHOWN 100 /* faults that are reported one by one */

static void write_value(FILE *out, apr_pool_t *pool, const collab_field_t *field, const collab_json_t *value, int indent);

static bool is_nothing(const collab_json_t *value) {
  return collab_json_kind(value) == COLLAB_JSON_NULL ||
         (collab_json_kind(value) == COLLAB_JSON_ARRAY && !collab_json_count(value));
}

/* Objects of these members stand on one line. Without what is null or empty: such an object is always given as a whole. */
static bool is_short(const collab_field_t *field) {
  return field->fields &&
         (!strcmp(field->name, "communities") || !strcmp(field->name, "contact") || !strcmp(field->name, "fields"));
}

static void write_line(FILE *out, apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *object) {
  const char *comma = "";

  fprintf(out, "{");
  for (; fields->name; fields++) {
    const collab_json_t *value = collab_json_get(object, fields->name);
    if (!is_nothing(value)) {
      fprintf(out, "%s\"%s\": %s", comma, fields->name, collab_json_text(pool, value));
      comma = ", ";
    }
  }
  fprintf(out, "}");
}

static void write_object(FILE *out, apr_pool_t *pool, const collab_field_t *fields, const collab_json_t *object, int indent) {
  const char *comma = "";

  fprintf(out, "{");
  for (; fields->name; fields++) {
    const collab_json_t *value = collab_json_get(object, fields->name);
    if (value) {
      fprintf(out, "%s\n%*s\"%s\": ", comma, indent + 2, "", fields->name);
      write_value(out, pool, fields, value, indent + 2);
      comma = ",";
    }
  }
  fprintf(out, "\n%*s}", indent, "");
}

/* A list of texts stands on one line, and each object of a list begins on a line of its own. */
static void write_list(FILE *out, apr_pool_t *pool, const collab_field_t *field, const collab_json_t *list, int indent) {
  apr_size_t count = collab_json_count(list);

  fprintf(out, "[");
  for (apr_size_t i = 0; i < count; i++) {
    const collab_json_t *element = collab_json_at(list, i);
    if (!field->fields) {
      fprintf(out, "%s%s", i ? ", " : "", collab_json_text(pool, element));
      continue;
    }
    fprintf(out, "%s\n%*s", i ? "," : "", indent + 2, "");
    if (is_short(field)) {
      write_line(out, pool, field->fields, element);
    } else {
      write_object(out, pool, field->fields, element, indent + 2);
    }
  }
  if (field->fields && count) {
    fprintf(out, "\n%*s", indent, "");
  }
  fprintf(out, "]");
}

static void write_value(FILE *out, apr_pool_t *pool, const collab_field_t *field, const collab_json_t *value, int indent) {
  if (collab_json_kind(value) == COLLAB_JSON_ARRAY) {
    write_list(out, pool, field, value, indent);
  } else if (field->fields && is_short(field)) {
    write_line(out, pool, field->fields, value);
  } else if (field->fields) {
    write_object(out, pool, field->fields, value, indent);
  } else {
    fprintf(out, "%s", collab_json_text(pool, value));
  }
}

void collab_exchange_write(FILE *out, apr_pool_t *pool, const collab_json_t *document) {
  write_object(out, pool, collab_exchange_members, document, 0);
  fprintf(out, "\n");
}

void collab_exchange_report(const collab_ctl_t *ctl, const char *prefix, const char *name, const char *text,
                            const collab_faults_t *faults) {
  int count = faults->list ? faults->list->nelts : 0;

  for (int i = 0; i < count && i < SHOWN; i++) {
    const collab_fault_t *one = &APR_ARRAY_IDX(faults->list, i, collab_fault_t);
    collab_ctl_say(ctl, "%s%s: line %d: %s%s%s", prefix, name, collab_exchange_line(text, one->field), one->field,
                   *one->field ? ": " : "", one->message);
  }
  if (count > SHOWN) {
    collab_ctl_say(ctl, "%s%s: %d more faults", prefix, name, count - SHOWN);
  }
}
