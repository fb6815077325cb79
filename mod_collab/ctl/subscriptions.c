/* subscriptions.c: collabctl subscriptions: who is called, and how it goes there, as the database knows it. What a dispatcher
 * alone knows of a receiver (its breaker, what it is held back for) is on its node's status page. */
#include "ctl/ctl.h"

#include <apr_strings.h>
#include <stdio.h>

#define PAGE "50"
#define PAGE_MAX 10000
#define WAIT 60

static collab_ctl_exit_t subscriptions(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t options[] = {
  { "company", CTL_OPTIONAL, CTL_NAME,   0,        "of this one alone, by id or domain" },
  { "failing", CTL_OPTIONAL, CTL_FLAG,   0,        "whose last attempt has failed" },
  { "limit",   CTL_OPTIONAL, CTL_ID,     PAGE_MAX, "how many (" PAGE ")" },
  { "before",  CTL_OPTIONAL, CTL_SERIAL, 0,        "the next page: what the one before ended with" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "subscription", "company", "version", "host", "state", "inactive_since", "pending", "leased", "oldest", "due", "dead",
                                       "failing_since", "refusals", "error", NULL };

const collab_ctl_command_t collab_ctl_subscriptions[] = {
  { "", "lists subscriptions, newest first, and how it goes at each", options, NULL, NULL, subscriptions },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

static collab_ctl_exit_t subscriptions(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);

  if (!collab_ctl_value(ctl, "limit")) {
    apr_table_setn(ctl->args, "limit", PAGE);
  }
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_subscription_list), WAIT, &rows);
  }
  if (outcome != CTL_DONE) {
    return outcome;
  }
  collab_ctl_print(ctl, rows, columns);
  if (rows.count == apr_atoi64(collab_ctl_value(ctl, "limit")) && !collab_ctl_value(ctl, "json")) {
    printf("\nThere may be more: --before %s\n", collab_rows_text(rows, rows.count - 1, "cursor"));
  }
  return outcome;
}
