/* exchange_check.c: refuses to work on another exchange's database, as a node with CollabExchange refuses to serve it. */
#include "ctl/ctl.h"

#include "base/text.h"
#include "store/own_exchange.h"

#define WITHIN apr_time_from_sec(30)

const char *collab_ctl_expected(const collab_ctl_t *ctl) {
  const char *value = collab_ctl_setting(ctl, "exchange", "COLLAB_EXCHANGE"),
             *uuid = value ? collab_text_uuid(ctl->pool, value) : NULL;

  return uuid ? uuid : value; /* a value that is no UUID fits no database */
}

/* Runs a statement without values. False: it failed, or the connection is lost. */
static bool ask(const collab_ctl_t *ctl, const collab_statement_t *statement, collab_rows_t *rows) {
  if (collab_pg_run(ctl->pg, ctl->pool, statement, NULL, collab_time_clock() + WITHIN) != COLLAB_PG_DONE) {
    return false;
  }
  *rows = collab_pg_rows(ctl->pg, 0);
  return true;
}

collab_ctl_exit_t collab_ctl_exchange_check(collab_ctl_t *ctl) {
  const char *expected = collab_ctl_expected(ctl), *identity = NULL;
  collab_rows_t state = {0}, look = {0};

  if (!expected) {
    return CTL_DONE;
  }
  if (!ask(ctl, STATEMENT(ctl_exchange_state), &state) ||
      (collab_rows_integer(state, 0, "named") && !ask(ctl, STATEMENT(exchange_look), &look))) {
    collab_ctl_say(ctl, "the database does not answer: %s", collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)));
    return CTL_UNREACHABLE;
  }
  if (collab_rows_integer(state, 0, "named")) {
    identity = collab_rows_text(look, 0, "identity");
  } else if (collab_rows_integer(state, 0, "filled") && ctl->command == collab_ctl_migrate) {
    return CTL_DONE; /* a dump from before the identities: it gets one */
  }
  const char *fault = collab_own_exchange_fault(ctl->pool, expected, identity);
  if (fault) {
    collab_ctl_say(
        ctl,
        "%s (COLLAB_EXCHANGE). Mount or restore the exchange's database. docs/operations.md, \"Another exchange's database\"",
        fault);
    return CTL_REFUSED;
  }
  return CTL_DONE;
}
