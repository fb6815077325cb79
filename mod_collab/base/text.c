/* text.c: what a string is made of (base/text.h): UTF-8, lengths, e-mail addresses, URIs, percent encoding.
 *
 * Owns no state. Called for every byte that a client sent, so all here is linear in the length of its input, reads no
 * byte past it and never depends on the locale (no <ctype.h>). Must never normalise: text is stored as it came. */
#include "base/text.h"

#include <apr_strings.h>
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#define EMAIL_MAX 191
#define EMAIL_LOCAL_MAX 64
#define LABEL_MAX 63
#define URI_MAX 2048
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
  if (is_digit(c))
    return c - '0';
  if (c >= 'a' && c <= 'f')
    return c - 'a' + 10;
  if (c >= 'A' && c <= 'F')
    return c - 'A' + 10;
  return -1;
}

/* ---------------------------------------------------------------------------------------------- UTF-8 */

/* Length of the well-formed sequence at `p` (Unicode 15, table 3-7), or 0. */
static apr_size_t sequence_length(const unsigned char *p, apr_size_t left) {
  unsigned char low = 0x80, high = 0xBF; /* bounds of the second byte */
  apr_size_t len;

  if (p[0] < 0x80)
    return p[0] != 0;
  if (p[0] < 0xC2 || p[0] > 0xF4)
    return 0;
  if (p[0] < 0xE0) {
    len = 2;
  } else if (p[0] < 0xF0) {
    len = 3;
    if (p[0] == 0xE0)
      low = 0xA0; /* shortest form */
    if (p[0] == 0xED)
      high = 0x9F; /* no surrogates */
  } else {
    len = 4;
    if (p[0] == 0xF0)
      low = 0x90; /* shortest form */
    if (p[0] == 0xF4)
      high = 0x8F; /* at most U+10FFFF */
  }
  if (left < len || p[1] < low || p[1] > high)
    return 0;
  for (apr_size_t i = 2; i < len; i++) {
    if ((p[i] & 0xC0) != 0x80)
      return 0;
  }
  return len;
}

bool collab_text_is_utf8(const char *text, apr_size_t len) {
  const unsigned char *p = (const unsigned char *)text;

  for (apr_size_t i = 0; i < len;) {
    apr_size_t step = sequence_length(p + i, len - i);
    if (step == 0)
      return false;
    i += step;
  }
  return true;
}

apr_size_t collab_text_length(const char *text) {
  apr_size_t count = 0;

  for (; *text; text++)
    count += ((unsigned char)*text & 0xC0) != 0x80;
  return count;
}

/* Is the code point at the head of `p` white space (Unicode's White_Space property)? Gives its length in bytes, or 0. */
static apr_size_t blank_length(const unsigned char *p) {
  if (p[0] == ' ' || (p[0] >= '\t' && p[0] <= '\r'))
    return 1;
  if (p[0] == 0xC2)
    return p[1] == 0x85 || p[1] == 0xA0 ? 2 : 0; /* U+0085, U+00A0 */
  if (p[0] == 0xE1)
    return p[1] == 0x9A && p[2] == 0x80 ? 3 : 0; /* U+1680 */
  if (p[0] == 0xE3)
    return p[1] == 0x80 && p[2] == 0x80 ? 3 : 0; /* U+3000 */
  if (p[0] != 0xE2)
    return 0;
  if (p[1] == 0x81)
    return p[2] == 0x9F ? 3 : 0; /* U+205F */
  if (p[1] != 0x80)
    return 0;
  return (p[2] >= 0x80 && p[2] <= 0x8A) || p[2] == 0xA8 || p[2] == 0xA9 || p[2] == 0xAF ? 3 : 0; /* U+2000-200A, 2028-9, 202F */
}

bool collab_text_is_blank(const char *text) {
  const unsigned char *p = (const unsigned char *)text;

  while (*p) {
    apr_size_t step = blank_length(p);
    if (step == 0)
      return false;
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

/* A run of atoms (RFC 5322 atext) joined by single dots. */
static bool is_dot_atom(const char *text, apr_size_t len) {
  bool after_dot = true;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '.') {
      if (after_dot)
        return false;
      after_dot = true;
    } else {
      if (!is_alnum(text[i]) && !is_one_of(text[i], "!#$%&'*+-/=?^_`{|}~"))
        return false;
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

    if (len == 0 || len > LABEL_MAX || text[0] == '-' || text[len - 1] == '-')
      return false;
    for (apr_size_t i = 0; i < len; i++) {
      if (!is_alnum(text[i]) && text[i] != '-')
        return false;
    }
    labels++;
    if (text[len] == '\0')
      return labels >= 2;
    text += len + 1;
  }
}

bool collab_text_is_email(const char *text) {
  const char *at = strchr(text, '@');

  if (at == NULL || at == text || at - text > EMAIL_LOCAL_MAX || strlen(text) > EMAIL_MAX)
    return false;
  return is_dot_atom(text, (apr_size_t)(at - text)) && is_domain(at + 1);
}

/* ---------------------------------------------------------------------------------------------- URI */

/* Only unreserved, percent-encoded, sub-delims and what `more` names (RFC 3986, 3.2.2 to 3.5)? */
static bool is_component(const char *text, apr_size_t len, const char *more) {
  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '%') {
      if (len - i < 3 || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0)
        return false;
      i += 2;
    } else if (!is_unreserved(text[i]) && !is_one_of(text[i], "!$&'()*+,;=") && !is_one_of(text[i], more)) {
      return false;
    }
  }
  return true;
}

/* Between brackets: an IPv6 address. A zone would mean another machine's link, and nobody ever used RFC 3986's "IPvFuture". */
static bool is_ipv6(const char *text, apr_size_t len) {
  char copy[INET6_ADDRSTRLEN];
  struct in6_addr address;

  if (len >= sizeof(copy))
    return false;
  memcpy(copy, text, len);
  copy[len] = '\0';
  return inet_pton(AF_INET6, copy, &address) == 1;
}

/* What follows the host: nothing, or a colon and a port of 1 to 65535. RFC 3986 lets the digits be missing. */
static bool is_port(const char *text, apr_size_t len) {
  long port = 0;

  if (len == 0)
    return true;
  if (text[0] != ':')
    return false;
  if (len == 1)
    return true;
  for (apr_size_t i = 1; i < len; i++) {
    if (!is_digit(text[i]))
      return false;
    port = port * 10 + (text[i] - '0');
    if (port > PORT_MAX)
      return false;
  }
  return port > 0;
}

/* host [":" port]. User-info is refused because "@" is no character of a host. */
static bool is_authority(const char *text, apr_size_t len) {
  apr_size_t host;

  if (len > 0 && text[0] == '[') {
    const char *close = memchr(text, ']', len);
    if (close == NULL)
      return false;
    host = (apr_size_t)(close - text) + 1;
    if (!is_ipv6(text + 1, host - 2))
      return false;
  } else {
    const char *colon = memchr(text, ':', len);
    host = colon ? (apr_size_t)(colon - text) : len;
    if (host == 0 || !is_component(text, host, ""))
      return false;
  }
  return is_port(text + host, len - host);
}

bool collab_text_is_uri(const char *text, bool http_allowed) {
  if (strnlen(text, URI_MAX + 1) > URI_MAX)
    return false;
  if (strncasecmp(text, "https://", 8) == 0) {
    text += 8;
  } else if (http_allowed && strncasecmp(text, "http://", 7) == 0) {
    text += 7;
  } else {
    return false;
  }

  apr_size_t authority = strcspn(text, "/?#");
  if (!is_authority(text, authority))
    return false;
  text += authority;
  apr_size_t path_query = strcspn(text, "#");
  apr_size_t path = strcspn(text, "?#");
  if (!is_component(text, path, ":@/") || !is_component(text + path, path_query - path, ":@/?"))
    return false;
  text += path_query;
  return *text == '\0' || is_component(text + 1, strlen(text + 1), ":@/?");
}

/* ---------------------------------------------------------------------------------------------- percent encoding */

const char *collab_text_decode(apr_pool_t *pool, const char *text, apr_size_t len, bool plus) {
  char *out = apr_palloc(pool, len + 1);
  char *p = out;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '%') {
      if (len - i < 3 || hex_value(text[i + 1]) < 0 || hex_value(text[i + 2]) < 0)
        return NULL;
      *p++ = (char)(hex_value(text[i + 1]) << 4 | hex_value(text[i + 2]));
      i += 2;
    } else {
      *p++ = plus && text[i] == '+' ? ' ' : text[i];
    }
  }
  *p = '\0';
  return collab_text_is_utf8(out, (apr_size_t)(p - out)) ? out : NULL; /* %00 is no UTF-8 here */
}

const char *collab_text_encode(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);
  for (const char *p = text; *p; p++)
    len += is_unreserved(*p) ? 0 : 2;

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
  int64_t sum = 0; /* kept negative: the negative side reaches one further */

  text += negative;
  if (*text == '\0')
    return false;
  for (; *text; text++) {
    if (!is_digit(*text))
      return false;
    int digit = *text - '0';
    if (sum < (INT64_MIN + digit) / 10)
      return false;
    sum = sum * 10 - digit;
  }
  if (!negative && sum == INT64_MIN)
    return false;
  *value = negative ? sum : -sum;
  return true;
}

void collab_text_hex(char *out, const unsigned char *bytes, apr_size_t len) {
  for (apr_size_t i = 0; i < len; i++) {
    *out++ = hex_digits[bytes[i] >> 4];
    *out++ = hex_digits[bytes[i] & 15];
  }
  *out = '\0';
}

/* ------------------------------------------------------------------------------------------ strangers */

const char *collab_text_clean(apr_pool_t *pool, const char *bytes, apr_size_t len) {
  const unsigned char *p = (const unsigned char *)bytes, *end = p + len;
  char *clean = apr_palloc(pool, 3 * len + 1), *out = clean;

  while (p < end) {
    apr_size_t n = sequence_length(p, (apr_size_t)(end - p));
    if (n) {
      memcpy(out, p, n);
      out += n;
      p += n;
    } else if (*p >= 0xC2 && *p <= 0xF4 && end - p < (*p < 0xE0 ? 2 : *p < 0xF0 ? 3 : 4)) {
      break; /* cut off */
    } else {
      memcpy(out, "\xEF\xBF\xBD", 3);
      out += 3;
      p++;
    }
  }
  *out = '\0';
  return clean;
}
