/* request.c: collabctl request: lists collaboration requests, finds what an HTTP request has done, shows a request with its whole
 * history, and closes or reopens one on behalf of its parties. The history comes from the request's own tables and from those of
 * events, deliveries and the audit. */
#include "ctl/ctl.h"

#include <strings.h>

#include "base/random.h"

#define PAGE "50"
#define PAGE_MAX 10000
#define WAIT 60

static collab_ctl_exit_t list(collab_ctl_t *ctl);
static collab_ctl_exit_t show(collab_ctl_t *ctl);
static collab_ctl_exit_t with_note(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t options[] = {
  { "company",     CTL_OPTIONAL, CTL_NAME,   0,        "submitted or received by this company, by id or domain" },
  { "status",      CTL_OPTIONAL, CTL_NAME,   0,        "one of OPEN, INFORMATION, ACCEPTED, REJECTED, CLOSED" },
  { "since",       CTL_OPTIONAL, CTL_TIME,   0,        "created at this time or later: a date-time, or an age (-2h)" },
  { "case-number", CTL_OPTIONAL, CTL_NAME,   NAME_LENGTH, "the case number of either party" },
  { "limit",       CTL_OPTIONAL, CTL_ID,     PAGE_MAX, "rows of a page (" PAGE ")" },
  { "before",      CTL_OPTIONAL, CTL_SERIAL, 0,        "the next page: the value that the page before printed at its end" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t one[] = {
  { "TOKEN", CTL_ARGUMENT, CTL_NAME, TOKEN_LENGTH, "the request's token" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t close_params[] = {
  { "TOKEN",  CTL_ARGUMENT, CTL_NAME, TOKEN_LENGTH, "the request's token" },
  { "reason", CTL_REQUIRED, CTL_NAME, TEXT_LENGTH,  "the reason, which both parties read in a SYSTEM note" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t reopen_params[] = {
  { "TOKEN", CTL_ARGUMENT, CTL_NAME, TOKEN_LENGTH, "the request's token" },
  { "why",   CTL_REQUIRED, CTL_NAME, TEXT_LENGTH,  "the reason, which both parties read in a SYSTEM note" },
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t find_params[] = {
  { "request-id", CTL_REQUIRED, CTL_NAME, 128, "the X-Request-Id of an HTTP request" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const found[] = { "at", "what", "who", "request", "status", "subscription", "summary", NULL };
static const char *const columns[] = { "token", "status", "priority", "submitter", "submitter_case", "receiver", "receiver_case", "created", "updated", "summary", NULL };
static const char *const record[] = { "token", "status", "priority", "summary", "submitter", "submitted_by", "receiver", "form", "test", "created", "updated",
                                      "respond_by", NULL };
static const char *const history[] = { "at", "what", "who", "detail", NULL };

const collab_ctl_command_t collab_ctl_request[] = {
  { "list",   "lists requests, newest first",                                                    options,       STATEMENT(ctl_request_list),   columns, list, READS },
  { "show",   "shows a request and its history: transitions, notes, acts, events, attempts",     one,           STATEMENT(ctl_request_show),   NULL,    show, READS },
  { "find",   "finds what an HTTP request has done, by its X-Request-Id",                        find_params,   STATEMENT(ctl_request_find),   found,   NULL, READS },
  { "close",  "closes a request as its submitter would; a SYSTEM note has the reason",           close_params,  STATEMENT(ctl_request_close),  NULL,    with_note },
  { "reopen", "gives a rejected or closed request its former status; a SYSTEM note says why",    reopen_params, STATEMENT(ctl_request_reopen), NULL,    with_note },
  { NULL }
};
// clang-format on

/* Is this NULL, or a status in upper or lower case? */
static bool is_status(const char *given) {
  bool found = !given;

  for (const char *const *status = WORDS(REQUEST_STATUSES); *status && !found; status++) {
    found = !strcasecmp(given, *status);
  }
  return found;
}

static collab_ctl_exit_t list(collab_ctl_t *ctl) {
  collab_rows_t rows;

  if (!is_status(collab_ctl_value(ctl, "status"))) {
    collab_ctl_say(ctl, "status: must be one of OPEN, INFORMATION, ACCEPTED, REJECTED, CLOSED");
    return CTL_REFUSED;
  }
  collab_ctl_default(ctl, "limit", PAGE);
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &rows);
  }
  if (outcome == CTL_DONE) {
    collab_ctl_print_page(ctl, rows, columns);
  }
  return outcome;
}

static collab_ctl_exit_t show(collab_ctl_t *ctl) {
  apr_table_setn(ctl->args, "request", collab_ctl_value(ctl, "token")); /* for the audit's acts in the history */
  collab_ctl_exit_t outcome = collab_ctl_record(ctl, record);

  if (outcome == CTL_DONE) {
    collab_ctl_print_below(ctl, collab_pg_rows(ctl->pg, 0), history);
  }
  return outcome;
}

/* Runs a command's statement that adds a SYSTEM note, which gets a new token. */
static collab_ctl_exit_t with_note(collab_ctl_t *ctl) {
  const char *token = collab_random_token(ctl->pool);

  if (!token) {
    collab_ctl_say(ctl, "the random number generator fails");
    return CTL_UNREACHABLE;
  }
  apr_table_setn(ctl->args, "note_token", token);
  return collab_ctl_statement(ctl);
}
