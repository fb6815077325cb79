/* secret.h: memory that is wiped before it is freed, for keys, passwords and tokens. Any thread, any process. */
#ifndef COLLAB_BASE_SECRET_H
#define COLLAB_BASE_SECRET_H

#include "collab.h"

/* Allocates `len` zero bytes that are wiped before `pool` frees them. */
void *collab_secret_alloc(apr_pool_t *pool, apr_size_t len);

/* Joins the texts up to NULL, in memory that is wiped before `pool` frees it. */
char *collab_secret_join(apr_pool_t *pool, ...) __attribute__((sentinel));

/* Wipes a text in pool memory. */
void collab_secret_wipe(const char *text);

/* Replacements of free() and realloc(), for libraries that accept them. Both wipe the memory that they free. */
void collab_secret_free(void *memory);
void *collab_secret_realloc(void *memory, size_t size);

#endif
