/* text.c: UTF-8, lengths, percent encoding, integers (base/text.h).
 *
 * Owns no state. Called for every byte that a client sent, so each function takes time linear in its input, reads no byte past it
 * and never depends on the process's locale (no <ctype.h>). Must never normalise: text is stored as it came. */
#include "base/text.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <locale.h>
#include <pthread.h>
#include <string.h>
#include <wctype.h>

static const char hex_digits[] = "0123456789abcdef";

/* ---------------------------------------------------------------------------------------------- UTF-8 */

/* Length of the well-formed sequence at `p` (Unicode 15, table 3-7), or 0. */
static apr_size_t sequence_length(const unsigned char *p, apr_size_t left) {
  unsigned char low = 0x80, high = 0xBF; /* bounds of the second byte */
  apr_size_t len;

  if (p[0] < 0x80) {
    return p[0] != 0;
  }
  if (p[0] < 0xC2 || p[0] > 0xF4) {
    return 0;
  }
  if (p[0] < 0xE0) {
    len = 2;
  } else if (p[0] < 0xF0) {
    len = 3;
    if (p[0] == 0xE0) {
      low = 0xA0; /* shortest form */
    }
    if (p[0] == 0xED) {
      high = 0x9F; /* no surrogates */
    }
  } else {
    len = 4;
    if (p[0] == 0xF0) {
      low = 0x90; /* shortest form */
    }
    if (p[0] == 0xF4) {
      high = 0x8F; /* at most U+10FFFF */
    }
  }
  if (left < len || p[1] < low || p[1] > high) {
    return 0;
  }
  for (apr_size_t i = 2; i < len; i++) {
    if ((p[i] & 0xC0) != 0x80) {
      return 0;
    }
  }
  return len;
}

bool collab_text_is_utf8(const char *text, apr_size_t len) {
  const unsigned char *p = (const unsigned char *)text;

  for (apr_size_t i = 0; i < len;) {
    apr_size_t step = sequence_length(p + i, len - i);
    if (step == 0) {
      return false;
    }
    i += step;
  }
  return true;
}

apr_size_t collab_text_length(const char *text) {
  apr_size_t count = 0;

  for (; *text; text++) {
    count += ((unsigned char)*text & 0xC0) != 0x80;
  }
  return count;
}

/* If `p` begins with white space (Unicode's White_Space property), returns its length in bytes, else 0. */
static apr_size_t blank_length(const unsigned char *p) {
  if (p[0] == ' ' || (p[0] >= '\t' && p[0] <= '\r')) {
    return 1;
  }
  if (p[0] == 0xC2) {
    return p[1] == 0x85 || p[1] == 0xA0 ? 2 : 0; /* U+0085, U+00A0 */
  }
  if (p[0] == 0xE1) {
    return p[1] == 0x9A && p[2] == 0x80 ? 3 : 0; /* U+1680 */
  }
  if (p[0] == 0xE3) {
    return p[1] == 0x80 && p[2] == 0x80 ? 3 : 0; /* U+3000 */
  }
  if (p[0] != 0xE2) {
    return 0;
  }
  if (p[1] == 0x81) {
    return p[2] == 0x9F ? 3 : 0; /* U+205F */
  }
  if (p[1] != 0x80) {
    return 0;
  }
  return (p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xA8 || p[2] == 0xA9 || p[2] == 0xAF ? 3 : 0; /* U+2000-200A, 2028-9, 202F */
}

bool collab_text_is_blank(const char *text) {
  const unsigned char *p = (const unsigned char *)text;

  while (*p) {
    apr_size_t step = blank_length(p);
    if (step == 0) {
      return false;
    }
    p += step;
  }
  return true;
}

static pthread_once_t unicode_once = PTHREAD_ONCE_INIT;
static locale_t unicode; /* 0: there is none */

static void find_unicode(void) {
  unicode = newlocale(LC_CTYPE_MASK, "C.UTF-8", (locale_t)0);
}

static unsigned lower_of(unsigned point) {
  if (point < 0x80) {
    return (unsigned)apr_tolower(point);
  }
  return unicode ? (unsigned)towlower_l((wint_t)point, unicode) : point;
}

/* Writes a code point as UTF-8. Returns the byte after it. */
static char *put_point(char *out, unsigned point) {
  static const unsigned lead[] = {0, 0xC0, 0xE0, 0xF0};

  if (point < 0x80) {
    *out++ = (char)point;
    return out;
  }
  int more = point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
  *out++ = (char)(lead[more] | point >> 6 * more);
  while (more-- > 0) {
    *out++ = (char)(0x80 | (point >> 6 * more & 0x3F));
  }
  return out;
}

const char *collab_text_lower(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);
  char *lower = apr_palloc(pool, 4 * len + 1), *out = lower;

  pthread_once(&unicode_once, find_unicode);
  for (const unsigned char *p = (const unsigned char *)text, *end = p + len; p < end;) {
    apr_size_t step = sequence_length(p, (apr_size_t)(end - p));
    unsigned point = step == 1 ? *p : *p & (0x7FU >> step);
    for (apr_size_t i = 1; i < step; i++) {
      point = point << 6 | (p[i] & 0x3FU);
    }
    out = put_point(out, lower_of(point));
    p += step ? step : 1;
  }
  *out = '\0';
  return lower;
}

const char *collab_text_chomp(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);
  while (len && strchr(" \t\r\n", text[len - 1])) {
    len--;
  }
  return apr_pstrmemdup(pool, text, len);
}

/* ---------------------------------------------------------------------------------------------- percent encoding */

const char *collab_text_decode(apr_pool_t *pool, const char *text, apr_size_t len, bool plus) {
  char *out = apr_palloc(pool, len + 1);
  char *p = out;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '%') {
      if (len - i < 3 || collab_text_hex_value(text[i + 1]) < 0 || collab_text_hex_value(text[i + 2]) < 0) {
        return NULL;
      }
      *p++ = (char)(collab_text_hex_value(text[i + 1]) << 4 | collab_text_hex_value(text[i + 2]));
      i += 2;
    } else {
      *p++ = plus && text[i] == '+' ? ' ' : text[i];
    }
  }
  *p = '\0';
  return collab_text_is_utf8(out, (apr_size_t)(p - out)) ? out : NULL; /* %00 is refused, too */
}

const char *collab_text_encode(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);
  for (const char *p = text; *p; p++) {
    len += collab_text_is_unreserved(*p) ? 0 : 2;
  }

  char *out = apr_palloc(pool, len + 1);
  char *to = out;
  for (; *text; text++) {
    if (collab_text_is_unreserved(*text)) {
      *to++ = *text;
    } else {
      *to++ = '%';
      *to++ = "0123456789ABCDEF"[(unsigned char)*text >> 4];
      *to++ = "0123456789ABCDEF"[(unsigned char)*text & 15];
    }
  }
  *to = '\0';
  return out;
}

/* ---------------------------------------------------------------------------------------------- numbers */

bool collab_text_integer(const char *text, int64_t *value) {
  bool negative = *text == '-';
  int64_t sum = 0; /* negative, because the negative range is one larger */

  text += negative;
  if (*text == '\0') {
    return false;
  }
  for (; *text; text++) {
    if (!collab_text_is_digit(*text)) {
      return false;
    }
    int digit = *text - '0';
    if (sum < (INT64_MIN + digit) / 10) {
      return false;
    }
    sum = sum * 10 - digit;
  }
  if (!negative && sum == INT64_MIN) {
    return false;
  }
  *value = negative ? sum : -sum;
  return true;
}

const char *collab_text_uuid(apr_pool_t *pool, const char *text) {
  char *uuid = apr_pstrdup(pool, text);

  for (int i = 0; i < 36; i++) {
    if (i == 8 || i == 13 || i == 18 || i == 23 ? uuid[i] != '-' : !apr_isxdigit(uuid[i])) {
      return NULL;
    }
    uuid[i] = (char)apr_tolower(uuid[i]);
  }
  return uuid[36] ? NULL : uuid;
}

void collab_text_hex(char *out, const unsigned char *bytes, apr_size_t len) {
  for (apr_size_t i = 0; i < len; i++) {
    *out++ = hex_digits[bytes[i] >> 4];
    *out++ = hex_digits[bytes[i] & 15];
  }
  *out = '\0';
}

bool collab_text_unhex(unsigned char *out, const char *text, apr_size_t len) {
  static const char digits[] = "0123456789abcdefABCDEF";
  const char *at;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '\0' || (at = strchr(digits, text[i])) == NULL) {
      return false;
    }
    unsigned value = (unsigned)(at - digits);
    if (value > 15) {
      value -= 6;
    }
    out[i / 2] = (unsigned char)(i % 2 ? out[i / 2] << 4 | value : value);
  }
  return len % 2 == 0;
}

/* ------------------------------------------------------------------------------------------ untrusted bytes */

/* True if the last `left` bytes begin a longer well-formed sequence. */
static bool is_cut_off(const unsigned char *p, apr_size_t left) {
  unsigned char whole[4] = {*p, *p == 0xE0 ? 0xA0 : *p == 0xF0 ? 0x90 : 0x80, 0x80, 0x80};

  if (left >= sizeof whole) {
    return false;
  }
  memcpy(whole, p, left);
  return sequence_length(whole, sizeof whole) > left;
}

const char *collab_text_clean(apr_pool_t *pool, const char *bytes, apr_size_t len) {
  const unsigned char *p = (const unsigned char *)bytes, *end = p + len;
  char *clean = apr_palloc(pool, 3 * len + 1), *out = clean;

  while (p < end) {
    apr_size_t n = sequence_length(p, (apr_size_t)(end - p));
    if (n) {
      memcpy(out, p, n);
      out += n;
      p += n;
    } else if (is_cut_off(p, (apr_size_t)(end - p))) {
      break;
    } else {
      memcpy(out, "\xEF\xBF\xBD", 3);
      out += 3;
      p++;
    }
  }
  *out = '\0';
  return clean;
}
