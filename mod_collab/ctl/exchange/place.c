/* place.c: finds the line of a value in a JSON text that has been parsed before (exchange.h). Reads only the text. */
#include "ctl/exchange/exchange.h"

#include <stdlib.h>
#include <string.h>

static const char *skip_blanks(const char *at) {
  return at + strspn(at, " \t\r\n");
}

/* Returns the end of a string that begins at `at`. */
static const char *skip_string(const char *at) {
  for (at++; *at && *at != '"'; at++) {
    at += *at == '\\' && at[1];
  }
  return at + (*at == '"');
}

/* Returns the end of a value, without recursion. */
static const char *skip_value(const char *at) {
  int depth = 0;

  do {
    at = skip_blanks(at);
    if (*at == '"') {
      at = skip_string(at);
    } else if (*at == '{' || *at == '[') {
      depth++;
      at++;
    } else if (*at == '}' || *at == ']') {
      depth--;
      at++;
    } else if (*at == ',' || *at == ':') {
      at++;
    } else {
      at += strcspn(at, " \t\r\n,:{}[]\"");
    }
  } while (*at && depth > 0);
  return at;
}

/* Returns the value of a member of the object at `at`; NULL: it has none. */
static const char *member(const char *at, const char *name, size_t len) {
  if (*at != '{') {
    return NULL;
  }
  for (at = skip_blanks(at + 1); *at == '"'; at = skip_blanks(at + (*at == ','))) {
    const char *key = at + 1;
    at = skip_string(at);
    bool found = (size_t)(at - 1 - key) == len && !strncmp(key, name, len);
    at = skip_blanks(skip_blanks(at) + 1); /* the colon */
    if (found) {
      return at;
    }
    at = skip_blanks(skip_value(at));
  }
  return NULL;
}

/* Returns an element of the array at `at`; NULL: it has fewer. */
static const char *element(const char *at, long index) {
  if (*at != '[') {
    return NULL;
  }
  for (at = skip_blanks(at + 1); *at && *at != ']'; at = skip_blanks(at + (*at == ','))) {
    if (index-- == 0) {
      return at;
    }
    at = skip_blanks(skip_value(at));
  }
  return NULL;
}

int collab_exchange_line(const char *text, const char *path) {
  const char *at = skip_blanks(text), *found = at;
  int line = 1;

  while (found && *path) {
    if (*path == '[') {
      char *end;
      found = element(at, strtol(path + 1, &end, 10));
      path = end + (*end == ']');
    } else {
      path += *path == '.';
      size_t len = strcspn(path, ".[");
      found = member(at, path, len);
      path += len;
    }
    at = found ? found : at;
  }
  for (const char *c = text; c < at; c++) {
    line += *c == '\n';
  }
  return line;
}
