/* form_check.c: checks a form file, and turns it into the JSON that ctl_form_add takes.
 *
 * Owns the members of the file as tables for the validation engine (domain/schema.h), and the rules that a table cannot express.
 * form.c calls this file, and so does exchange/document.c for the forms within a company. Every fault is reported with its path
 * (fields[2].type). Clients can answer any form that passes, and such a form breaks no constraint of the database. In the result,
 * company and department are strings, `options` is one string, and every node of `selections` has `children`. */
#include "ctl/ctl.h"

#include "base/text.h"
#include "domain/format.h"

#include <string.h>

#define LEVELS_MAX 8

// clang-format off
const collab_field_t collab_ctl_form_contact[] = {
  { "name",  STRING, .max = NAME_LENGTH },
  { "email", EMAIL,  .max = EMAIL_LENGTH },
  { "phone", STRING, .max = PHONE_LENGTH },
  { NULL }
};

/* ANY, because write_field() checks each field, not the validation engine. So all faults of a field are reported together. */
static const collab_field_t form_field = { .kind = ANY };

static const collab_field_t form_members[] = {
  { "name",                   STRING,     REQUIRED, .max = NAME_LENGTH },
  { "company",                ID_OR_NAME, REQUIRED },
  { "department",             ID_OR_NAME },
  { "contact",                OBJECT,     .fields = collab_ctl_form_contact },
  { "adminNote",              STRING,     .max = TEXT_LENGTH },
  { "escalationInstructions", STRING,     .max = SHORT_TEXT_LENGTH },
  { "fields",                 ARRAY,      .max = FORM_FIELDS_MAX, .of = &form_field },
  { NULL }
};

/* A choice of a TIERSELECT; its children are choices too. */
static const collab_field_t node_members[] = {
  { "value",    STRING, REQUIRED, .max = NAME_LENGTH },
  { "children", ARRAY,  .fields = node_members },
  { NULL }
};

const collab_field_t collab_ctl_form_field[] = {
  { "section",            ENUM,    REQUIRED, .values = WORDS(FORM_SECTIONS) },
  { "label",              STRING,  REQUIRED, .max = NAME_LENGTH },
  { "type",               ENUM,    REQUIRED, .values = WORDS(FORM_FIELD_TYPES) },
  { "required",           BOOLEAN },
  { "value",              STRING,  .max = TEXT_LENGTH },
  { "options",            ANY },
  { "selections",         ARRAY,   .fields = node_members },
  { "additionalSettings", STRING,  .max = TEXT_LENGTH },
  { "validationRules",    ENUM,    .values = WORDS("not_numeric") },
  { "displayOrder",       INTEGER, .max = INT32_MAX },
  { NULL }
};

static const collab_wording_t wording = {
  .body         = "must be an object",
  .required     = "is missing",
  .too_long     = "must have at most # characters",
  .too_many     = "must be at most #",
  .whole_number = "must be a number",
};
// clang-format on

static void fault(collab_faults_t *faults, const char *path, const char *name, collab_fault_code_t code, const char *problem) {
  collab_faults_add(faults, apr_pstrcat(faults->pool, path, name, NULL), code, problem);
}

static bool is(const collab_json_t *value, collab_json_kind_t kind) {
  return value && collab_json_kind(value) == kind;
}

static bool is_given(const collab_json_t *value) {
  return value && collab_json_kind(value) != COLLAB_JSON_NULL;
}

/* ---- choices ---- */

/* Returns the choices of a SELECT as one string. In the file they are a string or an array. NULL: there are none. */
static const char *options_text(collab_faults_t *faults, const char *path, const collab_json_t *options) {
  apr_pool_t *pool = faults->pool;
  const char *text = collab_json_string(options);
  if (text || !is_given(options)) {
    return text && !collab_text_is_blank(text) ? text : NULL;
  }
  if (!is(options, COLLAB_JSON_ARRAY)) {
    fault(faults, path, ".options", COLLAB_FAULT_WRONG_TYPE,
          "must be an array of strings, or one string with a choice on each line");
    return "";
  }
  apr_size_t count = collab_json_count(options);
  apr_array_header_t *pieces = apr_array_make(pool, 2 * (int)count, sizeof(const char *));
  for (apr_size_t i = 0; i < count; i++) {
    const char *one = collab_json_string(collab_json_at(options, i));
    if (!one || collab_text_is_blank(one) || strpbrk(one, "\r\n")) {
      fault(faults, path, apr_psprintf(pool, ".options[%d]", (int)i), COLLAB_FAULT_NOT_ALLOWED,
            "must be a string of one line, not blank");
    } else {
      APR_ARRAY_PUSH(pieces, const char *) = pieces->nelts ? "\r\n" : "";
      APR_ARRAY_PUSH(pieces, const char *) = one;
    }
  }
  return count ? apr_array_pstrcat(pool, pieces, '\0') : NULL;
}

/* Returns the choices of a TIERSELECT: [{"value":…,"children":[…]},…], where every node has `children`. */
static const char *nodes_text(collab_faults_t *faults, const char *path, const collab_json_t *nodes, int level) {
  apr_pool_t *pool = faults->pool;
  collab_json_writer_t *w = collab_json_writer_make(pool, 200);
  if (is_given(nodes) && !is(nodes, COLLAB_JSON_ARRAY)) {
    return "[]"; /* the validation engine has reported the fault */
  }
  if (level > LEVELS_MAX) {
    fault(faults, path, "", COLLAB_FAULT_TOO_MANY, "is nested too deeply");
    return "[]";
  }
  collab_write_open(w, NULL, "[");
  for (apr_size_t i = 0; i < collab_json_count(nodes); i++) {
    const collab_json_t *node = collab_json_at(nodes, i);
    const char *here = apr_psprintf(pool, "%s[%d]", path, (int)i), *value = collab_json_string(collab_json_get(node, "value"));
    if (!is(node, COLLAB_JSON_OBJECT)) {
      continue;
    }
    if (value && strchr(value, ':')) {
      fault(faults, here, ".value", COLLAB_FAULT_NOT_ALLOWED,
            "must not contain a colon, which separates the levels of an answer");
    }
    const char *below =
        nodes_text(faults, apr_pstrcat(pool, here, ".children", NULL), collab_json_get(node, "children"), level + 1);
    collab_write_open(w, NULL, "{");
    collab_write_text(w, "value", value);
    collab_write_json(w, "children", below);
    collab_write_close(w, "}");
  }
  collab_write_close(w, "]");
  return w->text;
}

static bool is_choice(apr_pool_t *pool, const char *options, const char *value) {
  const char *all = apr_pstrcat(pool, "\n", options, "\n", NULL);
  size_t len = strlen(value);
  for (const char *line = all; *line; line += strcspn(line, "\r\n")) {
    line += strspn(line, "\r\n");
    if (len && strcspn(line, "\r\n") == len && !strncmp(line, value, len)) {
      return true;
    }
  }
  return false;
}

/* Returns what is wrong with a prefilled value, or NULL. A prefilled value must be a valid answer to its field. */
static const char *value_problem(apr_pool_t *pool, const char *type, const char *options, const char *value) {
  if (!strcmp(type, "INTEGER")) {
    const char *digits = value + strspn(value, "+-");
    bool whole = digits - value <= 1 && *digits && !digits[strspn(digits, "0123456789")];
    return whole ? NULL : "must be a whole number, as its type says";
  }
  if (!strcmp(type, "EMAIL")) {
    return collab_format_is_email(value) ? NULL : "must be an e-mail address, as its type says";
  }
  if (!strcmp(type, "SELECT")) {
    return !options || is_choice(pool, options, value) ? NULL : "must be one of the options";
  }
  return NULL;
}

/* ---- the form ---- */

static void write_member(collab_json_writer_t *w, const collab_json_t *object, const char *name) {
  const collab_json_t *value = collab_json_get(object, name);
  collab_write_json(w, name, is_given(value) ? collab_json_text(w->pool, value) : NULL);
}

/* Writes an id or a name as a string. */
static void write_key(collab_json_writer_t *w, const collab_json_t *object, const char *name) {
  const collab_json_t *value = collab_json_get(object, name);
  collab_write_text(w, name,
                    is(value, COLLAB_JSON_INTEGER) ? apr_psprintf(w->pool, "%" APR_INT64_T_FMT, collab_json_integer(value))
                                                   : collab_json_string(value));
}

/* Checks a field and writes it as ctl_form_add takes it. `place`, from 1, is the default of displayOrder. */
static void write_field(collab_json_writer_t *w, collab_faults_t *faults, const char *path, int place,
                        const collab_json_t *field) {
  apr_pool_t *pool = faults->pool;
  faults->at = path;
  collab_schema_check(faults, collab_ctl_form_field, field, false);
  if (!is(field, COLLAB_JSON_OBJECT)) {
    return;
  }
  const char *type = collab_json_string(collab_json_get(field, "type"));
  const char *value = collab_json_string(collab_json_get(field, "value"));
  const char *options = options_text(faults, path, collab_json_get(field, "options"));
  const char *selections =
      nodes_text(faults, apr_pstrcat(pool, path, ".selections", NULL), collab_json_get(field, "selections"), 1);
  type = type ? type : "";

  if (!strcmp(type, "SELECT") != (options != NULL)) {
    fault(faults, path, ".options", COLLAB_FAULT_MISMATCH,
          options ? "are for the type SELECT alone" : "must list the choices of a SELECT");
  }
  if (!strcmp(type, "TIERSELECT") != (strcmp(selections, "[]") != 0)) {
    fault(faults, path, ".selections", COLLAB_FAULT_MISMATCH,
          strcmp(selections, "[]") ? "are for the type TIERSELECT alone" : "must list the choices of a TIERSELECT");
  }
  const char *wrong = value && *value ? value_problem(pool, type, options, value) : NULL;
  if (wrong) {
    fault(faults, path, ".value", COLLAB_FAULT_NOT_ALLOWED, wrong);
  }
  const collab_json_t *order = collab_json_get(field, "displayOrder");
  collab_write_open(w, NULL, "{");
  write_member(w, field, "section");
  write_member(w, field, "label");
  write_member(w, field, "type");
  collab_write_boolean(w, "required", collab_json_true(collab_json_get(field, "required")));
  write_member(w, field, "value");
  collab_write_text(w, "options", options);
  collab_write_json(w, "selections", selections);
  write_member(w, field, "additionalSettings");
  write_member(w, field, "validationRules");
  if (is_given(order)) {
    write_member(w, field, "displayOrder");
  } else {
    collab_write_integer(w, "displayOrder", place);
  }
  collab_write_close(w, "}");
}

void collab_ctl_form_fields(collab_json_writer_t *w, collab_faults_t *faults, const char *at, const collab_json_t *fields) {
  apr_size_t count = is(fields, COLLAB_JSON_ARRAY) ? collab_json_count(fields) : 0; /* not an array: the caller has reported it */
  const char *outer = faults->at;

  collab_write_open(w, "fields", "[");
  for (apr_size_t i = 0; i < count && count <= FORM_FIELDS_MAX; i++) {
    const char *path = apr_psprintf(faults->pool, "%sfields[%d]", at, (int)i);
    write_field(w, faults, path, (int)i + 1, collab_json_at(fields, i));
  }
  collab_write_close(w, "]");
  faults->at = outer;
}

const char *collab_ctl_form_check(collab_faults_t *faults, const collab_json_t *form) {
  collab_json_writer_t *w = collab_json_writer_make(faults->pool, 2000);

  faults->strict = true;
  faults->wording = &wording;
  collab_schema_check(faults, form_members, form, false);
  collab_write_open(w, NULL, "{");
  write_member(w, form, "name");
  write_key(w, form, "company");
  write_key(w, form, "department");
  write_member(w, form, "contact");
  write_member(w, form, "adminNote");
  write_member(w, form, "escalationInstructions");
  collab_ctl_form_fields(w, faults, "", collab_json_get(form, "fields"));
  collab_write_close(w, "}");
  return faults->list ? NULL : w->text;
}
