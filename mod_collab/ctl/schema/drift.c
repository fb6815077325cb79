/* drift.c: collabctl migrate: what the schema must be, and what is missing from it or differs.
 *
 * sql/facts.tsv lists the facts of a schema that was made a moment ago, and for each the commands that make the object anew
 * (migration 0114 says what a fact is). `migrate` stores the list in the database, because it belongs to the schema's version:
 * nodes of an older version compare the schema with it, too. `migrate` names the drift, and `migrate --repair` ends it. Commands
 * have the form of a migration (migration.c), so a repair holds back nobody for more than a second at a time. */
#include "ctl/ctl.h"

#include <apr_file_info.h>
#include <stdio.h>
#include <string.h>

#define FILE_MAX (4 << 20)
#define WAIT 60
#define PASSES 5 /* a repair may need another one: an index makes a foreign key possible */

/* What is missing or differs, and the commands that make it anew; NULL: there are none. */
typedef struct difference_t {
  const char *said, *remake;
  bool there; /* the object is not missing */
} difference_t;

/* ---- the list ---- */

static collab_ctl_exit_t replace(collab_ctl_t *ctl, const char *path, const char *rows_of_file) {
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  if ((outcome = collab_ctl_ask(ctl, STATEMENT(transaction_begin), WAIT, &rows)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_fact_clear), WAIT, &rows)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_baseline_copy), WAIT, &rows)) != CTL_DONE ||
      (outcome = collab_ctl_copy(ctl, path, apr_pstrdup(ctl->pool, collab_rows_text(rows, 0, "copy")), rows_of_file)) !=
          CTL_DONE) {
    return outcome;
  }
  return collab_ctl_ask(ctl, STATEMENT(transaction_commit), WAIT, &rows);
}

collab_ctl_exit_t collab_ctl_facts(collab_ctl_t *ctl, const char *folder) {
  const char *path = apr_pstrcat(ctl->pool, folder, "/facts.tsv", NULL);
  bool audited = ctl->audited;
  apr_finfo_t info;

  if (apr_stat(&info, path, APR_FINFO_TYPE, ctl->pool) != APR_SUCCESS) {
    return CTL_DONE;
  }
  const char *text = collab_ctl_file(ctl, path, FILE_MAX), *first = text ? strchr(text, '\n') : NULL;
  if (text && !first) {
    collab_ctl_say(ctl, "%s: the first line must name the columns", path);
  }
  if (!first) {
    return CTL_REFUSED;
  }
  apr_table_setn(ctl->args, "table", "schema_fact");
  apr_table_setn(ctl->args, "columns", apr_pstrmemdup(ctl->pool, text, first - text));
  ctl->audited = true; /* every run does this. The audit's functions may be missing, too */
  collab_ctl_exit_t outcome = replace(ctl, path, first + 1);
  ctl->audited = audited;
  return outcome;
}

/* ---- the drift ---- */

static collab_ctl_exit_t list(collab_ctl_t *ctl, apr_array_header_t *differences) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_held_missing), WAIT, &rows);

  if (outcome == CTL_DONE && !rows.count) {
    outcome = collab_ctl_ask(ctl, STATEMENT(ctl_drift_list), WAIT, &rows);
  }
  apr_array_clear(differences);
  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    const char *said = collab_rows_text(rows, row, "said"), *remake = collab_rows_text(rows, row, "remake");
    APR_ARRAY_PUSH(differences, difference_t) = (difference_t){apr_pstrdup(ctl->pool, said), apr_pstrdup(ctl->pool, remake),
                                                               collab_rows_integer(rows, row, "there") != 0};
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_repair(collab_ctl_t *ctl, bool *done) {
  apr_array_header_t *differences = apr_array_make(ctl->pool, 16, sizeof(difference_t));
  int before = 0;
  collab_ctl_exit_t outcome = list(ctl, differences);

  *done = false;
  for (int pass = 0; outcome == CTL_DONE && differences->nelts && pass < PASSES; pass++) {
    if (pass > 1 && differences->nelts >= before) { /* the first pass may have made only the view by which the rest is seen */
      break;
    }
    before = differences->nelts;
    for (int i = 0; i < differences->nelts; i++) {
      const difference_t *one = &APR_ARRAY_IDX(differences, i, difference_t);
      if (one->remake && collab_ctl_parts(ctl, one->said, one->remake) == CTL_DONE) {
        collab_ctl_tell(ctl, "made anew: %s", one->said);
        fflush(stdout);
        *done = true;
      }
    }
    outcome = list(ctl, differences);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_drift(collab_ctl_t *ctl, bool *found) {
  apr_array_header_t *differences = apr_array_make(ctl->pool, 16, sizeof(difference_t));
  collab_ctl_exit_t outcome = list(ctl, differences);

  *found = outcome == CTL_DONE && differences->nelts;
  for (int i = 0; *found && i < differences->nelts; i++) {
    const difference_t *one = &APR_ARRAY_IDX(differences, i, difference_t);
    collab_ctl_say(ctl, "%s: %s", one->said,
                   !one->remake ? one->there ? "change it back, as nothing here makes it anew; or restore the database"
                                             : "cannot be made anew, because its rows are gone: restore the database"
                   : collab_ctl_value(ctl, "repair") ? "not made anew; remove the reason above and repeat this command"
                                                     : "collabctl migrate --repair makes it anew");
  }
  return outcome;
}
