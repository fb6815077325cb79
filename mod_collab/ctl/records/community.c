/* community.c: collabctl community: which companies may find and ask each other. Two companies that share a community are
 * partners.
 *
 * In the arguments, COMMUNITY is the id or the name of a community. A company that leaves keeps its existing requests. */
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

static const collab_ctl_param_t rename_params[] = {
  { "COMMUNITY", CTL_ARGUMENT, CTL_NAME, 0, "id or name" },
  { "NAME",      CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, "the new name" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  { "COMMUNITY", CTL_ARGUMENT, CTL_NAME, 0, "id or name" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "name", "members", NULL };

const collab_ctl_command_t collab_ctl_community[] = {
  { "add",    "adds a community and prints its id",                add,           STATEMENT(ctl_community_add),    NULL,    NULL },
  { "list",   "lists the communities with their members' domains", NULL,          STATEMENT(ctl_community_list),   columns, NULL, READS },
  { "join",   "makes a company a member",                          member,        STATEMENT(ctl_community_join),   NULL,    NULL },
  { "leave",  "ends a membership",                                 member,        STATEMENT(ctl_community_leave),  NULL,    NULL },
  { "rename", "gives a community another name",                    rename_params, STATEMENT(ctl_community_rename), NULL,    NULL },
  { "remove", "removes a community without members",               one,           STATEMENT(ctl_community_remove), NULL,    NULL },
  { NULL }
};
