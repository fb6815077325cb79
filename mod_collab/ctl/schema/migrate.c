/* migrate.c: collabctl migrate: brings the schema up to date.
 *
 * The versions of the schema are the baseline (100) and the migrations after it (versions.c). The session holds an advisory lock
 * during all steps. So if two runs start at the same time, the second one waits, and then finds nothing to do. The steps:
 *
 * 1. Compare the recorded versions (collab.schema_migration) with the files. Stop, before any change, if
 *    * the files of a recorded version are missing or have another checksum;
 *    * a migration is not recorded, but older than the newest recorded one;
 *    * a development version made the database: the first recorded version is below 100, or the recorded baseline differs
 *      from the files. Such a database cannot be migrated;
 *    * the tables belong to another role than that of the login.
 * 2. Apply each missing version, together with its record. A failed version leaves the schema of the version before. In an empty
 *    database, begin with the baseline, in one transaction. Then apply the migrations (migration.c).
 * 3. Store the list of what the schema must be. With --repair, make anew what is missing; name what then differs (drift.c).
 * 4. Run roles.sql, every time, which sets all rights. Print what it has changed, unless migrations were applied.
 * 5. Set sequences that are behind their tables, as after a restore of data alone.
 * 6. If a migration changes the JSON text that rows store, rewrite the old rows (rewrite.c), or continue an interrupted rewrite.
 *
 * Migrations only go forward. */
#include "ctl/ctl.h"

#include <stdio.h>
#include <string.h>

#define FILE_MAX (4 << 20)
#define WAIT 60
#define LOCK_WAIT 600
#define LISTED "0114" /* from this version on, the database has a list of what its schema must be */

static collab_ctl_exit_t migrate(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t migrate_params[] = {
  { "wait", CTL_OPTIONAL, CTL_ID, 86400, "seconds to try at most while other sessions hold a lock that a migration needs (300)" },
  { "repair", CTL_OPTIONAL, CTL_FLAG, 0, "makes anew what somebody dropped or changed: indexes, constraints, triggers, functions" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_migrate[] = {
  { "", "makes the schema in an empty database, or applies missing migrations; then grants the roles their rights", migrate_params, NULL, NULL, migrate },
  { NULL }
};
// clang-format on

/* ---- the recorded versions ---- */

static const collab_ctl_version_t *find(const apr_array_header_t *all, const char *version) {
  for (int i = 0; i < all->nelts; i++) {
    const collab_ctl_version_t *one = &APR_ARRAY_IDX(all, i, collab_ctl_version_t);
    if (!strcmp(one->version, version)) {
      return one;
    }
  }
  return NULL;
}

static bool is_recorded(collab_rows_t rows, const char *version) {
  for (int row = 0; row < rows.count; row++) {
    if (!strcmp(collab_rows_text(rows, row, "version"), version)) {
      return true;
    }
  }
  return false;
}

/* Returns the file name of a migration, for messages. */
static const char *file_of(apr_pool_t *pool, const char *version, const char *name) {
  return apr_pstrcat(pool, version, "_", name, ".sql", NULL);
}

/* Did a development version make the database? Before the release of 0.1.0, the baseline's files kept changing, and so did their
 * checksum. Edited files in a checkout look like a development version, too. Reports such a database. */
static bool is_of_development(const collab_ctl_t *ctl, const apr_array_header_t *all, collab_rows_t recorded) {
  const char *first = recorded.count ? collab_rows_text(recorded, 0, "version") : COLLAB_CTL_BASELINE;
  bool older = strcmp(first, COLLAB_CTL_BASELINE) < 0;
  if (!recorded.count ||
      (!older && !strcmp(APR_ARRAY_IDX(all, 0, collab_ctl_version_t).checksum, collab_rows_text(recorded, 0, "checksum")))) {
    return false;
  }
  collab_ctl_say(ctl,
                 "this database was made by a development version (schema %d), which cannot be migrated; give this version an "
                 "empty database%s",
                 (int)collab_rows_integer(recorded, recorded.count - 1, "version"),
                 older ? "" : ". If files of sql/schema, sql/search or sql/data were changed since, restore them instead");
  return true;
}

/* Do the files agree with the recorded versions? Reports all differences. */
static bool agree(const collab_ctl_t *ctl, const apr_array_header_t *all, collab_rows_t recorded) {
  bool fine = true;
  if (is_of_development(ctl, all, recorded)) {
    return false;
  }
  for (int row = 0; row < recorded.count; row++) {
    const char *version = collab_rows_text(recorded, row, "version"), *name = collab_rows_text(recorded, row, "name");
    const char *file = file_of(ctl->pool, version, name);
    const collab_ctl_version_t *ours = find(all, version);
    if (!ours) {
      collab_ctl_say(ctl,
                     "%s: was applied to this database, but the file is missing; install the version that migrated the database, "
                     "or a newer one",
                     file);
    } else if (strcmp(ours->checksum, collab_rows_text(recorded, row, "checksum"))) {
      collab_ctl_say(ctl, "%s: has changed since it was applied (checksum); restore it and write a new migration", file);
    } else {
      continue;
    }
    fine = false;
  }
  const char *newest = recorded.count ? collab_rows_text(recorded, recorded.count - 1, "version") : "";
  for (int i = 0; i < all->nelts; i++) {
    const collab_ctl_version_t *one = &APR_ARRAY_IDX(all, i, collab_ctl_version_t);
    if (!is_recorded(recorded, one->version) && strcmp(one->version, newest) < 0) {
      collab_ctl_say(ctl, "%s: is older than %s, which was applied already; give it a higher number",
                     file_of(ctl->pool, one->version, one->name), newest);
      fine = false;
    }
  }
  return fine;
}

/* ---- applying ---- */

/* Copies the rows of data/<table>.tsv into that table, and analyzes it at once: the first searches need the statistics. */
static collab_ctl_exit_t fill(collab_ctl_t *ctl, const collab_ctl_sql_t *file) {
  const char *table = strchr(file->path, '/') + 1, *first = strchr(file->text, '\n');
  collab_rows_t rows;

  if (!first) {
    collab_ctl_say(ctl, "%s: the first line must name the columns", file->path);
    return CTL_REFUSED;
  }
  apr_table_set(ctl->args, "table", apr_pstrmemdup(ctl->pool, table, strlen(table) - strlen(".tsv")));
  apr_table_set(ctl->args, "columns", apr_pstrmemdup(ctl->pool, file->text, first - file->text));
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_baseline_copy), WAIT, &rows);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_copy(ctl, file->path, collab_rows_text(rows, 0, "copy"), first + 1);
  }
  return outcome == CTL_DONE ? collab_ctl_script(ctl, file->path, collab_rows_text(rows, 0, "analyze")) : outcome;
}

static collab_ctl_exit_t load(collab_ctl_t *ctl, const apr_array_header_t *files) {
  collab_ctl_exit_t outcome = CTL_DONE;
  for (int i = 0; i < files->nelts && outcome == CTL_DONE; i++) {
    const collab_ctl_sql_t *file = &APR_ARRAY_IDX(files, i, collab_ctl_sql_t);
    outcome = strstr(file->path, ".tsv") ? fill(ctl, file) : collab_ctl_script(ctl, file->path, file->text);
  }
  return outcome;
}

/* Applies and records the baseline. A failure ends the program, and the end of its session rolls the transaction back. */
static collab_ctl_exit_t apply_baseline(collab_ctl_t *ctl, const collab_ctl_version_t *baseline) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome;

  if ((outcome = collab_ctl_ask(ctl, STATEMENT(transaction_begin), WAIT, &rows)) != CTL_DONE ||
      (outcome = load(ctl, baseline->files)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_record), WAIT, &rows)) != CTL_DONE) {
    return outcome;
  }
  return collab_ctl_ask(ctl, STATEMENT(transaction_commit), WAIT, &rows);
}

static collab_ctl_exit_t apply(collab_ctl_t *ctl, const collab_ctl_version_t *one, bool fresh) {
  apr_table_setn(ctl->args, "version", one->version);
  apr_table_setn(ctl->args, "name", one->name);
  apr_table_setn(ctl->args, "checksum", one->checksum);
  collab_ctl_exit_t outcome =
      strcmp(one->version, COLLAB_CTL_BASELINE) ? collab_ctl_migration(ctl, one, fresh) : apply_baseline(ctl, one);
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "applied %s_%s", one->version, one->name);
    fflush(stdout); /* keeps lines in order if standard output and standard error go to one file */
  }
  return outcome;
}

/* Runs roles.sql. Prints what it has granted and revoked, and sets *found to whether there is any, if `quiet` is false. */
static collab_ctl_exit_t grant(collab_ctl_t *ctl, const char *folder, bool quiet, bool *found) {
  const char *sql = collab_ctl_file(ctl, apr_pstrcat(ctl->pool, folder, "/roles.sql", NULL), FILE_MAX);
  collab_ctl_exit_t outcome = sql ? CTL_DONE : CTL_REFUSED;
  collab_rows_t rows;

  if (outcome == CTL_DONE && !quiet && (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_privilege_list), WAIT, &rows)) == CTL_DONE) {
    apr_table_set(ctl->args, "held", collab_rows_text(rows, 0, "held"));
  }
  if (outcome != CTL_DONE || (outcome = collab_ctl_script(ctl, "roles.sql", sql)) != CTL_DONE || quiet) {
    return outcome;
  }
  outcome = collab_ctl_ask(ctl, STATEMENT(ctl_privilege_changes), WAIT, &rows);
  *found = outcome == CTL_DONE && rows.count;
  for (int row = 0; *found && row < rows.count; row++) {
    collab_ctl_tell(ctl, "%s", collab_rows_text(rows, row, "said"));
  }
  return outcome;
}

/* Sets sequences that are behind their tables, prints each, and sets *found to whether there are any. */
static collab_ctl_exit_t advance_sequences(collab_ctl_t *ctl, bool *found) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_sequence_advance), WAIT, &rows);

  *found = outcome == CTL_DONE && rows.count;
  for (int row = 0; outcome == CTL_DONE && row < rows.count; row++) {
    collab_ctl_tell(ctl, "%s", collab_rows_text(rows, row, "said"));
  }
  return outcome;
}

/* Stores the list of what the schema must be, and compares them; with --repair, first makes the schema equal. */
static collab_ctl_exit_t compare(collab_ctl_t *ctl, const char *folder, bool *repaired, bool *drift) {
  collab_ctl_exit_t outcome = collab_ctl_facts(ctl, folder);

  if (outcome == CTL_DONE && collab_ctl_value(ctl, "repair")) {
    outcome = collab_ctl_repair(ctl, repaired);
  }
  return outcome == CTL_DONE ? collab_ctl_drift(ctl, drift) : outcome;
}

/* The steps after the migrations. `newest` is the schema's version, `changes`: one was applied. */
static collab_ctl_exit_t complete(collab_ctl_t *ctl, const char *newest, const char *folder, bool changes) {
  bool repaired = false, granted = false, behind = false, rewrites = false, drift = false;
  collab_ctl_exit_t outcome = strcmp(newest, LISTED) < 0 ? CTL_DONE : compare(ctl, folder, &repaired, &drift);

  if (outcome != CTL_DONE || (outcome = grant(ctl, folder, changes, &granted)) != CTL_DONE ||
      (outcome = advance_sequences(ctl, &behind)) != CTL_DONE || (outcome = collab_ctl_rewrite(ctl, &rewrites)) != CTL_DONE ||
      (repaired && (outcome = collab_ctl_audit(ctl)) != CTL_DONE)) {
    return outcome;
  }
  if (!changes && !repaired && !granted && !behind && !rewrites && !drift) {
    collab_ctl_tell(ctl, "nothing to do: the schema is at %s", newest);
  }
  return drift && collab_ctl_value(ctl, "repair") ? CTL_REFUSED : CTL_DONE;
}

static collab_ctl_exit_t migrate(collab_ctl_t *ctl) {
  const char *folder = collab_ctl_sql_folder(ctl);
  const apr_array_header_t *all = folder ? collab_ctl_versions(ctl, folder) : NULL;
  collab_rows_t recorded;
  collab_ctl_exit_t outcome;

  if (!all) {
    return CTL_REFUSED;
  }
  if ((outcome = collab_ctl_lock(ctl, LOCK_WAIT)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_owner), WAIT, &recorded)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_prepare), WAIT, &recorded)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_list), WAIT, &recorded)) != CTL_DONE) {
    return outcome;
  }
  if (!agree(ctl, all, recorded)) {
    return CTL_REFUSED;
  }
  bool changes = false;
  for (int i = 0; i < all->nelts && outcome == CTL_DONE; i++) {
    const collab_ctl_version_t *one = &APR_ARRAY_IDX(all, i, collab_ctl_version_t);
    if (!is_recorded(recorded, one->version)) {
      changes = true;
      outcome = apply(ctl, one, recorded.count == 0);
    }
  }
  return outcome == CTL_DONE ? complete(ctl, APR_ARRAY_IDX(all, all->nelts - 1, collab_ctl_version_t).version, folder, changes)
                             : outcome;
}
