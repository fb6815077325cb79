/* export.c: the commands collabctl company export and user export, which write all records of a company or a user. Each line is a
 * JSON object {"type": "request", "record": {…}} with a record as the interface shows it. The last line has the count; without
 * it, the export is incomplete.
 *
 * Requests and attempts are read in batches, each with a snapshot of its own. So an export keeps no transaction open, and its
 * memory use does not grow with its length. Each record shows the state at the time it was read. */
#include "ctl/ctl.h"

#include <stdio.h>
#include <string.h>

#define WAIT 60
#define REST 4 /* a pause lasts 4 times as long as the batch before it, so an export works a fifth of the time, as duties do */
#define TYPES 10

/* The number of written lines of each type. */
typedef struct tally_t {
  collab_ctl_t *ctl;
  int64_t count[TYPES];
} tally_t;

static const char *const types[TYPES] = {"company", "user",    "department", "form",     "subscription",
                                         "request", "contact", "note",       "response", "delivery"};

/* Writes the lines of a batch, and sets the beginning of the next one (arg.after). */
static bool write_lines(void *data, collab_rows_t rows) {
  tally_t *tally = data;

  for (int row = 0; row < rows.count; row++) {
    const char *type = collab_rows_text(rows, row, "type");
    for (size_t i = 0; type && i < TYPES; i++) {
      tally->count[i] += !strcmp(types[i], type);
    }
    if (type) {
      printf("{\"type\":\"%s\",\"record\":%s}\n", type, collab_rows_text(rows, row, "record"));
    }
  }
  const char *more = collab_rows_text(rows, rows.count - 1, "more");
  if (!more || *more != 't' || ferror(stdout)) {
    apr_table_unset(tally->ctl->args, "after");
    return false;
  }
  apr_table_set(tally->ctl->args, "after", collab_rows_text(rows, rows.count - 1, "cursor"));
  return true;
}

static void write_count(const tally_t *tally) {
  collab_json_writer_t *w = collab_json_writer_make(tally->ctl->pool, 300);
  int64_t lines = 0;

  collab_write_open(w, NULL, "{");
  collab_write_text(w, "type", "count");
  collab_write_open(w, "records", "{");
  for (size_t i = 0; i < TYPES; i++) {
    lines += tally->count[i];
    if (tally->count[i]) {
      collab_write_integer(w, types[i], tally->count[i]);
    }
  }
  collab_write_close(w, "}");
  collab_write_integer(w, "lines", lines);
  collab_write_close(w, "}");
  printf("%s\n", w->text);
}

/* Writes the lines of `statement`, then those of the batches, then the count. `kept` names columns of `statement` that the
 * batches bind. */
static collab_ctl_exit_t export(collab_ctl_t *ctl, const collab_statement_t *statement, const char *const *kept,
                                const collab_statement_t *const *batches) {
  tally_t tally = {.ctl = ctl};
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, statement, WAIT, &rows);

  if (outcome != CTL_DONE || (outcome = collab_ctl_audit(ctl)) != CTL_DONE) {
    return outcome;
  }
  for (; *kept; kept++) {
    apr_table_set(ctl->args, *kept, collab_rows_text(rows, 0, *kept));
  }
  write_lines(&tally, rows);
  for (; *batches && outcome == CTL_DONE; batches++) {
    outcome = collab_ctl_batches_each(ctl, *batches, REST, write_lines, &tally);
  }
  if (outcome == CTL_DONE) {
    write_count(&tally);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_company_export(collab_ctl_t *ctl) {
  static const char *const kept[] = {"companies", NULL};
  static const collab_statement_t *const batches[] = {STATEMENT(ctl_company_export_requests),
                                                      STATEMENT(ctl_company_export_deliveries), NULL};
  return export(ctl, STATEMENT(ctl_company_export), kept, batches);
}

collab_ctl_exit_t collab_ctl_user_export(collab_ctl_t *ctl) {
  static const char *const kept[] = {"companies", "account", "email", NULL};
  static const collab_statement_t *const batches[] = {STATEMENT(ctl_user_export_requests), NULL};
  return export(ctl, STATEMENT(ctl_user_export), kept, batches);
}
