/* authorization.c: finds the usual mistakes in an Authorization header that has no token (auth/claims.h).
 *
 * Looks at the text alone; no key, no account. The reasons come from a fixed list and repeat nothing that was sent. Any thread.
 */
#include <string.h>
#include <strings.h>

#include "auth/claims.h"

static const struct {
  const char *scheme, *reason;
} schemes[] = {{"Basic", COLLAB_REFUSED_KNOWN_SCHEME("Basic")},   {"Token", COLLAB_REFUSED_KNOWN_SCHEME("Token")},
               {"JWT", COLLAB_REFUSED_KNOWN_SCHEME("JWT")},       {"Digest", COLLAB_REFUSED_KNOWN_SCHEME("Digest")},
               {"ApiKey", COLLAB_REFUSED_KNOWN_SCHEME("ApiKey")}, {"Negotiate", COLLAB_REFUSED_KNOWN_SCHEME("Negotiate")}};

/* Does the text begin with this word, in any case, with a blank or the end behind it? */
static bool begins(const char *text, const char *word) {
  apr_size_t len = strlen(word);
  return !strncasecmp(text, word, len) && (text[len] == '\0' || text[len] == ' ');
}

/* Has the text a quotation mark at its begin or its end? */
static bool is_quoted(const char *text) {
  static const char *const marks[] = {"\"", "'", "`", "\xe2\x80\x9c", "\xe2\x80\x9d", "\xe2\x80\x9e", "\xc2\xab", "\xc2\xbb"};
  apr_size_t len = strlen(text);

  for (size_t i = 0; i < sizeof marks / sizeof *marks; i++) {
    apr_size_t size = strlen(marks[i]);
    if (len >= size && (!strncmp(text, marks[i], size) || !strcmp(text + len - size, marks[i]))) {
      return true;
    }
  }
  return false;
}

/* Is this what stands where a variable has no value, or was not replaced? A token has none of these characters. */
static bool is_placeholder(const char *text) {
  static const char *const words[] = {"undefined",  "null",  "nil",          "none",        "NaN",     "[object Object]",
                                      "token",      "false", "access_token", "accessToken", "jwt",     "your-token",
                                      "your_token", "...",   "\xe2\x80\xa6", "xxx",         "changeme"};

  for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
    if (!strcasecmp(text, words[i])) {
      return true;
    }
  }
  return *text == '%' || strpbrk(text, "{}<>$") != NULL;
}

const char *collab_authorization_token_fault(const char *token) {
  return is_quoted(token)                 ? COLLAB_REFUSED_QUOTES
         : is_placeholder(token)          ? COLLAB_REFUSED_PLACEHOLDER
         : begins(token, "Bearer")        ? COLLAB_REFUSED_TWICE
         : strpbrk(token, " \t,") != NULL ? COLLAB_REFUSED_PARTS
                                          : NULL;
}

const char *collab_authorization_fault(const char *authorization) {
  if (authorization == NULL || *authorization == '\0') {
    return COLLAB_REFUSED_NOTHING;
  }
  if (begins(authorization, "Bearer")) {
    return COLLAB_REFUSED_EMPTY;
  }
  if (!strncasecmp(authorization, "Bearer", 6)) {
    return COLLAB_REFUSED_SEPARATOR;
  }
  if (is_quoted(authorization)) {
    return COLLAB_REFUSED_QUOTES;
  }
  for (size_t i = 0; i < sizeof schemes / sizeof *schemes; i++) {
    if (begins(authorization, schemes[i].scheme) && (strchr(authorization, ' ') || strcasecmp(authorization, "Token"))) {
      return schemes[i].reason;
    }
  }
  if (is_placeholder(authorization)) {
    return COLLAB_REFUSED_PLACEHOLDER;
  }
  return strchr(authorization, ' ') ? COLLAB_REFUSED_OTHER : COLLAB_REFUSED_SCHEME;
}
