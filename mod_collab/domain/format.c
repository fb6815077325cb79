/* format.c: what is an e-mail address, and what is a URI (domain/format.h).
 *
 * Owns no state. Called for every byte that a client sent, so each function takes time linear in its input, reads no byte past it
 * and never depends on the locale (no <ctype.h>). Must never normalise: text is stored as it came. */
#include "domain/format.h"

#include <apr_strings.h>
#include <arpa/inet.h>
#include <string.h>
#include <strings.h>

#include "base/text.h"
#include "domain/domain.h"

#define LABEL_MAX 63
#define PORT_MAX 65535

/* ---- e-mail addresses ---- */

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
      if (!collab_text_is_alnum(text[i]) && !collab_text_is_one_of(text[i], "!#$%&'*+-/=?^_`{|}~")) {
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
      if (!collab_text_is_alnum(text[i]) && text[i] != '-') {
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

bool collab_format_is_email(const char *text) {
  const char *at = strchr(text, '@');

  if (at == NULL || at == text || at - text > EMAIL_LOCAL_LENGTH || strlen(text) > EMAIL_LENGTH) {
    return false;
  }
  return is_dot_atom(text, (apr_size_t)(at - text)) && is_domain(at + 1);
}

/* ---- URIs ---- */

/* Allows unreserved, percent-encoded and sub-delims characters, and those in `more` (RFC 3986, 3.2.2 to 3.5). */
static const char *component_fault(const char *text, apr_size_t len, const char *more) {
  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '%') {
      if (len - i < 3 || collab_text_hex_value(text[i + 1]) < 0 || collab_text_hex_value(text[i + 2]) < 0) {
        return "must have two hexadecimal digits behind each percent sign";
      }
      i += 2;
    } else if (!collab_text_is_unreserved(text[i]) && !collab_text_is_one_of(text[i], "!$&'()*+,;=") &&
               !collab_text_is_one_of(text[i], more)) {
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
    if (!collab_text_is_digit(text[i])) {
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

const char *collab_format_uri_fault(const char *text, bool http_allowed) {
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

const char *collab_format_base_url(apr_pool_t *pool, const char *text) {
  apr_size_t len = strlen(text);

  while (len && text[len - 1] == '/') {
    len--;
  }
  return apr_pstrmemdup(pool, text, len);
}

bool collab_format_is_uri(const char *text, bool http_allowed) {
  return collab_format_uri_fault(text, http_allowed) == NULL;
}
