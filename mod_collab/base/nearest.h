/* nearest.h: the known name that a mistyped word probably means, for "did you mean ...?". Any thread, any process. */
#ifndef COLLAB_BASE_NEAREST_H
#define COLLAB_BASE_NEAREST_H

#include "collab.h"

typedef struct collab_nearest_t {
  const char *word; /* as it was written */
  const char *name; /* the nearest name so far; NULL: none is near */
  int far;          /* its distance, for collab_nearest_try alone */
} collab_nearest_t;

/* Begins a search for the names near a word. */
collab_nearest_t collab_nearest(const char *word);

/* Makes `name` the nearest name so far if it is nearer. At most one letter plus a quarter of the word's letters may be wrong. If
 * the word is the beginning of a name, that counts as one wrong letter. Of two equally near names, the one as long as the word
 * wins. */
void collab_nearest_try(collab_nearest_t *nearest, const char *name);

#endif
