/* erase.c: collabctl user erase, company erase and note erase: erase from the database what identifies a user, or the
 * texts of a company or a note (docs/operations.md, Erasure).
 *
 * Without --yes, the commands print a plan. For users and companies, the plan is the erasure itself, rolled back batch by batch,
 * so the two cannot differ. The commands erase requests first, in small batches. They erase the account or the company itself
 * last, because without it a repeated run could not find the rest. So after a killed erasure, the operator runs the command
 * again. */
#include "ctl/ctl.h"

#include <string.h>

#define WAIT 600
#define VACUUM_WAIT 7200
#define MENTIONS 100 /* print_mentions() prints at most this many lines */

/* The sums over all batches. */
typedef struct tally_t {
  collab_ctl_t *ctl;
  int64_t requests, notes, responses, attachments, attempts, mentions;
} tally_t;

/* Counts the places where the erasure leaves a name or an address, and prints the first MENTIONS of them. The operator needs the
 * list, because no command can find these places after the erasure. */
static void print_mentions(tally_t *tally, const char *places) {
  char *text = apr_pstrdup(tally->ctl->pool, places ? places : ""), *rest = text, *place;

  while ((place = apr_strtok(rest, "\n", &rest)) != NULL) {
    if (tally->mentions++ < MENTIONS) {
      collab_ctl_tell(tally->ctl, "not erased, but has a name or an address: request %s", place);
    }
  }
}

static bool counted(void *data, collab_rows_t rows) {
  tally_t *tally = data;
  const char *last = collab_rows_text(rows, 0, "last");

  tally->requests += collab_rows_integer(rows, 0, "requests");
  tally->notes += collab_rows_integer(rows, 0, "notes");
  tally->responses += collab_rows_integer(rows, 0, "responses");
  tally->attachments += collab_rows_integer(rows, 0, "attachments");
  tally->attempts += collab_rows_integer(rows, 0, "attempts");
  print_mentions(tally, collab_rows_text(rows, 0, "mentions"));
  if (last) {
    apr_table_set(tally->ctl->args, "after", last);
  } else {
    apr_table_unset(tally->ctl->args, "after");
  }
  return last != NULL;
}

/* Copies a column of the first row into the value of the same name, for later statements. */
static void keep(collab_ctl_t *ctl, collab_rows_t rows, const char *column) {
  apr_table_set(ctl->args, column, collab_rows_text(rows, 0, column));
}

/* Reports what was erased, or would be. Removes erased values from the planner's statistics. */
static collab_ctl_exit_t finish(collab_ctl_t *ctl, const char *what) {
  collab_rows_t rows;

  if (collab_ctl_value(ctl, "dry_run")) {
    return collab_ctl_planned(ctl, "erase %s", what);
  }
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_erase_vacuum), VACUUM_WAIT, &rows);
  collab_ctl_tell(ctl, "erased %s", what);
  return outcome;
}

collab_ctl_exit_t collab_ctl_user_erase(collab_ctl_t *ctl) {
  tally_t tally = {.ctl = ctl};
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_user_erase_find), WAIT, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  int64_t namesakes = collab_rows_integer(rows, 0, "namesakes");
  keep(ctl, rows, "account");
  keep(ctl, rows, "companies");
  keep(ctl, rows, "emails");
  keep(ctl, rows, "names");
  ctl->erases = true;
  if (!collab_ctl_value(ctl, "yes")) {
    apr_table_setn(ctl->args, "dry_run", "true");
  }
  apr_table_setn(ctl->args, "active", "false"); /* first: from now on the user writes nothing */
  if ((outcome = collab_ctl_rehearse(ctl, STATEMENT(ctl_user_set), WAIT, &rows)) != CTL_DONE ||
      (outcome = collab_ctl_batches_each(ctl, STATEMENT(ctl_user_erase_requests), 1, counted, &tally)) != CTL_DONE ||
      (outcome = collab_ctl_rehearse(ctl, STATEMENT(ctl_user_erase_rest), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  const char *others =
      namesakes ? apr_psprintf(ctl->pool, ", but not %" APR_INT64_T_FMT " other accounts with that e-mail address", namesakes)
                : "";
  return finish(ctl,
                apr_psprintf(ctl->pool,
                             "user %s: in %" APR_INT64_T_FMT " requests with %" APR_INT64_T_FMT " notes and %" APR_INT64_T_FMT
                             " responses, %s forms, %s descriptions, %s attempts, %s pauses and replays, %s rows of the audit, "
                             "%s networks, %s stored responses%s; %" APR_INT64_T_FMT " places keep a name or an address",
                             collab_ctl_value(ctl, "account"), tally.requests, tally.notes, tally.responses,
                             collab_rows_text(rows, 0, "forms"), collab_rows_text(rows, 0, "descriptions"),
                             collab_rows_text(rows, 0, "attempts"), collab_rows_text(rows, 0, "acts"),
                             collab_rows_text(rows, 0, "audited"), collab_rows_text(rows, 0, "networks"),
                             collab_rows_text(rows, 0, "stored"), others, tally.mentions));
}

collab_ctl_exit_t collab_ctl_company_erase(collab_ctl_t *ctl) {
  tally_t tally = {.ctl = ctl};
  collab_rows_t found, rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_company_erase_find), WAIT, &found);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  keep(ctl, found, "id");
  ctl->erases = true;
  if (!collab_ctl_value(ctl, "yes")) {
    apr_table_setn(ctl->args, "dry_run", "true");
  }
  apr_table_setn(ctl->args, "active", "false"); /* first: from now on nobody can send it a request */
  if ((outcome = collab_ctl_rehearse(ctl, STATEMENT(ctl_company_set), WAIT, &rows)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_company_erase_find), WAIT, &found)) != CTL_DONE ||
      (outcome = collab_ctl_batches(ctl, STATEMENT(ctl_company_erase_requests), 1, counted, &tally)) != CTL_DONE ||
      (outcome = collab_ctl_batches(ctl, STATEMENT(ctl_company_erase_attempts), 1, counted, &tally)) != CTL_DONE ||
      (outcome = collab_ctl_rehearse(ctl, STATEMENT(ctl_company_erase_rest), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  return finish(ctl,
                apr_psprintf(ctl->pool,
                             "company %s: in %" APR_INT64_T_FMT " requests with %" APR_INT64_T_FMT " notes, %" APR_INT64_T_FMT
                             " responses and %" APR_INT64_T_FMT " attachments, %s accounts, %s subscriptions, %" APR_INT64_T_FMT
                             " attempts, %s forms, %s departments",
                             collab_ctl_value(ctl, "id"), tally.requests, tally.notes, tally.responses, tally.attachments,
                             collab_rows_text(found, 0, "users"), collab_rows_text(found, 0, "subscriptions"), tally.attempts,
                             collab_rows_text(rows, 0, "forms"), collab_rows_text(rows, 0, "departments")));
}

collab_ctl_exit_t collab_ctl_note_erase(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_confirmed(ctl, STATEMENT(ctl_note_erase_plan));

  return outcome == CTL_DONE ? collab_ctl_ask(ctl, STATEMENT(ctl_erase_vacuum), VACUUM_WAIT, &rows) : outcome;
}
