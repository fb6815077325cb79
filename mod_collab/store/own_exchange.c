/* own_exchange.c: the identity of this node's exchange, and of the database that it reaches (store/own_exchange.h).
 *
 * Each new session is checked after its settings are pinned: those of mod_dbd in connection.c, all others of httpd's processes in
 * pg_open.c. The watcher expects any exchange there, because it reports what it finds: it compares the identity itself, every
 * second (status/watch_database.c). So a database that is replaced under open sessions is found, too: while the alarm `exchange`
 * is raised, workers borrow no connection (db.c), and the dispatcher drops its own (dispatch/link.c). */
#include "store/own_exchange.h"

#include <string.h>

#include "node/health.h"

static const char *expected_identity;

void collab_own_exchange_expect(const char *identity) {
  expected_identity = identity;
}

const char *collab_own_exchange_expected(void) {
  return expected_identity;
}

const char *collab_own_exchange_fault(apr_pool_t *pool, const char *expected, const char *identity) {
  if (!identity) {
    return apr_psprintf(pool, "this database is empty, or has no identity; this node's exchange is %s", expected);
  }
  return strcmp(identity, expected)
             ? apr_psprintf(pool, "this is another exchange's database: its identity is %s, not %s", identity, expected)
             : NULL;
}

/* Does this SQLSTATE say that the schema or the table is missing? */
static bool is_missing(const char *sqlstate) {
  return !strcmp(sqlstate, "42P01") || !strcmp(sqlstate, "3F000");
}

bool collab_own_exchange_check(collab_pg_t *pg, apr_pool_t *pool, const char **fault) {
  const char *identity = NULL;
  apr_pool_t *work;

  if (!expected_identity) {
    return true;
  }
  apr_pool_create(&work, pool);
  *fault = NULL;
  if (collab_pg_run(pg, work, STATEMENT(exchange_look), NULL, collab_time_clock() + collab_pg_patience(pg)) == COLLAB_PG_DONE) {
    identity = collab_rows_text(collab_pg_rows(pg, 0), 0, "identity");
  } else if (!is_missing(collab_pg_sqlstate(pg))) {
    *fault = apr_pstrcat(pool, "the identity of its exchange cannot be read: ", collab_pg_message(pg), NULL);
  }
  *fault = *fault ? *fault : collab_own_exchange_fault(pool, expected_identity, identity);
  apr_pool_destroy(work);
  return !*fault;
}

bool collab_own_exchange_lost(void) {
  return expected_identity && collab_health_other_exchange();
}
