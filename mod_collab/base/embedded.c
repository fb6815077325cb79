/* embedded.c: finds embedded texts, and fills in templates (base/embedded.h). */
#include "base/embedded.h"

#include <stdarg.h>
#include <string.h>

const char *collab_embedded(const collab_embedded_t *texts, const char *name) {
  while (texts->name && strcmp(texts->name, name) != 0) {
    texts++;
  }
  return texts->text;
}

/* The text of the place at `at`, which is "{"; NULL: this is no place. */
static const char *filled(const char *at, va_list places, apr_size_t *len) {
  const char *name, *text = NULL;
  va_list pairs;

  *len = strcspn(at, "}") + 1;
  if (at[*len - 1] != '}') {
    return NULL;
  }
  va_copy(pairs, places);
  while (text == NULL && (name = va_arg(pairs, const char *))) {
    const char *value = va_arg(pairs, const char *);
    text = strlen(name) == *len - 2 && !strncmp(name, at + 1, *len - 2) ? value : NULL;
  }
  va_end(pairs);
  return text;
}

const char *collab_template_of(apr_pool_t *pool, const collab_embedded_t *texts, const char *name, va_list places) {
  apr_array_header_t *pieces = apr_array_make(pool, 16, sizeof(const char *));
  const char *begin = collab_embedded(texts, name);
  apr_size_t len;

  for (const char *at = strchr(begin, '{'); at; at = strchr(at, '{')) {
    const char *text = filled(at, places, &len);
    if (text) {
      APR_ARRAY_PUSH(pieces, const char *) = apr_pstrmemdup(pool, begin, (apr_size_t)(at - begin));
      APR_ARRAY_PUSH(pieces, const char *) = text;
      begin = at = at + len;
    } else {
      at++;
    }
  }
  APR_ARRAY_PUSH(pieces, const char *) = begin;
  return apr_array_pstrcat(pool, pieces, 0);
}

const char *collab_template(apr_pool_t *pool, const collab_embedded_t *texts, const char *name, ...) {
  va_list places;

  va_start(places, name);
  const char *text = collab_template_of(pool, texts, name, places);
  va_end(places);
  return text;
}
