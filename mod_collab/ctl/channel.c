/* channel.c: collabctl channel: lists the channels with their waiting events, and ends the channel of the event log.
 *
 * That channel begins when a dispatcher first writes the event log (CollabEventLog). It does not end by itself, because a
 * dispatcher that comes back must find all events. */
#include "ctl/ctl.h"

#define EMPTY_WITHIN 60

static collab_ctl_exit_t off(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t code = collab_ctl_ask(ctl, STATEMENT(ctl_channel_off), EMPTY_WITHIN, &rows);
  if (code != CTL_DONE) {
    return code;
  }

  int64_t waited = collab_rows_integer(rows, 0, "waiting");
  do {
    code = collab_ctl_ask(ctl, STATEMENT(ctl_channel_empty), EMPTY_WITHIN, &rows);
    if (code != CTL_DONE) {
      return code;
    }
  } while (collab_rows_integer(rows, 0, "gone") > 0);
  collab_ctl_tell(ctl, "%s is off; waiting events that were dropped: %" APR_INT64_T_FMT, collab_ctl_value(ctl, "name"), waited);
  return CTL_DONE;
}

// clang-format off
static const collab_ctl_param_t off_params[] = {
  { "NAME", CTL_ARGUMENT, CTL_NAME, 0, NULL },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "name", "active", "consumed", "waiting", "oldest", NULL };

const collab_ctl_command_t collab_ctl_channel[] = {
  { "list", "lists the channels and their waiting events",               NULL,       STATEMENT(ctl_channel_list), columns, NULL, READS },
  { "off",  "ends the event log's unused channel, and drops its events", off_params, NULL,                        NULL,    off  },
  { NULL }
};
