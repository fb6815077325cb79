/* event_name.c: the names of event types (domain/event_name.h). */
#include "domain/event_name.h"

#include <string.h>

#define RESOURCE "collaboration-request."

const char *const collab_event_types[] = {"created", "closed", "note.created", "response.created", "response.updated", NULL};

const char *collab_event_name(apr_pool_t *pool, const char *prefix, const char *type) {
  if (prefix) {
    return apr_pstrcat(pool, prefix, strncmp(type, "webhook.", 8) ? RESOURCE : "", type, NULL);
  }
  /* V1: interface.md 15.5 */
  return strcmp(type, "note.created") ? apr_pstrcat(pool, RESOURCE, type, NULL) : type;
}

/* V1 has only created and note.created. */
const char *collab_event_type(const char *prefix, const char *name) {
  apr_size_t len = prefix ? strlen(prefix) : 0;

  if (prefix == NULL) {
    return !strcmp(name, "note.created") ? "note.created" : !strcmp(name, RESOURCE "created") ? "created" : NULL;
  }
  if (strncmp(name, prefix, len) != 0 || strncmp(name + len, RESOURCE, strlen(RESOURCE)) != 0) {
    return NULL;
  }
  for (const char *const *type = collab_event_types; *type; type++) {
    if (!strcmp(*type, name + len + strlen(RESOURCE))) {
      return *type;
    }
  }
  return NULL;
}
