/* nodes.c: collabctl nodes: the nodes of the exchange, one line each, from the reports of their watchers in the database; forgets
 * a node that will not return. */
#include "ctl/ctl.h"

// clang-format off
static const char *const columns[] = { "node", "process", "version", "state", "seen", "started", "under_way", "health", "problems", "id", NULL };

static const collab_ctl_param_t forget_params[] = {
  { "NODE", CTL_ARGUMENT, CTL_NAME, 0, "its id" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_nodes[] = {
  { "forget", "forgets a silent node that will not return, which ends the alarm about it", forget_params, STATEMENT(ctl_node_forget), NULL, NULL },
  { "", "lists the nodes: their state, and the findings of their watchers", NULL, STATEMENT(ctl_node_overview), columns, NULL, READS },
  { NULL }
};
// clang-format on
