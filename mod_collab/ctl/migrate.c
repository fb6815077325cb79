/* migrate.c: collabctl migrate: brings the schema up to date.
 *
 * Migrations are sql/schema/NNNN_<name>.sql. Under one advisory lock of the session:
 *
 * 1. what is recorded (collab.schema_migration) is compared with the files: a recorded one whose file is missing or has another
 * checksum, or a file that is older than the newest recorded one and not recorded itself, stops everything before anything is
 * changed;
 * 2. each file that is not recorded runs in a transaction of its own, together with its record: a migration that fails leaves the
 * schema where the one before it left it;
 * 3. roles.sql gives the rights anew, every time.
 *
 * Forward only. Two that run at once: one waits, then finds nothing to do. */
#include "ctl/ctl.h"

#include "base/crypt.h"
#include "base/text.h"

#include <apr_file_info.h>
#include <apr_lib.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (4 << 20)
#define WAIT 60
#define LOCK_WAIT 600

typedef struct migration_t {
  const char *version; /* "0001" */
  const char *name;    /* "members" */
  const char *sql;
  const char *checksum;
} migration_t;

static collab_ctl_exit_t migrate(collab_ctl_t *ctl);

// clang-format off
const collab_ctl_command_t collab_ctl_migrate[] = {
  { "", "applies the migrations that are missing, then the rights of the roles", NULL, NULL, NULL, migrate },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

/* ---- the files ---- */

/* "0001_members.sql": four digits, an underscore, a name. */
static bool is_migration(const char *file) {
  for (int i = 0; i < 4; i++) {
    if (!apr_isdigit(file[i])) {
      return false;
    }
  }
  size_t len = strlen(file);
  return file[4] == '_' && len > 9 && !strcmp(file + len - 4, ".sql");
}

static int by_version(const void *a, const void *b) {
  return strcmp(((const migration_t *)a)->version, ((const migration_t *)b)->version);
}

static bool read_migration(collab_ctl_t *ctl, const char *folder, const char *file, migration_t *migration) {
  unsigned char digest[COLLAB_SHA256_BYTES];
  char *checksum = apr_palloc(ctl->pool, 2 * sizeof digest + 1);

  migration->version = apr_pstrmemdup(ctl->pool, file, 4);
  migration->name = apr_pstrmemdup(ctl->pool, file + 5, strlen(file) - 9);
  migration->sql = collab_ctl_file(ctl, apr_pstrcat(ctl->pool, folder, "/", file, NULL), FILE_MAX);
  if (!migration->sql || !collab_crypt_sha256(migration->sql, strlen(migration->sql), digest)) {
    return false;
  }
  collab_text_hex(checksum, digest, sizeof digest);
  migration->checksum = checksum;
  return true;
}

/* All migrations by version, or NULL: said. */
static apr_array_header_t *read_migrations(collab_ctl_t *ctl, const char *folder) {
  apr_array_header_t *all = apr_array_make(ctl->pool, 16, sizeof(migration_t));
  apr_finfo_t info;
  apr_dir_t *dir;

  if (apr_dir_open(&dir, folder, ctl->pool) != APR_SUCCESS) {
    collab_ctl_say(ctl, "%s: cannot be read", folder);
    return NULL;
  }
  while (apr_dir_read(&info, APR_FINFO_NAME, dir) == APR_SUCCESS) {
    if (is_migration(info.name) && !read_migration(ctl, folder, info.name, apr_array_push(all))) {
      return NULL;
    }
  }
  apr_dir_close(dir);
  qsort(all->elts, (size_t)all->nelts, sizeof(migration_t), by_version);
  for (int i = 1; i < all->nelts; i++) {
    const migration_t *one = &APR_ARRAY_IDX(all, i - 1, migration_t), *next = one + 1;
    if (!strcmp(one->version, next->version)) {
      collab_ctl_say(ctl, "%s: two files have the number %s (%s, %s)", folder, one->version, one->name, next->name);
      return NULL;
    }
  }
  if (!all->nelts) {
    collab_ctl_say(ctl, "%s: has no migration", folder);
    return NULL;
  }
  return all;
}

/* ---- what is recorded ---- */

static const migration_t *find(const apr_array_header_t *all, const char *version) {
  for (int i = 0; i < all->nelts; i++) {
    const migration_t *migration = &APR_ARRAY_IDX(all, i, migration_t);
    if (!strcmp(migration->version, version)) {
      return migration;
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

/* Do the files tell the history that the database remembers? */
static bool agree(const collab_ctl_t *ctl, const apr_array_header_t *all, collab_rows_t recorded) {
  bool fine = true;
  for (int row = 0; row < recorded.count; row++) {
    const char *version = collab_rows_text(recorded, row, "version"), *name = collab_rows_text(recorded, row, "name");
    const migration_t *migration = find(all, version);
    if (!migration) {
      collab_ctl_say(ctl,
                     "%s_%s.sql: was applied to this database, but the file is missing; is this version older than the database?",
                     version, name);
    } else if (strcmp(migration->checksum, collab_rows_text(recorded, row, "checksum"))) {
      collab_ctl_say(ctl,
                     "%s_%s.sql: has changed since it was applied (checksum); put the applied one back and write a new migration",
                     version, migration->name);
    } else {
      continue;
    }
    fine = false;
  }
  const char *newest = recorded.count ? collab_rows_text(recorded, recorded.count - 1, "version") : "";
  for (int i = 0; i < all->nelts; i++) {
    const migration_t *migration = &APR_ARRAY_IDX(all, i, migration_t);
    if (!is_recorded(recorded, migration->version) && strcmp(migration->version, newest) < 0) {
      collab_ctl_say(ctl, "%s_%s.sql: is older than %s, which was applied already; give it a higher number", migration->version,
                     migration->name, newest);
      fine = false;
    }
  }
  return fine;
}

/* ---- applying ---- */

static collab_ctl_exit_t apply(collab_ctl_t *ctl, const migration_t *migration) {
  collab_rows_t rows;
  apr_table_setn(ctl->args, "version", migration->version);
  apr_table_setn(ctl->args, "name", migration->name);
  apr_table_setn(ctl->args, "checksum", migration->checksum);
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_announce), WAIT, &rows);
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_script(ctl, apr_pstrcat(ctl->pool, migration->version, "_", migration->name, ".sql", NULL),
                                apr_pstrcat(ctl->pool, STATEMENT(ctl_migration_open)->parts->text, ";\n", migration->sql, "\n;\n",
                                            STATEMENT(ctl_migration_record)->parts->text, NULL));
  }
  if (outcome == CTL_DONE) {
    printf("applied %s_%s\n", migration->version, migration->name);
  }
  return outcome;
}

static collab_ctl_exit_t grant(collab_ctl_t *ctl, const char *folder) {
  const char *sql = collab_ctl_file(ctl, apr_pstrcat(ctl->pool, folder, "/roles.sql", NULL), FILE_MAX);
  return sql ? collab_ctl_script(ctl, "roles.sql",
                                 apr_pstrcat(ctl->pool, STATEMENT(ctl_migration_open)->parts->text, ";\n", sql, NULL))
             : CTL_REFUSED;
}

static collab_ctl_exit_t migrate(collab_ctl_t *ctl) {
  const char *folder = collab_ctl_sql_folder(ctl);
  apr_array_header_t *all = folder ? read_migrations(ctl, apr_pstrcat(ctl->pool, folder, "/schema", NULL)) : NULL;
  collab_rows_t recorded;
  collab_ctl_exit_t outcome;

  if (!all) {
    return CTL_REFUSED;
  }
  if ((outcome = collab_ctl_ask(ctl, STATEMENT(ctl_lock), LOCK_WAIT, &recorded)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_prepare), WAIT, &recorded)) != CTL_DONE ||
      (outcome = collab_ctl_ask(ctl, STATEMENT(ctl_migration_list), WAIT, &recorded)) != CTL_DONE) {
    return outcome;
  }
  if (!agree(ctl, all, recorded)) {
    return CTL_REFUSED;
  }
  for (int i = 0; i < all->nelts && outcome == CTL_DONE; i++) {
    const migration_t *migration = &APR_ARRAY_IDX(all, i, migration_t);
    if (!is_recorded(recorded, migration->version)) {
      outcome = apply(ctl, migration);
    }
  }
  return outcome == CTL_DONE ? grant(ctl, folder) : outcome;
}
