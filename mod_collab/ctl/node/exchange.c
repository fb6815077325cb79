/* exchange.c: collabctl exchange: the identity of the exchange (CollabExchange); its members as a file (ctl/exchange/). */
#include "ctl/ctl.h"

#include <string.h>

#include "base/text.h"

#define WAIT 60

static collab_ctl_exit_t show(collab_ctl_t *ctl), adopt(collab_ctl_t *ctl);

// clang-format off
static const char *const record[] = { "identity", "since", "expected_here", NULL };

static const collab_ctl_param_t yes[] = {
  { "yes", CTL_OPTIONAL, CTL_FLAG, 0, "does it; without --yes, prints the plan and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t export_params[] = {
  { "FILE",                 CTL_ARGUMENT, CTL_NAME, 0, "JSON file to write; \"-\" is standard output" },
  { "with-password-hashes", CTL_OPTIONAL, CTL_FLAG, 0, "also writes the hashes of the users' passwords" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t apply_params[] = {
  { "FILE",    CTL_ARGUMENT, CTL_NAME, 0, "JSON file, as export writes it; \"-\" is standard input" },
  { "dry-run", CTL_OPTIONAL, CTL_FLAG, 0, "prints the plan and changes nothing" },
  { "prune",   CTL_OPTIONAL, CTL_FLAG, 0, "disables what the file does not have" },
  { "yes",     CTL_OPTIONAL, CTL_FLAG, 0, "disables companies, and accepts names that partners could confuse" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_exchange[] = {
  { "show",  "shows the identity of the exchange whose database this is, and the one that this machine expects", NULL, STATEMENT(ctl_exchange_show), NULL, show, READS },
  { "adopt", "makes a restored copy an exchange of its own: ends all tokens, switches all subscriptions off",     yes, STATEMENT(ctl_exchange_adopt), NULL, adopt },
  { "export", "writes communities, companies, accounts and forms to a file, without secrets", export_params, NULL, NULL, collab_ctl_exchange_export, READS },
  { "apply",  "makes communities, companies, accounts and forms as a file says",              apply_params,  NULL, NULL, collab_ctl_exchange_apply },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t show(collab_ctl_t *ctl) {
  ctl->any_exchange = true;
  apr_table_setn(ctl->args, "expected", collab_ctl_expected(ctl) ? collab_ctl_expected(ctl) : "any");
  return collab_ctl_record(ctl, record);
}

/* The database gets the identity that this machine expects, so that its nodes serve it; a new one if it has that one already. */
static collab_ctl_exit_t adopt(collab_ctl_t *ctl) {
  const char *expected = collab_ctl_expected(ctl);
  collab_rows_t rows;

  ctl->any_exchange = true;
  if (expected && !collab_text_uuid(ctl->pool, expected)) {
    collab_ctl_say(ctl, "COLLAB_EXCHANGE: must be a UUID, as CollabExchange");
    return CTL_USAGE;
  }
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(exchange_look), WAIT, &rows);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  const char *identity = collab_rows_text(rows, 0, "identity");
  if (expected && !(identity && !strcmp(identity, expected))) {
    apr_table_setn(ctl->args, "identity", expected);
  }
  return collab_ctl_confirmed(ctl, STATEMENT(ctl_exchange_plan));
}
