/* schema.c: the engine behind the field lists: checks a JSON body, or a parameter of a query or path, and names every bad field
 * at once.
 *
 * Owns the texts of validation errors; a caller may reword some of them. Called by the request pipeline before any statement
 * runs, and by collabctl for its form files. Allocates only when something is wrong, when a date-time is rewritten, or when the
 * check is strict. Recurses as deep as the field lists are nested. In a list that contains itself, recurses as deep as the JSON
 * is nested (COLLAB_JSON_DEPTH). Never depends on an operation's meaning. */
#include "domain/schema.h"

#include <apr_strings.h>
#include <string.h>

#include "base/text.h"
#include "base/time.h"
#include "domain/cursor.h"
#include "domain/domain.h"
#include "domain/event_name.h"
#include "domain/format.h"

/* The path of a value in its body. It becomes text only when the value is faulty. */
typedef struct place_t {
  const struct place_t *parent;
  const char *name; /* NULL: an element of an array */
  apr_size_t index;
} place_t;

typedef struct check_t {
  collab_faults_t *faults;
  bool merge_patch;
} check_t;

static const collab_wording_t interface_wording = {.body = "must be a JSON object",
                                                   .required = "is required",
                                                   .too_long = "must be at most # characters",
                                                   .too_many = "must have at most # elements",
                                                   .local_part = "must have at most # characters before the @"};

const collab_field_t collab_no_body[] = {{0}};

static void check_object(check_t *check, const place_t *place, const collab_field_t *fields, const collab_json_t *object);

/* ---- faults ---- */

static const collab_wording_t *wording(const collab_faults_t *faults) {
  return faults->wording ? faults->wording : &interface_wording;
}

/* Replaces the #, if the message has one, by a number. */
static const char *with_number(apr_pool_t *pool, const char *message, int number) {
  apr_size_t before = strcspn(message, "#");

  if (message[before] == '\0') {
    return message;
  }
  return apr_psprintf(pool, "%.*s%d%s", (int)before, message, number, message + before + 1);
}

void collab_faults_add(collab_faults_t *faults, const char *field, const char *message) {
  if (faults->list == NULL) {
    faults->list = apr_array_make(faults->pool, 4, sizeof(collab_fault_t));
  }
  if (faults->list->nelts == COLLAB_MAX_FAULTS && !faults->strict) {
    faults->unlisted++;
    return;
  }
  APR_ARRAY_PUSH(faults->list, collab_fault_t) = (collab_fault_t){field, message};
}

static const char *place_text(const collab_faults_t *faults, const place_t *place) {
  if (place == NULL) {
    return faults->at ? faults->at : "";
  }
  const char *before = place_text(faults, place->parent);
  if (place->name == NULL) {
    return apr_psprintf(faults->pool, "%s[%" APR_SIZE_T_FMT "]", before, place->index);
  }
  return *before ? apr_pstrcat(faults->pool, before, ".", place->name, NULL) : place->name;
}

static void fault(check_t *check, const place_t *place, const char *message) {
  collab_faults_add(check->faults, place_text(check->faults, place), message);
}

static apr_size_t fault_count(const collab_faults_t *faults) {
  return faults->list ? (apr_size_t)faults->list->nelts : 0;
}

static const char *one_of(apr_pool_t *pool, const char *const *values) {
  const char *text = apr_pstrcat(pool, values[1] ? "must be one of " : "must be ", values[0], NULL);

  for (values++; *values; values++) {
    text = apr_pstrcat(pool, text, ", ", *values, NULL);
  }
  return text;
}

/* ---- faults of a value in a body or a parameter: NULL or the message ---- */

static bool among(const char *const *values, const char *text) {
  for (; *values; values++) {
    if (!strcmp(*values, text)) {
      return true;
    }
  }
  return false;
}

static const char *too_long(const collab_faults_t *faults, const char *text, int64_t max) {
  /* a code point has at least one byte, so most texts need no counting */
  if (max == 0 || strlen(text) <= (apr_size_t)max || collab_text_length(text) <= (apr_size_t)max) {
    return NULL;
  }
  return with_number(faults->pool, wording(faults)->too_long, (int)max);
}

/* Checks the length first, so that an address that is only too long gets the message about its length. */
static const char *email_fault(const collab_faults_t *faults, const collab_field_t *field, const char *text) {
  const char *wrong = too_long(faults, text, field->max ? field->max : EMAIL_LENGTH), *at = strchr(text, '@');

  if (wrong) {
    return wrong;
  }
  if (wording(faults)->local_part && at && at - text > EMAIL_LOCAL_LENGTH) {
    return with_number(faults->pool, wording(faults)->local_part, EMAIL_LOCAL_LENGTH);
  }
  return collab_format_is_email(text) ? NULL : "must be an e-mail address";
}

static const char *text_fault(const collab_faults_t *faults, const collab_field_t *field, const char *text) {
  const char *wrong;
  apr_time_t when;

  switch (field->kind) {
  case ENUM:
    return among(field->values, text) ? NULL : one_of(faults->pool, field->values);
  case EMAIL:
    return email_fault(faults, field, text);
  case URI:
    wrong = collab_format_uri_fault(text, faults->http_allowed);
    return wrong ? wrong : strchr(text, '#') ? "must have no fragment (#...)" : NULL;
  case DATETIME:
  case DATETIME_OR_SECONDS:
    return collab_time_parse(text, &when) ? NULL : "must be a date-time with a time zone, like 2026-01-31T12:00:00Z";
  default:
    return too_long(faults, text, field->max);
  }
}

/* True if an empty string counts as absent. */
static bool empty_is_absent(const collab_field_t *field) {
  return field->filled || field->kind == EMAIL || field->kind == ENUM || field->kind == DATETIME ||
         field->kind == DATETIME_OR_SECONDS || field->kind == URI;
}

static const char *integer_fault(const collab_faults_t *faults, const collab_field_t *field, bool whole, int64_t value) {
  if (whole && value >= field->min && (!field->max || value <= field->max)) {
    return NULL;
  }
  if (wording(faults)->whole_number) {
    return wording(faults)->whole_number;
  }
  if (!field->max) {
    return apr_psprintf(faults->pool, "must be a whole number of at least %" APR_INT64_T_FMT, field->min);
  }
  return apr_psprintf(faults->pool, "must be a whole number from %" APR_INT64_T_FMT " to %" APR_INT64_T_FMT, field->min,
                      field->max);
}

/* ---- bodies ---- */

static bool is_required(const check_t *check, const collab_field_t *field) {
  return !check->merge_patch && (field->presence == REQUIRED || (field->presence == EXPECTED && !check->faults->lenient));
}

/* True if a text counts as absent though it was given. */
static bool is_as_good_as_absent(const check_t *check, const collab_field_t *field, const char *text) {
  if (field->presence == EXPECTED && check->faults->lenient && collab_text_is_blank(text)) {
    return true;
  }
  return *text == '\0' && empty_is_absent(field) && !check->faults->strict;
}

static void check_text(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  const char *text = collab_json_string(value);
  const char *wrong;

  if (text == NULL) {
    wrong = field->kind == ENUM ? one_of(check->faults->pool, field->values) : "must be a string";
  } else if (is_as_good_as_absent(check, field, text)) {
    wrong = check->merge_patch ? "must not be empty" : is_required(check, field) ? wording(check->faults)->required : NULL;
  } else {
    wrong = text_fault(check->faults, field, text);
    if (!wrong && check->faults->strict && is_required(check, field) && collab_text_is_blank(text)) {
      wrong = "must not be blank";
    }
  }
  if (wrong) {
    fault(check, place, wrong);
  }
}

static void check_number(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  const char *text = field->kind == NUMBER_OR_DIGITS ? collab_json_string(value) : NULL;
  int64_t number = collab_json_integer(value);
  bool whole = text ? collab_text_integer(text, &number) : collab_json_kind(value) == COLLAB_JSON_INTEGER;
  const char *wrong = integer_fault(check->faults, field, whole, number);

  if (wrong && field->kind == INTEGER && collab_json_kind(value) == COLLAB_JSON_STRING && !check->faults->strict) {
    wrong = "must be a JSON number, not a string";
  } else if (wrong && wrong != wording(check->faults)->whole_number &&
             collab_json_kind(value) == COLLAB_JSON_REAL) { /* 1.0 and 1e2 are also whole */
    wrong = apr_pstrcat(check->faults->pool, wrong, ", written without a fraction or an exponent", NULL);
  }
  if (wrong) {
    fault(check, place, wrong);
  }
}

static void check_datetime(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  collab_json_kind_t kind = collab_json_kind(value);
  apr_time_t when;

  if (kind == COLLAB_JSON_STRING) {
    check_text(check, place, field, value);
  } else if (kind != COLLAB_JSON_INTEGER && kind != COLLAB_JSON_REAL) {
    fault(check, place, "must be a date-time with a time zone, like 2026-01-31T12:00:00Z, or a number of seconds since 1970");
  } else if (!collab_time_of_seconds(collab_json_number(value), &when)) {
    fault(check, place, "must be a time of the years 1 to 9999");
  }
}

static void check_value(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value);

static void check_array(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  apr_pool_t *pool = check->faults->pool;
  apr_size_t count = collab_json_count(value);

  if (collab_json_kind(value) != COLLAB_JSON_ARRAY) {
    fault(check, place, "must be an array");
    return;
  }
  if (count == 0 && field->min) {
    fault(check, place, check->merge_patch ? "must not be empty; send null to remove it" : "must not be empty; leave it out");
  } else if (count < (apr_size_t)field->min) {
    fault(check, place, apr_psprintf(pool, "must have at least %" APR_INT64_T_FMT " elements", field->min));
  }
  if (field->max && count > (apr_size_t)field->max) {
    fault(check, place, with_number(pool, wording(check->faults)->too_many, (int)field->max));
    return;
  }
  for (apr_size_t i = 0; i < count; i++) {
    const collab_json_t *element = collab_json_at(value, i);
    place_t here = {place, NULL, i};

    if (collab_json_kind(element) == COLLAB_JSON_NULL && !check->faults->strict) {
      fault(check, &here, "must not be null");
    } else if (field->of) {
      check_value(check, &here, field->of, element);
    } else if (collab_json_kind(element) != COLLAB_JSON_OBJECT) {
      fault(check, &here, "must be an object");
    } else {
      check_t inside = {check->faults, false}; /* RFC 7396 replaces whole arrays, so their elements are not patches */
      check_object(&inside, &here, field->fields, element);
    }
  }
}

/* The message that lists the event types of a version. */
static const char *one_of_event_types(const collab_faults_t *faults, collab_kind_t version) {
  const char *prefix = version == EVENT_TYPES_V2 ? faults->event_prefix : NULL;
  const char *names[COLLAB_MAX_EVENT_TYPES + 1];
  int count = 0;

  for (const char *const *type = collab_event_types; *type; type++) {
    const char *name = collab_event_name(faults->pool, prefix, *type);
    if (collab_event_type(prefix, name)) {
      names[count++] = name;
    }
  }
  names[count] = NULL;
  return one_of(faults->pool, names);
}

static void check_event_types(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  apr_size_t count = collab_json_count(value);

  if (collab_json_kind(value) != COLLAB_JSON_ARRAY) {
    fault(check, place, "must be an array");
  } else if (count == 0) {
    fault(check, place,
          check->merge_patch ? "must not be empty; send null for all event types"
                             : "must not be empty; leave it out for all event types");
  } else if (count > COLLAB_MAX_EVENT_TYPES) {
    fault(check, place, "has more elements than there are event types");
  } else {
    const char *prefix = field->kind == EVENT_TYPES_V2 ? check->faults->event_prefix : NULL;
    for (apr_size_t i = 0; i < count; i++) {
      const char *name = collab_json_string(collab_json_at(value, i));
      place_t here = {place, NULL, i};
      if (!name || !collab_event_type(prefix, name)) {
        fault(check, &here, one_of_event_types(check->faults, field->kind));
      }
    }
  }
}

static void check_value(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  switch (field->kind) {
  case STRING:
  case ENUM:
  case EMAIL:
  case URI:
  case DATETIME:
  case CURSOR:
    check_text(check, place, field, value);
    break;
  case DATETIME_OR_SECONDS:
    check_datetime(check, place, field, value);
    break;
  case BOOLEAN:
    if (collab_json_kind(value) != COLLAB_JSON_BOOLEAN) {
      fault(check, place, "must be true or false");
    }
    break;
  case INTEGER:
  case NUMBER_OR_DIGITS:
    check_number(check, place, field, value);
    break;
  case OBJECT:
    if (collab_json_kind(value) != COLLAB_JSON_OBJECT) {
      fault(check, place, "must be an object");
    } else {
      check_object(check, place, field->fields, value);
    }
    break;
  case ARRAY:
    check_array(check, place, field, value);
    break;
  case EVENT_TYPES_V1:
  case EVENT_TYPES_V2:
    check_event_types(check, place, field, value);
    break;
  case ID_OR_NAME:
    if (collab_json_kind(value) != COLLAB_JSON_STRING && collab_json_kind(value) != COLLAB_JSON_INTEGER) {
      fault(check, place, "must be an id or a name");
    }
    break;
  case CONTENT:
  case ANY:
    break;
  }
}

static void check_member(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *object) {
  const collab_json_t *value = collab_json_get(object, field->name);
  place_t here = {place, field->name, 0};

  if (value && collab_json_kind(value) != COLLAB_JSON_NULL) {
    check_value(check, &here, field, value);
  } else if (is_required(check, field)) {
    fault(check, &here, wording(check->faults)->required);
  }
}

/* Adds a fault if a member is not in `fields`, because its name is probably misspelt. */
static void check_unknown(check_t *check, const place_t *place, const collab_field_t *fields, const collab_json_t *object) {
  apr_pool_t *pool = check->faults->pool;
  apr_size_t known = 0;
  const char *names = "";

  for (const collab_field_t *field = fields; field->name; field++) {
    known += collab_json_get(object, field->name) != NULL;
    names = apr_pstrcat(pool, names, *names ? ", " : "", field->name, NULL);
  }
  if (known != collab_json_count(object)) {
    fault(check, place, apr_pstrcat(pool, "has a member that is none of ", names, NULL));
  }
}

static bool is_nested(const collab_field_t *field) {
  return field->kind == OBJECT || field->kind == ARRAY;
}

static void check_object(check_t *check, const place_t *place, const collab_field_t *fields, const collab_json_t *object) {
  bool strict = check->faults->strict;

  for (const collab_field_t *field = fields; field->name; field++) {
    if (!strict || !is_nested(field)) {
      check_member(check, place, field, object);
    }
  }
  if (!strict) {
    return;
  }
  check_unknown(check, place, fields, object);
  for (const collab_field_t *field = fields; field->name; field++) {
    if (is_nested(field)) {
      check_member(check, place, field, object);
    }
  }
}

bool collab_schema_check(collab_faults_t *faults, const collab_field_t *fields, const collab_json_t *body, bool merge_patch) {
  check_t check = {faults, merge_patch};
  apr_size_t before = fault_count(faults);

  if (collab_json_kind(body) != COLLAB_JSON_OBJECT) {
    fault(&check, NULL, wording(faults)->body);
  } else {
    check_object(&check, NULL, fields, body);
  }
  return fault_count(faults) == before;
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

const char *collab_schema_parameter(collab_faults_t *faults, const collab_field_t *field, const char *value) {
  const char *wrong;
  collab_cursor_t cursor;
  apr_time_t when;
  int64_t number = 0;
  bool whole;

  if (*value == '\0' && empty_is_absent(field) && field->presence == OPTIONAL) {
    return NULL;
  }
  if (field->filled && collab_text_is_blank(value)) {
    collab_faults_add(faults, field->name, "must not be blank");
    return NULL;
  }
  if (field->kind == DATETIME) {
    value = with_plus(faults->pool, value);
  }
  switch (field->kind) {
  case BOOLEAN:
    wrong = strcmp(value, "true") && strcmp(value, "false") ? "must be true or false" : NULL;
    break;
  case INTEGER:
  case NUMBER_OR_DIGITS:
    whole = is_digits(value, &number);
    wrong = integer_fault(faults, field, whole, number);
    break;
  case CURSOR:
    wrong = *value && !collab_cursor_read(value, &cursor)
                ? "must be empty to begin the list, then the whole nextCursor of the response before"
                : NULL;
    break;
  default:
    wrong = text_fault(faults, field, value);
  }
  if (wrong) {
    collab_faults_add(faults, field->name, wrong);
    return NULL;
  }
  if (field->kind == DATETIME && collab_time_parse(value, &when)) {
    return collab_time_micros(faults->pool, when);
  }
  return value;
}
