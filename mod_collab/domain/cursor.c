/* cursor.c: reads the cursor of a list, and makes the digest of its filters (domain/cursor.h). */
#include "domain/cursor.h"

#include "base/text.h"

/* A prime, as in sql/pieces/list_cursor.sql: each wrong digit, and nearly every other damage, changes the sum. */
#define MODULUS 999983

/* Reads up to 18 digits, and moves *text behind them. */
static bool read_number(const char **text, int64_t *number) {
  const char *start = *text;

  for (*number = 0; collab_text_is_digit(**text) && *text - start < 18; (*text)++) {
    *number = *number * 10 + (**text - '0');
  }
  return *text > start;
}

static bool read_dash(const char **text) {
  return *(*text)++ == '-';
}

bool collab_cursor_read(const char *text, collab_cursor_t *cursor) {
  bool old = *text != 'c';
  int64_t check;

  text += !old;
  if (!read_number(&text, &cursor->at) || !read_dash(&text) || !read_number(&text, &cursor->id)) {
    return false;
  }
  if (old) {
    cursor->filters = -1;
    return *text == '\0' && cursor->at > UINT32_MAX; /* a lower number is the end of a cut cursor: <filters>-<check> */
  }
  return read_dash(&text) && read_number(&text, &cursor->filters) && read_dash(&text) && read_number(&text, &check) &&
         *text == '\0' && check == (cursor->at % MODULUS + cursor->id % MODULUS * 7 + cursor->filters % MODULUS) % MODULUS;
}

/* FNV-1a, with the byte 0, which no text has, after the name and after the value. */
uint32_t collab_cursor_digest(uint32_t digest, const char *name, const char *value) {
  const char *texts[] = {name, value};

  for (int i = 0; i < 2; i++) {
    for (const char *c = texts[i]; *c; c++) {
      digest = (digest ^ (unsigned char)*c) * 16777619U;
    }
    digest *= 16777619U;
  }
  return digest;
}
