/* nodes.c: collabctl nodes: the nodes of the exchange, one line each, from the reports of their watchers in the database. */
#include "ctl/ctl.h"

// clang-format off
static const char *const columns[] = { "node", "process", "version", "state", "seen", "started", "under_way", "health", "problems", NULL };

const collab_ctl_command_t collab_ctl_nodes[] = {
  { "", "lists the nodes: their state, and the findings of their watchers", NULL, STATEMENT(ctl_node_overview), columns, NULL },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on
