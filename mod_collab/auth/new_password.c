/* new_password.c: the rules for a new password (auth/password.h).
 *
 * common_passwords.list has a thousand of the most common passwords of at least COLLAB_PASSWORD_MIN characters. Lists of stolen
 * passwords share these patterns: a sequence of digits or keys; a common word followed by digits, a year or an exclamation mark;
 * a repeated word; the name of a product, a club or a saint; a phrase of love. This list follows these patterns. It was written
 * for this project and copies no other list. Called by collabctl and by the change of a password. */
#include "auth/password.h"

#include <apr_lib.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"

#define NAME_MIN 4 /* bytes before "@"; a password may contain a shorter name by chance */

/* In lower case, sorted by strcmp. */
static const char *const common[] = {
#include "auth/common_passwords.inc"
};

static int compare(const void *password, const void *entry) {
  return strcmp(password, *(const char *const *)entry);
}

/* A copy with ASCII letters in lower case. */
static char *lower(apr_pool_t *pool, const char *text) {
  char *copy = apr_pstrdup(pool, text);

  for (char *c = copy; *c; c++) {
    *c = (char)apr_tolower(*c);
  }
  return copy;
}

/* Does the password contain the user name, or its part before "@"? */
static bool has_name(apr_pool_t *pool, const char *password, const char *username) {
  char *name = lower(pool, username), *at = strchr(name, '@');

  if (strstr(password, name)) {
    return true;
  }
  if (at == NULL || at - name < NAME_MIN) {
    return false;
  }
  *at = '\0';
  return strstr(password, name) != NULL;
}

const char *collab_new_password_fault(apr_pool_t *pool, const char *password, const char *username) {
  const char *folded = lower(pool, password);

  if (collab_text_length(password) < COLLAB_PASSWORD_MIN) {
    return "must have at least " APR_STRINGIFY(COLLAB_PASSWORD_MIN) " characters";
  }
  if (bsearch(folded, common, sizeof common / sizeof *common, sizeof *common, compare)) {
    return "is one of the most common passwords";
  }
  if (username && has_name(pool, folded, username)) {
    return "must not contain the user name";
  }
  return NULL;
}
