/* input_files.c: finds and reads files: those that the operator names, the keys, and the shipped ones. */
#include "ctl/ctl.h"

#include "base/keyring.h"
#include "base/text.h"

#include <apr_file_info.h>
#include <apr_file_io.h>
#include <string.h>
#include <unistd.h>

#ifndef COLLAB_DATADIR
#define COLLAB_DATADIR "/usr/local/share/mod_collab"
#endif

const collab_keyring_t *collab_ctl_keyring(collab_ctl_t *ctl) {
  const char *path = collab_ctl_setting(ctl, "secrets_key", "COLLAB_SECRETS_KEY"), *error;

  if (!path) {
    collab_ctl_say(ctl, "the secrets key is missing: give --secrets-key or set COLLAB_SECRETS_KEY");
    return NULL;
  }
  const collab_keyring_t *ring = collab_keyring_load(ctl->pool, path, &error);
  if (!ring) {
    collab_ctl_say(ctl, "secrets-key: %s", error);
  }
  return ring;
}

/* Reads to the end, or to one byte beyond `max`, so that the caller can detect a file that is too large. */
static apr_status_t read_all(apr_pool_t *pool, const char *path, apr_size_t max, char **text, apr_size_t *len) {
  apr_file_t *file;
  apr_status_t status =
      strcmp(path, "-") ? apr_file_open(&file, path, APR_READ, APR_OS_DEFAULT, pool) : apr_file_open_stdin(&file, pool);
  if (status == APR_SUCCESS) {
    *text = apr_palloc(pool, max + 2);
    status = apr_file_read_full(file, *text, max + 1, len);
    (*text)[*len] = '\0';
  }
  return status == APR_EOF ? APR_SUCCESS : status;
}

const char *collab_ctl_file(collab_ctl_t *ctl, const char *path, apr_size_t max) {
  char *text = NULL, reason[120];
  apr_size_t len = 0;
  apr_status_t status = read_all(ctl->pool, path, max, &text, &len);
  const char *name = strcmp(path, "-") ? path : "standard input";

  if (status != APR_SUCCESS) {
    collab_ctl_say(ctl, "%s: %s", name, apr_strerror(status, reason, sizeof reason));
  } else if (len > max) {
    collab_ctl_say(ctl, "%s: is larger than %d bytes", name, (int)max);
  } else if (!collab_text_is_utf8(text, len)) {
    collab_ctl_say(ctl, "%s: is not UTF-8 text", name);
  } else {
    return text;
  }
  return NULL;
}

static bool is_there(apr_pool_t *pool, const char *path) {
  apr_finfo_t info;
  return apr_stat(&info, path, APR_FINFO_TYPE, pool) == APR_SUCCESS;
}

const char *collab_ctl_program(apr_pool_t *pool) {
  char path[APR_PATH_MAX];
  ssize_t len = readlink("/proc/self/exe", path, sizeof path - 1);
  return apr_pstrmemdup(pool, path, len < 0 ? 0 : len);
}

const char *collab_ctl_shipped(apr_pool_t *pool, const char *name) {
  const char *program = collab_ctl_program(pool), *slash = strrchr(program, '/');
  const char *own = apr_pstrcat(pool, slash ? apr_pstrmemdup(pool, program, slash - program) : ".", "/", name, NULL);
  const char *installed = apr_pstrcat(pool, COLLAB_DATADIR "/", name, NULL);

  return is_there(pool, own) ? own : is_there(pool, installed) ? installed : NULL;
}

const char *collab_ctl_sql_folder(collab_ctl_t *ctl) {
  const char *given = collab_ctl_value(ctl, "sql"), *shipped = given ? NULL : collab_ctl_shipped(ctl->pool, "sql/schema");

  if (shipped) {
    return apr_pstrmemdup(ctl->pool, shipped, strlen(shipped) - strlen("/schema"));
  }
  if (!given || !is_there(ctl->pool, apr_pstrcat(ctl->pool, given, "/schema", NULL))) {
    collab_ctl_say(ctl, "sql: there is no %s/schema; name the folder of the SQL files with --sql",
                   given ? given : COLLAB_DATADIR "/sql");
    return NULL;
  }
  return given;
}
