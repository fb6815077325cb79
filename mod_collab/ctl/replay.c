/* replay.c: collabctl replay: makes deliveries again.
 *
 * Without --yes, prints the plan. With --yes, writes the selection to a list in the database. The dispatcher later makes the
 * deliveries from the list (dispatch/replay/replay.c); the command does not wait for them. */
#include "ctl/ctl.h"

#include <apr_strings.h>
#include <stdio.h>
#include <string.h>

#define RATE "10"
#define RATE_MAX 1000
#define WAIT 600 /* seconds; a selection may be large */

static collab_ctl_exit_t replay(collab_ctl_t *ctl);
static collab_ctl_exit_t replay_list(collab_ctl_t *ctl);
static collab_ctl_exit_t replay_status(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t options[] = {
  { "dead-letter",  CTL_OPTIONAL, CTL_SERIAL, 0,    "this dead letter, by number" },
  { "event",        CTL_OPTIONAL, CTL_UUID, 0,    "deliveries of this event, by UUID" },
  { "request",      CTL_OPTIONAL, CTL_NAME, TOKEN_LENGTH, "deliveries of this request's events, by token" },
  { "subscription", CTL_OPTIONAL, CTL_ID,   0,    "deliveries to this subscription" },
  { "company",      CTL_OPTIONAL, CTL_NAME, 0,    "deliveries to this company's subscriptions, by id or domain" },
  { "since",        CTL_OPTIONAL, CTL_TIME, 0,    "events from this time on: a date-time, or an age (-2h)" },
  { "until",        CTL_OPTIONAL, CTL_TIME, 0,    "events before this time" },
  { "refused-since-rotation", CTL_OPTIONAL, CTL_FLAG, 0, "deliveries answered 401 or 403 since the subscription's secret was rotated" },
  { "missed",       CTL_OPTIONAL, CTL_FLAG, 0,    "also events from times when the subscription was inactive or did not exist" },
  { "all",          CTL_OPTIONAL, CTL_FLAG, 0,    "all deliveries, not only dead letters" },
  { "rate",         CTL_OPTIONAL, CTL_ID,   RATE_MAX, "most deliveries a second (" RATE "); starts at 1 and doubles" },
  { "why",          CTL_OPTIONAL, CTL_TEXT, 1000, "the reason, for the record" },
  { "yes",          CTL_OPTIONAL, CTL_FLAG, 0,    "does it; without --yes, prints the plan and changes nothing" },
  { NULL, 0, 0, 0, NULL }
};

#define ACT(name) \
  { "REPLAY", CTL_ARGUMENT, CTL_ID,   0, "number" }, \
  { "act",    CTL_PRESET,   CTL_TEXT, 0, name }, \
  { NULL, 0, 0, 0, NULL }

static const collab_ctl_param_t pause_params[] = { ACT("paused") }, resume[] = { ACT("resumed") }, cancel[] = { ACT("cancelled") };

static const collab_ctl_param_t list[] = {
  { "limit", CTL_OPTIONAL, CTL_ID, 0, "how many of the newest (50)" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  { "REPLAY", CTL_ARGUMENT, CTL_ID, 0, "number" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "id", "state", "done", "total", "left_out", "rate", "to_go", "reason", "begun", "who", "wanted", NULL };
static const char *const record[] = { "id", "state", "done", "total", "left_out", "rate", "to_go", "reason", "begun", "finished", "who", "why",
                                      "wanted", "acts", NULL };
static const char *const endpoints[] = { "subscription", "company", "url", "deliveries", "oldest", "newest", NULL };

const collab_ctl_command_t collab_ctl_replay[] = {
  { "list",   "lists replays, newest first",                 list,         STATEMENT(ctl_replay_list), columns, replay_list, READS },
  { "status", "shows the progress of one, and who did what", one,          STATEMENT(ctl_replay_list), record,  replay_status, READS },
  { "pause",  "pauses one",                                  pause_params, STATEMENT(ctl_replay_act),  NULL,    collab_ctl_on_record },
  { "resume", "resumes one, slowly at first",                resume,       STATEMENT(ctl_replay_act),  NULL,    collab_ctl_on_record },
  { "cancel", "ends one, without its remaining deliveries",  cancel,       STATEMENT(ctl_replay_act),  NULL,    collab_ctl_on_record },
  { "",       "makes deliveries again",                      options,      NULL,                       NULL,    replay               },
  { NULL }
};
// clang-format on

/* Returns what is wrong with the selection, or NULL. */
static const char *fault(const collab_ctl_t *ctl) {
  static const char *const narrowing[] = {"dead_letter",           "event", "request", "subscription", "company", "since",
                                          "refused_since_rotation"};
  bool narrowed = false, all = collab_ctl_value(ctl, "all") != NULL;

  for (size_t i = 0; i < sizeof narrowing / sizeof *narrowing; i++) {
    narrowed |= collab_ctl_value(ctl, narrowing[i]) != NULL;
  }
  if (!narrowed) {
    return "nothing is selected: name a dead letter, an event, a request, a subscription, a company or a time";
  }
  if (all && (collab_ctl_value(ctl, "dead_letter") || collab_ctl_value(ctl, "refused_since_rotation"))) {
    return "all: does not go with --dead-letter or --refused-since-rotation";
  }
  if (all && !collab_ctl_value(ctl, "since") && !collab_ctl_value(ctl, "event") && !collab_ctl_value(ctl, "request")) {
    return "since: must be given with --all";
  }
  if (collab_ctl_value(ctl, "missed") &&
      (all || collab_ctl_value(ctl, "dead_letter") || collab_ctl_value(ctl, "refused_since_rotation"))) {
    return "missed: does not go with --all, --dead-letter or --refused-since-rotation";
  }
  return collab_ctl_span_fault(ctl);
}

static const char *text(collab_rows_t rows, const char *column) {
  const char *value = collab_rows_text(rows, 0, column);
  return value ? value : "-";
}

static void print_left_out(collab_rows_t rows) {
  static const struct {
    const char *column, *why;
  } reasons[] = {{"inactive", "of inactive subscriptions"},
                 {"deleted", "of deleted subscriptions"},
                 {"under_way", "under way already"},
                 {"unlogged", "whose attempts are no longer kept: they may have been delivered"}};

  for (size_t i = 0; i < sizeof reasons / sizeof *reasons; i++) {
    if (strcmp(text(rows, reasons[i].column), "0")) {
      printf("left out: %s %s\n", text(rows, reasons[i].column), reasons[i].why);
    }
  }
}

static collab_ctl_exit_t plan(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_replay_plan), WAIT, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  bool any = strcmp(text(rows, "total"), "0") != 0;
  if (collab_ctl_value(ctl, "json")) {
    printf("%s\n", text(rows, "json"));
    return any ? CTL_REFUSED : CTL_DONE;
  }
  printf("deliveries: %s, to %s endpoints\n", text(rows, "total"), text(rows, "endpoints"));
  if (any) {
    if (strcmp(text(rows, "missed"), "0")) {
      printf("of these missed, never tried or dropped: %s\n", text(rows, "missed"));
    }
    printf("events: from %s to %s\n", text(rows, "first"), text(rows, "last"));
    printf("duration: %s s at %s a second, if the endpoints keep up\n", text(rows, "seconds"), collab_ctl_value(ctl, "rate"));
  }
  print_left_out(rows);
  if (any) {
    printf("\n");
    collab_ctl_print(ctl, rows, endpoints);
    printf("\nNothing was changed. Add --yes to make these deliveries again.\n");
  } else {
    printf("why: %s\n", text(rows, "why"));
  }
  return any ? CTL_REFUSED : CTL_DONE; /* as every plan */
}

static collab_ctl_exit_t start(collab_ctl_t *ctl) {
  collab_rows_t rows;

  apr_table_setn(ctl->args, "who", collab_ctl_who(ctl->pool));
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_replay_start), WAIT, &rows);
  if (outcome == CTL_DONE && collab_ctl_value(ctl, "json")) {
    printf("%s\n", text(rows, "json"));
  } else if (outcome == CTL_DONE) {
    printf("replay %s has begun: %s deliveries, %s s if the endpoints keep up\n", text(rows, "id"), text(rows, "total"),
           text(rows, "seconds"));
  }
  return outcome;
}

static collab_ctl_exit_t replay(collab_ctl_t *ctl) {
  collab_ctl_default(ctl, "rate", RATE);
  const char *wrong = fault(ctl);
  if (wrong) {
    collab_ctl_say(ctl, "%s", wrong);
    return CTL_REFUSED;
  }
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  return collab_ctl_value(ctl, "yes") ? start(ctl) : plan(ctl);
}

static collab_ctl_exit_t replay_list(collab_ctl_t *ctl) {
  collab_ctl_default(ctl, "limit", "50");
  return collab_ctl_statement(ctl);
}

static collab_ctl_exit_t replay_status(collab_ctl_t *ctl) {
  return collab_ctl_one(ctl, "replay", record);
}
