/* older_nodes.c: whether a node of 0.1.0 is at work (node/older_nodes.h). */
#include "node/older_nodes.h"

#include "base/time.h"
#include "node/shared_private.h"

#define VALID_FOR apr_time_from_sec(15)

void collab_older_nodes_note(bool there) {
  SET(collab_shared->no_older_at, there ? 0 : collab_time_clock());
}

bool collab_older_nodes_possible(apr_time_t now) {
  apr_time_t found = GET(collab_shared->no_older_at);

  return found == 0 || now - found > VALID_FOR;
}
