/* event_name.h: the names of event types: the short name in the database ("note.created"), and the full name that clients and
 * receivers of a version see. Any process; values are pool memory. */
#ifndef COLLAB_DOMAIN_EVENT_NAME_H
#define COLLAB_DOMAIN_EVENT_NAME_H

#include "collab.h"

/* The full name of the event type with the short name `type`. In V2: prefix + "collaboration-request." + type, or prefix +
 * "webhook.test". In V1 (prefix NULL): "note.created" or "collaboration-request.created". */
const char *collab_event_name(apr_pool_t *pool, const char *prefix, const char *type);

/* The short name of the event type that a version (as above) calls `name`; NULL: it has no such type. */
const char *collab_event_type(const char *prefix, const char *name);

/* The short names of the types that a subscription may name, ended by NULL. */
extern const char *const collab_event_types[];

#endif
