/* password.c: POST /v1/me/password changes the caller's own password.
 *
 *   find (hash and failures) → check the current password, hash the new one, no connection borrowed → change, and make a token
 *
 * password_change changes nothing unless the account still has the hash that was checked. So of two concurrent changes only one
 * succeeds. The other gets 401, because the first change ended its token. Worker threads only. */
#include "auth/password.h"
#include "api/api.h"
#include "base/text.h"

/* Adds what collab_new_password_fault has found. */
static void add_new_password_fault(collab_exchange_t *x, const char *password, const char *fault) {
  bool is_short = collab_text_length(password) < COLLAB_PASSWORD_MIN;

  collab_faults_add(&x->faults, "newPassword", is_short ? COLLAB_FAULT_TOO_SHORT : COLLAB_FAULT_WEAK_PASSWORD, fault);
}

void collab_api_password_change_check(collab_exchange_t *x) {
  const char *password = collab_exchange_text(x, "newPassword");
  const char *fault = password && *password ? collab_new_password_fault(x->pool, password, NULL) : NULL;

  if (fault) {
    add_new_password_fault(x, password, fault);
  }
  /* Before any password is looked at: the example of the description, sent as it is, must not count as a failed login. */
  const char *current = collab_exchange_text(x, "currentPassword");
  if (password && current && *password && !strcmp(password, current)) {
    collab_faults_add(&x->faults, "newPassword", COLLAB_FAULT_MISMATCH, "must differ from currentPassword");
  }
}

collab_outcome_t collab_api_password_change(collab_exchange_t *x) {
  const collab_route_t *row = x->operation->row;
  const collab_statement_t *find = row->read, *failed = row->failed, *change = row->change;
  const char *new = collab_exchange_text(x, "newPassword");
  collab_reading_t reading = {.password = collab_exchange_text(x, "currentPassword")};
  collab_outcome_t outcome = collab_api_password_find(x, find, &reading, 1);

  if (outcome != COLLAB_OK) {
    return outcome;
  }
  const char *username = collab_exchange_column(x, "username"), *former_hash = collab_exchange_column(x, "password_hash");
  const char *fault = collab_new_password_fault(x->pool, new, username);
  if (fault) {
    add_new_password_fault(x, new, fault);
    return COLLAB_INVALID;
  }
  reading.username = username;
  outcome = collab_api_password_check(x, failed, &reading, 1);
  if (outcome == COLLAB_BAD_LOGIN) {
    collab_faults_add(&x->faults, "currentPassword", COLLAB_FAULT_WRONG_PASSWORD, "is wrong");
    return COLLAB_INVALID;
  }
  const char *hash = NULL;
  if (outcome == COLLAB_OK) {
    outcome = collab_api_password_hash(x, new, &hash);
  }
  if (outcome != COLLAB_OK) {
    return outcome;
  }
  collab_exchange_value(x, "former_hash", former_hash);
  collab_exchange_value(x, "password_hash", hash);
  outcome = collab_exchange_run(x, change);
  return outcome == COLLAB_OK ? collab_api_give_token(x) : outcome;
}
