/* event_name.c: what events are called. */
#include "base/event_name.h"

#include <apr_strings.h>
#include <string.h>

const char *collab_event_name(apr_pool_t *pool, const char *prefix, const char *type) {
  if (prefix) {
    return apr_pstrcat(pool, prefix, strncmp(type, "webhook.", 8) ? "collaboration-request." : "", type, NULL);
  }
  return strcmp(type, "note.created") ? apr_pstrcat(pool, "collaboration-request.", type, NULL) : type;
}
