/* pg_environment.c: keeps libpq's environment variables from changing what a connection means (store/pg.h).
 *
 * The environment may say where the server is and how to reach it (PGSSLMODE, PGPASSFILE, …), where the connection string leaves
 * that open. A variable that would set the session (PGOPTIONS), or replace the password file that the string names (PGPASSWORD),
 * has no effect: libpq does not look at the variable of a parameter that is given, even if it is empty. The environment belongs
 * to the whole process, so no variable is removed from it. What the remaining variables set (PGCLIENTENCODING, PGDATESTYLE,
 * PGTZ), pg_pins.c sets anew. */
#include <apr_strings.h>
#include <libpq-fe.h>
#include <string.h>

#include "store/pg_private.h"

static const char *given(const PQconninfoOption *options, const char *name) {
  for (; options && options->keyword; options++) {
    if (!strcmp(options->keyword, name)) {
      return options->val;
    }
  }
  return NULL;
}

/* The value of a parameter that the string does not give. NULL: libpq looks at the environment. A service may give options. */
static const char *instead(const PQconninfoOption *options, const char *name) {
  bool replaces =
      (!strcmp(name, "options") && !given(options, "service")) || (!strcmp(name, "password") && given(options, "passfile"));

  return replaces ? "" : !strcmp(name, "client_encoding") ? "UTF8" : NULL;
}

/* A value between the quotation marks of a connection string. */
static const char *quoted(apr_pool_t *pool, const char *value) {
  char *text = apr_palloc(pool, 2 * strlen(value) + 1), *to = text;

  for (; *value; value++) {
    if (strchr("'\\", *value)) {
      *to++ = '\\';
    }
    *to++ = *value;
  }
  *to = '\0';
  return text;
}

/* The string with the values that replace the environment's. libpq's arrays of parameters would not do: there, an empty value
 * counts as not given. A string that libpq does not understand stays as it is: libpq says why when it connects. */
static const char *complete(apr_pool_t *pool, const char *dsn) {
  PQconninfoOption *options = PQconninfoParse(dsn, NULL);
  const char *text = options ? "" : dsn;

  for (const PQconninfoOption *option = options; option && option->keyword; option++) {
    const char *value = option->val ? option->val : instead(options, option->keyword);
    if (value) {
      text = apr_pstrcat(pool, text, option->keyword, "='", quoted(pool, value), "' ", NULL);
    }
  }
  PQconninfoFree(options);
  return text;
}

PGconn *collab_pg_begin(const char *dsn, bool waits) {
  apr_pool_t *pool;

  if (apr_pool_create(&pool, NULL) != APR_SUCCESS) {
    return NULL;
  }
  const char *text = complete(pool, dsn);
  PGconn *conn = waits ? PQconnectdb(text) : PQconnectStart(text);
  apr_pool_destroy(pool);
  return conn;
}

bool collab_pg_may_limit(const char *dsn) {
  PQconninfoOption *options = PQconninfoParse(dsn, NULL);
  const char *set = given(options, "options");
  bool may = (set && *set) || given(options, "service");

  PQconninfoFree(options);
  return may;
}
