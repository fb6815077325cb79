/* clock.c: collabctl clock: the accepted time, by which the exchange deletes, closes and reminds
 * (sql/migrations/0104_accepted_time.sql). */
#include "ctl/ctl.h"

// clang-format off
static const char *const record[] = {
  "accepted_time", "clock", "accepted", "clock_ahead", "parted_for", "constant_for", "accepts_the_clock_in", "nodes_with_another_clock", NULL
};

const collab_ctl_command_t collab_ctl_clock[] = {
  { "accept", "accepts the database's clock, which then deletes, closes and reminds", NULL, STATEMENT(ctl_clock_accept), NULL,   collab_ctl_on_record },
  { "",       "shows the database's clock and the accepted time",                    NULL, STATEMENT(ctl_clock_show),   record, collab_ctl_show, READS },
  { NULL }
};
// clang-format on
