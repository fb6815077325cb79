/* docs_fields.c: writes the tables of fields of the page /docs: name, meaning, type, whether the field is required, and its
 * default. It prints them from the field lists that validate requests and those of the records (api/operations/). */
#include <apr_strings.h>
#include <string.h>

#include "api/describe/describe.h"
#include "api/describe/pages.h"
#include "api/operations/operations.h"
#include "domain/event_name.h"

/* ---- types ---- */

static const char *range(collab_page_t *page, const collab_field_t *field, const char *what) {
  int64_t max = collab_field_max(page->config, field);

  if (max && max < INT64_MAX) {
    return apr_psprintf(page->pool, ", %s to %s%s", collab_page_number(page, field->min), collab_page_number(page, max), what);
  }
  return field->min ? apr_psprintf(page->pool, ", at least %s%s", collab_page_number(page, field->min), what) : "";
}

static const char *longest(collab_page_t *page, int64_t max) {
  return max ? apr_psprintf(page->pool, ", at most %s characters", collab_page_number(page, max)) : "";
}

static void put_object(collab_page_t *page, const collab_field_t *fields) {
  const char *name = collab_record_name(fields);

  if (name) {
    collab_page_put(page, "<a href=\"#record-%s\">%s</a>", name, name);
  } else {
    collab_page_raw(page, "object");
  }
}

static void put_array(collab_page_t *page, const collab_field_t *field) {
  const char *elements = range(page, field, field->min == 1 && !field->max ? " element" : " elements");

  collab_page_put(page, *elements ? "array%s, of " : "array%s of ", elements);
  if (field->of) {
    collab_page_type(page, field->of);
  } else {
    put_object(page, field->fields);
  }
}

static void put_event_types(collab_page_t *page, collab_kind_t version) {
  collab_page_raw(page, "array of");
  for (const collab_described_event_t *event = collab_described_events; event->type; event++) {
    if (event->subscribed && event->v1 == (version == EVENT_TYPES_V1)) {
      collab_page_put(page, "<br/><code>%s</code>",
                      collab_event_name(page->pool, event->v1 ? NULL : page->config->event_type_prefix, event->type));
    }
  }
}

static void put_values(collab_page_t *page, const char *const *values) {
  for (const char *const *value = values; *value; value++) {
    collab_page_put(page, value == values ? "<code>%s</code>" : " | <code>%s</code>", *value);
  }
}

void collab_page_type(collab_page_t *page, const collab_field_t *field) {
  switch (field->kind) {
  case STRING:
    collab_page_put(page, "text%s", longest(page, field->max));
    break;
  case ENUM:
    put_values(page, field->values);
    break;
  case EMAIL:
    collab_page_put(page, "e-mail address%s", longest(page, EMAIL_LENGTH));
    break;
  case URI:
    collab_page_put(page, "URL%s", longest(page, URI_LENGTH));
    break;
  case BOOLEAN:
    collab_page_raw(page, "<code>true</code> | <code>false</code>");
    break;
  case INTEGER:
    collab_page_put(page, "integer%s", range(page, field, ""));
    break;
  case NUMBER_OR_DIGITS:
    collab_page_raw(page, "integer, or a string of digits");
    break;
  case DATETIME:
    collab_page_text(page, "date-time, such as `2026-01-31T12:00:00Z`");
    break;
  case DATETIME_OR_SECONDS:
    collab_page_text(page, "date-time, such as `2026-01-31T12:00:00Z`, or a number: seconds since 1970");
    break;
  case OBJECT:
    put_object(page, field->fields);
    break;
  case ARRAY:
    put_array(page, field);
    break;
  case CURSOR:
    collab_page_raw(page, "text");
    break;
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    put_event_types(page, field->kind);
    break;
  case CONTENT:
    collab_page_raw(page, "file");
    break;
  case ID_OR_NAME: /* no operation has such a field */
  case ANY:
    break;
  }
}

/* ---- tables ---- */

static void put_need(collab_page_t *page, const collab_field_t *field, collab_use_t use) {
  const char *otherwise = collab_field_default(page->pool, page->config, field);
  bool required = field->presence == REQUIRED || (field->presence == EXPECTED && strcmp(page->config->lenient, "true") != 0);

  if (field->with) {
    collab_page_put(page, field->presence == DEPENDENT ? "required for <code>%s</code>" : "only for <code>%s</code>",
                    field->with);
  }
  if (otherwise) {
    collab_page_put(page, field->with ? ", default <code>%s</code>" : "default <code>%s</code>", otherwise);
  }
  if (use == RECORD && !required && field->with == NULL) {
    collab_page_raw(page, "may be null or missing");
  }
  if (use != RECORD && use != PATCH && required) {
    collab_page_raw(page, "required");
  }
}

static void put_rows(collab_page_t *page, const collab_field_t *fields, const char *path, collab_use_t use) {
  for (const collab_field_t *field = fields; field->name; field++) {
    const char *name = apr_pstrcat(page->pool, path, field->name, NULL);
    bool holds = field->kind == OBJECT || (field->kind == ARRAY && !field->of);

    collab_page_put(page, "<tr><td><code>%s</code></td><td>", name);
    if (field->says) {
      collab_page_text(page, field->says);
      collab_page_raw(page, ".");
    }
    collab_page_raw(page, "</td><td>");
    collab_page_type(page, field);
    collab_page_raw(page, "</td><td class=\"soft\">");
    put_need(page, field, use);
    collab_page_raw(page, "</td></tr>\n");
    if (holds && field->fields && !collab_record_name(field->fields)) {
      put_rows(page, field->fields, apr_pstrcat(page->pool, name, field->kind == ARRAY ? "[]." : ".", NULL),
               use == PATCH ? BODY : use);
    }
  }
}

void collab_page_fields_begin(collab_page_t *page, const char *title) {
  if (title) {
    collab_page_put(page, "<h4>%s</h4>\n", title);
  }
  collab_page_raw(page, "<div class=\"wide\"><table class=\"fields\">\n");
}

void collab_page_fields(collab_page_t *page, const collab_field_t *fields, collab_use_t use) {
  put_rows(page, fields, "", use);
}

void collab_page_fields_end(collab_page_t *page) {
  collab_page_raw(page, "</table></div>\n");
}
