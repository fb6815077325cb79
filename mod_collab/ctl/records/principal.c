/* principal.c: collabctl principal: services that call with tokens of another issuer (client credentials; interface.md 4.4).
 *
 * PRINCIPAL is an id, an e-mail address, or an object id that only one issuer has. An object id that is a GUID is stored and
 * compared in lower case. An unknown or disabled principal gets 401. */
#include "ctl/ctl.h"

#include "auth/claims.h"

#define REMOVE_WAIT 600 /* seconds; looks through all requests of the company, and PostgreSQL through all notes */

static collab_ctl_exit_t principal_add(collab_ctl_t *ctl);
static collab_ctl_exit_t principal_active(collab_ctl_t *ctl);
static collab_ctl_exit_t principal_set(collab_ctl_t *ctl);
static collab_ctl_exit_t principal_remove(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t add[] = {
  { "NAME",    CTL_ARGUMENT, CTL_NAME,  NAME_LENGTH, "its name in records" },
  { "company", CTL_REQUIRED, CTL_NAME,  0,    "id or domain" },
  { "email",   CTL_REQUIRED, CTL_EMAIL, EMAIL_LENGTH, "in the company's domain" },
  { "issuer",  CTL_REQUIRED, CTL_NAME,  URI_LENGTH, "issuer of its tokens, as in CollabTrustedIssuer" },
  { "oid",     CTL_REQUIRED, CTL_NAME,  SUBJECT_LENGTH, "the claim oid of its tokens" },
  { "role",    CTL_OPTIONAL, CTL_ROLE,  0,    "reader, member or integrator (default: integrator)" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t list[] = {
  { "company", CTL_OPTIONAL, CTL_NAME, 0, "only of this company, by id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t set[] = {
  { "PRINCIPAL", CTL_ARGUMENT, CTL_NAME, SUBJECT_LENGTH, "id, e-mail address or object id" },
  { "role",      CTL_OPTIONAL, CTL_ROLE, 0,   "reader, member or integrator" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t enable[] = {
  { "PRINCIPAL", CTL_ARGUMENT, CTL_NAME, SUBJECT_LENGTH, "id, e-mail address or object id" },
  { "active",    CTL_PRESET,   CTL_FLAG, 0,   "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t disable[] = {
  { "PRINCIPAL", CTL_ARGUMENT, CTL_NAME, SUBJECT_LENGTH, "id, e-mail address or object id" },
  { "active",    CTL_PRESET,   CTL_FLAG, 0,   "false" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  { "PRINCIPAL", CTL_ARGUMENT, CTL_NAME, SUBJECT_LENGTH, "id, e-mail address or object id" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "name", "email", "company", "issuer", "oid", "role", "active", NULL };

const collab_ctl_command_t collab_ctl_principal[] = {
  { "add",     "adds a principal and prints its id", add,     STATEMENT(ctl_principal_add),  NULL,    principal_add    },
  { "list",    "lists principals",                   list,    STATEMENT(ctl_principal_list), columns, NULL, READS },
  { "set",     "changes the given values",           set,     STATEMENT(ctl_principal_set),  NULL,    principal_set    },
  { "disable", "refuses its tokens",                 disable, STATEMENT(ctl_principal_set),  NULL,    principal_active },
  { "enable",  "accepts its tokens again",           enable,  STATEMENT(ctl_principal_set),  NULL,    principal_active },
  { "remove",  "removes one that nothing names",     one,     STATEMENT(ctl_principal_remove), NULL,  principal_remove },
  { NULL }
};
// clang-format on

/* Spells an object id as the database stores it. */
static void spell_object_id(collab_ctl_t *ctl, const char *name) {
  apr_table_setn(ctl->args, name, collab_claims_object_id(ctl->pool, collab_ctl_value(ctl, name)));
}

static collab_ctl_exit_t principal_add(collab_ctl_t *ctl) {
  spell_object_id(ctl, "oid");
  return collab_ctl_statement(ctl);
}

static collab_ctl_exit_t principal_active(collab_ctl_t *ctl) {
  spell_object_id(ctl, "principal"); /* an id or an e-mail address stays unchanged: neither is a GUID */
  return collab_ctl_statement(ctl);
}

static collab_ctl_exit_t principal_set(collab_ctl_t *ctl) {
  spell_object_id(ctl, "principal");
  return collab_ctl_set(ctl);
}

static collab_ctl_exit_t principal_remove(collab_ctl_t *ctl) {
  collab_rows_t rows;

  spell_object_id(ctl, "principal");
  return collab_ctl_ask(ctl, ctl->command->statement, REMOVE_WAIT, &rows);
}
