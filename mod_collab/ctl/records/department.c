/* department.c: collabctl department: the departments of companies. Partners can find and ask a department as if it were a
 * company. */
#include "ctl/ctl.h"

// clang-format off
static const collab_ctl_param_t add[] = {
  { "COMPANY",     CTL_ARGUMENT, CTL_NAME, 0,    "id or domain" },
  { "NAME",        CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "description", CTL_OPTIONAL, CTL_TEXT, TEXT_LENGTH, "what it does and knows; partner search reads it" },
  { "tags",        CTL_OPTIONAL, CTL_TAGS, TEXT_LENGTH, "separated by commas" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t list[] = {
  { "company", CTL_OPTIONAL, CTL_NAME, 0, "only of this company, by id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t set[] = {
  { "DEPARTMENT",  CTL_ARGUMENT,  CTL_ID,   0,    "id" },
  { "name",        CTL_OPTIONAL,  CTL_NAME, NAME_LENGTH, "existing requests keep the former name" },
  { "description", CTL_CLEARABLE, CTL_TEXT, TEXT_LENGTH, "what it does and knows; \"\" clears this and the tags" },
  { "tags",        CTL_CLEARABLE, CTL_TAGS, TEXT_LENGTH, "separated by commas" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t enable[] = {
  { "DEPARTMENT", CTL_ARGUMENT, CTL_ID,   0, "id" },
  { "active",     CTL_PRESET,   CTL_FLAG, 0, "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t disable[] = {
  { "DEPARTMENT", CTL_ARGUMENT, CTL_ID,   0, "id" },
  { "active",     CTL_PRESET,   CTL_FLAG, 0, "false" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "company", "name", "active", "tags", NULL };

const collab_ctl_command_t collab_ctl_department[] = {
  { "add",     "adds a department and prints its id",  add,     STATEMENT(ctl_department_add),    NULL,    NULL },
  { "list",    "lists departments",                    list,    STATEMENT(ctl_department_list),   columns, NULL, READS },
  { "set",     "changes the given values",             set,     STATEMENT(ctl_department_set),    NULL,    collab_ctl_set },
  { "disable", "hides it from the company's partners", disable, STATEMENT(ctl_department_active), NULL,    NULL },
  { "enable",  "shows it to them again",               enable,  STATEMENT(ctl_department_active), NULL,    NULL },
  { NULL }
};
