/* text.h: validating, measuring and encoding strings. Only functions that take a pool allocate. Any thread, any process. */
#ifndef COLLAB_BASE_TEXT_H
#define COLLAB_BASE_TEXT_H

#include <string.h>

#include "collab.h"

/* Classes of ASCII characters, whatever the locale (no <ctype.h>). */

static inline bool collab_text_is_digit(char c) {
  return c >= '0' && c <= '9';
}

static inline bool collab_text_is_alnum(char c) {
  return collab_text_is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static inline bool collab_text_is_one_of(char c, const char *set) {
  return c != '\0' && strchr(set, c) != NULL;
}

/* RFC 3986, 2.3. */
static inline bool collab_text_is_unreserved(char c) {
  return collab_text_is_alnum(c) || collab_text_is_one_of(c, "-._~");
}

/* The value of a hexadecimal digit; -1: it is none. */
static inline int collab_text_hex_value(char c) {
  return collab_text_is_digit(c) ? c - '0' : c >= 'a' && c <= 'f' ? c - 'a' + 10 : c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

/* True if the text is valid UTF-8 (RFC 3629: shortest form, no surrogates, at most U+10FFFF) without NUL. */
bool collab_text_is_utf8(const char *text, apr_size_t len);

/* The number of Unicode code points of a valid UTF-8 text, the unit of all length limits of the interface (interface.md 3.4). */
apr_size_t collab_text_length(const char *text);

/* Decodes %XX once. Returns NULL for a bad escape, %00 or a result that is not UTF-8. `plus` turns "+" into a blank (query). */
const char *collab_text_decode(apr_pool_t *pool, const char *text, apr_size_t len, bool plus);

/* Percent-encodes all but RFC 3986 unreserved characters. */
const char *collab_text_encode(apr_pool_t *pool, const char *text);

/* True if the text is empty or has only Unicode white space. */
bool collab_text_is_blank(const char *text);

/* A copy in `pool` with every letter in lower case, as PostgreSQL's lower() has it in the locale C.UTF-8, which `collabctl setup`
 * gives the database. `text` is valid UTF-8. Where libc lacks that locale, only ASCII letters change. */
const char *collab_text_lower(apr_pool_t *pool, const char *text);

/* A copy in `pool` without trailing blanks and line ends, for messages of libraries. */
const char *collab_text_chomp(apr_pool_t *pool, const char *text);

/* Reads decimal digits with an optional leading "-", within int64. Returns false for anything else. */
bool collab_text_integer(const char *text, int64_t *value);

/* Lower-case hexadecimal of `len` bytes; `out` takes 2 * len + 1. */
void collab_text_hex(char *out, const unsigned char *bytes, apr_size_t len);

/* Converts `len` hexadecimal digits to len / 2 bytes. False when `len` is odd or another character occurs. */
bool collab_text_unhex(unsigned char *out, const char *text, apr_size_t len);

/* A UUID in lower case, memory of the pool; NULL: the text is none. */
const char *collab_text_uuid(apr_pool_t *pool, const char *text);

/* Makes UTF-8 text of untrusted bytes. NUL and invalid bytes become U+FFFD; a sequence cut off at the end is dropped. */
const char *collab_text_clean(apr_pool_t *pool, const char *bytes, apr_size_t len);

#endif
