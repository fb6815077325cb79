/* status.c: collabctl status: what the database knows of the exchange, all nodes together. What one node counts of itself is on
 * its status page (docs/status.md). */
#include "ctl/ctl.h"

static collab_ctl_exit_t status(collab_ctl_t *ctl);

#define WAIT 30

// clang-format off
static const char *const columns[] = {
  "schema", "dispatchers", "deliveries_to_do", "longest_overdue", "oldest_in_the_outbox", "dead_letters", "replays", "paused_subscriptions",
  "log_of_attempts", "dead_rows_in_live_tables", "oldest_snapshot", "held_by", NULL
};

const collab_ctl_command_t collab_ctl_status[] = {
  { "", "shows backlog, dead letters, and what keeps the database from cleaning up", NULL, STATEMENT(ctl_status), columns, status },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

static collab_ctl_exit_t status(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &rows);

  if (outcome == CTL_DONE)
    collab_ctl_print_record(ctl, rows, columns);
  return outcome;
}
