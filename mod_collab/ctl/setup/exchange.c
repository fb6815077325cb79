/* exchange.c: collabctl setup: decides whether setup may make an exchange, and writes the identity of the exchange
 * (CollabExchange).
 *
 * A volume that is not mounted looks like a PostgreSQL that nobody has used yet. An exchange made there would refuse all members.
 * So setup makes none where this node's configuration names one: by CollabExchange, or by a 00-setup.conf of 0.1.0. The last step
 * of a setup writes CollabExchange; until then, 00-setup.conf says that setup has not ended. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <string.h>

#include "store/own_exchange.h"

#define WAIT 30
#define REMEDY                                                                                                                   \
  "Mount or restore the exchange's database, then run setup again. docs/operations.md, \"Another exchange's database\".\n"       \
  "If this node is to serve a new exchange, or the one that the database has: collabctl setup --new."

static bool wants_new(const collab_setup_t *setup) {
  return collab_ctl_value(setup->ctl, "new") != NULL;
}

/* Finds the exchange that this node's configuration names; with --new, it counts as naming none. */
static void find_named(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *conf = collab_setup_read(pool, apr_pstrcat(pool, setup->folder, SETUP_CONF, NULL));
  const char *identity = collab_setup_value(pool, conf, "CollabExchange ");

  if (wants_new(setup)) {
    return;
  }
  setup->identity = identity ? identity : collab_ctl_expected(setup->ctl);
  setup->named = setup->identity || (conf && !strstr(conf, SETUP_UNFINISHED));
}

collab_ctl_exit_t collab_setup_may_make(collab_setup_t *setup) {
  find_named(setup);
  return setup->named && !collab_rows_integer(setup->server, 0, "database")
             ? collab_setup_failed("database collab", "is missing, and this node has an exchange already", REMEDY)
             : CTL_DONE;
}

/* Reads the identity in the database; NULL: it has none yet. Sets *filled to whether it has a schema. */
static collab_ctl_exit_t look(collab_setup_t *setup, bool *filled, const char **identity) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(setup->ctl, STATEMENT(ctl_exchange_state), WAIT, &rows);

  *identity = NULL;
  *filled = outcome == CTL_DONE && collab_rows_integer(rows, 0, "filled");
  if (outcome == CTL_DONE && collab_rows_integer(rows, 0, "named") &&
      (outcome = collab_ctl_ask(setup->ctl, STATEMENT(exchange_look), WAIT, &rows)) == CTL_DONE) {
    *identity = collab_rows_text(rows, 0, "identity");
  }
  return outcome;
}

collab_ctl_exit_t collab_setup_own_database(collab_setup_t *setup) {
  const char *identity;
  bool filled;
  collab_ctl_exit_t outcome = look(setup, &filled, &identity);

  if (outcome != CTL_DONE || !setup->named) {
    return outcome;
  }
  if (!filled) {
    return collab_setup_failed("database collab", "is empty, and this node has an exchange already", REMEDY);
  }
  const char *fault = setup->identity ? collab_own_exchange_fault(setup->ctl->pool, setup->identity, identity) : NULL;
  return fault ? collab_setup_failed("database collab", fault, REMEDY) : CTL_DONE;
}

collab_ctl_exit_t collab_setup_identity(collab_setup_t *setup) {
  bool filled;
  collab_ctl_exit_t outcome = look(setup, &filled, &setup->identity);

  setup->ended = true;
  if (outcome == CTL_DONE) {
    outcome = collab_setup_options(setup);
  }
  return outcome == CTL_DONE && setup->identity ? collab_setup_settings(setup) : outcome;
}
