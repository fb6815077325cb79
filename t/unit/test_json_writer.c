/* test_json_writer.c: values are written as correct JSON text (base/json_writer.h). */
#include "tap.h"

#include "base/json_writer.h"

static void integers(void) {
  static const struct {
    int64_t value;
    const char *text;
  } rows[] = {{0, "0"}, {7, "7"}, {-10, "-10"}, {INT64_MAX, "9223372036854775807"}, {INT64_MIN, "-9223372036854775808"}};

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    collab_json_writer_t *w = collab_json_writer_make(tap_pool, 0);
    collab_write_integer(w, NULL, rows[i].value);
    is_text(w->text, rows[i].text);
  }
}

static void commas(void) {
  collab_json_writer_t *w = collab_json_writer_make(tap_pool, 4);

  is_text(w->text, "");
  collab_write_open(w, NULL, "{");
  collab_write_text(w, "text", "plain");
  collab_write_text(w, "none", NULL);
  collab_write_text_if_any(w, "left out", NULL);
  collab_write_text_if_any(w, "there", "{");
  collab_write_boolean(w, "yes", true);
  collab_write_integer(w, "number", 5);
  collab_write_json(w, "json", "[1,2]");
  collab_write_json(w, "no json", NULL);
  collab_write_open(w, "empty", "[");
  collab_write_close(w, "]");
  collab_write_open(w, "list", "[");
  collab_write_text(w, NULL, "[");
  collab_write_open(w, NULL, "{");
  collab_write_key(w, "later:");
  collab_write_boolean(w, NULL, false);
  collab_write_close(w, "}]");
  collab_write_strings(w, "strings", "a", "1", "b", NULL, NULL);
  collab_write_strings(w, "nothing", NULL);
  collab_write_text(w, "last", ":");
  collab_write_text(w, "end", "");
  collab_write_close(w, "}");
  is_text(w->text, "{\"text\":\"plain\",\"none\":null,\"there\":\"{\",\"yes\":true,\"number\":5,\"json\":[1,2],\"no json\":null,"
                   "\"empty\":[],\"list\":[\"[\",{\"later:\":false}],\"strings\":{\"a\":\"1\",\"b\":null},\"nothing\":{},"
                   "\"last\":\":\",\"end\":\"\"}");
  is_number((int)w->len, (int)strlen(w->text));
}

static void escapes(void) {
  collab_json_writer_t *w = collab_json_writer_make(tap_pool, 2);

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "a \"key\"", "\"\\\x01\n");
  collab_write_close(w, "}");
  is_text(w->text, "{\"a \\\"key\\\"\":\"\\\"\\\\\\u0001\\n\"}");
}

static void much(void) {
  collab_json_writer_t *w = collab_json_writer_make(tap_pool, 0);

  collab_write_open(w, NULL, "[");
  for (int i = 0; i < 1000; i++) {
    collab_write_text(w, NULL, "abc");
  }
  collab_write_close(w, "]");
  is_number((int)w->len, 6001);
  is_number((int)strlen(w->text), 6001);
  is_text(w->text + 5989, ",\"abc\",\"abc\"]" + 1);
}

int main(void) {
  tap_begin();
  commas();
  escapes();
  much();
  integers();
  return tap_done();
}
