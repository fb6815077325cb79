/* audit.c: collabctl audit: what members and operators have changed (docs/architecture.md, The audit). */
#include "ctl/ctl.h"

#include <stdio.h>

#define PAGE "50"
#define PAGE_MAX 10000
#define WAIT 60
#define LOOK_EVERY apr_time_from_sec(1)

static collab_ctl_exit_t audit(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t options[] = {
  { "since",   CTL_OPTIONAL, CTL_TIME,   0,        "from this time on: a date-time, or an age (-2h)" },
  { "until",   CTL_OPTIONAL, CTL_TIME,   0,        "before this time" },
  { "company", CTL_OPTIONAL, CTL_NAME,   0,        "only about this company, by id or domain" },
  { "user",    CTL_OPTIONAL, CTL_NAME,   0,        "about or by this user; or by this system user" },
  { "request", CTL_OPTIONAL, CTL_NAME,   TOKEN_LENGTH, "only about this request, by token" },
  { "what",    CTL_OPTIONAL, CTL_NAME,   0,        "an act (webhook.created), a command (user set), or the first word of either (webhook)" },
  { "limit",   CTL_OPTIONAL, CTL_ID,     PAGE_MAX, "rows of a page (" PAGE ")" },
  { "before",  CTL_OPTIONAL, CTL_SERIAL, 0,        "the next page: the value that the page before printed at its end" },
  { "follow",  CTL_OPTIONAL, CTL_FLAG,   0,        "prints each new row on a line, until it is interrupted" },
  { NULL, 0, 0, 0, NULL }
};

static const char *const columns[] = { "at", "who", "what", "company", "user", "subscription", "request", "change", NULL };

const collab_ctl_command_t collab_ctl_audit_log[] = {
  { "", "lists changes, with who made them, newest first", options, STATEMENT(ctl_audit_list), columns, audit, READS },
  { NULL }
};
// clang-format on

/* Prints the rows that no earlier call has printed. Returns the ids of all rows as the text of a PostgreSQL array. */
static const char *print_new(const collab_ctl_t *ctl, collab_rows_t rows) {
  apr_array_header_t *ids = apr_array_make(ctl->pool, rows.count, sizeof(const char *));

  for (int row = 0; row < rows.count; row++) {
    APR_ARRAY_PUSH(ids, const char *) = collab_rows_text(rows, row, "id");
    const char *seen = collab_rows_text(rows, row, "seen");
    if (seen && *seen == 't') {
      continue;
    }
    if (collab_ctl_value(ctl, "json")) {
      printf("%s\n", collab_rows_text(rows, row, "json"));
    } else {
      collab_ctl_tell(ctl, "%s", collab_rows_text(rows, row, "line"));
    }
  }
  return apr_pstrcat(ctl->pool, "{", apr_array_pstrcat(ctl->pool, ids, ','), "}", NULL);
}

/* Reads and prints new rows every second. Uses two memory pools in turn, because each query binds the ids that the previous
 * query returned. Ends when the output is closed. */
static collab_ctl_exit_t follow(collab_ctl_t *ctl) {
  apr_pool_t *pools[2];
  collab_rows_t rows;
  collab_ctl_exit_t connected = collab_ctl_connect(ctl); /* in the command's own pool, which is never cleared */

  if (connected != CTL_DONE) {
    return connected;
  }
  collab_ctl_t look = *ctl;
  apr_pool_create(&pools[0], ctl->pool);
  apr_pool_create(&pools[1], ctl->pool);
  for (int i = 0;; i = !i) {
    apr_pool_clear(pools[i]);
    look.pool = pools[i];
    collab_ctl_exit_t outcome = collab_ctl_ask(&look, STATEMENT(ctl_audit_follow), WAIT, &rows);
    if (outcome != CTL_DONE) {
      return outcome;
    }
    apr_table_setn(ctl->args, "seen", print_new(&look, rows));
    if (fflush(stdout)) {
      return CTL_DONE;
    }
    apr_sleep(LOOK_EVERY);
  }
}

static collab_ctl_exit_t audit(collab_ctl_t *ctl) {
  bool follows = collab_ctl_value(ctl, "follow") != NULL;
  const char *fault = collab_ctl_span_fault(ctl);
  collab_rows_t rows;

  if (!fault && follows &&
      (collab_ctl_value(ctl, "until") || collab_ctl_value(ctl, "before") || collab_ctl_value(ctl, "limit"))) {
    fault = "follow: does not go with --until, --limit or --before";
  }
  if (fault) {
    collab_ctl_say(ctl, "%s", fault);
    return CTL_REFUSED;
  }
  collab_ctl_exit_t outcome = collab_ctl_company_known(ctl);
  if (outcome != CTL_DONE || follows) {
    return outcome == CTL_DONE ? follow(ctl) : outcome;
  }
  collab_ctl_default(ctl, "limit", PAGE);
  if ((outcome = collab_ctl_ask(ctl, ctl->command->statement, WAIT, &rows)) == CTL_DONE) {
    collab_ctl_print_page(ctl, rows, columns);
  }
  return outcome;
}
