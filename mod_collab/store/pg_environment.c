/* pg_environment.c: keeps libpq's environment variables from changing what a connection means (store/pg.h).
 *
 * The environment may say where the server is and how to reach it (PGSSLMODE, PGPASSFILE, …), where the connection string leaves
 * that open. A variable that would set the session (PGOPTIONS), or replace the password file that the string names (PGPASSWORD),
 * has no effect: libpq does not look at the variable of a parameter that is given, even if it is empty. The environment belongs
 * to the whole process, so no variable is removed from it. What the remaining variables set (PGCLIENTENCODING, PGDATESTYLE,
 * PGTZ), pg_pins.c sets anew. */
#include <libpq-fe.h>
#include <string.h>

#include "base/text.h"
#include "store/pg_private.h"

#define MOST_PARAMETERS 100 /* libpq 17 has about 50 */

typedef struct parameters_t {
  PQconninfoOption *parsed; /* owns the values */
  const char *names[MOST_PARAMETERS], *values[MOST_PARAMETERS];
} parameters_t;

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

/* False: libpq does not understand the string, and says why when it connects. */
static bool parse(parameters_t *parameters, const char *dsn) {
  int count = 0;

  parameters->parsed = PQconninfoParse(dsn, NULL);
  for (const PQconninfoOption *option = parameters->parsed; option && option->keyword && count < MOST_PARAMETERS - 1; option++) {
    parameters->names[count] = option->keyword;
    parameters->values[count++] = option->val ? option->val : instead(parameters->parsed, option->keyword);
  }
  parameters->names[count] = parameters->values[count] = NULL;
  return parameters->parsed != NULL;
}

PGconn *collab_pg_begin(const char *dsn, bool waits) {
  parameters_t parameters;
  PGconn *conn = !parse(&parameters, dsn) ? PQconnectdb(dsn)
                 : waits                  ? PQconnectdbParams(parameters.names, parameters.values, 0)
                                          : PQconnectStartParams(parameters.names, parameters.values, 0);

  PQconninfoFree(parameters.parsed);
  return conn;
}

bool collab_pg_may_limit(const char *dsn) {
  PQconninfoOption *options = PQconninfoParse(dsn, NULL);
  const char *set = given(options, "options");
  bool may = (set && *set) || given(options, "service");

  PQconninfoFree(options);
  return may;
}
