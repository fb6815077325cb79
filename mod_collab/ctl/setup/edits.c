/* edits.c: collabctl setup: edits the texts of configuration files. Reads and writes no file. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <string.h>

#define BEGIN "# begin: collabctl setup\n"
#define END "# end: collabctl setup\n"
#define HANDLER "SetHandler collab\n" /* the first line in the interface's Location */
#define BEFORE_CONFINED "<IfDirective !CollabServe>\n"
#define AFTER_LOCATION "</Location>\n"

/* Returns the line with this beginning, or NULL. */
static const char *find(const char *text, const char *begin) {
  const char *line = text;

  while (*line && strncmp(line, begin, strlen(begin)) != 0) {
    line += strcspn(line, "\n");
    line += *line == '\n';
  }
  return *line ? line : NULL;
}

const char *collab_setup_value(apr_pool_t *pool, const char *text, const char *begin) {
  const char *line = text ? find(text, begin) : NULL, *value = line ? line + strlen(begin) : NULL;
  return value ? apr_pstrmemdup(pool, value, strcspn(value, "\n")) : NULL;
}

const char *collab_setup_line(apr_pool_t *pool, const char *text, const char *begin, const char *value) {
  const char *line = find(text, begin), *fresh = apr_pstrcat(pool, begin, value, "\n", NULL);

  if (!line) {
    bool ended = !*text || text[strlen(text) - 1] == '\n';
    return apr_pstrcat(pool, text, ended ? "" : "\n", fresh, NULL);
  }
  const char *rest = line + strcspn(line, "\n");
  return apr_pstrcat(pool, apr_pstrmemdup(pool, text, line - text), fresh, rest + (*rest == '\n'), NULL);
}

const char *collab_setup_marked(apr_pool_t *pool, const char *text, const char *lines) {
  const char *begin = strstr(text, BEGIN), *end = begin ? strstr(begin, END) : NULL;

  if (end) {
    text = apr_pstrcat(pool, apr_pstrmemdup(pool, text, begin - text), end + strlen(END), NULL);
  }
  return apr_pstrcat(pool, BEGIN, lines, END, text, NULL);
}

/* Returns the end of the path in the interface's Location: its `">`, which the line with the handler follows. NULL: none. */
static const char *path_end(const char *text) {
  const char *at = strstr(text, HANDLER);

  while (at && at > text && at[-1] == ' ') {
    at--;
  }
  return at && at - text >= 3 && !strncmp(at - 3, "\">\n", 3) ? at - 3 : NULL;
}

const char *collab_setup_location_text(apr_pool_t *pool, const char *text, const char *path) {
  const char *end = path_end(text), *begin = end;

  while (begin && begin > text && begin[-1] != '"') {
    begin--;
  }
  if (!end || !strcmp(apr_pstrmemdup(pool, begin, end - begin), path)) {
    return NULL; /* the path is right already, or the operator has changed these lines: configtest then checks them */
  }
  return apr_pstrcat(pool, apr_pstrmemdup(pool, text, begin - text), path, end, NULL);
}

const char *collab_setup_confined_text(apr_pool_t *pool, const char *text) {
  const char *begin = find(text, "CollabBaseURL "), *location = begin ? strchr(begin, '\n') : NULL;
  bool usual = location && !strncmp(location, "\n<Location \"", strlen("\n<Location \""));
  const char *end = usual ? strstr(location, AFTER_LOCATION) : NULL;

  if (strstr(text, BEFORE_CONFINED)) {
    return text;
  }
  if (!end) {
    return NULL;
  }
  end += strlen(AFTER_LOCATION);
  return apr_pstrcat(
      pool, apr_pstrmemdup(pool, text, begin - text),
      "# These lines are for an older module without CollabServe. The virtual host has them, too.\n" BEFORE_CONFINED,
      apr_pstrmemdup(pool, begin, end - begin), "</IfDirective>\n", end, NULL);
}
