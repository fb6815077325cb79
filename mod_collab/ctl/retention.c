/* retention.c: collabctl retention: the times for which the database keeps rows at least, whatever the dispatchers ask for
 * (sql/migrations/0109_confinement.sql). */
#include "ctl/ctl.h"

#define MOST 36500 /* as in CollabRetention */

// clang-format off
static const collab_ctl_param_t times[] = {
  { "attempts", CTL_CLEARABLE, CTL_ID, MOST, "days for the log of deliveries; empty: for ever" },
  { "audit",    CTL_CLEARABLE, CTL_ID, MOST, "days for the audit, 30 or more; empty: for ever" },
  { "requests", CTL_CLEARABLE, CTL_ID, MOST, "days for requests, from their closure; empty: for ever" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const record[] = { "attempts", "audit", "requests", NULL };

const collab_ctl_command_t collab_ctl_retention[] = {
  { "set", "states after how many days dispatchers may delete (CollabRetention)", times, STATEMENT(ctl_retention_set),  NULL,   NULL },
  { "",    "shows for how long the database keeps rows at least",                 NULL,  STATEMENT(ctl_retention_show), record, collab_ctl_show, READS },
  { NULL }
};
// clang-format on
