/* run.c: statements, scripts, files and messages of collabctl.
 *
 * Owns the connection: one, as the owner of the database, opened by the first statement that wants it. Every command comes
 * through here, so what a failure means for the shell (ctl.h, exit codes) is decided once. Must never show a DSN. */
#include "ctl/ctl.h"

#include "base/text.h"

#include <apr_env.h>
#include <apr_file_info.h>
#include <apr_file_io.h>
#include <apr_lib.h>
#include <apr_network_io.h>
#include <apr_user.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#ifndef COLLAB_DATADIR
#define COLLAB_DATADIR "/usr/local/share/mod_collab"
#endif
#define STATEMENT_WAIT 60

/* ---- messages and values ---- */

void collab_ctl_say(const collab_ctl_t *ctl, const char *format, ...) {
  va_list values;
  va_start(values, format);
  char *text = apr_pvsprintf(ctl->pool, format, values);
  va_end(values);
  for (char *c = text; *c; c++) {
    *c = apr_iscntrl(*c) ? '?' : *c;
  }
  fprintf(stderr, "collabctl: %s: %s\n", ctl->name, text);
}

const char *collab_ctl_value(const collab_ctl_t *ctl, const char *name) {
  return apr_table_get(ctl->args, name);
}

const char *collab_ctl_who(apr_pool_t *pool) {
  char host[APRMAXHOSTLEN + 1] = "?", *name = NULL;
  apr_uid_t uid;
  apr_gid_t gid;

  if (apr_env_get(&name, "SUDO_USER", pool) != APR_SUCCESS && apr_uid_current(&uid, &gid, pool) == APR_SUCCESS &&
      apr_uid_name_get(&name, uid, pool) != APR_SUCCESS) {
    name = apr_psprintf(pool, "%u", (unsigned)uid); /* an account without a name */
  }
  apr_gethostname(host, sizeof host, pool);
  return apr_pstrcat(pool, name ? name : "?", "@", host, NULL);
}

/* ---- the connection ---- */

collab_ctl_exit_t collab_ctl_connect(collab_ctl_t *ctl) {
  const char *error = "";
  collab_rows_t rows;

  if (ctl->pg) {
    return CTL_DONE;
  }
  const char *dsn = collab_ctl_setting(ctl, "dsn", "COLLAB_DSN");
  if (!dsn) {
    collab_ctl_say(ctl, "which database? Give --dsn or set COLLAB_DSN; collabctl setup writes it into %s",
                   collab_ctl_settings_file(ctl->pool));
    return CTL_USAGE;
  }
  ctl->pg = collab_pg_connect(ctl->pool, dsn, &error);
  if (!ctl->pg) {
    collab_ctl_say(ctl, "the database does not answer: %s", collab_pg_one_line(ctl->pool, error));
    return CTL_UNREACHABLE;
  }
  return collab_ctl_ask(ctl, STATEMENT(ctl_session), STATEMENT_WAIT, &rows);
}

/* What a statement's failure means: the tables are not there yet, or the database's own refusal. */
static collab_ctl_exit_t failed(collab_ctl_t *ctl) {
  const char *state = collab_pg_sqlstate(ctl->pg);
  if (!strcmp(state, "42P01") || !strcmp(state, "42883") || !strcmp(state, "42703") || !strcmp(state, "3F000")) {
    collab_ctl_say(ctl, "the database's schema is not this version's; run collabctl migrate first (%s)",
                   collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)));
  } else {
    collab_ctl_say(ctl, "the database refuses: %s", collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)));
  }
  return CTL_REFUSED;
}

collab_ctl_exit_t collab_ctl_ask(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows) {
  const char *values[COLLAB_MAX_BINDS];
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  for (int i = 0; i < statement->nbinds; i++) {
    values[i] = collab_ctl_value(ctl, statement->binds[i].name);
  }
  switch (collab_pg_run(ctl->pg, ctl->pool, statement, values, apr_time_now() + apr_time_from_sec(wait))) {
  case COLLAB_PG_DONE:
    break;
  case COLLAB_PG_FAILED:
    return failed(ctl);
  default:
    collab_ctl_say(ctl, "the connection to the database was lost (%s)%s",
                   collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)),
                   statement->writes ? "; whether the change was made is unknown" : "");
    return CTL_UNREACHABLE;
  }
  *rows = collab_pg_rows(ctl->pg, statement->nparts - 1);
  const char *refusal = statement->refuses ? collab_rows_text(*rows, 0, "refusal") : NULL;
  if (refusal) {
    collab_ctl_say(ctl, "%s", refusal);
    return CTL_REFUSED;
  }
  return CTL_DONE;
}

collab_ctl_exit_t collab_ctl_company_known(collab_ctl_t *ctl) {
  collab_rows_t rows;
  return collab_ctl_value(ctl, "company") ? collab_ctl_ask(ctl, STATEMENT(ctl_company_known), STATEMENT_WAIT, &rows) : CTL_DONE;
}

collab_ctl_exit_t collab_ctl_statement(collab_ctl_t *ctl) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = ctl->command->columns ? collab_ctl_company_known(ctl) : CTL_DONE;
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_ask(ctl, ctl->command->statement, STATEMENT_WAIT, &rows);
  }
  if (outcome != CTL_DONE) {
    return outcome;
  }
  if (ctl->command->columns) {
    collab_ctl_print(ctl, rows, ctl->command->columns);
  } else if (collab_rows_text(rows, 0, "said")) {
    collab_ctl_tell(ctl, "%s", collab_rows_text(rows, 0, "said"));
  }
  return CTL_DONE;
}

collab_ctl_exit_t collab_ctl_record(collab_ctl_t *ctl, const char *const *columns) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, STATEMENT_WAIT, &rows);

  if (outcome == CTL_DONE) {
    collab_ctl_print_record(ctl, rows, columns);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_set(collab_ctl_t *ctl) {
  for (const collab_ctl_param_t *param = ctl->command->params; param->name; param++) {
    if (param->use != CTL_ARGUMENT && param->use != CTL_PRESET && collab_ctl_given(ctl, param)) {
      return collab_ctl_statement(ctl);
    }
  }
  collab_ctl_say(ctl, "nothing is given that could be set");
  return CTL_REFUSED;
}

/* What came of a script or a copy: its failure or its warning is said. */
static collab_ctl_exit_t judge(const collab_ctl_t *ctl, const char *what, bool fine, const char *error) {
  if (!fine) {
    collab_ctl_say(ctl, "%s: %s", what, collab_pg_one_line(ctl->pool, error));
    return collab_pg_alive(ctl->pg) || collab_pg_alive_in_transaction(ctl->pg) ? CTL_REFUSED : CTL_UNREACHABLE;
  }
  if (collab_pg_warning(ctl->pg)) {
    collab_ctl_say(ctl, "%s: warning: %s", what, collab_pg_warning(ctl->pg));
  }
  return CTL_DONE;
}

collab_ctl_exit_t collab_ctl_script(collab_ctl_t *ctl, const char *what, const char *sql) {
  const char *error = "";
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);
  bool fine = outcome == CTL_DONE && collab_pg_script(ctl->pg, ctl->pool, sql, &error);
  return outcome == CTL_DONE ? judge(ctl, what, fine, error) : outcome;
}

collab_ctl_exit_t collab_ctl_copy(collab_ctl_t *ctl, const char *what, const char *command, const char *rows) {
  const char *error = "";
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);
  bool fine = outcome == CTL_DONE && collab_pg_copy(ctl->pg, ctl->pool, command, rows, &error);
  return outcome == CTL_DONE ? judge(ctl, what, fine, error) : outcome;
}

/* ---- files ---- */

const collab_keyring_t *collab_ctl_keyring(collab_ctl_t *ctl) {
  const char *path = collab_ctl_setting(ctl, "secrets_key", "COLLAB_SECRETS_KEY"), *error;

  if (!path) {
    collab_ctl_say(ctl, "which keys seal secrets? Give --secrets-key or set COLLAB_SECRETS_KEY");
    return NULL;
  }
  const collab_keyring_t *ring = collab_keyring_load(ctl->pool, path, &error);
  if (!ring) {
    collab_ctl_say(ctl, "secrets-key: %s", error);
  }
  return ring;
}

/* Reads to the end or to one byte more than allowed. */
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
    collab_ctl_say(ctl, "sql: there is no %s/schema; --sql names the folder of the SQL files",
                   given ? given : COLLAB_DATADIR "/sql");
    return NULL;
  }
  return given;
}
