/* pg_pins.c: the settings that every session of this program has, whatever its role, its database, postgresql.conf or the
 * environment say (store/pg.h).
 *
 * The list has every setting that changes what a statement means, what a row looks like, or whether a commit is durable; and the
 * time limits. Settings that change only how fast a statement runs are the operator's. One statement after the login sets them
 * all: a startup parameter would keep poolers such as PgBouncer from passing the session on. A session that keeps another value
 * is refused. pg_open.c pins the connections that this program opens, connection.c those of mod_dbd.
 *
 * default_transaction_read_only is that of the database: somebody who sets it there wants no writes. */
#include "store/pg.h"

#include <string.h>

#include "store/pg_private.h"

/* How a setting gets its value. */
#define SET "set"
#define LIMIT "limit"   /* a time limit in the connection string wins */
#define DURABLE "least" /* a stricter value is kept */
#define CHECK "check"   /* only a superuser may set it, so another value is refused */
#define OWN "own"       /* only the environment's value is replaced: mod_dbd's libpq takes PGOPTIONS */

static const struct {
  const char *name, *value, *how;
} pins[] = {
    {"client_encoding", "UTF8", SET},
    {"client_min_messages", "warning", SET}, /* a stricter value hides that a commit is in doubt (pg.c) */
    {"search_path", "collab", SET},
    {"default_transaction_isolation", "read committed", SET}, /* each part of a statement sees what was committed before it */
    {"default_transaction_deferrable", "off", SET},
    {"default_transaction_read_only", "off", OWN},
    {"synchronous_commit", "on", DURABLE}, /* remote_apply is stricter */

    {"TimeZone", "UTC", SET},
    {"timezone_abbreviations", "Default", SET},
    {"DateStyle", "ISO, MDY", SET},
    {"IntervalStyle", "postgres", SET},
    {"bytea_output", "hex", SET},
    {"extra_float_digits", "1", SET},
    {"lc_monetary", "C", SET},
    {"lc_numeric", "C", SET},
    {"lc_time", "C", SET},
    {"quote_all_identifiers", "off", SET},           /* names in the catalogue's descriptions */
    {"log_parameter_max_length_on_error", "0", SET}, /* another value adds a statement's values, also secret ones, to errors */

    {"standard_conforming_strings", "on", SET},
    {"backslash_quote", "safe_encoding", SET},
    {"array_nulls", "on", SET},
    {"transform_null_equals", "off", SET},
    {"default_text_search_config", "pg_catalog.simple", SET},
    {"gin_fuzzy_search_limit", "0", SET}, /* another value drops rows from a result */
    {"row_security", "on", SET},
    {"restrict_nonsystem_relation_kind", "", SET}, /* another value forbids views */
    {"exit_on_error", "off", SET},
    {"check_function_bodies", "on", SET},
    {"default_table_access_method", "heap", SET},
    {"plpgsql.extra_errors", "none", SET},
    {"plpgsql.variable_conflict", "error", CHECK},
    {"session_replication_role", "origin", CHECK}, /* another value switches triggers and foreign keys off */
    {"zero_damaged_pages", "off", CHECK},
    {"ignore_checksum_failure", "off", CHECK},

    {"max_parallel_workers_per_gather", "0", SET}, /* a parallel plan fails while shared memory (/dev/shm) is full */
    {"jit", "off", SET},                           /* compiling a short statement costs more than it saves */

    {"idle_session_timeout", "0", LIMIT},
    {"transaction_timeout", "0", LIMIT}, /* since PostgreSQL 17 */
};

static collab_pg_limits_t limits = {"0", "0", "0"};

void collab_pg_limit(const collab_pg_limits_t *given) {
  limits = *given;
}

static void add(apr_pool_t *pool, const char *values[3], const char *name, const char *value, const char *how) {
  const char *const words[] = {name, value, how};

  for (int i = 0; i < 3; i++) {
    values[i] = apr_pstrcat(pool, values[i], *values[i] ? "," : "{", "\"", words[i], "\"", NULL);
  }
}

/* The names, the values, and how they are set, as the texts of three arrays of PostgreSQL. */
static void describe(apr_pool_t *pool, const char *values[3]) {
  values[0] = values[1] = values[2] = "";
  for (size_t i = 0; i < sizeof pins / sizeof *pins; i++) {
    add(pool, values, pins[i].name, pins[i].value, pins[i].how);
  }
  add(pool, values, "statement_timeout", limits.statement, LIMIT);
  add(pool, values, "lock_timeout", limits.lock, LIMIT);
  add(pool, values, "idle_in_transaction_session_timeout", limits.idle, LIMIT);
  for (int i = 0; i < 3; i++) {
    values[i] = apr_pstrcat(pool, values[i], "}", NULL);
  }
}

bool collab_pg_pin(collab_pg_t *pg, apr_pool_t *pool, const char *dsn, const char **error) {
  const char *values[4];
  apr_pool_t *work;

  if (*collab_pg_pinned(pg)) {
    return true;
  }
  apr_pool_create(&work, pool);
  describe(work, values);
  values[3] = collab_pg_may_limit(dsn) ? "true" : "false";
  if (collab_pg_run(pg, work, STATEMENT(session_pin), values, collab_time_clock() + collab_pg_patience(pg)) != COLLAB_PG_DONE) {
    *error = strcmp(collab_pg_sqlstate(pg), "42P05") ? apr_pstrdup(pool, collab_pg_message(pg)) : COLLAB_PG_SHARED;
  } else if (collab_pg_rows(pg, 0).count) {
    collab_rows_t rows = collab_pg_rows(pg, 0);
    *error =
        apr_psprintf(pool, "the session has %s = %s, and needs %s: reset it for the database, the role and the server",
                     collab_rows_text(rows, 0, "name"), collab_rows_text(rows, 0, "found"), collab_rows_text(rows, 0, "wanted"));
  } else {
    *collab_pg_pinned(pg) = true;
  }
  apr_pool_destroy(work);
  return *collab_pg_pinned(pg);
}
