/* multipart.h: a multipart/form-data body (RFC 7578), taken apart while it comes in: any number of bytes at a time, in constant
 * memory. Knows neither request nor brigade. Any thread, any process. */
#ifndef COLLAB_HTTP_MULTIPART_H
#define COLLAB_HTTP_MULTIPART_H

#include "collab.h"

#define COLLAB_MULTIPART_PARTS 100 /* of one body; with the limit on a part's header this bounds the memory */

/* A part's header. */
typedef struct collab_form_part_t {
  const char *name;      /* UTF-8 */
  const char *file_name; /* UTF-8, as the client sent it; NULL: a field, not a file */
} collab_form_part_t;

/* What is told of each part, in this order: begin, any number of data, end. One that answers false stops the parser. */
typedef struct collab_form_sink_t {
  void *baton;
  bool (*begin)(void *baton, const collab_form_part_t *part);
  bool (*data)(void *baton, const char *bytes, apr_size_t len);
  bool (*end)(void *baton);
} collab_form_sink_t;

typedef enum collab_multipart_state_t {
  COLLAB_MULTIPART_MORE,    /* wants more */
  COLLAB_MULTIPART_DONE,    /* the last boundary was seen; what comes behind it is ignored */
  COLLAB_MULTIPART_BAD,     /* this is no multipart/form-data: collab_multipart_error */
  COLLAB_MULTIPART_STOPPED, /* by the sink */
} collab_multipart_state_t;

typedef struct collab_multipart_t collab_multipart_t;

/* Is a Content-Type that of a form with files, whatever its parameters? NULL is none. */
bool collab_multipart_is_type(const char *content_type);

/* A parser for the body with this Content-Type. NULL when its boundary is missing or not one. The texts of parts live in `pool`.
 */
collab_multipart_t *collab_multipart_make(apr_pool_t *pool, const char *content_type, const collab_form_sink_t *sink);

/* The next bytes. Once it has answered BAD or STOPPED it takes no more. */
collab_multipart_state_t collab_multipart_feed(collab_multipart_t *form, const char *bytes, apr_size_t len);

/* The body has ended. DONE, or BAD when it ended before its last boundary. */
collab_multipart_state_t collab_multipart_finish(collab_multipart_t *form);

/* What is wrong with the body, once it is BAD (static text, no full stop). */
const char *collab_multipart_error(const collab_multipart_t *form);

#endif
