/* test_schema_read.c: a large body reads as one that is built whole, but has few unknown members (domain/schema_read.c). */
#include "tap.h"

#include "base/json.h"
#include "domain/schema.h"

static const collab_field_t person[] = {{"name", STRING, REQUIRED, .max = 20}, {"age", INTEGER, OPTIONAL, .max = 200}, {NULL}};
static const collab_field_t one_number = {NULL, INTEGER, OPTIONAL, .max = 9};

static const collab_field_t body[] = {{"text", STRING, REQUIRED, .max = 5},
                                      {"owner", OBJECT, OPTIONAL, .fields = person},
                                      {"people", ARRAY, OPTIONAL, .max = 3, .fields = person},
                                      {"numbers", ARRAY, OPTIONAL, .max = 700, .of = &one_number},
                                      {"types", EVENT_TYPES_V2, OPTIONAL},
                                      {NULL}};

static const char many[] = "at most 737 values";

/* The text with a first member, or element, that makes it large enough to be read by domain/schema_read.c. */
static const char *padded(const char *text) {
  static char pad[1100];
  const char *start = text + strspn(text, " \n");

  if (!*pad) {
    strcpy(pad, "[0");
    for (int i = 0; i < 505; i++) {
      strcat(pad, ",0");
    }
    strcat(pad, "]");
  }
  bool empty = start[0] && strchr("]}", start[1]);
  return apr_pstrcat(tap_pool, apr_pstrmemdup(tap_pool, text, start - text + (*start != '\0')), *start == '{' ? "\"pad\":" : "",
                     pad, empty ? "" : ",", *start ? start + 1 : "", NULL);
}

static const char *faults_of(const collab_json_t *document, bool merge_patch) {
  collab_faults_t faults = {.pool = tap_pool, .event_prefix = "com.example."};
  const char *text = "";

  collab_schema_check(&faults, body, document, merge_patch);
  collab_schema_refuse_unknown(&faults, body, NULL, document);
  if (merge_patch) {
    collab_schema_refuse_vain_patch(&faults, body, document);
  }
  for (int i = 0; faults.list && i < faults.list->nelts; i++) {
    collab_fault_t *fault = &APR_ARRAY_IDX(faults.list, i, collab_fault_t);
    text = apr_pstrcat(tap_pool, text, fault->field, ": ", fault->message, "\n", NULL);
  }
  return text;
}

/* Reads a padded text in both ways. False, and the difference in diagnostics, if the results differ. */
static bool reads_alike(const char *text, apr_size_t len) {
  const char *error = "", *other = "";
  collab_cut_t cut;
  const collab_json_t *whole = collab_json_parse(tap_pool, text, len, &error);
  const collab_json_t *part = collab_schema_read(tap_pool, body, text, len, &other, &cut);
  bool alike = !whole == !part && (whole || !strcmp(error, other));

  if (whole && part) {
    alike = !strcmp(faults_of(whole, false), faults_of(part, false)) && !strcmp(faults_of(whole, true), faults_of(part, true)) &&
            (*faults_of(whole, false) ||
             !strcmp(collab_schema_known(tap_pool, body, whole), collab_schema_known(tap_pool, body, part)));
  }
  if (!alike && !cut.too_many) {
    printf("# %s\n# parse: %s\n# read:  %s\n", text + 0, whole ? faults_of(whole, false) : error,
           part ? faults_of(part, false) : other);
  }
  return alike || cut.too_many;
}

static const char *const texts[] = {
    "{}",
    "[]",
    " {\n}\n",
    "{\"text\":\"a\"}",
    "{\"text\":\"a\",\"owner\":{\"name\":\"x\",\"u\":[1,2,{\"v\":null}],\"age\":3},\"people\":[{\"name\":\"y\",\"w\":{}},{\"v\":["
    "],\"name\":\"z\"}]}",
    "{\"text\":[1],\"owner\":[{}],\"people\":{\"a\":1},\"numbers\":[1,[2,3],{\"a\":2}],\"types\":[[1],\"x\"]}",
    "{\"u\":[1,2,3],\"v\":{\"a\":{\"b\":[1,{\"c\":true,\"d\":false}]},\"e\":-1.5e+3},\"text\":\"\\u00e9\"}",
    "{\"u\":[1,2,,3]}",
    "{\"u\":[1,2,]}",
    "{\"u\":[1,true.5]}",
    "{\"u\":[1,truex]}",
    "{\"u\":[1,2 3]}",
    "{\"u\":1,\"v\":2,}",
    "{\"u\":1,\"v\":2,\"w\"}",
    "{\"u\":1,\"v\":{\"a\":1,\"b\" 2}}",
    "{\"u\":1,\n\"v\":{\"a\":1,\n\"\xC3\xA9\xC3\xA9\":[1,2,\n3,x]}}",
    "{\"u\":{\"a\":1,\"b\":2,\"a\":3},\"u\":1}",
    "{\"u\":1,\"u\":{\"a\":1,\"a\":3}}",
    "{\"u\":{\"a\":1,\"\\u0061\":2}}",
    "{\"text\":\"a\",\"u\":{\"a\":1,\"a\":2 x",
    "{\"u\":[\"\\u0000\"]}",
    "{\"u\":{\"a\\u0000\":1}}",
    "{\"u\":[\"x\",\"\\ud800\"]}",
    "{\"u\":[\"x\",\"\xC3\"]}",
    "{\"u\":[\"x\",\"\xED\xA0\x80\"]}",
    "{\"u\":[\"x\",\"\n\"]}",
    "{\"u\":[\"x\",\"\\\n\"]}",
    "{\"u\":[\"x\",\"y]}",
    "{\"u\":[01]}",
    "{\"u\":[1,-]}",
    "{\"u\":[1e999,99999999999999999999],\"numbers\":[1e999]}",
    "{\"u\":[1,2}",
    "{\"u\":{\"a\":1]}",
    "{\"u\":[1,[2,[3",
    "{} x",
    "{\"u\":1}\n\n",
    "{\"u\":1}}",
    "{\"u\":1}\n,",
};

static void alike(void) {
  for (unsigned i = 0; i < sizeof texts / sizeof *texts; i++) {
    const char *text = padded(texts[i]);
    tap_row(texts[i]);
    ok(reads_alike(text, strlen(text)));
  }
  tap_row("");
}

/* Changes bytes of the texts: puts other bytes of JSON there, removes them, doubles a piece. The sequence is always the same. */
static void mutated(void) {
  static const char bytes[] = "{}[]:,,\"\"\\ua0 \n1-.ex\xC3\xA9";
  uint32_t state = 1;
  int different = 0;
  apr_pool_t *outer = tap_pool;

  for (int round = 0; round < 6000; round++) {
    apr_pool_create(&tap_pool, outer);
    char *text = apr_pstrcat(tap_pool, padded(texts[round % (sizeof texts / sizeof *texts)]), "      ", NULL);
    apr_size_t len = strlen(text) - 6;
    for (int change = 0; change < 1 + round % 3; change++) {
      state = state * 1664525 + 1013904223;
      apr_size_t at = 1020 + (state >> 8) % (len > 1021 ? len - 1020 : 1);
      if (at >= len) {
        continue;
      }
      switch (state >> 29) {
      case 0:
      case 1:
        memmove(text + at, text + at + 1, --len - at);
        break;
      default:
        text[at] = bytes[(state >> 16) % (sizeof bytes - 1)];
      }
    }
    text[len] = '\0';
    different += !reads_alike(text, len);
    apr_pool_destroy(tap_pool);
  }
  tap_pool = outer;
  is_number(different, 0);
}

static const char *repeated(const char *before, const char *text, int times, const char *behind) {
  apr_size_t head = strlen(before), len = strlen(text);
  char *all = apr_palloc(tap_pool, head + len * (apr_size_t)times + strlen(behind) + 1);

  memcpy(all, before, head);
  for (int i = 0; i < times; i++) {
    memcpy(all + head + (apr_size_t)i * len, text, len);
  }
  strcpy(all + head + (apr_size_t)times * len, behind);
  return all;
}

static const collab_json_t *read_text(const char *text, const char **error, collab_cut_t *cut) {
  *error = "";
  return collab_schema_read(tap_pool, body, text, strlen(text), error, cut);
}

/* Unknown values have no limit, and at most a hundred of their names stay. */
static void skipped(void) {
  const char *error, *names = "{\"text\":\"a\"";
  collab_cut_t cut;
  const collab_json_t *document = read_text(repeated("{\"u\":[{}", ",{\"a\":1}", 200000, "],\"text\":\"a\"}"), &error, &cut);

  is_text(document ? collab_json_text(tap_pool, document) : error, "{\"u\":[0],\"text\":\"a\"}");
  for (int i = 0; i < 1000; i++) {
    names = apr_psprintf(tap_pool, "%s,\"u%d\":%d", names, i, i);
  }
  document = read_text(apr_pstrcat(tap_pool, names, ",\"owner\":{\"name\":\"x\"}}", NULL), &error, &cut);
  is_number((int)collab_json_count(document), 1 + COLLAB_MAX_FAULTS + 1);
  document = read_text(apr_pstrcat(tap_pool, names, ",\"u7\":1}", NULL), &error, &cut);
  ok(document == NULL && !cut.too_many && strstr(error, "duplicate object key"));
}

/* Known values have a limit: that of the field list. */
static void counted(void) {
  const char *error;
  collab_cut_t cut;

  ok(read_text(repeated("{\"numbers\":[1", ",1", 710, "]}"), &error, &cut) != NULL);
  ok(read_text(repeated("{\"numbers\":[1", ",1", 735, "]}"), &error, &cut) == NULL && cut.too_many);
  ok(strstr(error, many) != NULL);
  ok(read_text(repeated("{\"people\":[{}", ",{}", 800, "]}"), &error, &cut) == NULL && cut.too_many);
  ok(read_text(repeated("{\"text\":[1", ",{}", 200000, "]}"), &error, &cut) != NULL); /* "must be a string" */
}

int main(void) {
  tap_begin();
  alike();
  mutated();
  skipped();
  counted();
  return tap_done();
}
