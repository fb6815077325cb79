/* json_writer.h: writes JSON text, value by value. It adds the commas, and escapes only what RFC 8259 requires. All JSON is
 * written with it, none by hand. Any process; one thread at a time. */
#ifndef COLLAB_BASE_JSON_WRITER_H
#define COLLAB_BASE_JSON_WRITER_H

#include "collab.h"

typedef struct collab_json_writer_t {
  apr_pool_t *pool;
  char *text; /* the text so far, with a NUL behind it; moves when it outgrows its room */
  apr_size_t len, room;
} collab_json_writer_t;

/* Begins an empty text with room for `room` bytes, in pool memory. The room at least doubles when it is used up. */
collab_json_writer_t *collab_json_writer_make(apr_pool_t *pool, apr_size_t room);

/* Each function writes one value. `name` is the member's name; NULL in an array, after collab_write_key and at the top. */
void collab_write_open(collab_json_writer_t *w, const char *name,
                       const char *bracket); /* "{" or "["; closed by collab_write_close */
void collab_write_text(collab_json_writer_t *w, const char *name, const char *text); /* a string; NULL: null */
void collab_write_integer(collab_json_writer_t *w, const char *name, int64_t value);
void collab_write_boolean(collab_json_writer_t *w, const char *name, bool value);
void collab_write_json(collab_json_writer_t *w, const char *name, const char *json); /* JSON text; NULL: null */

/* A string member, or nothing if `text` is NULL. */
void collab_write_text_if_any(collab_json_writer_t *w, const char *name, const char *text);

/* An object whose members are all strings: pairs of a name and a text, ended by a NULL name. */
void collab_write_strings(collab_json_writer_t *w, const char *name, ...) __attribute__((sentinel));

void collab_write_close(collab_json_writer_t *w, const char *brackets); /* "}", "]", or several: "]}" */
void collab_write_key(collab_json_writer_t *w, const char *name);       /* the next call writes its value */

#endif
