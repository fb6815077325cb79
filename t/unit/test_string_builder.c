/* test_string_builder.c: strings that are built piece by piece (base/string_builder.h). */
#include "tap.h"

#include "base/json.h"
#include "base/string_builder.h"

static void integers(void) {
  static const struct {
    int64_t value;
    const char *text;
  } rows[] = {{0, "0"}, {7, "7"}, {-10, "-10"}, {INT64_MAX, "9223372036854775807"}, {INT64_MIN, "-9223372036854775808"}};

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    collab_string_builder_t builder = collab_string_builder_begin(tap_pool, 0);
    collab_string_builder_add_integer(&builder, rows[i].value);
    is_text(builder.text, rows[i].text);
  }
}

int main(void) {
  tap_begin();
  collab_string_builder_t builder = collab_string_builder_begin(tap_pool, 4);
  is_text(builder.text, "");
  collab_string_builder_add(&builder, "1234");
  is_text(builder.text, "1234"); /* its room to the last byte */
  collab_string_builder_add(&builder, "");
  collab_string_builder_add(&builder, "5");
  is_text(builder.text, "12345");
  for (int i = 0; i < 1000; i++) {
    collab_string_builder_add(&builder, "abc");
  }
  is_number((int)builder.len, 3005);
  is_text(builder.text + 2990, "cabcabcabcabcabc" + 1);
  is_number((int)strlen(builder.text), 3005);

  memcpy(collab_string_builder_ask(&builder, 100), "end!", 4); /* more than is taken */
  collab_string_builder_took(&builder, 3);
  is_text(builder.text + 3005, "end");

  collab_string_builder_t json = collab_string_builder_begin(tap_pool, 2);
  collab_string_builder_add(&json, "[");
  collab_json_add(&json, "plain");
  collab_string_builder_add(&json, ",");
  collab_json_add(&json, "\"\\\x01\n");
  collab_string_builder_add(&json, ",");
  collab_json_add(&json, NULL);
  is_text(json.text, "[\"plain\",\"\\\"\\\\\\u0001\\n\",null");
  integers();
  return tap_done();
}
