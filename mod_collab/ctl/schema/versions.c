/* versions.c: reads the versions of the schema from the files of sql/.
 *
 * Version 100 is the baseline, which an empty database gets:
 *
 *   sql/schema/NN_<noun>.sql       in the order of their numbers
 *   sql/search/NN_<part>.sql       after those
 *   sql/data/<table>.tsv           last: the rows of a table; the first line names the columns
 *
 * Every later version is one migration, sql/migrations/NNNN_<name>.sql, from 0101 on.
 *
 * The checksum of a version covers all its files: for one file it is the file's SHA-256, for several the SHA-256 of the output of
 * `sha256sum schema/... search/... data/...`, in the order above.
 *
 * The program knows the number of the newest version that it was built with, and refuses files of another version. */
#include "ctl/ctl.h"

#include "base/digest.h"
#include "base/text.h"

#include <apr_file_info.h>
#include <apr_lib.h>
#include <stdlib.h>
#include <string.h>

#define FILE_MAX (4 << 20)

/* Returns the number of digits at the beginning of "<digits>_<name>.sql"; 0: the name has another form. */
static int digits_of(const char *name) {
  int digits = 0;
  apr_size_t len = strlen(name);
  while (apr_isdigit(name[digits])) {
    digits++;
  }
  return name[digits] == '_' && len > (apr_size_t)digits + 5 && !strcmp(name + len - 4, ".sql") ? digits : 0;
}

static bool is_data(const char *name) {
  apr_size_t len = strlen(name);
  return len > 4 && !strcmp(name + len - 4, ".tsv");
}

static int by_path(const void *a, const void *b) {
  return strcmp(((const collab_ctl_sql_t *)a)->path, ((const collab_ctl_sql_t *)b)->path);
}

static const char *checksum_of(apr_pool_t *pool, const char *text) {
  unsigned char digest[COLLAB_SHA256_BYTES];
  char *checksum = apr_palloc(pool, 2 * sizeof digest + 1);
  if (!collab_digest_sha256(text, strlen(text), digest)) {
    return NULL;
  }
  collab_text_hex(checksum, digest, sizeof digest);
  return checksum;
}

static bool read_file(collab_ctl_t *ctl, const char *sql, const char *path, collab_ctl_sql_t *file) {
  file->path = path;
  file->text = collab_ctl_file(ctl, apr_pstrcat(ctl->pool, sql, "/", path, NULL), FILE_MAX);
  file->checksum = file->text ? checksum_of(ctl->pool, file->text) : NULL;
  return file->checksum != NULL;
}

/* Adds the files of one folder below `sql` in the order of their names: "<digits>_<name>.sql", or "<table>.tsv" if `digits` is 0.
 * Refuses any other .sql file, for example one with more or fewer digits, because it would never run. Reports a failure and
 * returns false. */
static bool read_folder(collab_ctl_t *ctl, const char *sql, const char *folder, int digits, apr_array_header_t *files) {
  apr_array_header_t *found = apr_array_make(ctl->pool, 32, sizeof(collab_ctl_sql_t));
  apr_finfo_t info;
  apr_dir_t *dir;

  if (apr_dir_open(&dir, apr_pstrcat(ctl->pool, sql, "/", folder, NULL), ctl->pool) != APR_SUCCESS) {
    collab_ctl_say(ctl, "%s/%s: cannot be read", sql, folder);
    return false;
  }
  while (apr_dir_read(&info, APR_FINFO_NAME, dir) == APR_SUCCESS) {
    const char *path = apr_pstrcat(ctl->pool, folder, "/", info.name, NULL);
    apr_size_t len = strlen(info.name);
    if (digits ? digits_of(info.name) == digits : is_data(info.name)) {
      if (!read_file(ctl, sql, path, apr_array_push(found))) {
        return false;
      }
    } else if (len > 4 && !strcmp(info.name + len - 4, ".sql")) {
      collab_ctl_say(ctl, "%s: the name of a file in %s must begin with %d digits and an underscore", path, folder, digits);
      return false;
    }
  }
  apr_dir_close(dir);
  qsort(found->elts, (size_t)found->nelts, sizeof(collab_ctl_sql_t), by_path);
  apr_array_cat(files, found);
  return true;
}

static bool read_baseline(collab_ctl_t *ctl, const char *sql, collab_ctl_version_t *baseline) {
  const char *sums = "";
  baseline->version = COLLAB_CTL_BASELINE;
  baseline->name = "baseline";
  baseline->files = apr_array_make(ctl->pool, 32, sizeof(collab_ctl_sql_t));
  if (!read_folder(ctl, sql, "schema", 2, baseline->files) || !read_folder(ctl, sql, "search", 2, baseline->files) ||
      !read_folder(ctl, sql, "data", 0, baseline->files)) {
    return false;
  }
  for (int i = 0; i < baseline->files->nelts; i++) {
    const collab_ctl_sql_t *file = &APR_ARRAY_IDX(baseline->files, i, collab_ctl_sql_t);
    sums = apr_pstrcat(ctl->pool, sums, file->checksum, "  ", file->path, "\n", NULL);
  }
  baseline->checksum = checksum_of(ctl->pool, sums);
  return baseline->checksum != NULL;
}

/* Adds the migrations. A missing folder means none. Reports a failure and returns false. */
static bool add_migrations(collab_ctl_t *ctl, const char *sql, apr_array_header_t *versions) {
  apr_array_header_t *files = apr_array_make(ctl->pool, 16, sizeof(collab_ctl_sql_t));
  apr_finfo_t info;
  if (apr_stat(&info, apr_pstrcat(ctl->pool, sql, "/migrations", NULL), APR_FINFO_TYPE, ctl->pool) != APR_SUCCESS) {
    return true;
  }
  if (!read_folder(ctl, sql, "migrations", 4, files)) {
    return false;
  }
  for (int i = 0; i < files->nelts; i++) {
    const collab_ctl_sql_t *file = &APR_ARRAY_IDX(files, i, collab_ctl_sql_t);
    const collab_ctl_version_t *before = &APR_ARRAY_IDX(versions, versions->nelts - 1, collab_ctl_version_t);
    const char *name = strchr(file->path, '/') + 1, *version = apr_pstrmemdup(ctl->pool, name, 4);
    if (strcmp(version, before->version) <= 0) {
      collab_ctl_say(ctl, "%s: %s_%s has %s number already; give it the next free one", file->path, before->version, before->name,
                     strcmp(version, before->version) ? "a higher" : "the same");
      return false;
    }
    collab_ctl_version_t *migration = apr_array_push(versions);
    migration->version = version;
    migration->name = apr_pstrmemdup(ctl->pool, name + 5, strlen(name) - 9);
    migration->checksum = file->checksum;
    migration->files = apr_array_make(ctl->pool, 1, sizeof(collab_ctl_sql_t));
    APR_ARRAY_PUSH(migration->files, collab_ctl_sql_t) = *file;
  }
  return true;
}

/* Are the files those that this program was built with? Another version's `make install` may have left a newer migration. An
 * operator who names the folder with --sql knows what it has. Reports a difference. */
static bool belong(const collab_ctl_t *ctl, const char *sql, const apr_array_header_t *versions) {
  const char *newest = APR_ARRAY_IDX(versions, versions->nelts - 1, collab_ctl_version_t).version;
  if (collab_ctl_value(ctl, "sql") || !strcmp(newest + strspn(newest, "0"), collab_schema_version)) {
    return true;
  }
  collab_ctl_say(
      ctl,
      "%s has the files of another version: the newest is %s, and this program was built with 0%s; install one version "
      "completely, or name the folder with --sql",
      sql, newest, collab_schema_version);
  return false;
}

const apr_array_header_t *collab_ctl_versions(collab_ctl_t *ctl, const char *sql) {
  apr_array_header_t *versions = apr_array_make(ctl->pool, 16, sizeof(collab_ctl_version_t));
  bool fine = read_baseline(ctl, sql, apr_array_push(versions)) && add_migrations(ctl, sql, versions);
  return fine && belong(ctl, sql, versions) ? versions : NULL;
}
