/* session.c: collabctl doctor: logs in as the workers and the dispatcher do, and says what refuses a login. The SQLSTATE judges
 * (store/pg.h), never the words. */
#include "ctl/doctor/doctor.h"

#include <string.h>

#include "base/text.h"

const char *collab_doctor_column(const collab_doctor_session_t *session, const char *column) {
  const char *value = collab_rows_text(session->rows, 0, column);
  return value ? value : "";
}

bool collab_doctor_is(const collab_doctor_session_t *session, const char *column, const char *value) {
  return !strcmp(collab_doctor_column(session, column), value);
}

bool collab_doctor_ask(collab_doctor_session_t *session, apr_pool_t *pool, const collab_statement_t *statement,
                       collab_rows_t *rows) {
  static const char *const nothing[2]; /* two NULLs; no statement of doctor's checks binds more than two values */
  if (collab_pg_run(session->pg, pool, statement, nothing, collab_time_clock() + COLLAB_DOCTOR_WAIT) != COLLAB_PG_DONE) {
    return false;
  }
  *rows = collab_pg_rows(session->pg, statement->nparts - 1);
  return true;
}

/* Returns the remedy for a login that fails in this way. */
static const char *remedy_of(const collab_doctor_t *doctor, const collab_doctor_session_t *session, collab_pg_login_t login) {
  apr_pool_t *pool = doctor->pool;

  switch (login) {
  case COLLAB_PG_PASSWORD:
    return apr_psprintf(
        pool,
        "Copy the file that %s's passfile= names from a node that logs in; or give %s a new password: collabctl setup "
        "--new-passwords. docs/operations.md, \"A secret leaked\".",
        session->directive, session->role);
  case COLLAB_PG_NOT_ALLOWED:
    return apr_psprintf(pool,
                        "Let %s log in as %s: pg_hba.conf and pg_ident.conf, then reload PostgreSQL. collabctl setup prints the "
                        "lines. docs/operations.md, \"Cannot log in\".",
                        doctor->account.name ? doctor->account.name : "httpd's user", session->role);
  case COLLAB_PG_NO_ROLE:
    return apr_psprintf(pool,
                        "If the role is there, let it log in: alter role %s login. If the exchange has data already, mount or "
                        "restore its database; else make roles and database: collabctl setup.",
                        session->role);
  case COLLAB_PG_NO_DATABASE:
    return "If the exchange has data already, mount or restore its database; else make roles and database: collabctl setup.";
  case COLLAB_PG_NO_CONNECT:
    return apr_psprintf(pool,
                        "As a superuser: grant connect on database … to %s; and, if it is switched off, alter database … "
                        "allow_connections true.",
                        session->role);
  case COLLAB_PG_TOO_MANY:
    return apr_psprintf(pool,
                        "Raise max_connections (and restart PostgreSQL), or lower DBDMax; or take away a limit: alter role %s "
                        "connection limit -1, alter database … connection limit -1.",
                        session->role);
  case COLLAB_PG_STARTING:
    return "Wait until PostgreSQL has started or recovered; its log says how far it is.";
  case COLLAB_PG_POOLER:
    return apr_psprintf(
        pool,
        "Take options= out of %s, set up the pooler for this role and database, and see that it reaches PostgreSQL; "
        "or name PostgreSQL itself.",
        session->directive);
  case COLLAB_PG_LOGS_IN:
  case COLLAB_PG_REFUSED:
    return "Remove the reason that it names. docs/operations.md, \"Database unreachable\".";
  default:
    return "Start PostgreSQL, or correct host and port. docs/operations.md, \"Database unreachable\".";
  }
}

/* Does another session get the same server process, while this one lives? If not, the pooler, if there is one, works by session.
 */
static bool is_shared(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  collab_doctor_session_t other = *session;
  const char *error = "";

  other.pg = collab_pg_connect(doctor->pool, session->dsn, &error);
  if (!other.pg) {
    return !strcmp(error, COLLAB_PG_SHARED);
  }
  return collab_doctor_ask(&other, doctor->pool, STATEMENT(ctl_doctor_session), &other.rows)
             ? collab_doctor_is(&other, "process", collab_doctor_column(session, "process"))
             : !strcmp(collab_pg_sqlstate(other.pg), "42P05");
}

/* Opens the session. NULL, or why that fails. */
static const char *open_session(collab_doctor_t *doctor, collab_doctor_session_t *session, collab_pg_login_t *login) {
  const char *error = "";

  *login = COLLAB_PG_LOGS_IN;
  session->pg = collab_pg_connect(doctor->pool, session->dsn, &error);
  session->asked = apr_time_now();
  if (!session->pg) {
    const char *refusal = collab_pg_refusal(doctor->pool, session->dsn, login);
    return refusal ? refusal : error;
  }
  bool told = collab_doctor_ask(session, doctor->pool, STATEMENT(ctl_doctor_session), &session->rows);
  session->told = apr_time_now();
  if (told) {
    return NULL;
  }
  error = collab_pg_message(session->pg);
  *login = *collab_pg_sqlstate(session->pg) ? COLLAB_PG_REFUSED : COLLAB_PG_UNREACHABLE;
  session->pg = NULL;
  return error;
}

static void check_writes(collab_doctor_t *doctor, const collab_doctor_session_t *session) {
  if (collab_doctor_is(session, "standby", "true")) {
    collab_doctor_wrong(doctor, "database", "Name the primary, or all servers and target_session_attrs=read-write.",
                        "%s: leads to a server that accepts no writes", session->directive);
  } else if (collab_doctor_is(session, "read_only", "on")) {
    collab_doctor_wrong(doctor, "database",
                        "As a superuser: alter database … reset default_transaction_read_only; the same for the role, and in "
                        "postgresql.conf.",
                        "%s: the session accepts no writes: default_transaction_read_only is on", session->directive);
  }
}

bool collab_doctor_log_in(collab_doctor_t *doctor, collab_doctor_session_t *session) {
  collab_pg_login_t login;
  const char *error = open_session(doctor, session, &login);

  if (error && strcmp(error, COLLAB_PG_SHARED)) {
    error = collab_text_chomp(doctor->pool, error);
    collab_doctor_wrong(doctor, "database", remedy_of(doctor, session, login), "%s: cannot log in: %s", session->directive,
                        error);
    return false;
  }
  if (error || is_shared(doctor, session)) {
    collab_doctor_wrong(doctor, "database",
                        "Set pool_mode = session and server_reset_query = DISCARD ALL in the pooler, or name PostgreSQL itself.",
                        "%s: %s", session->directive, COLLAB_PG_SHARED);
    return false;
  }
  if (!collab_doctor_is(session, "role", session->role)) {
    collab_doctor_wrong(
        doctor, "database",
        apr_psprintf(doctor->pool, "Name user=%s in %s, and let httpd's user log in as it.", session->role, session->directive),
        "%s: logs in as %s, wanted %s", session->directive, collab_doctor_column(session, "role"), session->role);
    return false;
  }
  check_writes(doctor, session);
  collab_doctor_fine(doctor, "database", "%s: logs in to %s as %s", session->directive, collab_doctor_column(session, "database"),
                     session->role);
  return true;
}
