/* schema_value.c: checks one value of a body, and the parameters of queries and paths (domain/schema.h).
 *
 * Owns the texts of validation errors about a single value. Called by schema.c for bodies, and by the request pipeline for
 * parameters. Allocates only when something is wrong, or when a date-time is rewritten. */
#include <apr_strings.h>
#include <string.h>

#include "base/text.h"
#include "base/time.h"
#include "domain/cursor.h"
#include "domain/domain.h"
#include "domain/format.h"
#include "domain/schema_private.h"

static const collab_complaint_t fine;

static const collab_wording_t interface_wording = {.body = "must be a JSON object",
                                                   .required = "is required",
                                                   .too_long = "must be at most # characters",
                                                   .too_many = "must have at most # elements",
                                                   .local_part = "must have at most # characters before the @"};

const collab_wording_t *collab_schema_wording(const collab_faults_t *faults) {
  return faults->wording ? faults->wording : &interface_wording;
}

const char *collab_schema_numbered(apr_pool_t *pool, const char *message, int number) {
  apr_size_t before = strcspn(message, "#");

  if (message[before] == '\0') {
    return message;
  }
  return apr_psprintf(pool, "%.*s%d%s", (int)before, message, number, message + before + 1);
}

const char *collab_schema_one_of(apr_pool_t *pool, const char *const *values) {
  const char *text = apr_pstrcat(pool, values[1] ? "must be one of " : "must be ", values[0], NULL);

  for (values++; *values; values++) {
    text = apr_pstrcat(pool, text, ", ", *values, NULL);
  }
  return text;
}

/* ---- faults of a value in a body or a parameter ---- */

static bool among(const char *const *values, const char *text) {
  for (; *values; values++) {
    if (!strcmp(*values, text)) {
      return true;
    }
  }
  return false;
}

static collab_complaint_t too_long(const collab_faults_t *faults, const char *text, int64_t max) {
  /* a code point has at least one byte, so most texts need no counting */
  if (max == 0 || strlen(text) <= (apr_size_t)max || collab_text_length(text) <= (apr_size_t)max) {
    return fine;
  }
  return (collab_complaint_t){COLLAB_FAULT_TOO_LONG,
                              collab_schema_numbered(faults->pool, collab_schema_wording(faults)->too_long, (int)max)};
}

/* Checks the length first, so that an address that is only too long gets the message about its length. */
static collab_complaint_t email_fault(const collab_faults_t *faults, const collab_field_t *field, const char *text) {
  collab_complaint_t wrong = too_long(faults, text, field->max ? field->max : EMAIL_LENGTH);
  const char *at = strchr(text, '@');

  if (wrong.message || collab_format_is_email(text)) {
    return wrong;
  }
  if (collab_schema_wording(faults)->local_part && at && at - text > EMAIL_LOCAL_LENGTH) {
    return (collab_complaint_t){
        COLLAB_FAULT_TOO_LONG,
        collab_schema_numbered(faults->pool, collab_schema_wording(faults)->local_part, EMAIL_LOCAL_LENGTH)};
  }
  return (collab_complaint_t){COLLAB_FAULT_NOT_AN_EMAIL, "must be an e-mail address"};
}

static collab_complaint_t uri_fault(const collab_faults_t *faults, const char *text) {
  const char *wrong = collab_format_uri_fault(text, faults->http_allowed);

  if (wrong) {
    return (collab_complaint_t){strlen(text) > URI_LENGTH ? COLLAB_FAULT_TOO_LONG : COLLAB_FAULT_NOT_A_URL, wrong};
  }
  return strchr(text, '#') ? (collab_complaint_t){COLLAB_FAULT_NOT_A_URL, "must have no fragment (#...)"} : fine;
}

collab_complaint_t collab_schema_text_fault(const collab_faults_t *faults, const collab_field_t *field, const char *text) {
  apr_time_t when;

  switch (field->kind) {
  case ENUM:
    return among(field->values, text)
               ? fine
               : (collab_complaint_t){COLLAB_FAULT_NOT_A_CHOICE, collab_schema_one_of(faults->pool, field->values)};
  case EMAIL:
    return email_fault(faults, field, text);
  case URI:
    return uri_fault(faults, text);
  case DATETIME:
  case DATETIME_OR_SECONDS:
    return collab_time_parse(text, &when)
               ? fine
               : (collab_complaint_t){COLLAB_FAULT_NOT_A_DATE, "must be a date-time with a time zone, like 2026-01-31T12:00:00Z"};
  default:
    return too_long(faults, text, field->max);
  }
}

bool collab_schema_empty_is_absent(const collab_field_t *field) {
  return field->filled || field->kind == EMAIL || field->kind == ENUM || field->kind == DATETIME ||
         field->kind == DATETIME_OR_SECONDS || field->kind == URI;
}

static const char *range(const collab_faults_t *faults, const collab_field_t *field) {
  if (collab_schema_wording(faults)->whole_number) {
    return collab_schema_wording(faults)->whole_number;
  }
  if (!field->max) {
    return apr_psprintf(faults->pool, "must be a whole number of at least %" APR_INT64_T_FMT, field->min);
  }
  if (field->min == field->max) {
    return apr_psprintf(faults->pool, "must be %" APR_INT64_T_FMT, field->min);
  }
  return apr_psprintf(faults->pool, "must be a whole number from %" APR_INT64_T_FMT " to %" APR_INT64_T_FMT, field->min,
                      field->max);
}

collab_complaint_t collab_schema_integer_fault(const collab_faults_t *faults, const collab_field_t *field, bool whole,
                                               int64_t value, collab_fault_code_t code) {
  if (whole && value >= field->min && (!field->max || value <= field->max)) {
    return fine;
  }
  return (collab_complaint_t){whole ? COLLAB_FAULT_OUT_OF_RANGE : code, range(faults, field)};
}

collab_fault_code_t collab_schema_digits_code(const char *text) {
  text += *text == '-';
  return *text && !text[strspn(text, "0123456789")] ? COLLAB_FAULT_OUT_OF_RANGE : COLLAB_FAULT_NOT_AN_INTEGER;
}

/* ---- parameters ---- */

/* The "+" of a date-time's offset, unless it is percent-encoded, arrives in a query as a blank: puts it back. */
static const char *with_plus(apr_pool_t *pool, const char *value) {
  apr_size_t len = strlen(value), offset = sizeof "+00:00" - 1;

  if (len <= offset || value[len - offset] != ' ') {
    return value;
  }
  char *text = apr_pstrmemdup(pool, value, len);
  text[len - offset] = '+';
  return text;
}

/* True for decimal digits without a sign, within int64. */
static bool is_digits(const char *text, int64_t *number) {
  return *text != '-' && collab_text_integer(text, number);
}

static collab_complaint_t parameter_fault(const collab_faults_t *faults, const collab_field_t *field, const char *value) {
  collab_cursor_t cursor;
  int64_t number = 0;
  bool whole;

  switch (field->kind) {
  case BOOLEAN:
    return strcmp(value, "true") && strcmp(value, "false")
               ? (collab_complaint_t){COLLAB_FAULT_NOT_A_CHOICE, "must be true or false"}
               : fine;
  case INTEGER:
  case NUMBER_OR_DIGITS:
    whole = is_digits(value, &number);
    return collab_schema_integer_fault(faults, field, whole, number, collab_schema_digits_code(value));
  case CURSOR:
    return *value && !collab_cursor_read(value, &cursor)
               ? (collab_complaint_t){COLLAB_FAULT_BAD_CURSOR,
                                      "must be empty to begin the list, then the whole nextCursor of the response before"}
               : fine;
  default:
    return collab_schema_text_fault(faults, field, value);
  }
}

const char *collab_schema_parameter(collab_faults_t *faults, const collab_field_t *field, const char *value) {
  apr_time_t when;

  if (*value == '\0' && collab_schema_empty_is_absent(field) && field->presence == OPTIONAL) {
    return NULL;
  }
  if (field->filled && collab_text_is_blank(value)) {
    collab_faults_add(faults, field->name, COLLAB_FAULT_EMPTY, "must not be blank");
    return NULL;
  }
  if (field->kind == DATETIME) {
    value = with_plus(faults->pool, value);
  }
  collab_complaint_t wrong = parameter_fault(faults, field, value);
  if (wrong.message) {
    collab_faults_add(faults, field->name, wrong.code, wrong.message);
    return NULL;
  }
  if (field->kind == DATETIME && collab_time_parse(value, &when)) {
    return collab_time_micros(faults->pool, when);
  }
  return value;
}
