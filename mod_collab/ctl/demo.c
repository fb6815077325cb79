/* demo.c: collabctl demo: adds members to try the service with, from sql/data/demo/members.sql, in one transaction.
 *
 * Fills an empty database; changes nothing in one that has the demo already; refuses one that has other companies. The password
 * of the demo's users is public: never use it on a database that matters. */
#include "ctl/ctl.h"

#include <string.h>

#define FILE_MAX (1 << 20)
#define WAIT 60
#define PASSWORD "exchange-demo"
#define MEMBERS "data/demo/members.sql" /* below sql/ */

static collab_ctl_exit_t demo(collab_ctl_t *ctl);

// clang-format off
const collab_ctl_command_t collab_ctl_demo[] = {
  { "", "adds the demo's companies, users (password " PASSWORD ") and forms to an empty database", NULL, NULL, NULL, demo },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

static collab_ctl_exit_t demo(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_lock), WAIT, &rows);
  if (outcome != CTL_DONE || (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_demo_state), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  if (!strcmp(collab_rows_text(rows, 0, "state"), "there")) {
    collab_ctl_tell(ctl, "the demo is there already");
    return CTL_DONE;
  }
  const char *folder = collab_ctl_sql_folder(ctl);
  const char *sql = folder ? collab_ctl_file(ctl, apr_pstrcat(ctl->pool, folder, "/" MEMBERS, NULL), FILE_MAX) : NULL;
  if (!sql) {
    return CTL_REFUSED;
  }
  outcome = collab_ctl_password_hash(ctl, PASSWORD);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_demo_announce), WAIT, &rows);
  }
  if (outcome == CTL_DONE && (outcome = collab_ctl_ask(ctl, STATEMENT(transaction_begin), WAIT, &rows)) == CTL_DONE &&
      (outcome = collab_ctl_script(ctl, MEMBERS, sql)) == CTL_DONE && (outcome = collab_ctl_audit(ctl)) == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(transaction_commit), WAIT, &rows);
  }
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "the demo is there; every user's password is " PASSWORD);
  }
  return outcome;
}
