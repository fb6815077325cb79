/* embedded.h: texts that the build has put into the program (build/embed.pl), and templates among them. Any thread, any process.
 */
#ifndef COLLAB_BASE_EMBEDDED_H
#define COLLAB_BASE_EMBEDDED_H

#include "collab.h"

/* A text; a table of them ends with {NULL, NULL}. The name is that of the file (docs.css), of a section of a file (note_create),
 * or of a part of an HTML file (docs.head). */
typedef struct collab_embedded_t {
  const char *name, *text;
} collab_embedded_t;

/* The text of this name; NULL: there is none. */
const char *collab_embedded(const collab_embedded_t *texts, const char *name);

/* The text of this name, which must exist, with its places filled in: names and texts follow in pairs, up to NULL. A text
 * stands in each place {name} as it is, so escape it before. Memory of `pool`. */
const char *collab_template(apr_pool_t *pool, const collab_embedded_t *texts, const char *name, ...) __attribute__((sentinel));

/* As collab_template, with the pairs in `places`. */
const char *collab_template_of(apr_pool_t *pool, const collab_embedded_t *texts, const char *name, va_list places);

#endif
