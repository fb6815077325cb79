/* form.c: collabctl form: adds contact documents from JSON files, which docs/collabctl.8 describes.
 *
 * `form add` takes what `form show` prints. Requests keep the answers and the name of the form that they were created with. */
#include "ctl/ctl.h"

#include "base/json.h"

#include <string.h>

#define FILE_MAX (1 << 20)

static collab_ctl_exit_t form_add(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t add[] = {
  { "FILE", CTL_ARGUMENT, CTL_NAME, 0, "JSON file; \"-\" is standard input" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t list[] = {
  { "company", CTL_OPTIONAL, CTL_NAME, 0, "only of this company, by id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t show[] = {
  { "FORM", CTL_ARGUMENT, CTL_ID, 0, "id (the interface's documentId)" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t set[] = {
  { "FORM", CTL_ARGUMENT, CTL_ID,   0, "id" },
  { "name", CTL_REQUIRED, CTL_NAME, NAME_LENGTH, "new in its company or department; existing requests keep the old one" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t enable[] = {
  { "FORM",   CTL_ARGUMENT, CTL_ID,   0, "id" },
  { "active", CTL_PRESET,   CTL_FLAG, 0, "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t disable[] = {
  { "FORM",   CTL_ARGUMENT, CTL_ID,   0, "id" },
  { "active", CTL_PRESET,   CTL_FLAG, 0, "false" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "company", "department", "name", "fields", "active", NULL };

const collab_ctl_command_t collab_ctl_form[] = {
  { "add",     "adds a form and prints its id",               add,     STATEMENT(ctl_form_add),    NULL,    form_add },
  { "list",    "lists forms",                                 list,    STATEMENT(ctl_form_list),   columns, NULL, READS },
  { "show",    "prints a form as JSON, as form add takes it", show,    STATEMENT(ctl_form_show),   NULL,    NULL, READS },
  { "set",     "renames a form",                              set,     STATEMENT(ctl_form_set),    NULL,    NULL },
  { "disable", "withdraws a form from new requests",          disable, STATEMENT(ctl_form_active), NULL,    NULL     },
  { "enable",  "offers a form again",                         enable,  STATEMENT(ctl_form_active), NULL,    NULL     },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t form_add(collab_ctl_t *ctl) {
  const char *path = collab_ctl_value(ctl, "file"), *error = "";
  const char *text = collab_ctl_file(ctl, path, FILE_MAX);
  const collab_json_t *json = text ? collab_json_parse(ctl->pool, text, strlen(text), &error) : NULL;
  if (text && !json) {
    collab_ctl_say(ctl, "%s: %s", path, error);
  }
  collab_faults_t faults = {.pool = ctl->pool};
  const char *form = json ? collab_ctl_form_check(&faults, json) : NULL;
  for (int i = 0; faults.list && i < faults.list->nelts; i++) {
    const collab_fault_t *one = &APR_ARRAY_IDX(faults.list, i, collab_fault_t);
    collab_ctl_say(ctl, "%s: %s", *one->field ? one->field : "form", one->message);
  }
  if (!form) {
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "form", form);
  const char *company = collab_json_string(collab_json_get(json, "company"));
  if (company) {
    apr_table_setn(ctl->args, "company", company); /* for the audit */
  }
  return collab_ctl_statement(ctl);
}
