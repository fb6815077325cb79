/* note.c: collabctl note: removes or erases a note (interface.md 12.6). A removed note stays in the database. Lists omit it
 * unless the caller asks for removed notes. An erased note has no text any more. */
#include "ctl/ctl.h"

// clang-format off
static const collab_ctl_param_t remove_params[] = {
  { "TOKEN", CTL_ARGUMENT, CTL_NAME, TOKEN_LENGTH, "the note's token" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t erase_params[] = {
  { "TOKEN", CTL_ARGUMENT, CTL_NAME, TOKEN_LENGTH, "the note's token" },
  { "yes",   CTL_OPTIONAL, CTL_FLAG, 0,            "does it; without --yes, prints the plan and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_note[] = {
  { "remove", "sets a note's status REMOVED",                 remove_params, STATEMENT(ctl_note_remove), NULL, NULL                  },
  { "erase",  "removes a note and clears its text, for good", erase_params,  STATEMENT(ctl_note_erase),  NULL, collab_ctl_note_erase },
  { NULL }
};
