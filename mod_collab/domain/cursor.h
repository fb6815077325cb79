/* cursor.h: the cursor of a list: where a page ended, and the filters of that list (interface.md 11.4).
 *
 *      c<microseconds>-<id>-<filters>-<check>      decimal numbers
 *
 * `filters` is a digest of the filters, `check` a checksum of the three numbers before it (sql/pieces/list_cursor.sql writes the
 * cursor). The letter keeps a cut cursor from looking like one of 0.1.0, <microseconds>-<id>, which is still accepted. Neither is
 * secret: a cursor gives no access. Any thread, any process; no function allocates. */
#ifndef COLLAB_DOMAIN_CURSOR_H
#define COLLAB_DOMAIN_CURSOR_H

#include "collab.h"

typedef struct collab_cursor_t {
  int64_t at; /* microseconds since 1970 */
  int64_t id;
  int64_t filters; /* -1: a cursor of 0.1.0, which fits any */
} collab_cursor_t;

/* Reads a cursor that is not empty. False: it is none, or not whole. */
bool collab_cursor_read(const char *text, collab_cursor_t *cursor);

/* The digest of no filter. */
#define COLLAB_CURSOR_NO_FILTERS 2166136261U

/* The digest of the filters in `digest` and one more. The order of the calls counts. Nodes of several versions must agree, so
 * that a client may go on at another node: no filter may be renamed, and a filter at its default must be left out. */
uint32_t collab_cursor_digest(uint32_t digest, const char *name, const char *value);

#endif
