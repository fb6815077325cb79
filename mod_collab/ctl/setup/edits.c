/* edits.c: collabctl setup: edits the texts of configuration files. Reads and writes no file. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <string.h>

#define BEGIN "# begin: collabctl setup\n"
#define END "# end: collabctl setup\n"
#define HANDLER "\">\n  SetHandler collab\n" /* in collab.conf, after the path of the interface's Location */

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

const char *collab_setup_location_text(apr_pool_t *pool, const char *text, const char *path) {
  const char *end = strstr(text, HANDLER), *begin = end;

  while (begin && begin > text && begin[-1] != '"') {
    begin--;
  }
  if (!end || !strcmp(apr_pstrmemdup(pool, begin, end - begin), path)) {
    return NULL; /* the path is right already, or the operator has changed these lines: configtest then checks them */
  }
  return apr_pstrcat(pool, apr_pstrmemdup(pool, text, begin - text), path, end, NULL);
}
