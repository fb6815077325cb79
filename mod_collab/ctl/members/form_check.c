/* form_check.c: is a form file one, and the same form in the shape that ctl_form_add takes.
 *
 * Owns the members of the file, as tables. Called by form.c alone. Reports every fault with its path (fields[2].type); a form
 * that passes here can be answered by a client, and the database's constraints never speak up. In what it makes, companies and
 * departments are text, `options` is one string, and every node of `selections` has its `children`. */
#include "ctl/ctl.h"

#include "base/text.h"

#include <string.h>

#define FIELDS_MAX 200
#define LEVELS_MAX 8

typedef enum kind_t { TEXT, EMAIL, WORD, NUMBER, BOOLEAN, KEY, OTHER } kind_t; /* KEY: text or a number; OTHER: code checks it */

typedef struct member_t {
  const char *name;
  kind_t kind;
  bool required;
  apr_size_t max;
  const char *const *words; /* WORD: one of these */
} member_t;

typedef struct check_t {
  collab_ctl_t *ctl;
  apr_pool_t *pool;
  bool fine;
} check_t;

// clang-format off
static const member_t form_members[] = {
  { "name",                   TEXT,  true,  NAME_LENGTH, NULL },
  { "company",                KEY,   true,  0,    NULL },
  { "department",             KEY,   false, 0,    NULL },
  { "contact",                OTHER, false, 0,    NULL },
  { "adminNote",              TEXT,  false, TEXT_LENGTH, NULL },
  { "escalationInstructions", TEXT,  false, SHORT_TEXT_LENGTH, NULL },
  { "fields",                 OTHER, false, 0,    NULL },
  { NULL, 0, false, 0, NULL }
};

static const member_t contact_members[] = {
  { "name",  TEXT,  false, NAME_LENGTH, NULL },
  { "email", EMAIL, false, EMAIL_LENGTH, NULL },
  { "phone", TEXT,  false, PHONE_LENGTH, NULL },
  { NULL, 0, false, 0, NULL }
};

static const member_t field_members[] = {
  { "section",            WORD,    true,  0,    WORDS(FORM_SECTIONS) },
  { "label",              TEXT,    true,  NAME_LENGTH, NULL     },
  { "type",               WORD,    true,  0,    WORDS(FORM_FIELD_TYPES) },
  { "required",           BOOLEAN, false, 0,    NULL     },
  { "value",              TEXT,    false, TEXT_LENGTH, NULL     },
  { "options",            OTHER,   false, 0,    NULL     },
  { "selections",         OTHER,   false, 0,    NULL     },
  { "additionalSettings", TEXT,    false, TEXT_LENGTH, NULL     },
  { "validationRules",    WORD,    false, 0,    WORDS("not_numeric") },
  { "displayOrder",       NUMBER,  false, 0,    NULL     },
  { NULL, 0, false, 0, NULL }
};

static const member_t node_members[] = {
  { "value",    TEXT,  true,  NAME_LENGTH, NULL },
  { "children", OTHER, false, 0,   NULL },
  { NULL, 0, false, 0, NULL }
};
// clang-format on

/* ---- members by their tables ---- */

static void fault(check_t *check, const char *path, const char *name, const char *problem) {
  collab_ctl_say(check->ctl, "%s%s: %s", path, name, problem);
  check->fine = false;
}

static bool is(const collab_json_t *value, collab_json_kind_t kind) {
  return value && collab_json_kind(value) == kind;
}

static bool is_given(const collab_json_t *value) {
  return value && collab_json_kind(value) != COLLAB_JSON_NULL;
}

static const char *all_words(apr_pool_t *pool, const char *const *words) {
  const char *text = *words;
  while (*++words) {
    text = apr_pstrcat(pool, text, ", ", *words, NULL);
  }
  return text;
}

static const char *word_problem(apr_pool_t *pool, const member_t *member, const char *text) {
  for (const char *const *word = member->words; *word && text; word++) {
    if (!strcmp(*word, text)) {
      return NULL;
    }
  }
  return apr_pstrcat(pool, "must be ", member->words[1] ? "one of " : "", all_words(pool, member->words), NULL);
}

/* What is wrong with a member that is given, or NULL. */
static const char *problem(apr_pool_t *pool, const member_t *member, const collab_json_t *value) {
  const char *text = collab_json_string(value);
  switch (member->kind) {
  case TEXT:
    return text ? collab_ctl_fault(pool, member->required ? CTL_NAME : CTL_TEXT, member->max, text) : "must be a string";
  case EMAIL:
    return text ? collab_ctl_fault(pool, CTL_EMAIL, member->max, text) : "must be a string";
  case WORD:
    return word_problem(pool, member, text);
  case NUMBER:
    return is(value, COLLAB_JSON_INTEGER) && collab_json_integer(value) >= 0 && collab_json_integer(value) <= INT32_MAX
               ? NULL
               : "must be a number";
  case BOOLEAN:
    return is(value, COLLAB_JSON_BOOLEAN) ? NULL : "must be true or false";
  case KEY:
    return text || is(value, COLLAB_JSON_INTEGER) ? NULL : "must be an id or a name";
  default:
    return NULL;
  }
}

/* Checks an object's members; one that no row names is a fault, for it is a misspelt one. */
static bool check_members(check_t *check, const char *path, const member_t *members, const collab_json_t *object) {
  apr_size_t known = 0;
  const char *names = "";
  if (!is(object, COLLAB_JSON_OBJECT)) {
    fault(check, *path ? path : "form", "", "must be an object");
    return false;
  }
  for (; members->name; members++) {
    const collab_json_t *value = collab_json_get(object, members->name);
    const char *wrong = is_given(value) ? problem(check->pool, members, value) : members->required ? "is missing" : NULL;
    const char *dot = *path ? "." : "";
    known += value != NULL;
    names = apr_pstrcat(check->pool, names, *names ? ", " : "", members->name, NULL);
    if (wrong) {
      fault(check, apr_pstrcat(check->pool, path, dot, NULL), members->name, wrong);
    }
  }
  if (known != collab_json_count(object)) {
    fault(check, *path ? path : "form", "", apr_pstrcat(check->pool, "has a member that is none of ", names, NULL));
  }
  return true;
}

/* ---- choices ---- */

/* The choices of a SELECT as one string; the file may list them in an array. NULL when they are none. */
static const char *options_text(check_t *check, const char *path, const collab_json_t *options) {
  const char *text = collab_json_string(options);
  if (text || !is_given(options)) {
    return text && !collab_text_is_blank(text) ? text : NULL;
  }
  if (!is(options, COLLAB_JSON_ARRAY)) {
    fault(check, path, ".options", "must be an array of strings, or one string with a choice on each line");
    return "";
  }
  for (apr_size_t i = 0; i < collab_json_count(options); i++) {
    const char *one = collab_json_string(collab_json_at(options, i));
    if (!one || collab_text_is_blank(one) || strpbrk(one, "\r\n")) {
      fault(check, path, apr_psprintf(check->pool, ".options[%d]", (int)i), "must be a string of one line, not blank");
    } else {
      text = text ? apr_pstrcat(check->pool, text, "\r\n", one, NULL) : one;
    }
  }
  return text || !collab_json_count(options) ? text : "";
}

/* [{"value":…,"children":[…]},…] with every level complete. */
static const char *nodes_text(check_t *check, const char *path, const collab_json_t *nodes, int level) {
  const char *text = "[";
  if (is_given(nodes) && !is(nodes, COLLAB_JSON_ARRAY)) {
    fault(check, path, "", "must be an array");
    return "[]";
  }
  if (level > LEVELS_MAX) {
    fault(check, path, "", "is nested too deeply");
    return "[]";
  }
  for (apr_size_t i = 0; i < collab_json_count(nodes); i++) {
    const collab_json_t *node = collab_json_at(nodes, i);
    const char *here = apr_psprintf(check->pool, "%s[%d]", path, (int)i);
    if (check_members(check, here, node_members, node)) {
      const char *value = collab_json_string(collab_json_get(node, "value"));
      if (value && strchr(value, ':')) {
        fault(check, here, ".value", "must not contain a colon, which separates the levels of an answer");
      }
      const char *below =
          nodes_text(check, apr_pstrcat(check->pool, here, ".children", NULL), collab_json_get(node, "children"), level + 1);
      text = apr_pstrcat(check->pool, text, i ? "," : "", "{\"value\":", collab_json_quote(check->pool, value),
                         ",\"children\":", below, "}", NULL);
    }
  }
  return apr_pstrcat(check->pool, text, "]", NULL);
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

/* Would what the form is prefilled with be accepted as an answer? */
static const char *value_problem(apr_pool_t *pool, const char *type, const char *options, const char *value) {
  int64_t number;
  if (!strcmp(type, "INTEGER")) {
    return collab_text_integer(value, &number) ? NULL : "must be a whole number, as its type says";
  }
  if (!strcmp(type, "EMAIL")) {
    return collab_text_is_email(value) ? NULL : "must be an e-mail address, as its type says";
  }
  if (!strcmp(type, "SELECT")) {
    return !options || is_choice(pool, options, value) ? NULL : "must be one of the options";
  }
  return NULL;
}

/* ---- the form ---- */

static const char *member_text(apr_pool_t *pool, const collab_json_t *object, const char *name) {
  const collab_json_t *value = collab_json_get(object, name);
  return is_given(value) ? collab_json_text(pool, value) : "null";
}

static const char *key_text(apr_pool_t *pool, const collab_json_t *value) {
  return is(value, COLLAB_JSON_INTEGER) ? apr_psprintf(pool, "\"%" APR_INT64_T_FMT "\"", collab_json_integer(value))
                                        : collab_json_quote(pool, collab_json_string(value));
}

static const char *field_text(check_t *check, const char *path, int place, const collab_json_t *field) {
  apr_pool_t *pool = check->pool;
  if (!check_members(check, path, field_members, field)) {
    return "";
  }
  const char *type = collab_json_string(collab_json_get(field, "type"));
  const char *value = collab_json_string(collab_json_get(field, "value"));
  const char *options = options_text(check, path, collab_json_get(field, "options"));
  const char *selections =
      nodes_text(check, apr_pstrcat(pool, path, ".selections", NULL), collab_json_get(field, "selections"), 1);
  type = type ? type : "";

  if (!strcmp(type, "SELECT") != (options != NULL)) {
    fault(check, path, ".options", options ? "are for the type SELECT alone" : "must list the choices of a SELECT");
  }
  if (!strcmp(type, "TIERSELECT") != (strcmp(selections, "[]") != 0)) {
    fault(check, path, ".selections",
          strcmp(selections, "[]") ? "are for the type TIERSELECT alone" : "must list the choices of a TIERSELECT");
  }
  const char *wrong = value && *value ? value_problem(pool, type, options, value) : NULL;
  if (wrong) {
    fault(check, path, ".value", wrong);
  }
  const collab_json_t *order = collab_json_get(field, "displayOrder");
  return apr_pstrcat(pool, "{\"section\":", member_text(pool, field, "section"), ",\"label\":", member_text(pool, field, "label"),
                     ",\"type\":", member_text(pool, field, "type"),
                     ",\"required\":", collab_json_true(collab_json_get(field, "required")) ? "true" : "false",
                     ",\"value\":", member_text(pool, field, "value"), ",\"options\":", collab_json_quote(pool, options),
                     ",\"selections\":", selections, ",\"additionalSettings\":", member_text(pool, field, "additionalSettings"),
                     ",\"validationRules\":", member_text(pool, field, "validationRules"),
                     ",\"displayOrder\":", is_given(order) ? member_text(pool, field, "displayOrder") : apr_itoa(pool, place),
                     "}", NULL);
}

static const char *fields_text(check_t *check, const collab_json_t *fields) {
  apr_size_t count = collab_json_count(fields);
  const char *text = "[";
  if (is_given(fields) && !is(fields, COLLAB_JSON_ARRAY)) {
    fault(check, "fields", "", "must be an array");
    return text;
  }
  if (count > FIELDS_MAX) {
    fault(check, "fields", "", apr_psprintf(check->pool, "must be at most %d", FIELDS_MAX));
    return text;
  }
  for (apr_size_t i = 0; i < count; i++) {
    const char *path = apr_psprintf(check->pool, "fields[%d]", (int)i);
    text = apr_pstrcat(check->pool, text, i ? "," : "", field_text(check, path, (int)i + 1, collab_json_at(fields, i)), NULL);
  }
  return apr_pstrcat(check->pool, text, "]", NULL);
}

const char *collab_ctl_form_check(collab_ctl_t *ctl, const collab_json_t *form) {
  apr_pool_t *pool = ctl->pool;
  check_t check = {ctl, pool, true};
  if (!check_members(&check, "", form_members, form)) {
    return NULL;
  }
  const collab_json_t *contact = collab_json_get(form, "contact");
  if (is_given(contact)) {
    check_members(&check, "contact", contact_members, contact);
  }
  const char *fields = fields_text(&check, collab_json_get(form, "fields"));
  const char *text = apr_pstrcat(
      pool, "{\"name\":", member_text(pool, form, "name"), ",\"company\":", key_text(pool, collab_json_get(form, "company")),
      ",\"department\":", key_text(pool, collab_json_get(form, "department")),
      ",\"contact\":", member_text(pool, form, "contact"), ",\"adminNote\":", member_text(pool, form, "adminNote"),
      ",\"escalationInstructions\":", member_text(pool, form, "escalationInstructions"), ",\"fields\":", fields, "}", NULL);
  return check.fine ? text : NULL;
}
