/* schema.c: the engine behind the field lists: checks a JSON body, and names every bad field at once.
 *
 * Owns, with schema_value.c, the texts and codes of validation errors; a caller may reword some of the texts. Called by the
 * request pipeline before any statement runs, and by collabctl for its form files. Allocates only when something is wrong, or
 * when the check is strict. Recurses as deep as the field lists are nested. In a list that contains itself, recurses as deep as
 * the JSON is nested (COLLAB_JSON_DEPTH). Never depends on an operation's meaning. */
#include <apr_strings.h>

#include "base/text.h"
#include "base/time.h"
#include "domain/event_name.h"
#include "domain/schema_private.h"

#define MOST_NAMED 10 /* members that a fault names because they are unknown */

/* The path of a value in its body. It becomes text only when the value is faulty. */
typedef struct place_t {
  const struct place_t *parent;
  const char *name; /* NULL: an element of an array */
  apr_size_t index;
  const collab_field_t *fields; /* of an element that is an object; else NULL */
  const collab_json_t *element;
} place_t;

typedef struct check_t {
  collab_faults_t *faults;
  bool merge_patch;
} check_t;

const collab_field_t collab_no_body[] = {{0}};

static void check_object(check_t *check, const place_t *place, const collab_field_t *fields, const collab_json_t *object);

/* ---- faults ---- */

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

/* Reads a NUMBER_OR_DIGITS or an INTEGER; false: it is none within int64. */
static bool whole_number(const collab_field_t *field, const collab_json_t *value, int64_t *number) {
  const char *text = field->kind == NUMBER_OR_DIGITS ? collab_json_string(value) : NULL;

  *number = collab_json_integer(value);
  return text ? collab_text_integer(text, number) : collab_json_kind(value) == COLLAB_JSON_INTEGER;
}

/* The custom field that the value at this place is about; 0: none. */
static int64_t field_id_at(const place_t *place) {
  int64_t id;

  for (; place; place = place->parent) {
    for (const collab_field_t *field = place->fields; field && field->name; field++) {
      const collab_json_t *value = collab_json_get(place->element, field->name);
      if (field->is_field_id && whole_number(field, value, &id) && id >= field->min) {
        return id;
      }
    }
  }
  return 0;
}

static void fault(check_t *check, const place_t *place, collab_fault_code_t code, const char *message) {
  collab_faults_put(check->faults, (collab_fault_t){place_text(check->faults, place), message, code, field_id_at(place)});
}

static apr_size_t fault_count(const collab_faults_t *faults) {
  return faults->list ? (apr_size_t)faults->list->nelts : 0;
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
  return *text == '\0' && collab_schema_empty_is_absent(field) && !check->faults->strict;
}

static collab_complaint_t empty_fault(const check_t *check, const collab_field_t *field) {
  if (check->merge_patch) {
    return (collab_complaint_t){COLLAB_FAULT_EMPTY, "must not be empty"};
  }
  return is_required(check, field) ? (collab_complaint_t){COLLAB_FAULT_REQUIRED, collab_schema_wording(check->faults)->required}
                                   : (collab_complaint_t){0};
}

static void check_text(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  const char *text = collab_json_string(value);
  collab_complaint_t wrong;

  if (text == NULL) {
    const char *message = field->kind == ENUM ? collab_schema_one_of(check->faults->pool, field->values) : "must be a string";
    wrong = (collab_complaint_t){COLLAB_FAULT_WRONG_TYPE, message};
  } else if (is_as_good_as_absent(check, field, text)) {
    wrong = empty_fault(check, field);
  } else {
    wrong = collab_schema_text_fault(check->faults, field, text);
    if (!wrong.message && check->faults->strict && is_required(check, field) && collab_text_is_blank(text)) {
      wrong = (collab_complaint_t){COLLAB_FAULT_EMPTY, "must not be blank"};
    }
  }
  if (wrong.message) {
    fault(check, place, wrong.code, wrong.message);
  }
}

static void check_number(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  const char *text = collab_json_string(value);
  bool real = collab_json_kind(value) == COLLAB_JSON_REAL;
  collab_fault_code_t code = real ? COLLAB_FAULT_NOT_AN_INTEGER : COLLAB_FAULT_WRONG_TYPE;
  int64_t number;

  if (text && field->kind == NUMBER_OR_DIGITS) {
    code = collab_schema_digits_code(text);
  }
  bool whole = whole_number(field, value, &number);
  collab_complaint_t wrong = collab_schema_integer_fault(check->faults, field, whole, number, code);
  if (wrong.message && field->kind == INTEGER && text && !check->faults->strict) {
    wrong.message = "must be a JSON number, not a string";
  } else if (wrong.message && wrong.message != collab_schema_wording(check->faults)->whole_number &&
             real) { /* 1.0 and 1e2 are also whole */
    wrong.message = apr_pstrcat(check->faults->pool, wrong.message, ", written without a fraction or an exponent", NULL);
  }
  if (wrong.message) {
    fault(check, place, wrong.code, wrong.message);
  }
}

static void check_datetime(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  collab_json_kind_t kind = collab_json_kind(value);
  apr_time_t when;

  if (kind == COLLAB_JSON_STRING) {
    check_text(check, place, field, value);
  } else if (kind != COLLAB_JSON_INTEGER && kind != COLLAB_JSON_REAL) {
    fault(check, place, COLLAB_FAULT_WRONG_TYPE,
          "must be a date-time with a time zone, like 2026-01-31T12:00:00Z, or a number of seconds since 1970");
  } else if (!collab_time_of_seconds(collab_json_number(value), &when)) {
    fault(check, place, COLLAB_FAULT_OUT_OF_RANGE, "must be a time of the years 1 to 9999");
  }
}

static void check_value(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value);

static void check_array(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  apr_size_t count = collab_json_count(value);

  if (collab_json_kind(value) != COLLAB_JSON_ARRAY) {
    fault(check, place, COLLAB_FAULT_WRONG_TYPE, "must be an array");
    return;
  }
  if (count == 0 && field->min) {
    fault(check, place, COLLAB_FAULT_EMPTY,
          check->merge_patch ? "must not be empty; send null to remove it" : "must not be empty; leave it out");
  }
  if (field->max && count > (apr_size_t)field->max) {
    fault(check, place, COLLAB_FAULT_TOO_MANY,
          collab_schema_numbered(check->faults->pool, collab_schema_wording(check->faults)->too_many, (int)field->max));
    return;
  }
  for (apr_size_t i = 0; i < count; i++) {
    const collab_json_t *element = collab_json_at(value, i);
    place_t here = {place, NULL, i, field->fields, element};

    if (collab_json_kind(element) == COLLAB_JSON_NULL && !check->faults->strict) {
      fault(check, &here, COLLAB_FAULT_REQUIRED, "must not be null");
    } else if (field->of) {
      check_value(check, &here, field->of, element);
    } else if (collab_json_kind(element) != COLLAB_JSON_OBJECT) {
      fault(check, &here, COLLAB_FAULT_WRONG_TYPE, "must be an object");
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
  return collab_schema_one_of(faults->pool, names);
}

static void check_event_types(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *value) {
  apr_size_t count = collab_json_count(value);

  if (collab_json_kind(value) != COLLAB_JSON_ARRAY) {
    fault(check, place, COLLAB_FAULT_WRONG_TYPE, "must be an array");
  } else if (count == 0) {
    fault(check, place, COLLAB_FAULT_EMPTY,
          check->merge_patch ? "must not be empty; send null for all event types"
                             : "must not be empty; leave it out for all event types");
  } else if (count > COLLAB_MAX_EVENT_TYPES) {
    fault(check, place, COLLAB_FAULT_TOO_MANY, "has more elements than there are event types");
  } else {
    const char *prefix = field->kind == EVENT_TYPES_V2 ? check->faults->event_prefix : NULL;
    for (apr_size_t i = 0; i < count; i++) {
      const char *name = collab_json_string(collab_json_at(value, i));
      place_t here = {place, NULL, i, NULL, NULL};
      if (!name || !collab_event_type(prefix, name)) {
        fault(check, &here, name ? COLLAB_FAULT_NOT_A_CHOICE : COLLAB_FAULT_WRONG_TYPE,
              one_of_event_types(check->faults, field->kind));
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
      fault(check, place, COLLAB_FAULT_WRONG_TYPE, "must be true or false");
    }
    break;
  case INTEGER:
  case NUMBER_OR_DIGITS:
    check_number(check, place, field, value);
    break;
  case OBJECT:
    if (collab_json_kind(value) != COLLAB_JSON_OBJECT) {
      fault(check, place, COLLAB_FAULT_WRONG_TYPE, "must be an object");
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
      fault(check, place, COLLAB_FAULT_WRONG_TYPE, "must be an id or a name");
    }
    break;
  case CONTENT:
  case ANY:
    break;
  }
}

static void check_member(check_t *check, const place_t *place, const collab_field_t *field, const collab_json_t *object) {
  const collab_json_t *value = collab_json_get(object, field->name);
  place_t here = {place, field->name, 0, NULL, NULL};

  if (value && collab_json_kind(value) != COLLAB_JSON_NULL) {
    check_value(check, &here, field, value);
  } else if (is_required(check, field)) {
    fault(check, &here, COLLAB_FAULT_REQUIRED, collab_schema_wording(check->faults)->required);
  }
}

static bool is_known(const collab_field_t *fields, const char *name) {
  while (fields->name && strcmp(fields->name, name)) {
    fields++;
  }
  return fields->name != NULL;
}

/* True if a name can be shown as it is: a terminal would obey other characters. */
static bool is_plain(const char *name) {
  apr_size_t length = strlen(name);
  return length <= 40 && strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-") == length;
}

/* Adds a fault if members are not in `fields`, because their names are probably misspelt. Names some of them. */
static void check_unknown(check_t *check, const place_t *place, const collab_field_t *fields, const collab_json_t *object) {
  apr_pool_t *pool = check->faults->pool;
  int unknown = 0;
  const char *names = "", *plain = "";

  for (const char *const *name = collab_json_names(pool, object); *name && unknown < MOST_NAMED; name++) {
    if (!is_known(fields, *name)) {
      unknown++;
      plain = is_plain(*name) ? apr_pstrcat(pool, plain, *plain ? ", " : ": ", *name, NULL) : plain;
    }
  }
  if (unknown) {
    for (const collab_field_t *field = fields; field->name; field++) {
      names = apr_pstrcat(pool, names, *names ? ", " : "", field->name, NULL);
    }
    fault(check, place, COLLAB_FAULT_UNKNOWN, apr_pstrcat(pool, "has a member that is none of ", names, plain, NULL));
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
    fault(&check, NULL, COLLAB_FAULT_WRONG_TYPE, collab_schema_wording(faults)->body);
  } else {
    check_object(&check, NULL, fields, body);
  }
  return fault_count(faults) == before;
}
