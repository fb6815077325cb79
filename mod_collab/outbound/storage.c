/* storage.c: names, paths and URLs of a member's attachment storage (interface.md 13.3).
 *
 * Judges text alone; outbound/guard checks the address at each connection. Called by httpd's workers when a storage is configured
 * or used, and by collabctl. */
#include "outbound/storage.h"

#include <apr_lib.h>
#include <string.h>
#include <strings.h>

#define DOMAIN_MAX 253
#define LABEL_MAX 63
#define NAME_BYTES 255
#define NUMBER_BYTES 10 /* " (1000000)" */
#define TOKEN "{token}"

static bool has_control(const char *text) {
  for (; *text; text++) {
    bool c1 = *text == '\xc2' && (unsigned char)text[1] >= 0x80 && (unsigned char)text[1] <= 0x9f;
    if (c1 || apr_iscntrl(*text)) {
      return true;
    }
  }
  return false;
}

/* Is there a line or paragraph separator (U+2028, U+2029), a character without width that no script needs (U+200B, U+2060-2065,
 * U+FEFF) or one that changes the direction of text (U+202A-202E, U+2066-2069)? Such a character makes a name look like another.
 * Persian and emoji need U+200C and U+200D; phones write the marks U+200E, U+200F and U+061C. */
static bool has_invisible(const char *text) {
  for (const unsigned char *p = (const unsigned char *)text; *p; p++) {
    if ((p[0] == 0xe2 && p[1] == 0x80 && (p[2] == 0x8b || (p[2] >= 0xa8 && p[2] <= 0xae))) ||
        (p[0] == 0xe2 && p[1] == 0x81 && p[2] >= 0xa0 && p[2] <= 0xa9) || (p[0] == 0xef && p[1] == 0xbb && p[2] == 0xbf)) {
      return true;
    }
  }
  return false;
}

static bool is_label(const char *label, apr_size_t len) {
  for (apr_size_t i = 0; i < len; i++) {
    if ((label[i] & 0x80) || (!apr_isalnum(label[i]) && (label[i] != '-' || i == 0 || i == len - 1))) {
      return false;
    }
  }
  return len > 0 && len <= LABEL_MAX;
}

const char *collab_storage_domain_fault(const char *domain) {
  const char *label = domain;
  int labels = 1;

  for (apr_size_t len; is_label(label, len = strcspn(label, ".")) && label[len] == '.'; label += len + 1) {
    labels++;
  }
  if (!is_label(label, strlen(label)) || labels < 2 || strlen(domain) > DOMAIN_MAX) {
    return "must be a DNS name of two labels or more";
  }
  if (label[strspn(label, "0123456789")] == '\0' || !strncasecmp(label, "0x", 2)) {
    return "must be a DNS name, not an address";
  }
  return NULL;
}

const char *collab_storage_path_fault(const char *path) {
  if (*path != '/') {
    return "must begin with a slash";
  }
  if (has_control(path) || strpbrk(path, " ?#\\")) {
    return "must have no blank, control character, backslash, question mark or number sign";
  }
  for (; *path; path++) {
    if (*path == '%' && !(apr_isxdigit(path[1]) && apr_isxdigit(path[2]))) {
      return "has a percent sign without two hexadecimal digits after it";
    }
  }
  return NULL;
}

const char *collab_storage_password_fault(const char *password) {
  return *password == '\0' ? "must not be empty" : has_control(password) ? "must have no control character" : NULL;
}

const char *collab_storage_url(apr_pool_t *pool, const char *domain, const char *port, const char *path) {
  apr_size_t len = strlen(path);
  char *escaped = apr_palloc(pool, 3 * len + 1), *to = escaped;

  while (len > 0 && path[len - 1] == '/') {
    len--;
  }
  for (; len > 0; path++, len--) {
    if (!(*path & 0x80) && (apr_isalnum(*path) || strchr("-._~!$&'()*+,;=:@/%", *path))) {
      *to++ = *path;
    } else {
      to += apr_snprintf(to, 4, "%%%02X", (unsigned char)*path);
    }
  }
  *to = '\0';
  return apr_pstrcat(pool, "https://", domain, ":", port, escaped, NULL);
}

const char *collab_storage_path(apr_pool_t *pool, const char *path, const char *token) {
  for (const char *at; (at = strstr(path, TOKEN));) {
    path = apr_pstrcat(pool, apr_pstrmemdup(pool, path, (apr_size_t)(at - path)), token, at + strlen(TOKEN), NULL);
  }
  return path;
}

bool collab_storage_is_user(const char *text) {
  return text && *text && !strchr(text, ':') && !has_control(text);
}

const char *collab_storage_name_fault(const char *name) {
  apr_size_t len = strlen(name);

  if (len == 0 || len > NAME_BYTES) {
    return "must have a file name of 1 to 255 bytes";
  }
  if (strpbrk(name, "/\\") || strstr(name, "..")) {
    return "must have a file name without a path: no slash, no backslash, no \"..\"";
  }
  if (*name == '.') {
    return "must have a file name without a leading dot";
  }
  if (strstr(name, "::$")) { /* a Windows storage takes the rest for a stream of the file (::$DATA) */
    return "must have a file name without \"::$\"";
  }
  return has_control(name) || has_invisible(name) ? "must have a file name without control and invisible characters" : NULL;
}

void collab_storage_split(apr_pool_t *pool, const char *name, const char **head, const char **tail) {
  const char *dot = strrchr(name, '.');
  apr_size_t stem = dot && dot > name ? (apr_size_t)(dot - name) : strlen(name);
  apr_size_t end = strlen(name + stem) + NUMBER_BYTES;

  if (end >= NAME_BYTES) { /* the extension leaves no room: drop it */
    collab_storage_split(pool, apr_pstrmemdup(pool, name, stem), head, tail);
    return;
  }
  *tail = name + stem;
  if (stem + end > NAME_BYTES) {
    stem = NAME_BYTES - end;
  }
  while (stem > 0 && ((unsigned char)name[stem] & 0xc0) == 0x80) { /* cut between two characters */
    stem--;
  }
  *head = apr_pstrmemdup(pool, name, stem);
}
