/* attachment.c: collabctl attachment: sets a company's default storage (interface.md 13.1). A request uses the default if the
 * company's users have set no storage for the request. This process seals the storage's password, and then sends the sealed
 * password to the database. */
#include "ctl/ctl.h"

#include <string.h>

#include "base/keyring.h"
#include "base/random.h"
#include "base/seal.h"
#include "base/time.h"
#include "domain/domain.h"
#include "outbound/storage.h"

static collab_ctl_exit_t attachment_set(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t set[] = {
  { "COMPANY",       CTL_ARGUMENT, CTL_NAME, 0,               "id or domain" },
  { "domain",        CTL_REQUIRED, CTL_NAME, 0,               "DNS name of the storage" },
  { "port",          CTL_OPTIONAL, CTL_ID,   65535,           "its port (default: 443)" },
  { "path",          CTL_OPTIONAL, CTL_TEXT, STORAGE_PATH_LENGTH, "folder of the files (default: /); {token} stands for the request's token: a default storage should have it" },
  { "expiration",    CTL_OPTIONAL, CTL_SOME, 0,               "date-time at which it expires (default: never)" },
  { "same-name",     CTL_OPTIONAL, CTL_SOME, 0,               "overwrite or number: what happens to a file whose name is taken (default: number)" },
  { "password-file", CTL_OPTIONAL, CTL_SOME, 0,               "file with the password on one line (default: standard input)" },
  { "password",      CTL_OPTIONAL, CTL_SOME, 0,               "the password itself; everybody on this machine can see it while collabctl runs" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t remove_params[] = {
  { "COMPANY", CTL_ARGUMENT, CTL_NAME, 0, "id or domain" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "company", "url", "expiration", "same_name", NULL };

const collab_ctl_command_t collab_ctl_attachment[] = {
  { "set",    "sets where a company wants attachments by default", set,           STATEMENT(ctl_attachment_set),    NULL,    attachment_set },
  { "list",   "lists these storages, without passwords",           NULL,          STATEMENT(ctl_attachment_list),   columns, NULL, READS },
  { "remove", "removes a company's default",                       remove_params, STATEMENT(ctl_attachment_remove), NULL,    NULL           },
  { NULL }
};
// clang-format on

/* Reports a wrong value and returns false. */
static bool fits(const collab_ctl_t *ctl, const char *field, const char *fault) {
  if (fault) {
    collab_ctl_say(ctl, "%s: %s", field, fault);
  }
  return !fault;
}

static bool check(collab_ctl_t *ctl) {
  const char *expiration = collab_ctl_value(ctl, "expiration"), *same = collab_ctl_value(ctl, "same_name");
  apr_time_t when = 0;
  bool fine = fits(ctl, "domain", collab_storage_domain_fault(collab_ctl_value(ctl, "domain")));

  fine &= fits(ctl, "path", collab_storage_path_fault(collab_ctl_value(ctl, "path")));
  if (expiration && (!collab_time_parse(expiration, &when) || when <= apr_time_now())) {
    fine = fits(ctl, "expiration", "must be a date-time in the future, such as 2030-01-31T00:00:00Z");
  }
  if (same && strcmp(same, "overwrite") != 0 && strcmp(same, "number") != 0) {
    fine = fits(ctl, "same-name", "must be overwrite or number");
  }
  if (fine && expiration) {
    apr_table_setn(ctl->args, "expiration", collab_time_micros(ctl->pool, when));
  }
  return fine;
}

static collab_ctl_exit_t attachment_set(collab_ctl_t *ctl) {
  if (!collab_ctl_value(ctl, "port")) {
    apr_table_setn(ctl->args, "port", "443");
  }
  if (!collab_ctl_value(ctl, "path")) {
    apr_table_setn(ctl->args, "path", "/");
  }
  const collab_keyring_t *ring = check(ctl) ? collab_ctl_keyring(ctl) : NULL;
  const char *password = ring ? collab_ctl_password_text(ctl) : NULL;
  if (!password) {
    return CTL_REFUSED;
  }
  const char *fault = collab_storage_password_fault(password);
  if (!fault) {
    fault = collab_ctl_fault(ctl->pool, CTL_TEXT, CREDENTIAL_LENGTH, password);
  }
  if (!fits(ctl, "password", fault)) {
    return CTL_REFUSED;
  }
  const char *uid = collab_random_uuid(ctl->pool);
  const char *sealed = uid ? collab_seal(ctl->pool, ring, apr_pstrcat(ctl->pool, "attachment/", uid, NULL), password) : NULL;
  if (!fits(ctl, "password", sealed ? NULL : "cannot be sealed")) {
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "uid", uid);
  apr_table_setn(ctl->args, "sealed", sealed);
  return collab_ctl_statement(ctl);
}
