/* request.c: collabctl request: shows a collaboration request and its whole history, from its own tables and from those of events
 * and deliveries. It is the first command for any question about a request. */
#include "ctl/ctl.h"

static collab_ctl_exit_t show(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t one[] = {
  { "TOKEN", CTL_ARGUMENT, CTL_NAME, TOKEN_LENGTH, "the request's" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const record[] = { "token", "status", "priority", "summary", "submitter", "submitted_by", "receiver", "form", "test", "created", "updated",
                                      "respond_by", NULL };
static const char *const history[] = { "at", "what", "who", "detail", NULL };

const collab_ctl_command_t collab_ctl_request[] = {
  { "show", "shows a request and its history: transitions, notes, events, attempts", one, STATEMENT(ctl_request_show), NULL, show },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

static collab_ctl_exit_t show(collab_ctl_t *ctl) {
  collab_ctl_exit_t outcome = collab_ctl_record(ctl, record);

  if (outcome == CTL_DONE) {
    collab_ctl_print_below(ctl, collab_pg_rows(ctl->pg, 0), history);
  }
  return outcome;
}
