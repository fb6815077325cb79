/* test_cursor.c: the cursor of a list is read whole or not at all, and its digest depends on each filter (domain/cursor.h). */
#include "tap.h"

#include "domain/cursor.h"

static bool reads(const char *text) {
  collab_cursor_t cursor;
  return collab_cursor_read(text, &cursor);
}

int main(void) {
  static const char whole[] = "c1764425000123456-42-2166136261-31765";
  static const char *const none[] = {"",
                                     "c",
                                     "1",
                                     "1-",
                                     "-1",
                                     "a-b",
                                     "1-2-3-4",
                                     "1-2-3",
                                     "c1-2-3",
                                     "c1-2-3-4",
                                     "99999999999999999999-1",
                                     "1-9999999999999999999",
                                     "c9999999999999999999-1-1-1"};
  collab_cursor_t cursor;
  char cut[sizeof(whole)];

  tap_begin();
  ok(collab_cursor_read(whole, &cursor));
  ok(cursor.at == 1764425000123456 && cursor.id == 42 && cursor.filters == COLLAB_CURSOR_NO_FILTERS);
  ok(collab_cursor_read("1764425000123456-42", &cursor) && cursor.at == 1764425000123456 && cursor.id == 42 &&
     cursor.filters == -1);
  for (apr_size_t i = 0; i < sizeof(none) / sizeof(*none); i++) {
    tap_row(none[i]);
    ok(!reads(none[i]));
  }
  for (apr_size_t i = 0; i + 1 < sizeof(whole); i++) {
    apr_cpystrn(cut, whole, i + 1);
    tap_row(cut);
    ok(!reads(cut));
    tap_row(whole + i);
    ok(reads(whole + i) == (i == 0));
    apr_cpystrn(cut, whole, sizeof(cut));
    cut[i] = cut[i] == '7' ? '8' : '7';
    tap_row(cut);
    ok(!reads(cut));
  }
  tap_row("");
  uint32_t one = collab_cursor_digest(COLLAB_CURSOR_NO_FILTERS, "status", "OPEN");
  ok(one != COLLAB_CURSOR_NO_FILTERS);
  ok(one != collab_cursor_digest(COLLAB_CURSOR_NO_FILTERS, "type", "OPEN"));
  ok(one != collab_cursor_digest(COLLAB_CURSOR_NO_FILTERS, "statusO", "PEN"));
  ok(one != collab_cursor_digest(one, "type", ""));
  return tap_done();
}
