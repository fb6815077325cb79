/* event.h: what a delivery says: the bodies of both payload versions, rendered byte for byte the same from the same row every
 * time. Dispatcher (and whoever shows a delivery); values are pool memory. No request, no database. */
#ifndef COLLAB_EVENT_EVENT_H
#define COLLAB_EVENT_EVENT_H

#include "base/event_name.h"

/* An event as its row has it; NULL where the row has none. */
typedef struct collab_event_t {
  const char *uid;           /* CloudEvents id */
  const char *type;          /* short: "note.created" */
  const char *request_token; /* NULL: a test of a subscription */
  const char *note_token;
  const char *response; /* id, decimal */
  const char *time;     /* YYYY-MM-DDTHH:MM:SS.ffffffZ */
  const char *request_id;
  const char *traceparent;
} collab_event_t;

/* The V2 body: CloudEvents 1.0, structured mode (interface.md 15.3). `subscription` is NULL for the event log. */
const char *collab_event_v2(apr_pool_t *pool, const collab_event_t *event, const char *prefix, const char *source,
                            const char *subscription);

/* The V1 body: flat, frozen. */
const char *collab_event_v1(apr_pool_t *pool, const collab_event_t *event);

#endif
