/* texts.c: fuzz targets for JSON, texts, times, bodies with field lists, and connection strings (targets.h). */
#include "targets.h"

#include "base/text.h"
#include "base/time.h"
#include "domain/domain.h"
#include "domain/format.h"
#include "store/dsn.h"

static void check_depth(const collab_json_t *value, int left) {
  MUST(left >= 0);
  collab_json_kind_t kind = collab_json_kind(value);
  if (kind != COLLAB_JSON_ARRAY && kind != COLLAB_JSON_OBJECT) {
    return;
  }
  for (apr_size_t i = 0; kind == COLLAB_JSON_ARRAY && i < collab_json_count(value); i++) {
    check_depth(collab_json_at(value, i), left - 1);
  }
}

/* Accepted JSON is UTF-8 without NUL, nests no deeper than allowed, and reads the same when it is written again. */
void fuzz_json(apr_pool_t *pool, const char *data, size_t len) {
  const char *error = NULL;
  const collab_json_t *value = collab_json_parse(pool, data, len, &error);

  if (value == NULL) {
    MUST(error != NULL && collab_text_is_utf8(error, strlen(error)));
    return;
  }
  MUST(collab_text_is_utf8(data, len));
  check_depth(value, COLLAB_JSON_DEPTH);
  const char *text = collab_json_text(pool, value);
  const collab_json_t *again = collab_json_parse(pool, text, strlen(text), &error);
  MUST(again != NULL && strcmp(collab_json_text(pool, again), text) == 0);
  const char *string = collab_json_string(value);
  if (string != NULL) {
    const char *quoted = collab_json_quote(pool, string);
    again = collab_json_parse(pool, quoted, strlen(quoted), &error);
    MUST(again != NULL && strcmp(collab_json_string(again), string) == 0);
  }
}

void fuzz_text(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len);
  int64_t number;

  for (int plus = 0; plus < 2; plus++) {
    const char *decoded = collab_text_decode(pool, data, len, plus);
    MUST(decoded == NULL || collab_text_is_utf8(decoded, strlen(decoded)));
  }
  if (collab_format_is_email(text)) {
    MUST(strlen(text) <= 191 && strchr(text, '@') == strrchr(text, '@') && strpbrk(text, " \t\r\n\"<>()[],;:\\") == NULL);
  }
  if (collab_format_is_uri(text, true)) {
    MUST(strlen(text) <= 2048 && strpbrk(text, " \t\r\n\"<>\\^`{|}") == NULL && strchr("hH", text[0]));
  }
  MUST(!collab_format_is_uri(text, false) || collab_format_is_uri(text, true));
  if (collab_text_integer(text, &number)) {
    int64_t again;
    MUST(collab_text_integer(apr_psprintf(pool, "%" APR_INT64_T_FMT, number), &again) && again == number);
  }
  if (!collab_text_is_utf8(text, strlen(text))) {
    return;
  }
  MUST(collab_text_length(text) <= strlen(text));
  MUST(!collab_text_is_blank(text) || collab_text_length(text) == 0 ||
       strpbrk(text, "abcdefghijklmnopqrstuvwxyz0123456789") == NULL);
  const char *encoded = collab_text_encode(pool, text);
  MUST(strcmp(collab_text_decode(pool, encoded, strlen(encoded), true), text) == 0);
}

/* An accepted time is written with a year of four digits, and reads as the same time again. */
void fuzz_time(apr_pool_t *pool, const char *data, size_t len) {
  apr_time_t when, again;

  if (!collab_time_parse(apr_pstrmemdup(pool, data, len), &when)) {
    return;
  }
  const char *micros = collab_time_micros(pool, when);
  MUST(strlen(micros) == 27 && collab_time_parse(micros, &again) && again == when);
  const char *seconds = collab_time_seconds(pool, when);
  MUST(strlen(seconds) == 20 && strncmp(seconds, micros, 19) == 0);
}

/* ---- a body against a field list of random rows ---- */

#define ROWS 6
#define NAMES 10

static const char *const words[] = {"LOW", "HIGH", NULL};
static const char *const names[NAMES] = {"a", "b", "c", "name", "email", "note", "at", "url", "items", "type"};

typedef struct spec_t {
  apr_pool_t *pool;
  const char *at, *end;
} spec_t;

/* The next byte of the input that describes the field list; 0 after its end. */
static unsigned next(spec_t *spec) {
  return spec->at < spec->end ? (unsigned char)*spec->at++ : 0;
}

static const collab_field_t *make_list(spec_t *spec, int level);

/* Makes a row like those of the operations' tables: an ENUM has values, and an array has the kind of its elements. */
static void make_field(spec_t *spec, collab_field_t *field, int level) {
  static const collab_kind_t kinds[] = {
      STRING, ENUM,   EMAIL,  URI, BOOLEAN,        INTEGER,        NUMBER_OR_DIGITS, DATETIME,
      ARRAY,  OBJECT, CURSOR, ANY, EVENT_TYPES_V1, EVENT_TYPES_V2, ID_OR_NAME,       DATETIME_OR_SECONDS};
  unsigned shape = next(spec), flags = next(spec);

  field->kind = kinds[shape % 16];
  field->presence = (collab_presence_t)(shape / 16 % 3);
  field->filled = field->kind == STRING && flags & 1;
  field->may_be_empty = field->kind == STRING && flags & 2;
  field->max = field->kind == BOOLEAN ? 0 : flags / 4 % 16;
  field->min = (field->kind == INTEGER || field->kind == ARRAY) && field->max ? flags / 64 % (field->max + 1) : 0;
  field->values = field->kind == ENUM ? words : NULL;
  if (field->kind == ARRAY && (level == 3 || flags & 1)) {
    collab_field_t *of = apr_pcalloc(spec->pool, sizeof *of);
    make_field(spec, of, 3);
    field->of = of;
  } else if (field->kind == ARRAY || field->kind == OBJECT) {
    field->fields = make_list(spec, level + 1);
  }
  if (field->kind == ARRAY && field->of && (field->of->kind == ARRAY || field->of->kind == OBJECT)) {
    ((collab_field_t *)field->of)->kind = STRING;
  }
}

static const collab_field_t *make_list(spec_t *spec, int level) {
  unsigned first = next(spec), count = 1 + first / 16 % ROWS;
  collab_field_t *list = apr_pcalloc(spec->pool, (ROWS + 1) * sizeof *list);

  for (unsigned i = 0; i < count; i++) {
    list[i].name = names[(first + i) % NAMES];
    if (level < 3) {
      make_field(spec, &list[i], level);
    }
  }
  return list;
}

static bool passes(apr_pool_t *pool, const collab_field_t *list, const collab_json_t *body, bool lenient, bool strict,
                   bool patch) {
  collab_faults_t faults = {.pool = pool, .lenient = lenient, .strict = strict, .event_prefix = "com.example.", .wording = NULL};
  bool passed = collab_schema_check(&faults, list, body, patch);

  fuzz_faults(&faults);
  MUST(passed == (faults.list == NULL));
  return passed;
}

static const char *faults_of(apr_pool_t *pool, const collab_field_t *list, const collab_json_t *body) {
  collab_faults_t faults = {.pool = pool, .event_prefix = "com.example."};
  const char *text = "";

  collab_schema_check(&faults, list, body, false);
  collab_schema_refuse_unknown(&faults, list, NULL, body);
  for (int i = 0; faults.list && i < faults.list->nelts; i++) {
    const collab_fault_t *fault = &APR_ARRAY_IDX(faults.list, i, collab_fault_t);
    text = apr_pstrcat(pool, text, fault->field, ": ", fault->message, "\n", NULL);
  }
  return text;
}

/* A body that is large enough to be read by domain/schema_read.c has the same error, or the same faults, as one that is built
 * whole. */
static void read_large(apr_pool_t *pool, const collab_field_t *list, const char *data, size_t len) {
  static char zeros[1100];
  const char *error, *other;
  collab_cut_t cut;

  for (size_t i = 0; !*zeros && i < 1020; i += 2) {
    memcpy(zeros + i, "0,", 2);
  }
  const char *text = apr_pstrcat(pool, "{\"zeros\":[", zeros, "0],", apr_pstrmemdup(pool, data, len), NULL);
  const collab_json_t *whole = collab_json_parse(pool, text, strlen(text), &error);
  const collab_json_t *part = collab_schema_read(pool, list, text, strlen(text), &other, &cut);
  if (whole == NULL || part == NULL) {
    MUST(cut.too_many || (whole == NULL && part == NULL && strcmp(error, other) == 0));
  } else {
    MUST(strcmp(faults_of(pool, list, whole), faults_of(pool, list, part)) == 0);
  }
}

/* The first byte of the input is the length of a field list, modulo 64. The field list and a body follow. An accepted body also
 * passes a lenient check, and still passes after its unknown members have been removed. */
void fuzz_schema(apr_pool_t *pool, const char *data, size_t len) {
  size_t head = len ? (unsigned char)*data % 64 : 0;
  const char *error;

  if (len < head + 1) {
    return;
  }
  spec_t spec = {pool, data + 1, data + 1 + head};
  const collab_field_t *list = make_list(&spec, 0);
  const collab_json_t *body = collab_json_parse(pool, data + 1 + head, len - 1 - head, &error);
  if (len > head + 1 && data[1 + head] == '{') {
    read_large(pool, list, data + 2 + head, len - 2 - head);
  }
  if (body == NULL) {
    return;
  }
  bool passed = passes(pool, list, body, false, false, false);
  MUST(!passed || passes(pool, list, body, true, false, false));
  passes(pool, list, body, false, true, false);
  bool patched = passes(pool, list, body, false, false, true);
  if (passed || patched) {
    const char *text = collab_schema_known(pool, list, body);
    const collab_json_t *known = collab_json_parse(pool, text, strlen(text), &error);
    MUST(known && strcmp(collab_schema_known(pool, list, known), text) == 0);
    MUST(!passed || passes(pool, list, known, false, false, false));
    MUST(!patched || passes(pool, list, known, false, false, true));
  }
  collab_faults_t unknown = {.pool = pool}, vain = {.pool = pool};
  collab_schema_refuse_unknown(&unknown, list, NULL, body);
  collab_schema_refuse_vain_patch(&vain, list, body);
  fuzz_faults(&unknown);
  fuzz_faults(&vain);
  MUST(vain.list == NULL || unknown.list != NULL);
}

/* collab_dsn_reach() keeps the server of a connection string, and drops the database, the user and the password file. */
void fuzz_dsn(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len), *reach;
  collab_dsn_t dsn, again;

  if (collab_dsn_read(pool, text, &dsn)) {
    MUST(collab_dsn_reach(pool, text) == NULL);
    return;
  }
  collab_dsn_socket(pool, &dsn);
  if ((reach = collab_dsn_reach(pool, text)) != NULL) {
    MUST(collab_dsn_read(pool, reach, &again) == NULL && strcmp(collab_dsn_reach(pool, reach), reach) == 0);
    MUST(!again.user && !again.dbname && !again.passfile);
    MUST(strcmp(dsn.host ? dsn.host : "", again.host ? again.host : "") == 0);
    MUST(strcmp(dsn.port ? dsn.port : "", again.port ? again.port : "") == 0);
  }
}
