/* json_writer.c: writes JSON text (base/json_writer.h). The room at least doubles when it is used up. So on average a byte is
 * copied at most twice, however long the text becomes. */
#include "base/json_writer.h"

#include <stdarg.h>
#include <string.h>

#include "base/json.h"

#define DIGITS 20 /* of the longest integer, with its sign */

/* ---- the text ---- */

collab_json_writer_t *collab_json_writer_make(apr_pool_t *pool, apr_size_t room) {
  collab_json_writer_t *w = apr_palloc(pool, sizeof *w);

  *w = (collab_json_writer_t){pool, apr_palloc(pool, room + 1), 0, room};
  *w->text = '\0';
  return w;
}

/* Appends room for `len` bytes and returns its address. */
static char *append(collab_json_writer_t *w, apr_size_t len) {
  if (len > w->room - w->len) {
    const char *before = w->text;
    w->room = 2 * w->room + len;
    w->text = apr_palloc(w->pool, w->room + 1);
    memcpy(w->text, before, w->len);
  }
  char *at = w->text + w->len;
  w->len += len;
  w->text[w->len] = '\0';
  return at;
}

static void add(collab_json_writer_t *w, const char *text) {
  apr_size_t len = strlen(text);

  memcpy(append(w, len), text, len);
}

/* ---- strings ---- */

static bool is_plain(unsigned char c) {
  return c >= ' ' && c != '"' && c != '\\';
}

/* Writes one byte of a string, escaped if JSON requires it. Returns the bytes written, at most 6. */
static apr_size_t escape(char *to, unsigned char c) {
  static const char plain[] = "\"\\\b\f\n\r\t", letters[] = "\"\\bfnrt";
  const char *at = is_plain(c) ? NULL : strchr(plain, c);

  if (at != NULL) {
    to[0] = '\\';
    to[1] = letters[at - plain];
    return 2;
  }
  if (c >= ' ') {
    to[0] = (char)c;
    return 1;
  }
  memcpy(to, "\\u00", 4);
  to[4] = (char)('0' + (c >> 4));
  to[5] = "0123456789abcdef"[c & 15];
  return 6;
}

apr_size_t collab_json_quoted_length(const char *text) {
  apr_size_t len = 2;
  char scratch[6];

  for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
    len += is_plain(*p) ? 1 : escape(scratch, *p);
  }
  return len;
}

static void add_string(collab_json_writer_t *w, const char *text) {
  apr_size_t len = collab_json_quoted_length(text);

  char *to = append(w, len);
  *to++ = '"';
  if (len == strlen(text) + 2) { /* the usual case: nothing to escape */
    memcpy(to, text, len - 2);
    to += len - 2;
  } else {
    for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
      to += escape(to, *p);
    }
  }
  *to = '"';
}

const char *collab_json_quote(apr_pool_t *pool, const char *text) {
  collab_json_writer_t *w = collab_json_writer_make(pool, text ? strlen(text) + 2 : 4);

  collab_write_text(w, NULL, text);
  return w->text;
}

/* ---- values ---- */

/* Writes what comes before a value: a comma, except after an opening bracket or a key; then the member's name, if any. */
static void begin_value(collab_json_writer_t *w, const char *name) {
  char last = w->len ? w->text[w->len - 1] : '[';

  if (last != '{' && last != '[' && last != ':') {
    *append(w, 1) = ',';
  }
  if (name) {
    add_string(w, name);
    *append(w, 1) = ':';
  }
}

void collab_write_key(collab_json_writer_t *w, const char *name) {
  begin_value(w, name);
}

void collab_write_json(collab_json_writer_t *w, const char *name, const char *json) {
  begin_value(w, name);
  add(w, json ? json : "null");
}

void collab_write_text(collab_json_writer_t *w, const char *name, const char *text) {
  begin_value(w, name);
  if (text) {
    add_string(w, text);
  } else {
    add(w, "null");
  }
}

void collab_write_text_if_any(collab_json_writer_t *w, const char *name, const char *text) {
  if (text) {
    collab_write_text(w, name, text);
  }
}

void collab_write_integer(collab_json_writer_t *w, const char *name, int64_t value) {
  char digits[DIGITS + 1], *at = digits + DIGITS;
  uint64_t rest = value < 0 ? -(uint64_t)value : (uint64_t)value;

  *at = '\0';
  do {
    *--at = (char)('0' + rest % 10);
  } while (rest /= 10);
  if (value < 0) {
    *--at = '-';
  }
  collab_write_json(w, name, at);
}

void collab_write_boolean(collab_json_writer_t *w, const char *name, bool value) {
  collab_write_json(w, name, value ? "true" : "false");
}

void collab_write_open(collab_json_writer_t *w, const char *name, const char *bracket) {
  collab_write_json(w, name, bracket);
}

void collab_write_strings(collab_json_writer_t *w, const char *name, ...) {
  va_list members;

  collab_write_open(w, name, "{");
  va_start(members, name);
  for (const char *member = va_arg(members, const char *); member; member = va_arg(members, const char *)) {
    collab_write_text(w, member, va_arg(members, const char *));
  }
  va_end(members);
  collab_write_close(w, "}");
}

void collab_write_close(collab_json_writer_t *w, const char *brackets) {
  add(w, brackets);
}
