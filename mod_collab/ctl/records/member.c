/* member.c: collabctl member: the usual way to add a company. One command adds the company, its first user, its community and a
 * form. To show or change these, use the commands company, user, community and form. */
#include "ctl/ctl.h"

static collab_ctl_exit_t member_add(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t add[] = {
  { "NAME",          CTL_ARGUMENT, CTL_NAME,   NAME_LENGTH, "the company's name" },
  { "domain",        CTL_REQUIRED, CTL_DOMAIN, 0,   "the company's own, such as acme.example" },
  { "community",     CTL_REQUIRED, CTL_NAME,   NAME_LENGTH, "name of its community, which is made if it does not exist" },
  { "user",          CTL_REQUIRED, CTL_EMAIL,  EMAIL_LENGTH, "e-mail address and user name of its first user" },
  { "password-file", CTL_OPTIONAL, CTL_SOME,   0,   "file with that user's password on one line (default: standard input)" },
  { "yes",           CTL_OPTIONAL, CTL_FLAG,   0,   "accepts a name that partners could confuse with another company's" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_member[] = {
  { "add", "adds a company to a community, with its first user and a form for its partners", add, STATEMENT(ctl_member_add), NULL, member_add },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t member_add(collab_ctl_t *ctl) {
  const char *username = collab_ctl_value(ctl, "user");
  collab_ctl_exit_t outcome = collab_ctl_password(ctl, username);

  apr_table_setn(ctl->args, "username", username);
  return outcome == CTL_DONE ? collab_ctl_statement(ctl) : outcome;
}
