/* blocker.c: collabctl blocker: lists blockers, which keep dead rows or make the dispatcher wait; ends one of them.
 *
 * Only PostgreSQL's superuser may end any blocker: another role's session, a prepared transaction or a replication slot. */
#include "ctl/ctl.h"
#include "ctl/setup/setup.h"
#include "store/dsn.h"

#define WAIT 30

static collab_ctl_exit_t end(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t end_params[] = {
  { "KIND",      CTL_ARGUMENT, CTL_SOME, 0, "session, prepared or slot" },
  { "BLOCKER",   CTL_ARGUMENT, CTL_SOME, 0, "process id of the session, or name" },
  { "admin-dsn", CTL_OPTIONAL, CTL_SOME, 0, "connection string of a remote database's superuser; its password in PGPASSWORD or ~/.pgpass" },
  { "yes",       CTL_OPTIONAL, CTL_FLAG, 0, "does it; without --yes, prints what it would end and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "kind", "name", "who", "state", "age", "effect", NULL };

const collab_ctl_command_t collab_ctl_blocker[] = {
  { "list", "lists what keeps dead rows or makes the service wait", NULL,       STATEMENT(ctl_blocker_list), columns, NULL, READS },
  { "end",  "ends one of them, as PostgreSQL's superuser",          end_params, STATEMENT(ctl_blocker_plan), NULL,    end  },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t end(collab_ctl_t *ctl) {
  const char *given = collab_ctl_value(ctl, "admin_dsn"), *own = collab_ctl_setting(ctl, "dsn", "COLLAB_DSN");
  collab_rows_t plan;
  collab_ctl_t admin;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &plan);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  const char *would = collab_rows_text(plan, 0, "would"), *command = collab_rows_text(plan, 0, "command");
  if (!collab_ctl_value(ctl, "yes")) {
    return collab_ctl_planned(ctl, "%s", would);
  }
  const char *reach = collab_dsn_reach(ctl->pool, given ? given : own);
  if (!reach) {
    collab_ctl_say(ctl, "%s: must be words such as host=db.example.org, without a password", given ? "admin-dsn" : "dsn");
    return CTL_REFUSED;
  }
  if ((outcome = collab_setup_superuser(ctl, given, reach, collab_rows_text(plan, 0, "database"), &admin)) != CTL_DONE ||
      (outcome = collab_ctl_script(&admin, would, command)) != CTL_DONE || (outcome = collab_ctl_audit(ctl)) != CTL_DONE) {
    return outcome;
  }
  collab_ctl_tell(ctl, "done: %s", would);
  return CTL_DONE;
}
