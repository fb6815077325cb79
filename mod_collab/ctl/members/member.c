/* member.c: collabctl member: adds a company with a user, a community and a form at once, which is the usual case. The commands
 * of those nouns show and change them. */
#include "ctl/ctl.h"

static collab_ctl_exit_t member_add(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t add[] = {
  { "NAME",          CTL_ARGUMENT, CTL_NAME,   NAME_LENGTH, "the company's" },
  { "domain",        CTL_REQUIRED, CTL_DOMAIN, 0,   "the company's own, such as acme.example" },
  { "community",     CTL_REQUIRED, CTL_NAME,   NAME_LENGTH, "by name; made when there is none of that name" },
  { "user",          CTL_REQUIRED, CTL_EMAIL,  EMAIL_LENGTH, "e-mail address of its first user, who logs in with it" },
  { "password-file", CTL_OPTIONAL, CTL_SOME,   0,   "file with that user's password on one line (else standard input is read)" },
  { "yes",           CTL_OPTIONAL, CTL_FLAG,   0,   "even if partners could confuse the name with that of another company" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_member[] = {
  { "add", "adds a company, its first user, its place in a community, and a form by which its partners ask it", add, STATEMENT(ctl_member_add), NULL, member_add },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

static collab_ctl_exit_t member_add(collab_ctl_t *ctl) {
  const char *username = collab_ctl_value(ctl, "user");
  collab_ctl_exit_t outcome = collab_ctl_password(ctl, username);

  apr_table_setn(ctl->args, "username", username);
  return outcome == CTL_DONE ? collab_ctl_statement(ctl) : outcome;
}
