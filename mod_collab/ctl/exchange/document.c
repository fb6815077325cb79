/* document.c: checks the document of collabctl exchange, and turns it into rows for the statements.
 *
 * Owns the rules that the tables of members.c cannot express: the same as those of the single commands. Finds what is in the
 * document twice. What depends on the exchange is checked by the statement ctl_exchange_faults. Reads no file and no database. */
#include "ctl/exchange/exchange.h"

#include <apr_hash.h>
#include <stdio.h>
#include <string.h>

#include "auth/claims.h"
#include "auth/password.h"
#include "base/text.h"
#include "base/time.h"
#include "outbound/storage.h"

#define HASH_LENGTH 60
#define HASH_COST_MAX 14

/* The check of one document. */
typedef struct document_t {
  apr_pool_t *pool;
  collab_faults_t *faults;
  apr_array_header_t *passwords;
  apr_hash_t *seen; /* path of the first object by what must be unique: "user ada@acme.example" */
  collab_json_writer_t *communities, *companies, *departments, *accounts, *forms, *storages;
  int n; /* objects so far */
} document_t;

/* Handles an object of a company. */
typedef void object_t(document_t *d, const char *path, const char *company, const collab_json_t *object);

/* As in form files, but a wrong number gets the message that names its limits. */
static const collab_wording_t wording = {
    .body = "must be an object",
    .required = "is missing",
    .too_long = "must have at most # characters",
    .too_many = "must be at most #",
};

static void fault(document_t *d, const char *path, const char *member, collab_fault_code_t code, const char *problem) {
  collab_faults_add(d->faults, apr_pstrcat(d->pool, path, ".", member, NULL), code, problem);
}

static bool is(const collab_json_t *value, collab_json_kind_t kind) {
  return value && collab_json_kind(value) == kind;
}

/* A text of the object; NULL: absent, of another kind or empty. */
static const char *text_of(const collab_json_t *object, const char *name) {
  const char *text = collab_json_string(collab_json_get(object, name));
  return text && *text ? text : NULL;
}

/* Adds a fault if `what` has been there before. `what` names it for the program, `named` for the reader. */
static void once(document_t *d, const char *path, const char *member, const char *what, const char *named) {
  const char *first = apr_hash_get(d->seen, what, APR_HASH_KEY_STRING);

  if (first) {
    fault(d, path, member, COLLAB_FAULT_NOT_ALLOWED, apr_pstrcat(d->pool, named, " is also at ", first, NULL));
  } else {
    apr_hash_set(d->seen, what, APR_HASH_KEY_STRING, path);
  }
}

/* ---- what the single commands check, too ---- */

/* Checks a text by a kind of collabctl's values. Absent: fine. */
static void check(document_t *d, const char *path, const collab_json_t *object, const char *name, collab_ctl_kind_t kind) {
  const char *text = text_of(object, name), *wrong = text ? collab_ctl_fault(d->pool, kind, 0, text) : NULL;

  if (wrong) {
    fault(d, path, name, COLLAB_FAULT_NOT_ALLOWED, wrong);
  }
}

/* The elements of a list joined by commas, as an option of a command has them; NULL: there are none. */
static const char *joined(apr_pool_t *pool, const collab_json_t *list) {
  apr_array_header_t *pieces = apr_array_make(pool, 8, sizeof(const char *));

  for (apr_size_t i = 0; is(list, COLLAB_JSON_ARRAY) && i < collab_json_count(list); i++) {
    const char *one = collab_json_string(collab_json_at(list, i));
    APR_ARRAY_PUSH(pieces, const char *) = one ? one : "?";
  }
  return pieces->nelts ? apr_array_pstrcat(pool, pieces, ',') : NULL;
}

static void check_list(document_t *d, const char *path, const collab_json_t *object, const char *name, collab_ctl_kind_t kind) {
  const collab_json_t *list = collab_json_get(object, name);
  const char *all = joined(d->pool, list), *wrong = all ? collab_ctl_fault(d->pool, kind, TEXT_LENGTH, all) : NULL;

  for (apr_size_t i = 0; all && !wrong && i < collab_json_count(list); i++) {
    const char *one = collab_json_string(collab_json_at(list, i));
    wrong = one && strchr(one, ',') ? "has an element with a comma" : NULL;
  }
  if (wrong) {
    fault(d, path, name, COLLAB_FAULT_NOT_ALLOWED, wrong);
  }
}

static void check_not_blank(document_t *d, const char *path, const collab_json_t *object, const char *name) {
  const char *text = collab_json_string(collab_json_get(object, name));

  if (text && collab_text_is_blank(text)) {
    fault(d, path, name, COLLAB_FAULT_EMPTY, "must not be blank");
  }
}

/* A hash costs each login the time that its cost says, so the cost is limited. */
static bool is_hash(const char *hash) {
  static const char salt_and_hash[] = "./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
  int64_t cost;
  char digits[3] = "";

  if (strlen(hash) != HASH_LENGTH || strncmp(hash, "$2y$", 4) != 0 || hash[6] != '$' || strspn(hash + 7, salt_and_hash) != 53) {
    return false;
  }
  memcpy(digits, hash + 4, 2);
  return collab_text_integer(digits, &cost) && cost >= 4 && cost <= HASH_COST_MAX;
}

static void check_password(document_t *d, const char *path, const collab_json_t *user) {
  const char *hash = text_of(user, "passwordHash"), *password = text_of(user, "password"), *username = text_of(user, "username");
  const char *wrong = password ? collab_new_password_fault(d->pool, password, username) : NULL;

  if (hash && !is_hash(hash)) {
    fault(d, path, "passwordHash", COLLAB_FAULT_NOT_ALLOWED, "must be a hash that collabctl exchange export has written");
  }
  if (hash && password) {
    wrong = "does not go with a passwordHash";
  }
  if (wrong) {
    fault(d, path, "password", COLLAB_FAULT_NOT_ALLOWED, wrong);
  } else if (password && username) {
    APR_ARRAY_PUSH(d->passwords, collab_exchange_password_t) =
        (collab_exchange_password_t){username, text_of(user, "was"), password};
  }
}

/* ---- rows for the statements ---- */

static const char *lower(const document_t *d, const char *text) {
  return text ? collab_text_lower(d->pool, text) : NULL;
}

/* A copy of the text without white space at its ends, as an option of tags is read. */
static const char *trimmed(apr_pool_t *pool, const char *text) {
  text += strspn(text, " \t\r\n\f\v");
  apr_size_t len = strlen(text);
  while (len && strchr(" \t\r\n\f\v", text[len - 1])) {
    len--;
  }
  return apr_pstrmemdup(pool, text, len);
}

/* `trims`: without the white space around each text. */
static void write_texts(collab_json_writer_t *w, const char *name, const collab_json_t *list, bool trims) {
  collab_write_open(w, name, "[");
  for (apr_size_t i = 0; i < collab_json_count(list); i++) {
    const char *one = collab_json_string(collab_json_at(list, i));
    if (one) {
      collab_write_text(w, NULL, trims ? trimmed(w->pool, one) : one);
    }
  }
  collab_write_close(w, "]");
}

/* Writes a member that can be changed, if the object has it. An empty text is as good as null. */
static void write_given(collab_json_writer_t *w, const collab_field_t *field, const collab_json_t *object) {
  const collab_json_t *value = collab_json_get(object, field->name);
  const char *text = collab_json_string(value);

  if (!value || (field->never_null && is(value, COLLAB_JSON_NULL))) {
    return;
  }
  if (field->kind == ARRAY) {
    write_texts(w, field->name, value, true);
  } else if (text) {
    collab_write_text(w, field->name, *text ? text : NULL);
  } else {
    collab_write_json(w, field->name, is(value, COLLAB_JSON_NULL) ? NULL : collab_json_text(w->pool, value));
  }
}

/* Is the member not among those that write_members writes? */
static bool is_apart(const collab_field_t *field) {
  static const char *const names[] = {"was", "password", "department", "communities", NULL};

  for (const char *const *name = names; *name; name++) {
    if (!strcmp(field->name, *name)) {
      return true;
    }
  }
  return field->kind == OBJECT || collab_exchange_lists(field);
}

static void write_members(collab_json_writer_t *w, const collab_field_t *fields, const collab_json_t *object) {
  for (; fields->name; fields++) {
    if (!is_apart(fields)) {
      write_given(w, fields, object);
    }
  }
}

/* Opens a row; the caller closes it. */
static void open_row(document_t *d, collab_json_writer_t *w, const char *path) {
  collab_write_open(w, NULL, "{");
  collab_write_integer(w, "n", d->n++);
  collab_write_text(w, "path", path);
}

/* Adds a row of an object of this company: {n, path, company, name, was, given: {…}}. */
static void write_row(document_t *d, collab_json_writer_t *w, const char *path, const char *company, const collab_field_t *fields,
                      const collab_json_t *object) {
  open_row(d, w, path);
  collab_write_text(w, "company", company);
  collab_write_text(w, "name", text_of(object, "name"));
  collab_write_text(w, "was", text_of(object, "was"));
  collab_write_open(w, "given", "{");
  write_members(w, fields, object);
  collab_write_close(w, "}}");
}

/* ---- the objects of a company ---- */

static void department(document_t *d, const char *path, const char *company, const collab_json_t *object) {
  const char *name = text_of(object, "name");

  check_list(d, path, object, "tags", CTL_TAGS);
  if (name) {
    once(d, path, "name", apr_pstrcat(d->pool, "department ", company, " ", name, NULL), "the department");
  }
  write_row(d, d->departments, path, company, collab_exchange_department, object);
}

/* Adds a row of a user or a principal. */
static void write_account(document_t *d, const char *path, const char *company, const char *kind, const char *username,
                          const collab_json_t *object) {
  collab_json_writer_t *w = d->accounts;
  const char *oid = text_of(object, "oid");

  open_row(d, w, path);
  collab_write_text(w, "kind", kind);
  collab_write_text(w, "company", company);
  collab_write_text(w, "username", username);
  collab_write_text(w, "was", text_of(object, "was"));
  collab_write_open(w, "given", "{");
  if (!strcmp(kind, "user")) {
    write_members(w, collab_exchange_user, object);
  } else {
    collab_write_text(w, "username", username);
    write_members(w, collab_exchange_principal, object);
    collab_write_text(w, "firstName", text_of(object, "name"));
    collab_write_text(w, "subject", oid ? collab_claims_object_id(d->pool, oid) : NULL);
  }
  collab_write_close(w, "}}");
}

/* Each user name is unique in the exchange, ignoring case, and each subject at its issuer. */
static void account_once(document_t *d, const char *path, const char *kind, const char *member, const char *username,
                         const char *issuer, const char *subject) {
  bool user = !strcmp(kind, "user");

  if (username) {
    once(d, path, member, apr_pstrcat(d->pool, "account ", lower(d, username), NULL), "the account, ignoring case,");
  }
  if (issuer && subject) {
    const char *spelt = user ? subject : collab_claims_object_id(d->pool, subject);
    once(d, path, user ? "subject" : "oid", apr_pstrcat(d->pool, kind, " ", issuer, " ", spelt, NULL), "it, of the same issuer,");
  }
}

static void user(document_t *d, const char *path, const char *company, const collab_json_t *object) {
  const char *username = text_of(object, "username");

  account_once(d, path, "user", "username", username, text_of(object, "issuer"), text_of(object, "subject"));
  check_password(d, path, object);
  write_account(d, path, company, "user", username, object);
}

static void principal(document_t *d, const char *path, const char *company, const collab_json_t *object) {
  const char *email = text_of(object, "email");

  account_once(d, path, "principal", "email", email, text_of(object, "issuer"), text_of(object, "oid"));
  write_account(d, path, company, "principal", email, object);
}

static void form(document_t *d, const char *path, const char *company, const collab_json_t *object) {
  collab_json_writer_t *w = d->forms;
  const char *name = text_of(object, "name"), *of = text_of(object, "department");
  const collab_json_t *fields = collab_json_get(object, "fields"), *contact = collab_json_get(object, "contact");

  if (name) {
    once(d, path, "name", apr_pstrcat(d->pool, "form ", company, "\n", of ? of : "", "\n", name, NULL), "the form");
  }
  open_row(d, w, path);
  collab_write_text(w, "company", company);
  collab_write_text(w, "department", of);
  collab_write_text(w, "name", name);
  collab_write_text(w, "was", text_of(object, "was"));
  collab_write_open(w, "given", "{");
  write_members(w, collab_exchange_form, object);
  if (is(contact, COLLAB_JSON_OBJECT)) {
    collab_write_open(w, "contact", "{");
    for (const collab_field_t *field = collab_ctl_form_contact; field->name; field++) {
      collab_write_text(w, field->name, collab_json_string(collab_json_get(contact, field->name)));
    }
    collab_write_close(w, "}");
  }
  if (is(fields, COLLAB_JSON_ARRAY)) {
    collab_ctl_form_fields(w, d->faults, apr_pstrcat(d->pool, path, ".", NULL), fields);
  }
  collab_write_close(w, "}}");
}

static void storage(document_t *d, const char *path, const char *company, const collab_json_t *object) {
  const char *domain = text_of(object, "domain"), *where = text_of(object, "path");
  const char *wrong = domain ? collab_storage_domain_fault(domain) : NULL;

  if (wrong) {
    fault(d, path, "domain", COLLAB_FAULT_NOT_ALLOWED, wrong);
  }
  if (where && (wrong = collab_storage_path_fault(where))) {
    fault(d, path, "path", COLLAB_FAULT_NOT_ALLOWED, wrong);
  }
  write_row(d, d->storages, path, company, collab_exchange_storage, object);
}

/* Handles each object of a list of the company. */
static void each(document_t *d, const char *path, const char *company, const collab_json_t *of, const char *name,
                 object_t *handle) {
  const collab_json_t *list = collab_json_get(of, name);

  for (apr_size_t i = 0; is(list, COLLAB_JSON_ARRAY) && i < collab_json_count(list); i++) {
    const collab_json_t *object = collab_json_at(list, i);
    if (is(object, COLLAB_JSON_OBJECT)) {
      handle(d, apr_psprintf(d->pool, "%s.%s[%d]", path, name, (int)i), company, object);
    }
  }
}

/* ---- companies and communities ---- */

static void write_company(document_t *d, const char *path, const char *domain, const collab_json_t *object) {
  collab_json_writer_t *w = d->companies;

  open_row(d, w, path);
  collab_write_text(w, "domain", domain);
  collab_write_text(w, "was", lower(d, text_of(object, "was")));
  collab_write_open(w, "given", "{");
  write_members(w, collab_exchange_company, object);
  collab_write_text(w, "domain", domain); /* jsonb takes the last of two: the one in lower case */
  collab_write_close(w, "}");
  if (is(collab_json_get(object, "communities"), COLLAB_JSON_ARRAY)) {
    write_texts(w, "communities", collab_json_get(object, "communities"), false);
  }
  collab_write_open(w, "lists", "[");
  for (const collab_field_t *member = collab_exchange_company; member->name; member++) {
    if (collab_exchange_lists(member) && is(collab_json_get(object, member->name), COLLAB_JSON_ARRAY)) {
      collab_write_text(w, NULL, member->name);
    }
  }
  collab_write_close(w, "]}");
}

static void company(document_t *d, const char *path, const collab_json_t *object) {
  const char *domain = lower(d, text_of(object, "domain"));

  check(d, path, object, "domain", CTL_DOMAIN);
  check_not_blank(d, path, object, "name");
  check_list(d, path, object, "tags", CTL_TAGS);
  check_list(d, path, object, "contacts", CTL_EMAILS);
  if (!domain) {
    return; /* reported as missing */
  }
  once(d, path, "domain", apr_pstrcat(d->pool, "company ", domain, NULL), "the domain");
  write_company(d, path, domain, object);
  each(d, path, domain, object, "departments", department);
  each(d, path, domain, object, "users", user);
  each(d, path, domain, object, "principals", principal);
  each(d, path, domain, object, "forms", form);
  if (is(collab_json_get(object, "attachments"), COLLAB_JSON_OBJECT)) {
    storage(d, apr_pstrcat(d->pool, path, ".attachments", NULL), domain, collab_json_get(object, "attachments"));
  }
}

static void community(document_t *d, const char *path, const collab_json_t *object) {
  const char *name = text_of(object, "name");

  if (name && !name[strspn(name, "0123456789")]) {
    fault(d, path, "name", COLLAB_FAULT_NOT_ALLOWED, "must not be a number");
  }
  if (name) {
    once(d, path, "name", apr_pstrcat(d->pool, "community ", name, NULL), "the community");
  }
  open_row(d, d->communities, path);
  collab_write_text(d->communities, "name", name);
  collab_write_text(d->communities, "was", text_of(object, "was"));
  collab_write_close(d->communities, "}");
}

static collab_json_writer_t *list_of_rows(apr_pool_t *pool) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 10000);
  collab_write_open(w, NULL, "[");
  return w;
}

static void write_list(collab_json_writer_t *w, const char *name, collab_json_writer_t *rows) {
  collab_write_close(rows, "]");
  collab_write_json(w, name, rows->text);
}

/* All rows. */
static const char *rows_of(document_t *d, const collab_json_t *document) {
  const collab_json_t *list = collab_json_get(document, "companies"), *names = collab_json_get(document, "communities");
  collab_json_writer_t *w = collab_json_writer_make(d->pool, 10000);

  for (apr_size_t i = 0; i < collab_json_count(names); i++) {
    community(d, apr_psprintf(d->pool, "communities[%d]", (int)i), collab_json_at(names, i));
  }
  for (apr_size_t i = 0; i < collab_json_count(list); i++) {
    company(d, apr_psprintf(d->pool, "companies[%d]", (int)i), collab_json_at(list, i));
  }
  collab_write_open(w, NULL, "{");
  collab_write_boolean(w, "all", is(list, COLLAB_JSON_ARRAY)); /* the companies are listed, so that the others can be pruned */
  write_list(w, "communities", d->communities);
  write_list(w, "companies", d->companies);
  write_list(w, "departments", d->departments);
  write_list(w, "accounts", d->accounts);
  write_list(w, "forms", d->forms);
  write_list(w, "storages", d->storages);
  collab_write_close(w, "}");
  return w->text;
}

const char *collab_exchange_wanted(collab_faults_t *faults, const collab_json_t *document, apr_array_header_t *passwords) {
  apr_pool_t *pool = faults->pool;
  document_t d = {.pool = pool, .faults = faults, .passwords = passwords, .seen = apr_hash_make(pool)};

  faults->strict = true;
  faults->wording = &wording;
  collab_schema_check(faults, collab_exchange_members, document, false);
  d.communities = list_of_rows(pool);
  d.companies = list_of_rows(pool);
  d.departments = list_of_rows(pool);
  d.accounts = list_of_rows(pool);
  d.forms = list_of_rows(pool);
  d.storages = list_of_rows(pool);
  const char *rows = rows_of(&d, document);
  return faults->list ? NULL : rows;
}
