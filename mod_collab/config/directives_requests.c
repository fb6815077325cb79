/* directives_requests.c: the directives of what requests may cost. The table is in directives.c. */
#include "collab_private.h"
#include "config/directives.h"

const char *collab_set_body_timeout(cmd_parms *cmd, void *dir, const char *value) {
  (void)dir;
  int64_t seconds;

  if (!collab_directive_number(value, 1, 3600, &seconds))
    return collab_directive_wrong(cmd, "takes 1 to 3600 seconds, not \"%s\"", value);
  collab_directive_settings(cmd, COLLAB_DIRECTIVE_BODY_TIMEOUT)->body_timeout = apr_time_from_sec(seconds);
  return NULL;
}
