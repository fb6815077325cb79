/* part_field.c: reads the value of a header field of a part: a word, and parameters behind it (http/client/part_field.h).
 *
 * Called by the form parser, which has unfolded the field. */
#include "http/client/part_field.h"

#include <apr_lib.h>
#include <string.h>

static bool is_token(char c) {
  return apr_isalnum(c) || (c != '\0' && strchr("!#$%&'*+-.^_`|~", c));
}

static const char *skip_blanks(const char *at) {
  return at + strspn(at, " \t");
}

static const char *skip_separators(const char *at) {
  return at + strspn(at, "; \t");
}

/* Reads characters of a token, and those in `more`. */
static const char *read_word(apr_pool_t *pool, const char **at, const char *more) {
  const char *from = *at;

  while (is_token(**at) || (**at && strchr(more, **at))) {
    (*at)++;
  }
  return *at > from ? apr_pstrmemdup(pool, from, (apr_size_t)(*at - from)) : NULL;
}

const char *collab_part_token(apr_pool_t *pool, const char **at) {
  return read_word(pool, at, "");
}

/* Reads a quoted text. A backslash escapes a quote. Before any other character a backslash stands for itself, because some
 * clients send a whole path. NULL: the closing quote is missing. */
static const char *read_quoted(apr_pool_t *pool, const char **at) {
  const char *from = *at + 1, *end = from;

  while (*end && *end != '"') {
    end += *end == '\\' && end[1] == '"' ? 2 : 1;
  }
  if (*end == '\0') {
    return NULL;
  }
  char *text = apr_palloc(pool, (apr_size_t)(end - from) + 1), *to = text; /* sized for this value, not for the whole line */
  while (from < end) {
    if (*from == '\\' && from[1] == '"') {
      from++;
    }
    *to++ = *from++;
  }
  *to = '\0';
  *at = end + 1;
  return text;
}

bool collab_part_parameter(apr_pool_t *pool, const char **at, const char **name, const char **value) {
  const char *from = skip_blanks(*at);

  if (*from != ';') {
    return false;
  }
  from = skip_separators(from);
  *name = collab_part_token(pool, &from);
  if (*name == NULL || *from != '=') {
    return false;
  }
  from++;
  bool extended = (*name)[strlen(*name) - 1] == '*'; /* JavaScript's encodeURIComponent leaves parentheses as they are */
  *value = *from == '"' ? read_quoted(pool, &from) : read_word(pool, &from, extended ? "()" : "");
  if (*value == NULL) {
    return false;
  }
  *at = from;
  return true;
}

bool collab_part_is_end(const char *at) {
  return *skip_separators(at) == '\0';
}

const char *collab_part_type(apr_pool_t *pool, const char *value, apr_size_t most) {
  const char *at = value, *name, *text;

  for (const char *c = value; *c; c++) {
    if (!apr_isascii(*c)) {
      return NULL;
    }
  }
  if (strlen(value) > most || !collab_part_token(pool, &at) || *at++ != '/' || !collab_part_token(pool, &at)) {
    return NULL;
  }
  while (collab_part_parameter(pool, &at, &name, &text)) {
  }
  return collab_part_is_end(at) ? apr_pstrmemdup(pool, value, (apr_size_t)(at - value)) : NULL;
}
