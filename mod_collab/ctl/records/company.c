/* company.c: collabctl company: the member companies.
 *
 * In the arguments of every command, COMPANY is the id or the domain of a company. */
#include "ctl/ctl.h"

static collab_ctl_exit_t disable_it(collab_ctl_t *ctl);

// clang-format off
#define ALIKE { "yes", CTL_OPTIONAL, CTL_FLAG, 0, "accepts a name that partners could confuse with another company's" }

static const collab_ctl_param_t add[] = {
  { "NAME",         CTL_ARGUMENT,  CTL_NAME,   NAME_LENGTH, NULL },
  { "domain",       CTL_REQUIRED,  CTL_DOMAIN, 0,    "the company's own, such as acme.example; no two companies share one" },
  { "description",  CTL_OPTIONAL,  CTL_TEXT,   TEXT_LENGTH, "what it does and knows; partner search reads it" },
  { "tags",         CTL_OPTIONAL,  CTL_TAGS,   TEXT_LENGTH, "separated by commas" },
  { "hours-high",   CTL_OPTIONAL,  CTL_HOURS,  0,    "hours to answer requests of priority HIGH (default: CollabResponseHours)" },
  { "hours-medium", CTL_OPTIONAL,  CTL_HOURS,  0,    "the same for priority MEDIUM" },
  { "hours-low",    CTL_OPTIONAL,  CTL_HOURS,  0,    "the same for priority LOW" },
  ALIKE,
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t set[] = {
  { "COMPANY",      CTL_ARGUMENT,  CTL_NAME,   0,    "id or domain" },
  { "name",         CTL_OPTIONAL,  CTL_NAME,   NAME_LENGTH, "existing requests keep the old name" },
  { "domain",       CTL_OPTIONAL,  CTL_DOMAIN, 0,    "no two companies share one" },
  { "description",  CTL_CLEARABLE, CTL_TEXT,   TEXT_LENGTH, "what it does and knows; \"\" for none; partner search reads it" },
  { "tags",         CTL_CLEARABLE, CTL_TAGS,   TEXT_LENGTH, "replaces its tags, separated by commas; \"\" for none" },
  { "hours-high",   CTL_CLEARABLE, CTL_HOURS,  0,    "hours to answer requests of priority HIGH; \"\" for CollabResponseHours" },
  { "hours-medium", CTL_CLEARABLE, CTL_HOURS,  0,    "the same for priority MEDIUM" },
  { "hours-low",    CTL_CLEARABLE, CTL_HOURS,  0,    "the same for priority LOW" },
  { "rate",         CTL_CLEARABLE, CTL_ID,     1000000, "requests a minute of each of its callers; \"\" for CollabRateLimit" },
  { "subscriptions", CTL_CLEARABLE, CTL_ID,    100000, "how many it may have; \"\" for CollabSubscriptionLimit" },
  { "daily-requests", CTL_CLEARABLE, CTL_ID,   1000000000, "requests that it may make in a UTC day; \"\" for CollabDailyLimit" },
  { "daily-bytes",  CTL_CLEARABLE, CTL_ID,   1125899906842624, "bytes that it may store in a UTC day; \"\" for CollabDailyLimit" },
  { "contact",      CTL_CLEARABLE, CTL_EMAILS, TEXT_LENGTH, "e-mail addresses for CollabMemberAlertCommand, separated by commas; \"\" for none" },
  ALIKE,
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t rename_params[] = {
  { "COMPANY",      CTL_ARGUMENT,  CTL_NAME,   0,    "id or domain" },
  { "NAME",         CTL_ARGUMENT,  CTL_NAME,   NAME_LENGTH, "the new name; existing requests keep the old one" },
  ALIKE,
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t enable[] = {
  { "COMPANY", CTL_ARGUMENT, CTL_NAME, 0, "id or domain" },
  { "active",  CTL_PRESET,   CTL_FLAG, 0, "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t disable[] = {
  { "COMPANY", CTL_ARGUMENT, CTL_NAME, 0, "id or domain" },
  { "yes",     CTL_OPTIONAL, CTL_FLAG, 0, "does it; without --yes, prints the plan and changes nothing" },
  { "active",  CTL_PRESET,   CTL_FLAG, 0, "false" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t erase[] = {
  { "COMPANY", CTL_ARGUMENT, CTL_NAME, 0, "id or domain" },
  { "yes",     CTL_OPTIONAL, CTL_FLAG, 0, "does it; without --yes, prints the plan and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  { "COMPANY", CTL_ARGUMENT, CTL_NAME, 0, "id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const record[] = { "id", "name", "domain", "active", "description", "tags", "hours_to_answer", "rate_limit", "subscription_limit", "daily_limit", "contact", "communities", "departments", "forms", "users",
                                      "principals", "subscriptions", "open_requests", "attachments", "created", NULL };
static const char *const columns[] = { "id", "name", "domain", "active", "communities", "tags", NULL };

const collab_ctl_command_t collab_ctl_company[] = {
  { "add",     "adds a company and prints its id",                       add,     STATEMENT(ctl_company_add),  NULL,    NULL },
  { "list",    "lists all companies",                                    NULL,    STATEMENT(ctl_company_list), columns, NULL, READS },
  { "show",    "shows a company",                                        one,     STATEMENT(ctl_company_show), record,  collab_ctl_show, READS },
  { "set",     "changes the given values",                               set,     STATEMENT(ctl_company_set),  NULL,    collab_ctl_set },
  { "rename",  "renames a company, as set --name does",                  rename_params, STATEMENT(ctl_company_set), NULL, NULL },
  { "logout",  "ends the tokens of all its users and principals; its subscriptions stay as they are", one, STATEMENT(ctl_company_logout), NULL, NULL },
  { "disable", "hides a company from partners, shuts out its users and makes its subscriptions inactive", disable, STATEMENT(ctl_company_set), NULL, disable_it },
  { "enable",  "enables a company again; its users must log in again, and dropped deliveries are not sent", enable,  STATEMENT(ctl_company_set),  NULL,    NULL },
  { "export",  "writes all data of a company as lines of JSON", one, NULL, NULL, collab_ctl_company_export, READS },
  { "erase",   "erases a company's name, users and texts from all records, for good", erase, NULL, NULL, collab_ctl_company_erase },
  { NULL }
};
// clang-format on

/* Disabling a company drops its pending deliveries, and enabling it again does not bring them back. So the command needs --yes.
 */
static collab_ctl_exit_t disable_it(collab_ctl_t *ctl) {
  return collab_ctl_confirmed(ctl, STATEMENT(ctl_company_plan));
}
