/* watch_database.c: the watcher's connection, and facts from the database (status/watch.h). The connection is like the
 * workers'. */
#include "status/watch.h"

#include <string.h>

#include "base/time.h"
#include "collab_private.h"
#include "node/alarm.h"
#include "node/company_rates.h"
#include "node/meter.h"
#include "node/older_nodes.h"
#include "process/installation.h"
#include "store/canary.h"
#include "store/db.h"
#include "store/facts.h"
#include "store/own_exchange.h"

#define ROLE "collab_api"
#define ANSWER_WITHIN apr_time_from_sec(2)
#define QUARTER apr_time_from_sec(900) /* a quarter of an hour */

static void drop(collab_watch_t *w) {
  apr_pool_clear(w->session);
  w->pg = NULL;
  w->server_process = NULL;
}

collab_pg_state_t collab_watch_run(collab_watch_t *w, const collab_statement_t *statement, const char *const *values,
                                   collab_rows_t *rows) {
  collab_pg_state_t state = collab_pg_run(w->pg, w->round, statement, values, collab_time_clock() + ANSWER_WITHIN);

  if (state == COLLAB_PG_DONE) {
    *rows = collab_pg_rows(w->pg, statement->nparts - 1);
  } else {
    collab_meter_sqlstate(collab_pg_sqlstate(w->pg), collab_pg_function(w->pg));
  }
  return state;
}

bool collab_watch_ask(collab_watch_t *w, const collab_statement_t *statement, const char *const *values, collab_rows_t *rows) {
  return collab_watch_run(w, statement, values, rows) == COLLAB_PG_DONE;
}

/* Runs a statement of the check. If it fails, turns the failure into facts, and drops a connection that cannot be used any more.
 * A database that refuses one statement has answered: most requests need other ones, so the node stays ready. */
static bool check(collab_watch_t *w, collab_facts_t *facts, const collab_statement_t *statement, const char *const *values,
                  collab_rows_t *rows) {
  collab_pg_state_t result = collab_watch_run(w, statement, values, rows);

  if (result == COLLAB_PG_DONE) {
    return true;
  }
  const char *state = collab_pg_sqlstate(w->pg), *message = collab_pg_one_line(w->round, collab_pg_message(w->pg));
  if (!strcmp(state, "42501")) {
    facts->denied = message;
  } else if (!strcmp(state, "42P01") || !strcmp(state, "42703") || !strcmp(state, "42883") || !strcmp(state, "3F000")) {
    facts->wrong_schema = "the database has no schema of this service, or an old one: run collabctl migrate";
  } else {
    facts->answered = result == COLLAB_PG_FAILED;
    facts->no_database =
        facts->answered
            ? apr_psprintf(w->round, "the database refuses a statement of the watcher: %s (SQLSTATE %s)", message, state)
            : apr_pstrcat(w->round, "the database does not answer: ", message, NULL);
    if (!collab_pg_alive(w->pg)) {
      drop(w);
    }
  }
  return false;
}

/* Says why no session could be opened. A server that refuses a login has answered soon, and gives the SQLSTATE when it is asked
 * again. One that has as many connections as it allows may still serve the workers. */
static void say_why(collab_watch_t *w, collab_facts_t *facts, const char *error, apr_interval_time_t took) {
  collab_pg_login_t login = COLLAB_PG_UNREACHABLE;
  const char *refusal = took < apr_time_from_sec(1) ? collab_pg_refusal(w->round, collab_db_dsn(), &login) : NULL;
  const char *what = login == COLLAB_PG_UNREACHABLE ? "the database cannot be reached: "
                     : login == COLLAB_PG_LOGS_IN   ? "a session of the database cannot be used: "
                                                    : "the database refuses the login: ";

  facts->answered = login == COLLAB_PG_TOO_MANY;
  facts->no_database = apr_pstrcat(w->round, what, collab_pg_one_line(w->round, refusal ? refusal : error), NULL);
}

static bool is_connected(collab_watch_t *w, collab_facts_t *facts) {
  const char *error = "";

  if (w->pg && !collab_pg_alive(w->pg)) {
    drop(w);
  }
  apr_time_t begun = collab_time_clock();
  if (!w->pg && !(w->pg = collab_pg_connect(w->session, collab_db_dsn(), &error))) {
    say_why(w, facts, error, collab_time_clock() - begun);
    drop(w);
  }
  return w->pg;
}

const char *const *collab_watch_row(const collab_watch_t *w) {
  const char **values = apr_palloc(w->round, 2 * sizeof *values);

  values[0] = collab_installation_id();
  values[1] = apr_psprintf(w->round, "%" APR_INT64_T_FMT, collab_installation_number());
  return values;
}

/* Does another session get this server process? A session that cannot be opened, such as one beyond the role's limit, tells
 * nothing. */
static bool is_taken(collab_watch_t *w, const char *process) {
  const char *error = "";
  collab_pg_t *other = collab_pg_connect(w->round, collab_db_dsn(), &error);

  if (!other) {
    return !strcmp(error, COLLAB_PG_SHARED);
  }
  if (collab_pg_run(other, w->round, STATEMENT(watch_role), NULL, collab_time_clock() + ANSWER_WITHIN) != COLLAB_PG_DONE) {
    return !strcmp(collab_pg_sqlstate(other), "42P05");
  }
  return !strcmp(collab_rows_text(collab_pg_rows(other, 0), 0, "process"), process);
}

/* Is the session alone on its server process? At its first check, a second session tells: in transaction pooling it gets the same
 * process. Later, another process tells. */
static bool is_alone(collab_watch_t *w, collab_rows_t rows) {
  const char *process = collab_rows_text(rows, 0, "process");

  if (w->server_process) {
    return !strcmp(w->server_process, process);
  }
  w->server_process = apr_pstrdup(w->session, process);
  return !is_taken(w, process);
}

/* Is the connection's role the right one? Called before the schema is checked, which a wrong role may not read. */
static bool has_role(collab_watch_t *w, collab_facts_t *facts) {
  collab_rows_t rows;

  if (!check(w, facts, STATEMENT(watch_role), NULL, &rows)) {
    return false;
  }
  facts->role = apr_pstrdup(w->round, collab_rows_text(rows, 0, "role"));
  facts->wanted_role = ROLE;
  if (!is_alone(w, rows)) {
    facts->no_database = COLLAB_PG_SHARED;
    drop(w);
    return false;
  }
  return facts->role && !strcmp(facts->role, ROLE);
}

/* Is the database that of this node's exchange? Called before the schema is checked: an empty database must not be migrated. */
static bool is_ours(collab_watch_t *w, collab_facts_t *facts) {
  const char *identity = NULL;
  collab_rows_t rows;

  if (!w->exchange) {
    return w->ours = true;
  }
  if (check(w, facts, STATEMENT(exchange_look), NULL, &rows)) {
    identity = collab_rows_text(rows, 0, "identity");
  } else if (facts->denied) { /* then no new session of the workers is used either */
    facts->no_database =
        apr_pstrcat(w->round, "the identity of the exchange cannot be read; collabctl migrate grants it: ", facts->denied, NULL);
    return false;
  } else if (!facts->wrong_schema) {
    return false;
  }
  facts->wrong_schema = NULL; /* a database without the table has no identity */
  facts->exchange = collab_own_exchange_fault(w->round, w->exchange, identity);
  w->foreign_at = facts->exchange ? collab_time_clock() : w->foreign_at;
  return w->ours = !facts->exchange;
}

static bool schema_fits(collab_watch_t *w, collab_facts_t *facts) {
  const char *const values[] = {collab_schema_version};
  collab_rows_t rows;

  if (!check(w, facts, STATEMENT(health_ready), values, &rows)) {
    return false;
  }
  const char *outcome = collab_rows_text(rows, 0, "outcome"), *version = collab_rows_text(rows, 0, "version");
  if (outcome && !strcmp(outcome, "ok")) {
    return true;
  }
  if (collab_rows_text(rows, 0, "foreign")) {
    facts->wrong_schema =
        "the database was made by a version before 0.1.0, which cannot be migrated: give this version an empty one";
    return false;
  }
  facts->wrong_schema = apr_psprintf(w->round, "the schema is %s instead of %s: run collabctl migrate",
                                     version ? version : "empty", collab_schema_version);
  return false;
}

/* Do our keys open the canary? Writes the canary if this node is the first with keys. */
static bool has_keys(collab_watch_t *w, collab_rows_t rows) {
  collab_canary_t canary = collab_canary_verdict(w->round, w->config->keyring, rows);

  if (canary == COLLAB_CANARY_ABSENT) {
    canary = collab_canary_check(w->pg, w->round, w->config->keyring, collab_time_clock() + ANSWER_WITHIN);
  }
  return canary != COLLAB_CANARY_FOREIGN;
}

bool collab_watch_database(collab_watch_t *w, collab_facts_t *facts) {
  apr_time_t before;
  collab_rows_t rows;

  w->ours = false;
  if (!is_connected(w, facts) || !has_role(w, facts) || !is_ours(w, facts) || !schema_fits(w, facts)) {
    return false;
  }
  before = apr_time_now();
  if (!check(w, facts, STATEMENT(watch_look), collab_watch_row(w), &rows)) {
    return false;
  }
  collab_facts_read(w->round, facts, rows, before, apr_time_now());
  collab_older_nodes_note(strcmp(collab_rows_text(rows, 0, "older"), "0") != 0);
  facts->nodes++; /* this node */
  facts->foreign_keys = !has_keys(w, rows);
  return true;
}

void collab_watch_privileges(collab_watch_t *w) {
  collab_rows_t rows;

  w->found.missing = w->found.excess = NULL;
  w->found.privileges_read = collab_watch_ask(w, STATEMENT(watch_privileges), NULL, &rows);
  if (w->found.privileges_read) {
    w->found.missing = apr_pstrdup(w->kept, collab_rows_text(rows, 0, "missing"));
    w->found.excess = apr_pstrdup(w->kept, collab_rows_text(rows, 0, "excess"));
  }
}

/* Counts the dead letters of the last 15 minutes. While the alarm is raised, counts those since 15 minutes before its beginning,
 * so that the alarm ends only when none of these dead letters is left. */
void collab_watch_dead_letters(collab_watch_t *w) {
  char text[COLLAB_ALARM_TEXT];
  bool raised = collab_alarm_text(COLLAB_ALARM_DEAD_LETTERS, text);
  apr_interval_time_t since = raised ? collab_alarm_age(COLLAB_ALARM_DEAD_LETTERS) : 0;
  const char *const values[] = {apr_psprintf(w->round, "%" APR_TIME_T_FMT, apr_time_sec(since + QUARTER))};
  collab_rows_t rows;

  w->found.dead = -1;
  if (collab_watch_ask(w, STATEMENT(watch_dead_letters), values, &rows)) {
    w->found.dead = collab_rows_integer(rows, 0, "letters");
    w->found.dead_whose = apr_pstrdup(w->kept, collab_rows_text(rows, 0, "whose"));
  }
}

void collab_watch_rates(collab_watch_t *w) {
  static collab_company_rate_t rates[COLLAB_COMPANY_RATES];
  collab_rows_t rows;

  if (!collab_watch_ask(w, STATEMENT(watch_rates), NULL, &rows)) {
    return;
  }
  int count = rows.count < COLLAB_COMPANY_RATES ? rows.count : COLLAB_COMPANY_RATES;
  for (int i = 0; i < count; i++) {
    rates[i] = (collab_company_rate_t){collab_rows_integer(rows, i, "id"), (int)collab_rows_integer(rows, i, "rate_limit")};
  }
  collab_company_rates_set(rates, count);
}
