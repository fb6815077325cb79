/* secret.c: memory that is wiped before it is freed (base/secret.h). */
#include "base/secret.h"

#include <malloc.h>
#include <openssl/crypto.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

typedef struct wipe_t {
  void *data;
  apr_size_t len;
} wipe_t;

static apr_status_t wipe(void *data) {
  wipe_t *it = data;
  OPENSSL_cleanse(it->data, it->len);
  return APR_SUCCESS;
}

void *collab_secret_alloc(apr_pool_t *pool, apr_size_t len) {
  wipe_t *it = apr_palloc(pool, sizeof(*it));
  it->data = apr_pcalloc(pool, len);
  it->len = len;
  apr_pool_cleanup_register(pool, it, wipe, apr_pool_cleanup_null);
  return it->data;
}

char *collab_secret_join(apr_pool_t *pool, ...) {
  const char *text;
  apr_size_t len = 0;
  va_list texts;

  va_start(texts, pool);
  while ((text = va_arg(texts, const char *))) {
    len += strlen(text);
  }
  va_end(texts);
  char *joined = collab_secret_alloc(pool, len + 1), *to = joined;
  va_start(texts, pool);
  while ((text = va_arg(texts, const char *))) {
    to = stpcpy(to, text);
  }
  va_end(texts);
  return joined;
}

void collab_secret_wipe(const char *text) {
  OPENSSL_cleanse((char *)text, strlen(text));
}

void collab_secret_free(void *memory) {
  if (memory) {
    OPENSSL_cleanse(memory, malloc_usable_size(memory));
  }
  free(memory);
}

void *collab_secret_realloc(void *memory, size_t size) {
  size_t had = memory ? malloc_usable_size(memory) : 0;
  void *more = malloc(size);

  if (more && memory) {
    memcpy(more, memory, had < size ? had : size);
    collab_secret_free(memory);
  }
  return more;
}
