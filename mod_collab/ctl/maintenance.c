/* maintenance.c: collabctl maintenance: while it is on, all nodes answer writes with 503 and a message. Reads and logins go on;
 * deliveries, reminders and the closing of idle requests wait. It does not stop collabctl's own writes.
 *
 * The state is a row in the database, so it outlives restarts. Each node's watcher reads the row every second (status/watch.c).
 */
#include "ctl/ctl.h"

#define MESSAGE_LENGTH 100

// clang-format off
static const collab_ctl_param_t on[] = {
  { "message", CTL_REQUIRED, CTL_NAME, MESSAGE_LENGTH, "for the members: why, and until when" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const record[] = { "maintenance", "message", "who", "since", "nodes_that_refuse_writes", "nodes_that_take_writes", NULL };

const collab_ctl_command_t collab_ctl_maintenance[] = {
  { "on",   "makes all nodes refuse writes, with a message; deliveries wait", on,   STATEMENT(ctl_maintenance_set),  NULL,   collab_ctl_on_record },
  { "off",  "ends maintenance",                                               NULL, STATEMENT(ctl_maintenance_set),  NULL,   collab_ctl_on_record },
  { "show", "shows whether it is on, and which nodes know it",                NULL, STATEMENT(ctl_maintenance_show), record, collab_ctl_show, READS },
  { NULL }
};
// clang-format on
