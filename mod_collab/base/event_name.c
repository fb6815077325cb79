/* event_name.c: the full names of event types, in both versions (base/event_name.h). */
#include "base/event_name.h"

#include <apr_strings.h>
#include <string.h>

const char *collab_event_name(apr_pool_t *pool, const char *prefix, const char *type) {
  if (prefix) {
    return apr_pstrcat(pool, prefix, strncmp(type, "webhook.", 8) ? "collaboration-request." : "", type, NULL);
  }
  /* V1: interface.md 15.5 */
  return strcmp(type, "note.created") ? apr_pstrcat(pool, "collaboration-request.", type, NULL) : type;
}
