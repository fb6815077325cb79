/* subscription.c: collabctl subscription: shows subscriptions and the state of their deliveries from the database. An operator
 * pauses, resumes, tests or deletes a member's subscription. Only the status page of a node shows what its dispatcher alone
 * knows: the circuit breaker, and why deliveries are held back.
 *
 * A paused subscription loses nothing: its deliveries are made, and wait (delivery_fan_out.sql). If its member sets
 * `active: false`, they are dropped. */
#include "ctl/ctl.h"

#include <stdio.h>

#define PAGE "50"
#define PAGE_MAX 10000
#define WAIT 60

static collab_ctl_exit_t list(collab_ctl_t *ctl);
static collab_ctl_exit_t show(collab_ctl_t *ctl);
static collab_ctl_exit_t delete_it(collab_ctl_t *ctl);
static collab_ctl_exit_t test(collab_ctl_t *ctl);

// clang-format off
#define THE_SUBSCRIPTION { "SUBSCRIPTION", CTL_ARGUMENT, CTL_ID, 0, "its id" }

static const collab_ctl_param_t options[] = {
  { "company", CTL_OPTIONAL, CTL_NAME,   0,        "only of this company, by id or domain" },
  { "failing", CTL_OPTIONAL, CTL_FLAG,   0,        "only those whose last attempt has failed" },
  { "limit",   CTL_OPTIONAL, CTL_ID,     PAGE_MAX, "rows of a page (" PAGE ")" },
  { "before",  CTL_OPTIONAL, CTL_SERIAL, 0,        "the next page: the value that the page before printed at its end" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  THE_SUBSCRIPTION,
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t pause_params[] = {
  THE_SUBSCRIPTION,
  { "why",    CTL_OPTIONAL, CTL_TEXT, 1000, "the reason, for the record" },
  { "paused", CTL_PRESET,   CTL_FLAG, 0,    "true" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t resume_params[] = {
  THE_SUBSCRIPTION,
  { "paused", CTL_PRESET, CTL_FLAG, 0, "false" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t delete_params[] = {
  THE_SUBSCRIPTION,
  { "yes", CTL_OPTIONAL, CTL_FLAG, 0, "does it; without --yes, prints the plan and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "subscription", "company", "version", "host", "state", "inactive_since", "pending", "leased", "oldest", "due", "dead",
                                       "failing_since", "refusals", "error", NULL };
static const char *const record[] = { "subscription", "company", "version", "url", "callback_auth", "content_type", "events", "directions", "partners", "state",
                                      "inactive_since", "inactive_reason", "paused_since", "paused_by", "paused_why", "pending", "leased", "oldest", "due",
                                      "dead", "failing_since", "error", "refusals", "rotated", "created", "updated", NULL };

const collab_ctl_command_t collab_ctl_subscription[] = {
  { "list",   "lists subscriptions with the state of their receivers, newest first",         options,       STATEMENT(ctl_subscription_list),   columns, list, READS },
  { "show",   "shows a subscription",                                                        one,           STATEMENT(ctl_subscription_list),   NULL,    show, READS },
  { "pause",  "pauses a subscription: its deliveries wait, and none is lost",                pause_params,  STATEMENT(ctl_subscription_pause),  NULL,    collab_ctl_on_record },
  { "resume", "resumes a subscription: waiting deliveries are sent, at its receiver's pace", resume_params, STATEMENT(ctl_subscription_pause),  NULL,    collab_ctl_on_record },
  { "test",   "sends a test event to this subscription alone",                               one,           STATEMENT(ctl_subscription_test),   NULL,    test                 },
  { "delete", "deletes a subscription with its pending deliveries and dead letters",         delete_params, STATEMENT(ctl_subscription_delete), NULL,    delete_it            },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t list(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);

  collab_ctl_default(ctl, "limit", PAGE);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &rows);
  }
  if (outcome != CTL_DONE) {
    return outcome;
  }
  collab_ctl_print_page(ctl, rows, columns);
  return outcome;
}

static collab_ctl_exit_t show(collab_ctl_t *ctl) {
  return collab_ctl_one(ctl, "subscription", record);
}

static collab_ctl_exit_t delete_it(collab_ctl_t *ctl) {
  return collab_ctl_confirmed(ctl, STATEMENT(ctl_subscription_plan));
}

static collab_ctl_exit_t test(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  const char *event = collab_rows_text(rows, 0, "event");
  if (collab_ctl_value(ctl, "json")) {
    collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 100);
    collab_write_strings(w, NULL, "event", event, NULL);
    printf("%s\n", w->text);
  } else {
    printf("event %s is on its way; to see its delivery: collabctl deliveries --event %s\n", event, event);
  }
  return outcome;
}
