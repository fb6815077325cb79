/* deliveries.c: collabctl deliveries: lists attempts, pending deliveries, or dead letters; or shows one event or one attempt.
 * `deliveries retry` makes waiting deliveries due now.
 *
 * The statements read pages by an index, newest first, and count nothing. No index finds a rare status among successful attempts.
 * So without --since or --request, a search for successful attempts ends after LOOK attempts of each endpoint. It then reports
 * where it has stopped. */
#include "ctl/ctl.h"

#include "base/text.h"

#include <apr_strings.h>
#include <string.h>

#define PAGE "50"
#define PAGE_MAX 10000
#define LOOK "50000"
#define WAIT 60
#define RETRY_WAIT 600 /* seconds; a selection may be large */

static collab_ctl_exit_t deliveries(collab_ctl_t *ctl);
static collab_ctl_exit_t retry(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t options[] = {
  { "state",        CTL_OPTIONAL, CTL_NAME,   0,  "delivered or failed (attempts), pending or leased (deliveries), dead (dead letters); default: all attempts" },
  { "subscription", CTL_OPTIONAL, CTL_ID,     0,  "deliveries to this subscription" },
  { "company",      CTL_OPTIONAL, CTL_NAME,   0,  "deliveries to this company's subscriptions, by id or domain" },
  { "request",      CTL_OPTIONAL, CTL_NAME,   TOKEN_LENGTH, "deliveries of this request's events, by token" },
  { "since",        CTL_OPTIONAL, CTL_TIME,   0,  "attempts, else events, from this time on: a date-time, or an age (-2h)" },
  { "until",        CTL_OPTIONAL, CTL_TIME,   0,  "attempts, else events, before this time" },
  { "status",       CTL_OPTIONAL, CTL_SERIAL, 0,  "attempts or dead letters with this HTTP status" },
  { "limit",        CTL_OPTIONAL, CTL_ID,     PAGE_MAX, "rows of a page (" PAGE ")" },
  { "before",       CTL_OPTIONAL, CTL_NAME,   50, "the next page: the value that the page before printed at its end" },
  { "event",        CTL_OPTIONAL, CTL_UUID,   0,  "shows this event with its deliveries and attempts" },
  { "attempt",      CTL_OPTIONAL, CTL_SERIAL, 0,  "shows this attempt" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t retry_options[] = {
  { "delivery",     CTL_OPTIONAL, CTL_SERIAL, 0,   "this delivery, by the number that --state pending shows" },
  { "subscription", CTL_OPTIONAL, CTL_ID,     0,   "deliveries to this subscription" },
  { "company",      CTL_OPTIONAL, CTL_NAME,   0,   "deliveries to this company's subscriptions, by id or domain" },
  { "error",        CTL_OPTIONAL, CTL_NAME,   500, "deliveries whose last error contains this text" },
  { "dry-run",      CTL_OPTIONAL, CTL_FLAG,   0,   "changes nothing; prints how many deliveries it would make due" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const of_attempts[] = { "attempt", "at", "subscription", "company", "type", "request", "event", "number", "status", "ms", "state",
                                           "next", "error", NULL };
static const char *const of_pending[] = { "delivery", "at", "subscription", "company", "type", "request", "event", "attempts", "due", "state",
                                          "leases_lost", NULL };
static const char *const of_dead[] = { "dead_letter", "given_up", "subscription", "company", "type", "request", "event", "at", "reason", NULL };
static const char *const of_event[] = { "event", "type", "at", "request", "note", "response", "submitter", "receiver", "request_id", "traceparent",
                                        "state", NULL };
static const char *const of_stands[] = { "subscription", "company", "state", "attempts", "next", "url", NULL };
static const char *const of_phases[] = { "attempt", "at", "subscription", "number", "status", "state", "ms", "outbox", "fanout", "queue", "dns",
                                         "connect", "tls", "first_byte", "remote_address", "error", NULL };
static const char *const of_attempt[] = { "attempt", "at", "state", "number", "status", "error", "ms", "outbox", "fanout", "queue", "dns", "connect",
                                          "tls", "first_byte", "remote_address", "next", "event", "type", "request", "subscription", "company", "url",
                                          "response", NULL };

/* The values of --state, each with its statement and that statement's columns. */
static const struct state_t {
  const char *name, *success, *leased;
  const collab_statement_t *statement;
  const char *const *columns;
} states[] = {
  { "",          NULL,    NULL,    STATEMENT(ctl_delivery_attempts), of_attempts },
  { "delivered", "true",  NULL,    STATEMENT(ctl_delivery_attempts), of_attempts },
  { "failed",    "false", NULL,    STATEMENT(ctl_delivery_attempts), of_attempts },
  { "pending",   NULL,    "false", STATEMENT(ctl_delivery_pending),  of_pending  },
  { "leased",    NULL,    "true",  STATEMENT(ctl_delivery_pending),  of_pending  },
  { "dead",      NULL,    NULL,    STATEMENT(ctl_delivery_dead),     of_dead     },
};

const collab_ctl_command_t collab_ctl_deliveries[] = {
  { "retry", "makes waiting deliveries due now",                                            retry_options, STATEMENT(ctl_delivery_retry), NULL, retry      },
  { "",      "lists attempts, pending or leased deliveries, or dead letters, newest first", options,       NULL,                          NULL, deliveries, READS },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t refuse(const collab_ctl_t *ctl, const char *why) {
  collab_ctl_say(ctl, "%s", why);
  return CTL_REFUSED;
}

/* Splits --before into before_at and before_id: "<microseconds>-<id>" in a list of attempts, else "<id>". False: it has another
 * form. */
static bool take_cursor(collab_ctl_t *ctl, bool attempts) {
  const char *cursor = collab_ctl_value(ctl, "before");
  int64_t number;

  if (!cursor) {
    return true;
  }
  const char *dash = strchr(cursor, '-'), *id = dash ? dash + 1 : cursor;
  if (!dash == attempts || !collab_text_integer(id, &number)) {
    return false;
  }
  apr_table_setn(ctl->args, "before_id", id);
  if (dash) {
    const char *at = apr_pstrmemdup(ctl->pool, cursor, (apr_size_t)(dash - cursor));
    apr_table_setn(ctl->args, "before_at", at);
    return collab_text_integer(at, &number);
  }
  return true;
}

static const collab_statement_t *statement_of(collab_ctl_t *ctl, const struct state_t *state) {
  const char *success = collab_ctl_value(ctl, "success");

  if (state->columns != of_attempts) {
    return state->statement;
  }
  if (collab_ctl_value(ctl, "request")) {
    return STATEMENT(ctl_delivery_of_request);
  }
  if (success && *success == 't' && !collab_ctl_value(ctl, "since")) {
    apr_table_setn(ctl->args, "look", LOOK);
    return STATEMENT(ctl_delivery_delivered);
  }
  return state->statement;
}

/* Reports where the search has stopped, also with --json. Without this report, a reader would think that the short page is the
 * last page. */
static void say_how_far(const collab_ctl_t *ctl, collab_rows_t edge) {
  if (edge.count) {
    collab_ctl_say(ctl,
                   "searched %s attempts of each endpoint, back to %s; to go on: --before %s; to search all of them: --since",
                   collab_rows_text(edge, 0, "each"), collab_rows_text(edge, 0, "back_to"), collab_rows_text(edge, 0, "cursor"));
  }
}

static collab_ctl_exit_t list(collab_ctl_t *ctl) {
  const char *name = collab_ctl_value(ctl, "state"), *status = collab_ctl_value(ctl, "status");
  const struct state_t *state = NULL;
  collab_rows_t rows;

  for (size_t i = 0; i < sizeof states / sizeof *states && !state; i++) {
    state = strcmp(states[i].name, name ? name : "") ? NULL : &states[i];
  }
  if (!state) {
    return refuse(ctl, "state: must be delivered, failed, pending, leased or dead");
  }
  if (state->leased && status) {
    return refuse(ctl, "status: does not go with --state pending or leased");
  }
  if (status && (strlen(status) != 3 || *status == '0')) {
    return refuse(ctl, "status: must be an HTTP status such as 401");
  }
  /* a status that contradicts --state would make the search read the whole log and find nothing */
  if (state->success && status && (*state->success == 't') != (*status == '2')) {
    return refuse(ctl, "status: must begin with 2 for --state delivered, and must not for --state failed");
  }
  collab_ctl_default(ctl, "limit", PAGE);
  if (!take_cursor(ctl, state->columns == of_attempts)) {
    return refuse(ctl, "before: must be the value that a page of the same list printed at its end");
  }
  if (state->success) {
    apr_table_setn(ctl->args, "success", state->success);
  } else if (status) { /* the status implies `success`, but the planner needs `success` to use the index of failures */
    apr_table_setn(ctl->args, "success", *status == '2' ? "true" : "false");
  }
  if (state->leased) {
    apr_table_setn(ctl->args, "leased", state->leased);
  }
  const collab_statement_t *statement = statement_of(ctl, state);
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, statement, WAIT, &rows);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  bool full = collab_ctl_print_page(ctl, rows, state->columns);
  if (!full && statement == STATEMENT(ctl_delivery_delivered)) {
    say_how_far(ctl, collab_pg_rows(ctl->pg, 0));
  }
  return outcome;
}

static collab_ctl_exit_t event(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_delivery_event), WAIT, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  collab_ctl_print_record(ctl, rows, of_event);
  collab_ctl_print_below(ctl, collab_pg_rows(ctl->pg, 0), of_stands);
  collab_ctl_print_below(ctl, collab_pg_rows(ctl->pg, 1), of_phases);
  return outcome;
}

static collab_ctl_exit_t attempt(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_delivery_attempt), WAIT, &rows);

  if (outcome == CTL_DONE) {
    collab_ctl_print_record(ctl, rows, of_attempt);
  }
  return outcome;
}

/* With --event or --attempt (`one`), refuses an option that only filters lists. Returns the message, or NULL. */
static const char *beside(const collab_ctl_t *ctl, const char *one) {
  for (const collab_ctl_param_t *option = options; option->name; option++) {
    bool goes = !strcmp(option->name, one) || (!strcmp(one, "event") && !strcmp(option->name, "subscription"));
    if (!goes && collab_ctl_value(ctl, option->name)) {
      return apr_psprintf(ctl->pool, "%s: does not go with --%s", option->name, one);
    }
  }
  return NULL;
}

static collab_ctl_exit_t deliveries(collab_ctl_t *ctl) {
  const char *one = collab_ctl_value(ctl, "attempt") ? "attempt" : collab_ctl_value(ctl, "event") ? "event" : NULL;
  const char *wrong = one ? beside(ctl, one) : collab_ctl_span_fault(ctl);

  if (wrong) {
    return refuse(ctl, wrong);
  }
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  return !one ? list(ctl) : *one == 'a' ? attempt(ctl) : event(ctl);
}

/* Makes all selected deliveries due, or none: one transaction, even for a large backlog. */
static collab_ctl_exit_t retry(collab_ctl_t *ctl) {
  bool narrowed = collab_ctl_value(ctl, "delivery") || collab_ctl_value(ctl, "subscription") ||
                  collab_ctl_value(ctl, "company") || collab_ctl_value(ctl, "error");
  collab_rows_t rows;

  if (!narrowed) {
    return refuse(ctl, "nothing is selected: name a delivery, a subscription, a company or an error");
  }
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, ctl->command->statement, RETRY_WAIT, &rows);
  }
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "%s", collab_rows_text(rows, 0, "said"));
  }
  return outcome;
}
