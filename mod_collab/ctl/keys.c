/* keys.c: collabctl rotate-key and token: the commands that use the exchange's own keys.
 *
 * rotate-key seals all sealed values again, with the first key of the file:
 * 1. It checks that the file has the keys of this database (store/canary.h).
 * 2. It derives an HMAC key, which recognises repeated bodies (domain/body_mac.h), from every key of the file but the first. It
 *    stores the HMAC keys, sealed.
 * 3. It opens each value with the key that the value's second byte names, and seals it again, 500 values in a transaction. It
 *    skips a value that has changed in the meantime. An interrupted run loses nothing: the operator repeats it.
 * Must never write an opened value anywhere. */
#include "ctl/ctl.h"

#include "auth/token.h"
#include "base/keyring.h"
#include "base/seal.h"
#include "domain/body_mac.h"
#include "domain/format.h"
#include "store/canary.h"

#include <apr_strings.h>
#include <stdio.h>

#define WAIT 60
#define LIFETIME_MAX 2592000 /* seconds, the maximum of CollabTokenLifetime, too */
#define FAULTS_MAX 100       /* values that no key opens; if there are more, the file is the wrong one */

static collab_ctl_exit_t rotate_key(collab_ctl_t *ctl);
static collab_ctl_exit_t token(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t token_params[] = {
  { "USERNAME",  CTL_ARGUMENT, CTL_NAME, NAME_LENGTH, NULL },
  { "token-key", CTL_REQUIRED, CTL_NAME, 0,    "file of the signing key (CollabTokenKey)" },
  { "issuer",    CTL_REQUIRED, CTL_NAME, URI_LENGTH, "the server's base URL (CollabBaseURL)" },
  { "lifetime",  CTL_OPTIONAL, CTL_ID,   LIFETIME_MAX, "seconds, at most 2592000 (3600)" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t rotate_params[] = {
  { "key-lost", CTL_OPTIONAL, CTL_FLAG, 0, "the database's key is lost: accepts this file from now on; leaves values that it does not open" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_rotate_key[] = {
  { "", "seals all secrets with the first key of the file of --secrets-key", rotate_params, NULL, NULL, rotate_key },
  { NULL }
};

const collab_ctl_command_t collab_ctl_token[] = {
  { "", "prints an access token of a user, without a password", token_params, STATEMENT(ctl_token_account), NULL, token },
  { NULL }
};
// clang-format on

/* Seals one value again, and returns it in the form that ctl_sealed_set takes. NULL: no key opens the value. */
static const char *anew(apr_pool_t *pool, const collab_keyring_t *ring, collab_rows_t rows, int row) {
  collab_json_writer_t *w = collab_json_writer_make(pool, 500);
  const char *identity = collab_rows_text(rows, row, "identity"), *sealed = collab_rows_text(rows, row, "sealed");
  const char *again = collab_seal_again(pool, ring, identity, sealed);

  if (again == NULL) {
    return NULL;
  }
  collab_write_strings(w, NULL, "kind", collab_rows_text(rows, row, "kind"), "row", collab_rows_text(rows, row, "row"), "old",
                       sealed, "new", again, NULL);
  return w->text;
}

/* Derives an HMAC key, which recognises repeated bodies (domain/body_mac.h), from each key of the file but the first. Stores the
 * HMAC keys, sealed. */
static collab_ctl_exit_t keep_macs(collab_ctl_t *ctl, const collab_keyring_t *ring) {
  collab_json_writer_t *macs = collab_json_writer_make(ctl->pool, 500);
  collab_rows_t rows;

  collab_write_open(macs, NULL, "[");
  for (int id = 1; id <= COLLAB_KEY_ID_MAX; id++) {
    const char *sealed = id != collab_keyring_sealing(ring) ? collab_body_mac_keep(ctl->pool, ring, id) : NULL;
    if (sealed) {
      collab_write_open(macs, NULL, "{");
      collab_write_integer(macs, "key", id);
      collab_write_text(macs, "secret", sealed);
      collab_write_close(macs, "}");
    }
  }
  collab_write_close(macs, "]");
  apr_table_setn(ctl->args, "macs", macs->text);
  return collab_ctl_ask(ctl, STATEMENT(ctl_mac_keep), WAIT, &rows);
}

/* Seals the canary with the first key. Refuses a file without a key that opens the canary, unless --key-lost is given. */
static collab_ctl_exit_t keep_canary(collab_ctl_t *ctl, const collab_keyring_t *ring) {
  const char *fresh = collab_canary_make(ctl->pool, ring);
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  apr_table_setn(ctl->args, "canary", fresh);
  if ((outcome = collab_ctl_ask(ctl, STATEMENT(canary_keep), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  const char *old = collab_rows_text(rows, 0, "canary"), *again = collab_canary_again(ctl->pool, ring, old);
  if (!again && !collab_ctl_value(ctl, "key_lost")) {
    collab_ctl_say(
        ctl, "secrets-key: no key of the file opens the database's canary: its secrets were sealed with another file. Give that "
             "file; if it is lost, --key-lost");
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "old", old);
  apr_table_setn(ctl->args, "canary", again ? again : fresh);
  return collab_ctl_ask(ctl, STATEMENT(ctl_canary_set), WAIT, &rows);
}

static collab_ctl_exit_t rotate_key(collab_ctl_t *ctl) {
  const collab_keyring_t *ring = collab_ctl_keyring(ctl);
  const char *closed = "";
  int changed = 0, faults = 0;
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  if (!ring) {
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "key", apr_itoa(ctl->pool, collab_keyring_sealing(ring)));
  if ((outcome = keep_canary(ctl, ring)) != CTL_DONE || (outcome = keep_macs(ctl, ring)) != CTL_DONE) {
    return outcome;
  }
  for (;;) {
    apr_table_setn(ctl->args, "skip", apr_pstrcat(ctl->pool, "[", closed, "]", NULL));
    if ((outcome = collab_ctl_ask(ctl, STATEMENT(ctl_sealed_list), WAIT, &rows)) != CTL_DONE || !rows.count ||
        faults > FAULTS_MAX) {
      break;
    }
    apr_array_header_t *values = apr_array_make(ctl->pool, rows.count, sizeof(const char *));
    for (int row = 0; row < rows.count; row++) {
      const char *value = anew(ctl->pool, ring, rows, row);
      if (value) {
        APR_ARRAY_PUSH(values, const char *) = value;
      } else {
        const char *name =
            apr_pstrcat(ctl->pool, collab_rows_text(rows, row, "kind"), " ", collab_rows_text(rows, row, "row"), NULL);
        collab_ctl_say(ctl, "%s: does not open with any key of the file", name);
        closed = apr_pstrcat(ctl->pool, closed, *closed ? "," : "", collab_json_quote(ctl->pool, name), NULL);
        faults++;
      }
    }
    apr_table_setn(ctl->args, "sealed", apr_pstrcat(ctl->pool, "[", apr_array_pstrcat(ctl->pool, values, ','), "]", NULL));
    if ((outcome = collab_ctl_ask(ctl, STATEMENT(ctl_sealed_set), WAIT, &rows)) != CTL_DONE) {
      break;
    }
    changed += (int)apr_atoi64(collab_rows_text(rows, 0, "changed"));
  }
  collab_ctl_tell(ctl, "%d secrets sealed anew with key %s", changed, collab_ctl_value(ctl, "key"));
  return outcome == CTL_DONE && faults ? CTL_REFUSED : outcome;
}

static collab_ctl_exit_t token(collab_ctl_t *ctl) {
  const char *error = "", *lifetime = collab_ctl_value(ctl, "lifetime");
  const collab_jws_key_t *key = collab_jws_key_load(ctl->pool, collab_ctl_value(ctl, "token_key"), &error);
  collab_rows_t rows;

  if (!key) {
    collab_ctl_say(ctl, "token-key: %s", error);
    return CTL_REFUSED;
  }
  const char *issuer = collab_format_base_url(ctl->pool, collab_ctl_value(ctl, "issuer"));
  const char *wrong = collab_format_uri_fault(issuer, true);
  if (wrong) {
    collab_ctl_say(ctl, "issuer: %s", wrong);
    return CTL_REFUSED;
  }
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &rows);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  if ((outcome = collab_ctl_audit(ctl)) != CTL_DONE) {
    return outcome;
  }
  const char *made =
      collab_token_issue(ctl->pool, key, issuer, collab_rows_text(rows, 0, "id"), collab_rows_text(rows, 0, "company"),
                         collab_rows_text(rows, 0, "epoch"), apr_time_now(), lifetime ? (int)apr_atoi64(lifetime) : 3600);
  if (!made) {
    collab_ctl_say(ctl, "token-key: the key cannot sign");
    return CTL_REFUSED;
  }
  if (collab_ctl_value(ctl, "json")) {
    collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 500);
    collab_write_strings(w, NULL, "accessToken", made, NULL);
    printf("%s\n", w->text);
  } else {
    printf("%s\n", made);
  }
  return CTL_DONE;
}
