/* multipart.h: parses a multipart/form-data body (RFC 7578) while it arrives: any number of bytes at a time, in constant memory.
 * Independent of requests and brigades. Any thread, any process. */
#ifndef COLLAB_API_MULTIPART_H
#define COLLAB_API_MULTIPART_H

#include "collab.h"

/* The maximum number of parts of a body. Together with the limit on a part's header, it bounds the memory. */
#define COLLAB_MULTIPART_PARTS 100

#define COLLAB_MULTIPART_TYPE 255

typedef struct collab_form_part_t {
  const char *name;      /* UTF-8 */
  const char *file_name; /* UTF-8, as the client sent it, but decoded; NULL: there is none */
  const char *type;      /* Content-Type; NULL: absent, malformed, or longer than COLLAB_MULTIPART_TYPE bytes */
} collab_form_part_t;

/* Callbacks for each part, in this order: begin once, data any number of times, end once. A callback that returns false stops the
 * parser. */
typedef struct collab_form_sink_t {
  void *baton;
  bool (*begin)(void *baton, const collab_form_part_t *part);
  bool (*data)(void *baton, const char *bytes, apr_size_t len);
  bool (*end)(void *baton);
} collab_form_sink_t;

typedef enum collab_multipart_state_t {
  COLLAB_MULTIPART_MORE,    /* the body goes on */
  COLLAB_MULTIPART_DONE,    /* the last boundary has been read; anything after it is ignored */
  COLLAB_MULTIPART_BAD,     /* not multipart/form-data: see collab_multipart_error */
  COLLAB_MULTIPART_STOPPED, /* a callback returned false */
} collab_multipart_state_t;

typedef struct collab_multipart_t collab_multipart_t;

/* Is this the Content-Type of a form with files, whatever its parameters? False for a NULL `content_type`. */
bool collab_multipart_is_type(const char *content_type);

/* Makes a parser for a body with this Content-Type. NULL when the boundary is missing or invalid: *error then says how (static
 * text, no full stop). The texts of parts live in `pool`. */
collab_multipart_t *collab_multipart_make(apr_pool_t *pool, const char *content_type, const collab_form_sink_t *sink,
                                          const char **error);

/* Parses the next bytes. After BAD or STOPPED it ignores all further bytes. */
collab_multipart_state_t collab_multipart_feed(collab_multipart_t *form, const char *bytes, apr_size_t len);

/* Ends the body: DONE, or BAD when it ended before its last boundary. */
collab_multipart_state_t collab_multipart_finish(collab_multipart_t *form);

/* What is wrong with a body that is BAD (static text, no full stop). */
const char *collab_multipart_error(const collab_multipart_t *form);

#endif
