/* run.c: runs the statements and scripts of collabctl.
 *
 * Keeps the one connection, which logs in as the owner of the database. The first statement opens the connection. Every statement
 * and script of collabctl runs here, so this file alone maps their failures to exit codes (ctl.h). Must never show a DSN. */
#include "ctl/ctl.h"

#include <apr_file_info.h>
#include <apr_user.h>
#include <stdarg.h>
#include <string.h>

#include "node/instance.h"
#include "node/said.h"
#include "store/dsn.h"

#define STATEMENT_WAIT 60
#define NOTHING "nothing to do: " /* beginning of the column `said` of a statement that has changed nothing */

/* ---- exit codes ---- */

/* May the same statement succeed later? By the SQLSTATE of its failure. */
static bool is_passing(const char *sqlstate) {
  static const char *const passing[] = {
      "08",    "40",    "57P", /* the connection; a conflict or a deadlock; PostgreSQL stops or starts */
      "25006", "53300",        /* a standby, until the failover is over; too many connections */
      "55P03", "57014",        /* a lock that another session holds; a limit of time */
  };

  for (size_t i = 0; i < sizeof passing / sizeof *passing; i++) {
    if (!strncmp(sqlstate, passing[i], strlen(passing[i]))) {
      return true;
    }
  }
  return false;
}

/* The exit code of a failure with this SQLSTATE. */
static collab_ctl_exit_t exit_of(const char *sqlstate) {
  return is_passing(sqlstate) ? CTL_UNREACHABLE : CTL_REFUSED;
}

/* The exit code of a failed login: PostgreSQL's own refusals stay until somebody changes something. */
static collab_ctl_exit_t exit_of_login(collab_pg_login_t login) {
  switch (login) {
  case COLLAB_PG_PASSWORD:
  case COLLAB_PG_NOT_ALLOWED:
  case COLLAB_PG_NO_ROLE:
  case COLLAB_PG_NO_DATABASE:
  case COLLAB_PG_NO_CONNECT:
    return CTL_REFUSED;
  default:
    return CTL_UNREACHABLE;
  }
}

collab_ctl_exit_t collab_ctl_planned(const collab_ctl_t *ctl, const char *format, ...) {
  va_list values;

  va_start(values, format);
  collab_ctl_say(ctl, "would %s; nothing is changed without --yes", apr_pvsprintf(ctl->pool, format, values));
  va_end(values);
  return CTL_REFUSED;
}

/* ---- the connection ---- */

/* Returns the remedy if peer authentication was refused: the system user to run collabctl as. Quickstart's PostgreSQL expects the
 * user who runs that PostgreSQL; the system's PostgreSQL expects the user who ran collabctl setup. Returns "" for another error.
 */
static const char *peer_remedy(collab_ctl_t *ctl, const char *dsn, collab_pg_login_t login) {
  collab_dsn_t read;
  apr_finfo_t info;
  char *name;

  if (login != COLLAB_PG_NOT_ALLOWED || collab_dsn_read(ctl->pool, dsn, &read) || read.hostaddr ||
      (read.host && !strchr("/@", *read.host))) { /* over the network there is no peer authentication */
    return "";
  }
  const char *socket = collab_dsn_socket(ctl->pool, &read);
  if (!socket || apr_stat(&info, socket, APR_FINFO_USER, ctl->pool) != APR_SUCCESS ||
      apr_uid_name_get(&name, info.user, ctl->pool) != APR_SUCCESS || !strcmp(name, "postgres")) {
    name = "the system user who ran collabctl setup, usually root";
  } else {
    name = apr_pstrcat(ctl->pool, "the system user ", name, ", who runs this PostgreSQL", NULL);
  }
  return apr_pstrcat(ctl->pool, "; run collabctl as ", name, NULL);
}

collab_ctl_exit_t collab_ctl_connect(collab_ctl_t *ctl) {
  const char *error = "";
  collab_pg_login_t login;

  if (ctl->pg) {
    return CTL_DONE;
  }
  const char *dsn = collab_ctl_setting(ctl, "dsn", "COLLAB_DSN");
  if (!dsn) {
    collab_ctl_say(ctl, "no database is named: %s; collabctl setup writes it into %s",
                   collab_instance_name() ? "this instance is not set up, and there is no --dsn" : "give --dsn or set COLLAB_DSN",
                   collab_ctl_settings_file(ctl->pool));
    return CTL_USAGE;
  }
  ctl->pg = collab_pg_connect(ctl->pool, dsn, &error);
  if (!ctl->pg) {
    collab_pg_refusal(ctl->pool, dsn, &login);
    collab_ctl_say(ctl, "the database %s: %s%s", exit_of_login(login) == CTL_REFUSED ? "refuses the login" : "does not answer",
                   collab_pg_one_line(ctl->pool, error), peer_remedy(ctl, dsn, login));
    return exit_of_login(login);
  }
  collab_ctl_exit_t outcome = ctl->any_exchange ? CTL_DONE : collab_ctl_exchange_check(ctl);
  ctl->pg = outcome == CTL_DONE ? ctl->pg : NULL;
  return outcome;
}

/* Reports a failed statement: the schema is missing or old, or the database refuses. */
static collab_ctl_exit_t failed(collab_ctl_t *ctl) {
  const char *state = collab_pg_sqlstate(ctl->pg);
  if (!strcmp(state, "42P01") || !strcmp(state, "42883") || !strcmp(state, "42703") || !strcmp(state, "3F000")) {
    collab_ctl_say(ctl, "the schema does not fit this version; run collabctl migrate first (%s)",
                   collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)));
  } else {
    collab_ctl_say(ctl, "the database refuses%s: %s", is_passing(state) ? " for now, repeat the command" : "",
                   collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)));
  }
  return exit_of(state);
}

/* ---- statements ---- */

/* Prints a warning of the last statement or script, unless it has been printed within a minute. */
static void report_warning(const collab_ctl_t *ctl, const char *what) {
  const char *warning = collab_pg_warning(ctl->pg);

  if (warning && collab_said_may_text(warning, NULL)) {
    collab_ctl_say(ctl, "%swarning: %s", what, warning);
  }
}

static collab_pg_state_t execute(collab_ctl_t *ctl, const collab_statement_t *statement, int wait) {
  const char *values[COLLAB_MAX_BINDS];

  for (int i = 0; i < statement->nbinds; i++) {
    values[i] = collab_ctl_value(ctl, statement->binds[i].name);
  }
  return collab_pg_run(ctl->pg, ctl->pool, statement, values, collab_time_clock() + apr_time_from_sec(wait));
}

/* Has another session's lock, or a limit of time, ended the statement? Nothing has changed, and another try may succeed. */
static bool is_late(const collab_ctl_t *ctl) {
  const char *state = collab_pg_sqlstate(ctl->pg);
  return !strcmp(state, "55P03") || !strcmp(state, "57014") || !strcmp(state, "40P01");
}

static collab_ctl_exit_t lost(const collab_ctl_t *ctl, const collab_statement_t *statement) {
  collab_ctl_say(ctl, "the connection to the database was lost (%s)%s", collab_pg_one_line(ctl->pool, collab_pg_message(ctl->pg)),
                 statement->writes || statement == STATEMENT(transaction_commit) ? "; whether the change was made is unknown"
                                                                                 : "");
  return CTL_UNREACHABLE;
}

static collab_ctl_exit_t run(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows) {
  switch (execute(ctl, statement, wait)) {
  case COLLAB_PG_DONE:
    break;
  case COLLAB_PG_FAILED:
    if (ctl->late && is_late(ctl)) {
      *ctl->late = true;
      return CTL_UNREACHABLE;
    }
    return failed(ctl);
  default:
    return lost(ctl, statement);
  }
  report_warning(ctl, "");
  *rows = collab_pg_rows(ctl->pg, statement->nparts - 1);
  const char *refusal = statement->refuses ? collab_rows_text(*rows, 0, "refusal") : NULL;
  if (refusal) {
    collab_ctl_say(ctl, "%s", collab_instance_text(ctl->pool, refusal));
    return CTL_REFUSED;
  }
  return CTL_DONE;
}

/* Stores the state of the command's subject before the change. add_row() compares it with the state after the change. */
static collab_ctl_exit_t keep_subject(collab_ctl_t *ctl) {
  collab_rows_t none;

  apr_table_setn(ctl->args, "audit_what", ctl->name);
  return run(ctl, STATEMENT(ctl_audit_before), STATEMENT_WAIT, &none);
}

static collab_ctl_exit_t add_row(collab_ctl_t *ctl) {
  collab_rows_t none;

  collab_ctl_describe(ctl);
  collab_ctl_exit_t outcome = run(ctl, STATEMENT(ctl_audit_record), STATEMENT_WAIT, &none);
  ctl->audited = outcome == CTL_DONE;
  return outcome;
}

/* Runs a statement in the open transaction, and adds the audit row unless there was nothing to do. */
static collab_ctl_exit_t run_audited(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows) {
  collab_ctl_exit_t outcome = keep_subject(ctl);

  if (outcome != CTL_DONE || (outcome = run(ctl, statement, wait, rows)) != CTL_DONE) {
    return outcome;
  }
  const char *said = collab_rows_text(*rows, 0, "said");
  return said && !strncmp(said, NOTHING, strlen(NOTHING)) ? CTL_DONE : add_row(ctl);
}

collab_ctl_exit_t collab_ctl_ask(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows) {
  collab_rows_t none;
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  if (!statement->writes || ctl->audited || collab_ctl_value(ctl, "dry_run")) {
    return run(ctl, statement, wait, rows);
  }
  if (collab_pg_alive_in_transaction(ctl->pg)) {
    return run_audited(ctl, statement, wait, rows);
  }
  if ((outcome = run(ctl, STATEMENT(transaction_begin), STATEMENT_WAIT, &none)) != CTL_DONE) {
    return outcome;
  }
  if ((outcome = run_audited(ctl, statement, wait, rows)) == CTL_DONE) {
    return run(ctl, STATEMENT(transaction_commit), STATEMENT_WAIT, &none);
  }
  if (collab_pg_alive_in_transaction(ctl->pg)) {
    run(ctl, STATEMENT(transaction_rollback), STATEMENT_WAIT, &none);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_rehearse(collab_ctl_t *ctl, const collab_statement_t *statement, int wait, collab_rows_t *rows) {
  collab_rows_t none;
  collab_ctl_exit_t outcome, ended;

  if (!collab_ctl_value(ctl, "dry_run")) {
    return collab_ctl_ask(ctl, statement, wait, rows);
  }
  if ((outcome = collab_ctl_connect(ctl)) != CTL_DONE ||
      (outcome = run(ctl, STATEMENT(transaction_begin), STATEMENT_WAIT, &none)) != CTL_DONE) {
    return outcome;
  }
  outcome = run(ctl, statement, wait, rows);
  ended = collab_pg_alive_in_transaction(ctl->pg) ? run(ctl, STATEMENT(transaction_rollback), STATEMENT_WAIT, &none) : outcome;
  return outcome == CTL_DONE ? ended : outcome;
}

collab_ctl_exit_t collab_ctl_audit(collab_ctl_t *ctl) {
  collab_ctl_exit_t outcome = ctl->audited ? CTL_DONE : collab_ctl_connect(ctl);

  if (outcome == CTL_DONE && !ctl->audited && (outcome = keep_subject(ctl)) == CTL_DONE) {
    outcome = add_row(ctl);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_company_known(collab_ctl_t *ctl) {
  collab_rows_t rows;
  return collab_ctl_value(ctl, "company") ? collab_ctl_ask(ctl, STATEMENT(ctl_company_known), STATEMENT_WAIT, &rows) : CTL_DONE;
}

collab_ctl_exit_t collab_ctl_statement(collab_ctl_t *ctl) {
  collab_rows_t rows = {0};
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

collab_ctl_exit_t collab_ctl_show(collab_ctl_t *ctl) {
  return collab_ctl_record(ctl, ctl->command->columns);
}

collab_ctl_exit_t collab_ctl_one(collab_ctl_t *ctl, const char *noun, const char *const *columns) {
  collab_rows_t rows;

  apr_table_setn(ctl->args, "limit", "1");
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, ctl->command->statement, STATEMENT_WAIT, &rows);
  if (outcome == CTL_DONE && !rows.count) {
    collab_ctl_say(ctl, "%s: there is no %s %s", noun, noun, collab_ctl_value(ctl, noun));
    return CTL_REFUSED;
  }
  if (outcome == CTL_DONE) {
    collab_ctl_print_record(ctl, rows, columns);
  }
  return outcome;
}

collab_ctl_exit_t collab_ctl_confirmed(collab_ctl_t *ctl, const collab_statement_t *plan) {
  collab_rows_t rows;

  if (collab_ctl_value(ctl, "yes")) {
    return collab_ctl_statement(ctl);
  }
  collab_ctl_exit_t outcome = collab_ctl_ask(ctl, plan, STATEMENT_WAIT, &rows);
  if (outcome != CTL_DONE) {
    return outcome;
  }
  return collab_ctl_planned(ctl, "%s", collab_rows_text(rows, 0, "would"));
}

collab_ctl_exit_t collab_ctl_on_record(collab_ctl_t *ctl) {
  apr_table_setn(ctl->args, "who", collab_ctl_who(ctl->pool));
  return collab_ctl_statement(ctl);
}

collab_ctl_exit_t collab_ctl_set(collab_ctl_t *ctl) {
  for (const collab_ctl_param_t *param = ctl->command->params; param->name; param++) {
    bool sets = param->use != CTL_ARGUMENT && param->use != CTL_PRESET && strcmp(param->name, "yes");
    if (sets && collab_ctl_given(ctl, param)) {
      return collab_ctl_statement(ctl);
    }
  }
  collab_ctl_say(ctl, "no option is given: there is nothing to set");
  return CTL_REFUSED;
}

/* Reports a failure or a warning of a script or a copy. */
static collab_ctl_exit_t report_script(const collab_ctl_t *ctl, const char *what, bool fine, const char *error) {
  if (!fine) {
    collab_ctl_say(ctl, "%s: %s", what, collab_pg_one_line(ctl->pool, error));
    return collab_pg_alive(ctl->pg) || collab_pg_alive_in_transaction(ctl->pg) ? exit_of(collab_pg_sqlstate(ctl->pg))
                                                                               : CTL_UNREACHABLE;
  }
  report_warning(ctl, apr_pstrcat(ctl->pool, what, ": ", NULL));
  return CTL_DONE;
}

collab_ctl_exit_t collab_ctl_script(collab_ctl_t *ctl, const char *what, const char *sql) {
  const char *error = "";
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);
  bool fine = outcome == CTL_DONE && collab_pg_script(ctl->pg, ctl->pool, sql, &error);
  return outcome == CTL_DONE ? report_script(ctl, what, fine, error) : outcome;
}

collab_ctl_exit_t collab_ctl_attempt(collab_ctl_t *ctl, const char *what, const collab_statement_t *statement, int wait,
                                     bool *late) {
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);
  collab_pg_state_t state = outcome == CTL_DONE ? execute(ctl, statement, wait) : COLLAB_PG_IDLE;

  *late = state == COLLAB_PG_FAILED && is_late(ctl);
  if (outcome != CTL_DONE || *late) {
    return CTL_UNREACHABLE;
  }
  if (state == COLLAB_PG_LOST) {
    return lost(ctl, statement);
  }
  const char *error = collab_pg_message(ctl->pg), *context = strstr(error, "\nCONTEXT:");
  return report_script(ctl, what, state == COLLAB_PG_DONE, context ? apr_pstrmemdup(ctl->pool, error, context - error) : error);
}

collab_ctl_exit_t collab_ctl_copy(collab_ctl_t *ctl, const char *what, const char *command, const char *rows) {
  const char *error = "";
  collab_ctl_exit_t outcome = collab_ctl_connect(ctl);
  bool fine = outcome == CTL_DONE && collab_pg_copy(ctl->pg, ctl->pool, command, rows, &error);
  return outcome == CTL_DONE ? report_script(ctl, what, fine, error) : outcome;
}
