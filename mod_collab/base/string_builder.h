/* string_builder.h: a text that grows at its end, in a pool. For texts of many pieces that are made often. One thread at a time.
 */
#ifndef COLLAB_BASE_STRING_BUILDER_H
#define COLLAB_BASE_STRING_BUILDER_H

#include "collab.h"

typedef struct collab_string_builder_t {
  apr_pool_t *pool;
  char *text; /* ends with a NUL at any time; moves when it outgrows its room */
  apr_size_t len, room;
} collab_string_builder_t;

/* Begins an empty text with room for so many bytes. */
collab_string_builder_t collab_string_builder_begin(apr_pool_t *pool, apr_size_t room);

void collab_string_builder_add(collab_string_builder_t *builder, const char *text);
void collab_string_builder_add_integer(collab_string_builder_t *builder, int64_t value);

/* Where `len` bytes more may be put; what is put there counts once collab_string_builder_took says how many of them it were. */
char *collab_string_builder_ask(collab_string_builder_t *builder, apr_size_t len);
void collab_string_builder_took(collab_string_builder_t *builder, apr_size_t len);

#endif
