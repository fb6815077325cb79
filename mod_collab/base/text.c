/* text.c: UTF-8, lengths, e-mail addresses, URIs, percent encoding (base/text.h).
 *
 * Owns no state. Called for every byte that a client sent, so each function takes time linear in its input, reads no byte past it
 * and never depends on the locale (no <ctype.h>). Must never normalise: text is stored as it came. */
#include "base/text.h"

#include <apr_lib.h>
#include <apr_strings.h>
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "base/domain.h"

#define LABEL_MAX 63
#define PORT_MAX 65535

static const char hex_digits[] = "0123456789abcdef";

static bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

static bool is_alnum(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_one_of(char c, const char *set) {
  return c != '\0' && strchr(set, c) != NULL;
}

/* RFC 3986, 2.3. */
static bool is_unreserved(char c) {
  return is_alnum(c) || is_one_of(c, "-._~");
}

static int hex_value(char c) {
  if (is_digit(c)) {
    return c - '0';
  }
  if (c >= 'a' && c <= 'f') {
    return c - 'a' + 10;
  }
  if (c >= 'A' && c <= 'F') {
    return c - 'A' + 10;
  }
  return -1;
}

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

const char *collab_text_chomp(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);
  while (len && strchr(" \t\r\n", text[len - 1])) {
    len--;
  }
  return apr_pstrmemdup(pool, text, len);
}

/* ---------------------------------------------------------------------------------------------- e-mail */

/* Atoms (RFC 5322 atext) joined by single dots. */
static bool is_dot_atom(const char *text, apr_size_t len) {
  bool after_dot = true;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '.') {
      if (after_dot) {
        return false;
      }
      after_dot = true;
    } else {
      if (!is_alnum(text[i]) && !is_one_of(text[i], "!#$%&'*+-/=?^_`{|}~")) {
        return false;
      }
      after_dot = false;
    }
  }
  return !after_dot;
}

/* Two or more labels of letters, digits and inner hyphens (RFC 1123). */
static bool is_domain(const char *text) {
  int labels = 0;

  for (;;) {
    apr_size_t len = strcspn(text, ".");

    if (len == 0 || len > LABEL_MAX || text[0] == '-' || text[len - 1] == '-') {
      return false;
    }
    for (apr_size_t i = 0; i < len; i++) {
      if (!is_alnum(text[i]) && text[i] != '-') {
        return false;
      }
    }
    labels++;
    if (text[len] == '\0') {
      return labels >= 2;
    }
    text += len + 1;
  }
}

bool collab_text_is_email(const char *text) {
  const char *at = strchr(text, '@');

  if (at == NULL || at == text || at - text > EMAIL_LOCAL_LENGTH || strlen(text) > EMAIL_LENGTH) {
    return false;
  }
  return is_dot_atom(text, (apr_size_t)(at - text)) && is_domain(at + 1);
}

/* ---------------------------------------------------------------------------------------------- URI */

/* Allows unreserved, percent-encoded and sub-delims characters, and those in `more` (RFC 3986, 3.2.2 to 3.5). */
static const char *component_fault(const char *text, apr_size_t len, const char *more) {
  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '%') {
      if (len - i < 3 || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0) {
        return "must have two hexadecimal digits behind each percent sign";
      }
      i += 2;
    } else if (!is_unreserved(text[i]) && !is_one_of(text[i], "!$&'()*+,;=") && !is_one_of(text[i], more)) {
      return "contains a character that must be percent-encoded";
    }
  }
  return NULL;
}

/* True if the text between the brackets is an IPv6 address. A zone ("%eth0") is refused, because it names a link of another
 * machine. "IPvFuture" (RFC 3986) is refused, because it is unused. */
static bool is_ipv6(const char *text, apr_size_t len) {
  char copy[INET6_ADDRSTRLEN];
  struct in6_addr address;

  if (len >= sizeof(copy)) {
    return false;
  }
  memcpy(copy, text, len);
  copy[len] = '\0';
  return inet_pton(AF_INET6, copy, &address) == 1;
}

/* Checks the text after the host: nothing, or a colon and a port of 1 to 65535. RFC 3986 allows a colon without digits. */
static bool is_port(const char *text, apr_size_t len) {
  long port = 0;

  if (len == 0) {
    return true;
  }
  if (text[0] != ':') {
    return false;
  }
  if (len == 1) {
    return true;
  }
  for (apr_size_t i = 1; i < len; i++) {
    if (!is_digit(text[i])) {
      return false;
    }
    port = port * 10 + (text[i] - '0');
    if (port > PORT_MAX) {
      return false;
    }
  }
  return port > 0;
}

/* host [":" port] */
static const char *authority_fault(const char *text, apr_size_t len) {
  const char *wrong = NULL;
  apr_size_t host;

  if (memchr(text, '@', len)) {
    return "must not contain user information";
  }
  if (len > 0 && text[0] == '[') {
    const char *close = memchr(text, ']', len);
    host = close ? (apr_size_t)(close - text) + 1 : len;
    if (close == NULL || !is_ipv6(text + 1, host - 2)) {
      return "must have an IPv6 address between the brackets of its host";
    }
  } else {
    const char *colon = memchr(text, ':', len);
    host = colon ? (apr_size_t)(colon - text) : len;
    wrong = host == 0 ? "must have a host" : component_fault(text, host, "");
  }
  return wrong ? wrong : is_port(text + host, len - host) ? NULL : "must have a port from 1 to 65535";
}

const char *collab_text_uri_fault(const char *text, bool http_allowed) {
  const char *wrong = NULL;

  for (const char *p = text; *p; p++) {
    if ((unsigned char)*p <= ' ' || *p == 0x7f) {
      return "must not contain blanks or control characters";
    }
    if (*p & 0x80) {
      return "must be ASCII: the name of a host in its xn-- form, all else percent-encoded";
    }
  }
  if (strlen(text) > URI_LENGTH) {
    return "must be at most 2048 characters";
  }
  if (strncasecmp(text, "https://", 8) == 0) {
    text += 8;
  } else if (http_allowed && strncasecmp(text, "http://", 7) == 0) {
    text += 7;
  } else {
    return http_allowed ? "must be an absolute http or https URL" : "must be an absolute https URL";
  }

  apr_size_t authority = strcspn(text, "/?#");
  if ((wrong = authority_fault(text, authority))) {
    return wrong;
  }
  text += authority;
  apr_size_t path_query = strcspn(text, "#");
  apr_size_t path = strcspn(text, "?#");
  if ((wrong = component_fault(text, path, ":@/")) || (wrong = component_fault(text + path, path_query - path, ":@/?"))) {
    return wrong;
  }
  text += path_query;
  return *text ? component_fault(text + 1, strlen(text + 1), ":@/?") : NULL;
}

const char *collab_text_base_url(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);

  while (len && text[len - 1] == '/') {
    len--;
  }
  return apr_pstrmemdup(pool, text, len);
}

bool collab_text_is_uri(const char *text, bool http_allowed) {
  return collab_text_uri_fault(text, http_allowed) == NULL;
}

/* ---------------------------------------------------------------------------------------------- percent encoding */

const char *collab_text_decode(apr_pool_t *pool, const char *text, apr_size_t len, bool plus) {
  char *out = apr_palloc(pool, len + 1);
  char *p = out;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '%') {
      if (len - i < 3 || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0) {
        return NULL;
      }
      *p++ = (char)(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2]));
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
    len += is_unreserved(*p) ? 0 : 2;
  }

  char *out = apr_palloc(pool, len + 1);
  char *to = out;
  for (; *text; text++) {
    if (is_unreserved(*text)) {
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
    if (!is_digit(*text)) {
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
