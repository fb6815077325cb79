/* event_name.h: what events are called: in short, as the database has it ("note.created"), and in full, as clients and receivers
 * of a version do. Any process; values are pool memory. */
#ifndef COLLAB_BASE_EVENT_NAME_H
#define COLLAB_BASE_EVENT_NAME_H

#include "collab.h"

/* The full name of an event type in V2: prefix + "collaboration-request." + short, prefix + "webhook.test"; in V1 (prefix NULL):
 * "note.created" or "collaboration-request.created". */
const char *collab_event_name(apr_pool_t *pool, const char *prefix, const char *type);

#endif
