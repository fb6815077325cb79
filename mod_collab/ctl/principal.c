/* principal.c: collabctl principal: services that call with tokens of another issuer (client credentials; contract.md 4).
 *
 * A PRINCIPAL is named by its e-mail address, or by its object id where that is one issuer's alone. One that is not provisioned, or
 * disabled, is nobody: 401. */
#include "ctl/ctl.h"

// clang-format off
static const collab_ctl_param_t add[] = {
  { "NAME",    CTL_ARGUMENT, CTL_NAME,  191,  "as records show it" },
  { "company", CTL_REQUIRED, CTL_NAME,  0,    "id or domain" },
  { "email",   CTL_REQUIRED, CTL_EMAIL, 191,  "in the company's domain" },
  { "issuer",  CTL_REQUIRED, CTL_NAME,  2048, "as CollabTrustedIssuer names it" },
  { "oid",     CTL_REQUIRED, CTL_NAME,  255,  "the claim oid of its tokens" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t list[] = {
  { "company", CTL_OPTIONAL, CTL_NAME, 0, "of this one alone, by id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t enable[] = {
  { "PRINCIPAL", CTL_ARGUMENT, CTL_NAME, 255, "e-mail address or object id" },
  { "active",    CTL_PRESET,   CTL_FLAG, 0,   "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t disable[] = {
  { "PRINCIPAL", CTL_ARGUMENT, CTL_NAME, 255, "e-mail address or object id" },
  { "active",    CTL_PRESET,   CTL_FLAG, 0,   "false" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "name", "email", "company", "issuer", "oid", "active", NULL };

const collab_ctl_command_t collab_ctl_principal[] = {
  { "add",     "provisions a principal and prints its id", add,     STATEMENT(ctl_principal_add),    NULL,    NULL },
  { "list",    "lists principals",                         list,    STATEMENT(ctl_principal_list),   columns, NULL },
  { "disable", "refuses its tokens",                       disable, STATEMENT(ctl_principal_active), NULL,    NULL },
  { "enable",  "takes that back",                          enable,  STATEMENT(ctl_principal_active), NULL,    NULL },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
