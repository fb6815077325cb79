/* pg_refusal.c: why a login fails (store/pg.h). The SQLSTATE judges, never the words, which may be in any language. */
#include <stdlib.h>
#include <string.h>

#include "store/pg.h"
#include "store/pg_private.h"

/* A verbose message's line ends with PostgreSQL's function: "LOCATION:  InitializeSessionUserId, miscinit.c:740". It alone
 * tells a missing role from a refusal by pg_hba.conf: both have the SQLSTATE 28000. */
#define NO_ROLE_FUNCTION ":  InitializeSessionUserId, "

static const struct {
  const char *sqlstate;
  collab_pg_login_t login;
} sqlstates[] = {
    {"28P01", COLLAB_PG_PASSWORD},   {"28000", COLLAB_PG_NOT_ALLOWED}, {"3D000", COLLAB_PG_NO_DATABASE},
    {"42501", COLLAB_PG_NO_CONNECT}, {"55000", COLLAB_PG_NO_CONNECT}, /* datallowconn is false */
    {"53300", COLLAB_PG_TOO_MANY},   {"57P03", COLLAB_PG_STARTING},    {"08P01", COLLAB_PG_POOLER},
};

/* Returns the place of the SQLSTATE in a verbose message, "… FATAL:  53300: too many …", or NULL. */
static const char *sqlstate_in(const char *line) {
  for (const char *at = strstr(line, ":  "); at; at = strstr(at + 3, ":  ")) {
    if (strspn(at + 3, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == 5 && !strncmp(at + 8, ": ", 2)) {
      return at + 3;
    }
  }
  return NULL;
}

static collab_pg_login_t judge(PGconn *conn, const char *sqlstate) {
  if (!sqlstate) {
    return conn && PQconnectionNeedsPassword(conn) ? COLLAB_PG_PASSWORD : COLLAB_PG_UNREACHABLE;
  }
  if (!strncmp(sqlstate, "28000", 5) && strstr(sqlstate, NO_ROLE_FUNCTION)) {
    return COLLAB_PG_NO_ROLE;
  }
  for (size_t i = 0; i < sizeof sqlstates / sizeof *sqlstates; i++) {
    if (!strncmp(sqlstate, sqlstates[i].sqlstate, 5)) {
      return sqlstates[i].login;
    }
  }
  return COLLAB_PG_REFUSED;
}

/* The line that has the SQLSTATE, or the first one: each host of a list has a line. The SQLSTATE moves to the end: "… FATAL:  too
 * many … (SQLSTATE 53300)". */
static const char *tell(apr_pool_t *pool, const char *message, const char *state) {
  const char *line = state ? state : message;

  while (line > message && line[-1] != '\n') {
    line--;
  }
  int len = (int)strcspn(line, "\n"), before = state ? (int)(state - line) : 0;
  return state ? apr_psprintf(pool, "%.*s%.*s (SQLSTATE %.5s)", before, line, len - before - 7, state + 7, state)
               : apr_pstrmemdup(pool, line, len);
}

/* libpq has the SQLSTATE of a failed login only in a verbose message, and takes the wish for one only from a connection that has
 * been begun. PQreset begins it anew and, unlike PQconnectPoll, keeps connect_timeout. */
static const char *refusal_of(apr_pool_t *pool, PGconn *conn, collab_pg_login_t *login) {
  const char *refusal = NULL;
  collab_pg_login_t found = COLLAB_PG_LOGS_IN;

  if (conn) {
    (void)PQsetErrorVerbosity(conn, PQERRORS_VERBOSE); /* its result is the verbosity before */
    PQreset(conn);
  }
  if (PQstatus(conn) != CONNECTION_OK) {
    const char *message = PQerrorMessage(conn), *state = sqlstate_in(message);
    refusal = tell(pool, message, state);
    found = judge(conn, state);
  }
  PQfinish(conn);
  if (login) {
    *login = found;
  }
  return refusal;
}

const char *collab_pg_refusal(apr_pool_t *pool, const char *dsn, collab_pg_login_t *login) {
  return refusal_of(pool, collab_pg_begin(dsn, false), login);
}

const char *collab_pg_refusal_of_mod_dbd(apr_pool_t *pool, const char *dsn) {
  return getenv("PGPASSWORD") || getenv("PGOPTIONS") ? refusal_of(pool, PQconnectStart(dsn), NULL) : NULL;
}
