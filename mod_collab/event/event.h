/* event.h: events and the bodies of their deliveries, in both payload versions. The same row always gives the same bytes. These
 * functions need no HTTP request. Bodies are pool memory. */
#ifndef COLLAB_EVENT_EVENT_H
#define COLLAB_EVENT_EVENT_H

#include "domain/event_name.h"
#include "store/pg.h"

/* The members of an event: texts, each from the column of the same name in sql/pieces/event_columns.sql. */
#define COLLAB_EVENT_MEMBERS(MEMBER)                                                                                             \
  MEMBER(uid)           /* CloudEvents id */                                                                                     \
  MEMBER(type)          /* short: "note.created" */                                                                              \
  MEMBER(request_token) /* NULL: a test of a subscription */                                                                     \
  MEMBER(note_token)                                                                                                             \
  MEMBER(response) /* id, decimal */                                                                                             \
  MEMBER(time)     /* YYYY-MM-DDTHH:MM:SS.ffffffZ */                                                                             \
  MEMBER(request_id)                                                                                                             \
  MEMBER(traceparent)

/* An event, as in its row. NULL is SQL NULL. */
#define TEXT(name) const char *name;
typedef struct collab_event_t {
  COLLAB_EVENT_MEMBERS(TEXT)
} collab_event_t;
#undef TEXT

/* The number of each member's column in a result. */
#define NUMBER(name) int name;
typedef struct collab_event_columns_t {
  COLLAB_EVENT_MEMBERS(NUMBER)
} collab_event_columns_t;
#undef NUMBER

/* collab_event_columns finds the numbers of the event's columns in a result. collab_event_read uses these numbers to read one row
 * of the result; the texts live as long as the result. */
collab_event_columns_t collab_event_columns(collab_rows_t rows);
collab_event_t collab_event_read(collab_rows_t rows, int row, const collab_event_columns_t *columns);

/* The V2 body: CloudEvents 1.0, structured mode (interface.md 15.3). `subscription` is NULL for the event log. */
const char *collab_event_v2(apr_pool_t *pool, const collab_event_t *event, const char *prefix, const char *source,
                            const char *subscription);

/* The V1 body: flat, and frozen. */
const char *collab_event_v1(apr_pool_t *pool, const collab_event_t *event);

#endif
