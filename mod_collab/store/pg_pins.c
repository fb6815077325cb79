/* pg_pins.c: the settings that every session of this program has, whatever its role, its database or postgresql.conf say
 * (store/pg.h).
 *
 * One statement after the login sets them all. A session that keeps another value is refused. pg_open.c pins the connections that
 * this program opens, connection.c those of mod_dbd. */
#include "store/pg.h"

static const struct {
  const char *name, *value;
} pins[] = {
    {"client_min_messages", "warning"},       /* a stricter value hides that a commit is in doubt (pg.c) */
    {"max_parallel_workers_per_gather", "0"}, /* a parallel plan fails while shared memory (/dev/shm) is full */
    {"jit", "off"},                           /* compiling a short statement costs more than it saves */
    {"search_path", "collab"},
    {"TimeZone", "UTC"},
};

/* The names and the values, as the texts of two arrays of PostgreSQL. */
static void describe(apr_pool_t *pool, const char *values[2]) {
  values[0] = values[1] = "";
  for (size_t i = 0; i < sizeof pins / sizeof *pins; i++) {
    values[0] = apr_pstrcat(pool, values[0], i ? "," : "{", pins[i].name, NULL);
    values[1] = apr_pstrcat(pool, values[1], i ? "," : "{", pins[i].value, NULL);
  }
  values[0] = apr_pstrcat(pool, values[0], "}", NULL);
  values[1] = apr_pstrcat(pool, values[1], "}", NULL);
}

bool collab_pg_pin(collab_pg_t *pg, apr_pool_t *pool, const char **error) {
  const char *values[2];
  apr_pool_t *work;

  if (*collab_pg_pinned(pg)) {
    return true;
  }
  apr_pool_create(&work, pool);
  describe(work, values);
  if (collab_pg_run(pg, work, STATEMENT(session_pin), values, collab_time_clock() + collab_pg_patience(pg)) != COLLAB_PG_DONE) {
    *error = apr_pstrdup(pool, collab_pg_message(pg));
  } else if (collab_pg_rows(pg, 0).count) {
    *error =
        apr_pstrcat(pool, "the session does not take the setting ", collab_rows_text(collab_pg_rows(pg, 0), 0, "name"), NULL);
  } else {
    *collab_pg_pinned(pg) = true;
  }
  apr_pool_destroy(work);
  return *collab_pg_pinned(pg);
}
