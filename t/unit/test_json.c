/* test_json.c: valid JSON reads and writes the same, and anything else is refused (base/json.h). */
#include "tap.h"

#include "base/json.h"

#include <sys/resource.h>

#define ROWS(table) (sizeof(table) / sizeof(table[0]))

static const collab_json_t *parsed_bytes(const char *text, apr_size_t len, const char **error) {
  /* A copy, so that the address sanitizer sees a read past its end. */
  char *copy = malloc(len ? len : 1);
  memcpy(copy, text, len);
  *error = NULL;
  const collab_json_t *value = collab_json_parse(tap_pool, copy, len, error);
  memset(copy, '?', len); /* the document owns its strings */
  free(copy);
  return value;
}

static const collab_json_t *parsed(const char *text) {
  const char *error;
  return parsed_bytes(text, strlen(text), &error);
}

/* The error of a text that must be refused. */
static const char *refused(const char *text, apr_size_t len) {
  const char *error;
  ok(parsed_bytes(text, len, &error) == NULL);
  ok(error != NULL && *error != '\0');
  return error ? error : "";
}

static void right(void) {
  /* Texts, and how their values are written. */
  static const char *const texts[][2] = {
      {"{}", "{}"},
      {"[]", "[]"},
      {"null", "null"},
      {"true", "true"},
      {"false", "false"},
      {"0", "0"},
      {"-1", "-1"},
      {"\"\"", "\"\""},
      {" \t\r\n{ \"a\" : 1 , \"b\":[ ] } \n", "{\"a\":1,\"b\":[]}"},
      {"{\"z\":1,\"a\":2,\"m\":3,\"B\":4}", "{\"z\":1,\"a\":2,\"m\":3,\"B\":4}"}, /* members keep their order */
      {"{\"\":1}", "{\"\":1}"},
      {"{\"a\":1,\"A\":2}", "{\"a\":1,\"A\":2}"},
      {"[9223372036854775807,-9223372036854775808]", "[9223372036854775807,-9223372036854775808]"},
      {"1.5", "1.5"},
      {"1.0", "1.0"},
      {"-0.25e2", "-25.0"},
      {"\"\\u00fc\\u20AC\\ud83d\\ude00\"", "\"\xC3\xBC\xE2\x82\xAC\xF0\x9F\x98\x80\""},
      {"\"\\/\"", "\"/\""},
      {"\"\\\"\\\\\\b\\f\\n\\r\\t\"", "\"\\\"\\\\\\b\\f\\n\\r\\t\""},
      {"\"\\u0001\\u001f\x7F\"", "\"\\u0001\\u001F\x7F\""},
      {"\"<script>&'\"", "\"<script>&'\""},
      {"\"]}\\\"]}\"", "\"]}\\\"]}\""},
  };

  for (unsigned i = 0; i < ROWS(texts); i++) {
    tap_row(texts[i][0]);
    const collab_json_t *value = parsed(texts[i][0]);
    if (ok(value != NULL)) {
      is_text(collab_json_text(tap_pool, value), texts[i][1]);
    }
  }
  tap_row("");
}

static void wrong(void) {
  static const char *const texts[] = {
      "",
      " ",
      "{",
      "}",
      "[",
      "]",
      "{]",
      "[}",
      "[1,]",
      "{\"a\":1,}",
      "{\"a\"}",
      "{\"a\":}",
      "{a:1}",
      "{'a':1}",
      "{1:1}",
      "{null:1}",
      "[1 2]",
      "[,1]",
      "tru",
      "True",
      "nul",
      "nulll",
      "NaN",
      "Infinity",
      "-",
      "+1",
      "01",
      "-01",
      "1.",
      ".5",
      "1e",
      "1e+",
      "0x10",
      "1_000",
      "--1",
      "\"",
      "\"a",
      "\"a\\\"",
      "{}{}",
      "{} x",
      "1 2",
      "[]]",
      "null,",
      "{}//c",
      "/*c*/{}",
      "#\n{}",
      "\xEF\xBB\xBF{}",
      "\"\n\"",
      "\"\t\"",
      "\"\x01\"",
      "\"\\x41\"",
      "\"\\u12\"",
      "\"\\u12g4\"",
      "\"\\U0041\"",
      "\"\\'\"",
      "\"\\",
      "[99999999999999999999-5]",
      "[99999999999999999999,01]",
      "{\"a\":1e999,\"a\":1e999}",
      "[1e999,1.]",
      "[1e999,\"\\\"]",
      /* duplicate keys, at any depth and in any spelling */
      "{\"a\":1,\"a\":1}",
      "{\"a\":1,\"b\":2,\"a\":null}",
      "[{\"x\":{\"a\":1,\"a\":2}}]",
      "{\"a\":1,\"\\u0061\":2}",
      /* NUL */
      "\"\\u0000\"",
      "{\"a\\u0000b\":1}",
      "{\"a\":[\"x\\u0000\"]}",
      /* surrogates */
      "\"\\ud800\"",
      "\"\\udc00\"",
      "\"\\ud83d\\u0041\"",
      "\"\\ud83dx\"",
      "\"\\ude00\\ud83d\"",
      "\"\\ud83d\\ud83d\"",
      "{\"\\ud800\":1}",
      /* UTF-8 */
      "\"\x80\"",
      "\"\xC3\"",
      "\"\xC0\x80\"",
      "\"\xE2\x82\"",
      "\"\xED\xA0\x80\"",
      "\"\xF4\x90\x80\x80\"",
      "\"\xFF\"",
      "{\"\xC3\":1}",
      "\xFF",
      "\"\xC3\xBC\xC3",
  };

  for (unsigned i = 0; i < ROWS(texts); i++) {
    tap_row(texts[i]);
    refused(texts[i], strlen(texts[i]));
  }
  tap_row("NUL bytes");
  refused("\0", 1);
  refused("{}\0", 3);
  refused("\"a\0b\"", 5);
  refused("{\0}", 3);
  refused("[1]\0[2]", 7);
  refused("0\0", 2); /* found by the fuzzer: jansson ignores a NUL that follows a number */
  ok(strstr(refused("{\n\"a\":1\0}", 9), "NUL byte at line 2, column 6") != NULL);
  tap_row("byte order marks");
  ok(strstr(refused("\xEF\xBB\xBF{}", 5), "byte order mark (BOM)") != NULL);
  ok(strstr(refused("\xFF\xFE{\0}\0", 6), "byte order mark (BOM)") != NULL);
  ok(strstr(refused("\xFE\xFF\0{\0}", 6), "byte order mark (BOM)") != NULL);
  tap_row("");
  ok(parsed_bytes("[1]x", 3, &(const char *){NULL}) != NULL); /* only the given length is read */
}

/* JSON does not limit numbers. An integer beyond 64 bits or a real beyond a double's range becomes the real 1e308 or -1e308. The
 * values around it stay unchanged. */
static void numbers_without_room_are_reals(void) {
  static const char *const numbers[] = {"9223372036854775808", "-9223372036854775809", "1e400", "-1E+999",
                                        "123456789012345678901234.5e9999"};
  const char *error = NULL;

  for (unsigned i = 0; i < ROWS(numbers); i++) {
    tap_row(numbers[i]);
    const char *text = apr_psprintf(tap_pool, "{\"a\":[%s, 7],\"%s\":\"\\\"%s\\\\\",\"z\":-9223372036854775808}", numbers[i],
                                    numbers[i], numbers[i]);
    const collab_json_t *value = collab_json_parse(tap_pool, text, strlen(text), &error);
    const collab_json_t *list = collab_json_get(value, "a");
    ok(collab_json_kind(collab_json_at(list, 0)) == COLLAB_JSON_REAL);
    ok(collab_json_number(collab_json_at(list, 0)) == (*numbers[i] == '-' ? -1e308 : 1e308));
    is_number(collab_json_integer(collab_json_at(list, 1)), 7);
    is_text(collab_json_string(collab_json_get(value, numbers[i])), apr_psprintf(tap_pool, "\"%s\\", numbers[i]));
    ok(collab_json_integer(collab_json_get(value, "z")) == INT64_MIN);
    value = collab_json_parse(tap_pool, numbers[i], strlen(numbers[i]), &error);
    ok(collab_json_kind(value) == COLLAB_JSON_REAL);
  }
  tap_row("");
}

static void errors_say_where_and_echo_nothing(void) {
  const char *error = refused("{\n  \"password\": hunter2secret\n}", 31);

  ok(strstr(error, "line 2") != NULL);
  ok(strstr(error, "column") != NULL);
  ok(strstr(error, "hunter2") == NULL);
  error = refused("{\"secret-name\":1,\"secret-name\":2}", 33);
  ok(strstr(error, "duplicate") != NULL);
  ok(strstr(error, "secret-name") == NULL);
  error = refused("\"hidden\xFF", 8);
  ok(strstr(error, "hidden") == NULL && strchr(error, '\xFF') == NULL);
  error = refused("\"hidden near \xFF", 14);
  ok(strstr(error, "hidden") == NULL && strchr(error, '\xFF') == NULL);
}

/* `levels` of nesting, with `inner` in the middle. */
static const char *nested(int levels, const char *open, const char *inner, const char *close) {
  apr_size_t a = strlen(open), i = strlen(inner), z = strlen(close), n = (apr_size_t)levels;
  char *text = apr_pcalloc(tap_pool, a * n + i + z * n + 1);

  for (apr_size_t k = 0; k < n; k++) {
    memcpy(text + a * k, open, a);
  }
  memcpy(text + a * n, inner, i);
  for (apr_size_t k = 0; k < n; k++) {
    memcpy(text + a * n + i + z * k, close, z);
  }
  return text;
}

static void depth(void) {
  ok(parsed(nested(32, "[", "", "]")) != NULL);
  ok(parsed(nested(32, "[", "1", "]")) != NULL);
  ok(parsed(nested(32, "{\"a\":", "1", "}")) != NULL);
  ok(parsed(nested(16, "[{\"a\":", "\"x\"", "}]")) != NULL);
  const char *text = nested(33, "[", "", "]");
  ok(strstr(refused(text, strlen(text)), "column 33") != NULL);
  text = nested(33, "{\"a\":", "1", "}");
  ok(strstr(refused(text, strlen(text)), "32 levels") != NULL);
  text = nested(17, "[{\"a\":", "1", "}]");
  refused(text, strlen(text));

  /* brackets in strings, or side by side, do not nest */
  ok(parsed(nested(1, "[\"", nested(500, "[", "\\\"{", "]"), "\"]")) != NULL);
  ok(parsed("[\"\\\\\",[[]],\"\\\"[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[\"]") != NULL);
  ok(parsed(nested(1, "[[]", nested(500, ",[]", "", ""), "]")) != NULL);
  text = nested(1, "{\"\\\\\":", nested(32, "[", "", "]"), "}");
  refused(text, strlen(text));
  text = nested(1, "[\n\"\xC3\xBC\",", nested(32, "[", "", "]"), "]");
  ok(strstr(refused(text, strlen(text)), "line 2, column 36") != NULL);
}

/* The number of values is limited, too: each costs the parser more than the sender. */
static void count(void) {
  ok(parsed(nested(1, "[1", nested(COLLAB_JSON_VALUES - 1, ",1", "", ""), "]")) != NULL);
  const char *text = nested(1, "[1", nested(COLLAB_JSON_VALUES, ",1", "", ""), "]");
  ok(strstr(refused(text, strlen(text)), "more than 131072 brackets and commas at line 1, column 262145") != NULL);
  text = nested(1, "[{}", nested(COLLAB_JSON_VALUES / 2, ",{}", "", ""), "]");
  refused(text, strlen(text));
  ok(parsed(nested(1, "[\"", nested(2 * COLLAB_JSON_VALUES, ",[{", "", ""), "\"]")) !=
     NULL); /* in a string, commas and brackets are text */
}

/* Clients see the errors, so an error names no option of jansson, such as JSON_ALLOW_NUL. */
static void faults(void) {
  is_text(refused("[\"\\u0000\"]", 10), "\\u0000 is not allowed at line 1, column 9");
}

/* Parses a megabyte of brackets in a process whose stack is too small for a hundredth of that depth. */
static void deep_input_does_not_recurse(void) {
  static const char *const opens[] = {"[", "{\"a\":", "[{\"\":", "[[\"x\",", "]["};
  struct rlimit limit;

  getrlimit(RLIMIT_STACK, &limit);
  limit.rlim_cur = 512 * 1024;
  setrlimit(RLIMIT_STACK, &limit);
  for (unsigned i = 0; i < ROWS(opens); i++) {
    apr_size_t len = 1 << 20, unit = strlen(opens[i]);
    char *text = malloc(len);
    const char *error = NULL;

    for (apr_size_t k = 0; k < len; k++) {
      text[k] = opens[i][k % unit];
    }
    ok(collab_json_parse(tap_pool, text, len, &error) == NULL);
    ok(error != NULL);
    free(text);
  }
}

static void members(void) {
  const collab_json_t *o = parsed(
      "{\"s\":\"x\",\"i\":-7,\"r\":1.0,\"t\":true,\"f\":false,\"n\":null,\"a\":[1,\"2\",null],\"o\":{\"k\":{}},\"e\":\"\"}");

  is_number(collab_json_kind(o), COLLAB_JSON_OBJECT);
  is_number(collab_json_count(o), 9);
  is_number(collab_json_kind(collab_json_get(o, "s")), COLLAB_JSON_STRING);
  is_number(collab_json_kind(collab_json_get(o, "i")), COLLAB_JSON_INTEGER);
  is_number(collab_json_kind(collab_json_get(o, "r")), COLLAB_JSON_REAL); /* 1.0 is not an integer */
  is_number(collab_json_kind(collab_json_get(o, "t")), COLLAB_JSON_BOOLEAN);
  is_number(collab_json_kind(collab_json_get(o, "f")), COLLAB_JSON_BOOLEAN);
  is_number(collab_json_kind(collab_json_get(o, "n")), COLLAB_JSON_NULL);
  is_number(collab_json_kind(collab_json_get(o, "a")), COLLAB_JSON_ARRAY);
  is_number(collab_json_kind(collab_json_get(o, "o")), COLLAB_JSON_OBJECT);

  ok(collab_json_get(o, "n") != NULL); /* null is present, "missing" is not */
  ok(collab_json_get(o, "missing") == NULL);
  ok(collab_json_get(o, "S") == NULL);
  ok(collab_json_get(collab_json_get(o, "a"), "s") == NULL);
  ok(collab_json_get(NULL, "s") == NULL);
  is_number(collab_json_kind(NULL), COLLAB_JSON_NULL);

  is_text(collab_json_string(collab_json_get(o, "s")), "x");
  is_text(collab_json_string(collab_json_get(o, "e")), "");
  is_text(collab_json_string(collab_json_get(o, "i")), NULL);
  is_text(collab_json_string(collab_json_get(o, "n")), NULL);
  is_text(collab_json_string(NULL), NULL);
  is_number(collab_json_integer(collab_json_get(o, "i")), -7);
  is_number(collab_json_integer(collab_json_get(o, "r")), 0);
  is_number(collab_json_integer(collab_json_get(o, "s")), 0);
  is_number(collab_json_integer(collab_json_get(o, "t")), 0);
  is_number(collab_json_integer(NULL), 0);
  is_number(collab_json_integer(parsed("9223372036854775807")), INT64_MAX);
  is_number(collab_json_integer(parsed("-9223372036854775808")), INT64_MIN);
  ok(collab_json_true(collab_json_get(o, "t")));
  ok(!collab_json_true(collab_json_get(o, "f")));
  ok(!collab_json_true(collab_json_get(o, "i")));
  ok(!collab_json_true(collab_json_get(o, "s")));
  ok(!collab_json_true(NULL));

  const collab_json_t *a = collab_json_get(o, "a");
  is_number(collab_json_count(a), 3);
  is_number(collab_json_integer(collab_json_at(a, 0)), 1);
  is_text(collab_json_string(collab_json_at(a, 1)), "2");
  ok(collab_json_at(a, 2) != NULL);
  ok(collab_json_at(a, 3) == NULL);
  ok(collab_json_at(o, 0) == NULL);
  ok(collab_json_at(NULL, 0) == NULL);
  is_number(collab_json_count(collab_json_get(o, "s")), 0);
  is_number(collab_json_count(NULL), 0);
  is_text(collab_json_text(tap_pool, a), "[1,\"2\",null]");
}

/* collab_json_text first writes into a buffer of 1024 bytes. A longer text is written a second time. */
static void long_texts(void) {
  for (int len = 1018; len <= 1030; len++) {
    const char *text = nested(1, "[\"", nested(len, "x", "", ""), "\"]");
    is_text(collab_json_text(tap_pool, parsed(text)), text);
  }
  const char *text = nested(1, "[\"", nested(300000, "\xE2\x82\xAC", "", ""), "\"]");
  is_text(collab_json_text(tap_pool, parsed(text)), text);
}

static void quoting(void) {
  is_text(collab_json_quote(tap_pool, NULL), "null");
  is_text(collab_json_quote(tap_pool, ""), "\"\"");
  is_text(collab_json_quote(tap_pool, "a/b <c> 'd' \xC3\xBC\xF0\x9F\x98\x80\x7F"),
          "\"a/b <c> 'd' \xC3\xBC\xF0\x9F\x98\x80\x7F\"");
  is_text(collab_json_quote(tap_pool, "\"\\\b\f\n\r\t"), "\"\\\"\\\\\\b\\f\\n\\r\\t\"");
  is_text(collab_json_quote(tap_pool, "\x01\x0B\x1F"), "\"\\u0001\\u000b\\u001f\"");

  char all[128];
  for (int c = 1; c < 128; c++) {
    all[c - 1] = (char)c;
  }
  all[127] = '\0';
  is_text(collab_json_string(parsed(collab_json_quote(tap_pool, all))), all); /* quoting preserves the text */
}

/* The pool's end releases jansson's references; otherwise the leak check of a sanitizer build fails. */
static void a_document_dies_with_its_pool(void) {
  const char *error;

  for (int i = 0; i < 100; i++) {
    apr_pool_t *pool;
    apr_pool_create(&pool, tap_pool);
    const collab_json_t *value = collab_json_parse(pool, "{\"a\":[1,{\"b\":\"c\"}]}", 19, &error);
    ok(value != NULL);
    collab_json_text(pool, value);
    ok(collab_json_parse(pool, "{\"a\":[1,{\"b\":\"c\"}", 18, &error) == NULL);
    apr_pool_destroy(pool);
  }
}

int main(void) {
  tap_begin();
  right();
  wrong();
  numbers_without_room_are_reals();
  errors_say_where_and_echo_nothing();
  depth();
  count();
  faults();
  deep_input_does_not_recurse();
  members();
  long_texts();
  quoting();
  a_document_dies_with_its_pool();
  return tap_done();
}
