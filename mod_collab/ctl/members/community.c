/* community.c: collabctl community: who may find and ask whom. Two companies are partners when they share a community.
 *
 * A COMMUNITY in the arguments is a community's id or its name. Leaving ends no request that exists. */
#include "ctl/ctl.h"

// clang-format off
static const collab_ctl_param_t add[] = {
  { "NAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t member[] = {
  { "COMMUNITY", CTL_ARGUMENT, CTL_NAME, 0, "id or name" },
  { "COMPANY",   CTL_ARGUMENT, CTL_NAME, 0, "id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "name", "members", NULL };

const collab_ctl_command_t collab_ctl_community[] = {
  { "add",   "adds a community and prints its id",     add,    STATEMENT(ctl_community_add),   NULL,    NULL },
  { "list",  "lists the communities, their members by domain", NULL, STATEMENT(ctl_community_list), columns, NULL },
  { "join",  "makes a company a member",               member, STATEMENT(ctl_community_join),  NULL,    NULL },
  { "leave", "ends a membership",                      member, STATEMENT(ctl_community_leave), NULL,    NULL },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
