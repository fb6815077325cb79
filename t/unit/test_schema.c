/* test_schema.c: a check lists the faults of a body with their paths, in the given wording; a strict check finds more
 * (domain/schema.h). */
#include "tap.h"

#include "domain/schema.h"

#define LOCAL_65 "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"

// clang-format off
static const collab_field_t person[] = {
  { "name",  STRING, REQUIRED, .max = 5 },
  { "email", EMAIL },
  { NULL }
};

static const collab_field_t number = { .kind = INTEGER, .max = 9 };

static const collab_field_t tree[] = {
  { "value", STRING, REQUIRED },
  { "below", ARRAY,  .fields = tree },
  { NULL }
};

static const collab_field_t answer[] = {
  { "id",    NUMBER_OR_DIGITS, REQUIRED, .min = 1, .max = 99, .is_field_id = true },
  { "value", STRING, .max = 5 },
  { NULL }
};

static const collab_field_t fields[] = {
  { "text",    STRING,   REQUIRED, .max = 5 },
  { "word",    ENUM,     .values = (const char *const[]){ "A", "B", NULL } },
  { "only",    ENUM,     .values = (const char *const[]){ "A", NULL } },
  { "person",  OBJECT,   .fields = person },
  { "people",  ARRAY,    .fields = person, .max = 2 },
  { "numbers", ARRAY,    .of = &number, .min = 1 },
  { "tree",    ARRAY,    .fields = tree },
  { "number",  INTEGER,  .min = 1, .max = 9 },
  { "key",     ID_OR_NAME },
  { "flag",    BOOLEAN },
  { "when",    DATETIME },
  { "else",    ANY },
  { "answers", ARRAY,    .fields = answer, .max = 3 },
  { NULL }
};

static const collab_wording_t wording = {
  .body         = "is no thing",
  .required     = "is missing",
  .too_long     = "has more than # letters",
  .too_many     = "has more than # of them",
  .whole_number = "must be a number",
};
// clang-format on

/* Every fault as "path: message", a line each. */
static const char *listed(const collab_faults_t *faults) {
  const char *text = "";
  for (int i = 0; faults->list && i < faults->list->nelts; i++) {
    const collab_fault_t *one = &APR_ARRAY_IDX(faults->list, i, collab_fault_t);
    text = apr_pstrcat(tap_pool, text, *text ? "\n" : "", one->field, ": ", one->message, NULL);
  }
  return text;
}

static const char *checked(collab_faults_t faults, const char *body, bool merge_patch) {
  const char *error = NULL;
  const collab_json_t *json = collab_json_parse(tap_pool, body, strlen(body), &error);

  faults.pool = tap_pool;
  tap_row(body);
  is_text(error, NULL);
  bool fine = collab_schema_check(&faults, fields, json, merge_patch);
  const char *text = listed(&faults);
  ok(fine == (*text == '\0'));
  return text;
}

static const char *interface(const char *body) {
  return checked((collab_faults_t){0}, body, false);
}

static const char *strict(const char *body) {
  return checked((collab_faults_t){.strict = true}, body, false);
}

static const char *worded(const char *body) {
  return checked((collab_faults_t){.wording = &wording}, body, false);
}

static void interface_says(void) {
  is_text(interface("{\"text\":\"abcde\",\"word\":\"B\",\"else\":[1],\"key\":3,\"unknown\":1}"), "");
  is_text(interface("[]"), ": must be a JSON object");
  is_text(interface("{}"), "text: is required");
  is_text(interface("{\"text\":null}"), "text: is required");
  is_text(interface("{\"text\":\"\"}"), "");
  is_text(interface("{\"text\":\"  \"}"), "");
  is_text(interface("{\"text\":\"\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\xE2\x82\xAC\"}"), "");
  is_text(interface("{\"text\":\"abcdef\",\"word\":\"C\",\"only\":3}"),
          "text: must be at most 5 characters\nword: must be one of A, B\nonly: must be A");
  is_text(interface("{\"text\":3,\"word\":\"\",\"when\":\"\",\"flag\":\"true\",\"key\":true}"),
          "text: must be a string\nkey: must be an id or a name\nflag: must be true or false");
  is_text(interface("{\"text\":\"\",\"number\":0,\"key\":1.5}"),
          "number: must be a whole number from 1 to 9\nkey: must be an id or a name");
  is_text(interface("{\"text\":\"\",\"number\":1.0}"),
          "number: must be a whole number from 1 to 9, written without a fraction or an exponent");
  is_text(interface("{\"text\":\"\",\"person\":3,\"people\":{},\"numbers\":[]}"),
          "person: must be an object\npeople: must be an array\nnumbers: must not be empty; leave it out");
  is_text(interface("{\"text\":\"\",\"people\":[null,3,{}],\"numbers\":[1,null,10]}"),
          "people: must have at most 2 elements\nnumbers[1]: must not be null\nnumbers[2]: must be a whole number from 0 to 9");
  is_text(interface("{\"text\":\"\",\"people\":[null,{\"name\":\"abcdef\",\"email\":\"" LOCAL_65 "@b.example\"}]}"),
          "people[0]: must not be null\npeople[1].name: must be at most 5 characters\n"
          "people[1].email: must have at most 64 characters before the @");
  is_text(interface("{\"text\":\"\",\"tree\":[{\"value\":\"\",\"below\":[{\"below\":[{\"value\":\"\"},3]}]}]}"),
          "tree[0].below[0].value: is required\ntree[0].below[0].below[1]: must be an object");
}

static void merge_patch_says(void) {
  is_text(checked((collab_faults_t){0}, "{\"text\":null,\"numbers\":[],\"word\":\"\"}", true),
          "word: must not be empty\nnumbers: must not be empty; send null to remove it");
}

/* Faults of an object's own members come before those of nested objects. */
static void strict_says(void) {
  is_text(strict("{\"text\":\"abcde\",\"word\":\"B\",\"person\":null,\"else\":{\"x\":1}}"), "");
  is_text(strict("{\"text\":\"\",\"word\":\"\",\"when\":\"\"}"),
          "text: must not be blank\nword: must be one of A, B\nwhen: must be a date-time with a time zone, like "
          "2026-01-31T12:00:00Z");
  is_text(strict("{\"text\":\"      \"}"), "text: must be at most 5 characters");
  is_text(
      strict(
          "{\"text\":\"a\",\"txet\":null,\"people\":[null,{\"name\":\"a\",\"mail\":1}],\"person\":{\"email\":\"\"},\"key\":[]}"),
      "key: must be an id or a name\n"
      ": has a member that is none of text, word, only, person, people, numbers, tree, number, key, flag, when, else, "
      "answers: txet\n"
      "person.name: is required\nperson.email: must be an e-mail address\n"
      "people[0]: must be an object\npeople[1]: has a member that is none of name, email: mail");
  is_text(
      strict("{\"text\":\"a\",\"person\":{\"name\":\"a\",\"a\":1,\"b\":1,\"c\":1,\"d\":1,\"e\":1,\"f\":1,\"g\":1,\"h\":1,\"i\":1,"
             "\"j\":1,\"k\":1}}"),
      "person: has a member that is none of name, email: a, b, c, d, e, f, g, h, i, j");
}

static void wording_says(void) {
  is_text(worded("3"), ": is no thing");
  is_text(worded("{\"people\":[1,2,3],\"number\":10}"),
          "text: is missing\npeople: has more than 2 of them\nnumber: must be a number");
  is_text(worded("{\"text\":\"abcdef\",\"number\":1.0,\"person\":{\"name\":\"a\",\"email\":\"" LOCAL_65 "@b.example\"}}"),
          "text: has more than 5 letters\nperson.email: must be an e-mail address\nnumber: must be a number");
}

static void paths(void) {
  is_text(checked((collab_faults_t){.at = "things[2]"}, "{\"people\":[{}]}", false),
          "things[2].text: is required\nthings[2].people[0].name: is required");
  is_text(checked((collab_faults_t){.at = "things[2]"}, "3", false), "things[2]: must be a JSON object");
}

/* Every fault as "path: code", with its field id if it has one. */
static const char *codes(const char *body) {
  const char *error = NULL, *text = "";
  const collab_json_t *json = collab_json_parse(tap_pool, body, strlen(body), &error);
  collab_faults_t faults = {.pool = tap_pool};

  tap_row(body);
  collab_schema_check(&faults, fields, json, false);
  for (int i = 0; faults.list && i < faults.list->nelts; i++) {
    const collab_fault_t *one = &APR_ARRAY_IDX(faults.list, i, collab_fault_t);
    text = apr_pstrcat(tap_pool, text, *text ? ", " : "", one->field, ": ", collab_fault_words[one->code],
                       one->field_id ? apr_psprintf(tap_pool, " %d", (int)one->field_id) : "", NULL);
  }
  return text;
}

static void faults_have_codes(void) {
  is_text(codes("[]"), ": wrong-type");
  is_text(codes("{}"), "text: required");
  is_text(codes("{\"text\":1,\"word\":1,\"flag\":1}"), "text: wrong-type, word: wrong-type, flag: wrong-type");
  is_text(codes("{\"text\":\"abcdef\",\"word\":\"C\",\"numbers\":[],\"when\":\"now\"}"),
          "text: too-long, word: not-a-choice, numbers: empty, when: not-a-date");
  is_text(codes("{\"text\":\"\",\"numbers\":[10,-1,1.0,1e99,\"1\",null,true]}"),
          "numbers[0]: out-of-range, numbers[1]: out-of-range, numbers[2]: not-an-integer, numbers[3]: not-an-integer, "
          "numbers[4]: wrong-type, numbers[5]: required, numbers[6]: wrong-type");
}

/* A fault in an object that names a custom field has the field's id, unless the name itself is faulty. */
static void faults_have_field_ids(void) {
  is_text(codes("{\"text\":\"\",\"answers\":[{\"id\":7,\"value\":\"abcdef\"},{\"id\":\"8\",\"value\":1},{\"value\":1}]}"),
          "answers[0].value: too-long 7, answers[1].value: wrong-type 8, answers[2].id: required, answers[2].value: wrong-type");
  is_text(codes("{\"text\":\"\",\"answers\":[{\"id\":0},{\"id\":\"x\"},{\"id\":\"99999999999999999999\"}]}"),
          "answers[0].id: out-of-range, answers[1].id: not-an-integer, answers[2].id: out-of-range");
  is_text(codes("{\"text\":\"\",\"answers\":[{},{},{},{}]}"), "answers: too-many");
}

static void words_name_codes(void) {
  for (int i = 0; i < COLLAB_FAULT_COUNT; i++) {
    tap_row(collab_fault_words[i]);
    is_number(collab_fault_named(collab_fault_words[i]), i);
  }
  is_number(collab_fault_named("nothing"), COLLAB_FAULT_NOT_ALLOWED);
  is_number(collab_fault_named(NULL), COLLAB_FAULT_NOT_ALLOWED);
  is_text(collab_fault_words[COLLAB_FAULT_COUNT], NULL);
}

/* The number of listed faults, of 150. *unlisted: the number of the others. */
static int many(bool all, int *unlisted) {
  collab_faults_t faults = {.pool = tap_pool, .strict = all};
  for (int i = 0; i < 150; i++) {
    collab_faults_add(&faults, "x", COLLAB_FAULT_UNKNOWN, "is wrong");
  }
  *unlisted = faults.unlisted;
  return faults.list->nelts;
}

int main(void) {
  int unlisted;

  tap_begin();
  interface_says();
  merge_patch_says();
  strict_says();
  wording_says();
  paths();
  faults_have_codes();
  faults_have_field_ids();
  words_name_codes();
  tap_row("limit");
  is_number(many(false, &unlisted), COLLAB_MAX_FAULTS);
  is_number(unlisted, 50);
  is_number(many(true, &unlisted), 150);
  is_number(unlisted, 0);
  return tap_done();
}
