/* test_draft.c: texts that grow at their end (base/draft.h). */
#include "tap.h"

#include "base/draft.h"
#include "base/json.h"

static void integers(void) {
  static const struct {
    int64_t value;
    const char *text;
  } rows[] = {{0, "0"}, {7, "7"}, {-10, "-10"}, {INT64_MAX, "9223372036854775807"}, {INT64_MIN, "-9223372036854775808"}};

  for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
    collab_draft_t draft = collab_draft_begin(tap_pool, 0);
    collab_draft_add_integer(&draft, rows[i].value);
    is_text(draft.text, rows[i].text);
  }
}

int main(void) {
  tap_begin();
  collab_draft_t draft = collab_draft_begin(tap_pool, 4);
  is_text(draft.text, "");
  collab_draft_add(&draft, "1234");
  is_text(draft.text, "1234"); /* its room to the last byte */
  collab_draft_add(&draft, "");
  collab_draft_add(&draft, "5");
  is_text(draft.text, "12345");
  for (int i = 0; i < 1000; i++)
    collab_draft_add(&draft, "abc");
  is_number((int)draft.len, 3005);
  is_text(draft.text + 2990, "cabcabcabcabcabc" + 1);
  is_number((int)strlen(draft.text), 3005);

  memcpy(collab_draft_ask(&draft, 100), "end!", 4); /* more than is taken */
  collab_draft_took(&draft, 3);
  is_text(draft.text + 3005, "end");

  collab_draft_t json = collab_draft_begin(tap_pool, 2);
  collab_draft_add(&json, "[");
  collab_json_add(&json, "plain");
  collab_draft_add(&json, ",");
  collab_json_add(&json, "\"\\\x01\n");
  collab_draft_add(&json, ",");
  collab_json_add(&json, NULL);
  is_text(json.text, "[\"plain\",\"\\\"\\\\\\u0001\\n\",null");
  integers();
  return tap_done();
}
