/* user.c: collabctl user: people who log in.
 *
 * A USERNAME must match exactly. Disabling or moving a user or setting a password increments the epoch of the account, which ends
 * all its tokens. */
#include "ctl/ctl.h"

#include "base/address.h"
#include "base/json_writer.h"
#include "base/random.h"
#include "domain/format.h"

static collab_ctl_exit_t user_add(collab_ctl_t *ctl);
static collab_ctl_exit_t user_password(collab_ctl_t *ctl);
static collab_ctl_exit_t user_unlock(collab_ctl_t *ctl);

// clang-format off
#define PASSWORD \
  { "password-file", CTL_OPTIONAL, CTL_SOME, 0, "file with the password on one line (default: standard input)" }, \
  { "password",      CTL_OPTIONAL, CTL_SOME, 0, "the password itself; everybody on this machine can see it while collabctl runs" }

#define ROLE(help) { "role", CTL_OPTIONAL, CTL_ROLE, 0, help }

#define IDENTITY(use) \
  { "issuer",        use, CTL_SOME, URI_LENGTH, "issuer of the user's tokens, as in CollabTrustedIssuer" }, \
  { "subject",       use, CTL_SOME, SUBJECT_LENGTH, "the claim sub of those tokens" }

static const collab_ctl_param_t add[] = {
  { "USERNAME",           CTL_ARGUMENT, CTL_NAME,  NAME_LENGTH, "usually the e-mail address" },
  { "company",            CTL_REQUIRED, CTL_NAME,  0,   "id or domain" },
  { "email",              CTL_OPTIONAL, CTL_EMAIL, EMAIL_LENGTH, "default: the user name" },
  { "first-name",         CTL_OPTIONAL, CTL_TEXT,  NAME_LENGTH, "as records show it" },
  { "last-name",          CTL_OPTIONAL, CTL_TEXT,  NAME_LENGTH, "as records show it" },
  { "phone",              CTL_OPTIONAL, CTL_TEXT,  PHONE_LENGTH, "without the country code" },
  { "phone-country-code", CTL_OPTIONAL, CTL_TEXT,  COUNTRY_CODE_LENGTH, "such as +49" },
  { "city",               CTL_OPTIONAL, CTL_TEXT,  NAME_LENGTH, "as records show it" },
  ROLE("reader, member or integrator (default: integrator)"),
  IDENTITY(CTL_OPTIONAL),
  PASSWORD,
  { "no-password",        CTL_OPTIONAL, CTL_FLAG,  0,   "no password: the user can only call with tokens of another issuer" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t list[] = {
  { "company", CTL_OPTIONAL, CTL_NAME, 0, "only of this company, by id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t set[] = {
  { "USERNAME",           CTL_ARGUMENT,  CTL_NAME,  NAME_LENGTH, NULL },
  { "username",           CTL_OPTIONAL,  CTL_NAME,  NAME_LENGTH, "another user name; existing records keep the former one", "new_username" },
  { "email",              CTL_OPTIONAL,  CTL_EMAIL, EMAIL_LENGTH, "an e-mail address" },
  { "first-name",         CTL_CLEARABLE, CTL_TEXT,  NAME_LENGTH, "as records show it; \"\" clears this and each option below except --role" },
  { "last-name",          CTL_CLEARABLE, CTL_TEXT,  NAME_LENGTH, "as records show it" },
  { "phone",              CTL_CLEARABLE, CTL_TEXT,  PHONE_LENGTH, "without the country code" },
  { "phone-country-code", CTL_CLEARABLE, CTL_TEXT,  COUNTRY_CODE_LENGTH, "such as +49" },
  { "city",               CTL_CLEARABLE, CTL_TEXT,  NAME_LENGTH, "as records show it" },
  { "email-check-fail-data", CTL_CLEARABLE, CTL_TEXT, NAME_LENGTH, "why mail to the address bounces" },
  ROLE("reader, member or integrator"),
  IDENTITY(CTL_CLEARABLE),
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t password[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  PASSWORD,
  { "generate", CTL_OPTIONAL, CTL_FLAG, 0, "makes a password and prints it" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t enable[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "active",   CTL_PRESET,   CTL_FLAG, 0,   "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t disable[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "active",   CTL_PRESET,   CTL_FLAG, 0,   "false" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t move[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "company",  CTL_REQUIRED, CTL_NAME, 0,   "the new company, by id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t unlock[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "address",  CTL_OPTIONAL, CTL_SOME, 0,   "also clears all failed logins from this address, of any user" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t erase[] = {
  { "USERNAME", CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "yes",      CTL_OPTIONAL, CTL_FLAG, 0,   "does it; without --yes, prints the plan and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const record[] = { "id", "username", "name", "email", "mail_comes_back", "phone", "city", "company", "role", "active", "password", "issuer", "subject",
                                      "can_log_in", "failed_logins", "failed_logins_anywhere", "last_login", "networks", "created", "updated", NULL };
static const char *const columns[] = { "id", "username", "name", "email", "company", "role", "active", "password", NULL };

const collab_ctl_command_t collab_ctl_user[] = {
  { "add",      "adds a user and prints its id",                                                    add,      STATEMENT(ctl_user_add),    NULL,    user_add               },
  { "list",     "lists users",                                                                      list,     STATEMENT(ctl_user_list),   columns, NULL, READS },
  { "show",     "shows a user",                                                                     one,      STATEMENT(ctl_user_show),   record,  collab_ctl_show, READS },
  { "set",      "changes the given values",                                                         set,      STATEMENT(ctl_user_set),    NULL,    collab_ctl_set         },
  { "move",     "moves a user to another company, ends the user's tokens; requests stay",             move,     STATEMENT(ctl_user_move),   NULL,    NULL                   },
  { "password", "sets a password, ends the user's tokens",                                          password, STATEMENT(ctl_user_set),    NULL,    user_password          },
  { "disable",  "ends the user's tokens, refuses logins",                                           disable,  STATEMENT(ctl_user_set),    NULL,    NULL                   },
  { "enable",   "allows logins again",                                                              enable,   STATEMENT(ctl_user_set),    NULL,    NULL                   },
  { "export",   "writes all data of a user as lines of JSON",                                       one,      NULL,                       NULL,    collab_ctl_user_export, READS },
  { "erase",    "erases a user's name, addresses and telephone numbers from all records, for good", erase,    NULL,                       NULL,    collab_ctl_user_erase  },
  { "unlock",   "clears the user's failed logins",                                                  unlock,   STATEMENT(ctl_user_unlock), NULL,    user_unlock            },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t user_add(collab_ctl_t *ctl) {
  const char *username = collab_ctl_value(ctl, "username");
  if (collab_ctl_value(ctl, "no_password") && (collab_ctl_value(ctl, "password") || collab_ctl_value(ctl, "password_file"))) {
    collab_ctl_say(ctl, "no-password: does not go with a password");
    return CTL_REFUSED;
  }
  if (!collab_ctl_value(ctl, "email")) {
    if (!collab_format_is_email(username)) {
      collab_ctl_say(ctl, "email: must be given, because the user name is not an e-mail address");
      return CTL_REFUSED;
    }
    apr_table_setn(ctl->args, "email", username);
  }
  if (!collab_ctl_value(ctl, "no_password")) {
    collab_ctl_exit_t outcome = collab_ctl_password(ctl, username);
    if (outcome != CTL_DONE) {
      return outcome;
    }
  }
  return collab_ctl_statement(ctl);
}

/* Sets a new random password, and prints it after the database has it. */
static collab_ctl_exit_t generate_password(collab_ctl_t *ctl) {
  if (collab_ctl_value(ctl, "password") || collab_ctl_value(ctl, "password_file")) {
    collab_ctl_say(ctl, "generate: does not go with a password");
    return CTL_REFUSED;
  }
  const char *generated = collab_random_token(ctl->pool);
  if (generated == NULL) {
    collab_ctl_say(ctl, "generate: the random number generator fails");
    return CTL_UNREACHABLE;
  }
  collab_ctl_exit_t outcome = collab_ctl_password_hash(ctl, generated);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_statement(ctl);
  }
  if (outcome == CTL_DONE && collab_ctl_value(ctl, "json")) {
    collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 100);
    collab_write_strings(w, NULL, "password", generated, NULL);
    printf("%s\n", w->text);
  } else if (outcome == CTL_DONE) {
    printf("%s\n", generated);
  }
  return outcome;
}

static collab_ctl_exit_t user_password(collab_ctl_t *ctl) {
  if (collab_ctl_value(ctl, "generate")) {
    return generate_password(ctl);
  }
  collab_ctl_exit_t outcome = collab_ctl_password(ctl, collab_ctl_value(ctl, "username"));
  return outcome == CTL_DONE ? collab_ctl_statement(ctl) : outcome;
}

/* Replaces an IPv6 address by its network, because the exchange counts failed logins by IPv4 address or IPv6 network. */
static collab_ctl_exit_t user_unlock(collab_ctl_t *ctl) {
  const char *address = collab_ctl_value(ctl, "address");

  if (address) {
    const char *group = collab_address_group_of(ctl->pool, address);
    if (group == NULL) {
      collab_ctl_say(ctl, "address: must be an IPv4 or IPv6 address");
      return CTL_REFUSED;
    }
    apr_table_setn(ctl->args, "address", group);
  }
  return collab_ctl_statement(ctl);
}
