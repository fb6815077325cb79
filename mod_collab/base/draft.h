/* draft.h: a text that grows at its end, in a pool. For texts of many pieces that are made often. One thread at a time. */
#ifndef COLLAB_BASE_DRAFT_H
#define COLLAB_BASE_DRAFT_H

#include "collab.h"

typedef struct collab_draft_t {
  apr_pool_t *pool;
  char *text; /* ends with a NUL at any time; moves when it outgrows its room */
  apr_size_t len, room;
} collab_draft_t;

/* Begins an empty text with room for so many bytes. */
collab_draft_t collab_draft_begin(apr_pool_t *pool, apr_size_t room);

void collab_draft_add(collab_draft_t *draft, const char *text);
void collab_draft_add_integer(collab_draft_t *draft, int64_t value);

/* Where `len` bytes more may be put; what is put there counts once collab_draft_took says how many of them it were. */
char *collab_draft_ask(collab_draft_t *draft, apr_size_t len);
void collab_draft_took(collab_draft_t *draft, apr_size_t len);

#endif
