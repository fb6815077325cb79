/* dsn.c: parses connection strings as libpq does (store/dsn.h). libpq's error message for an invalid string may quote part of a
 * password. The message is shown only if the string is not a URI and has no password. */
#include "store/dsn.h"

#include <libpq-fe.h>
#include <string.h>

#include "base/text.h"

const char *collab_dsn_read(apr_pool_t *pool, const char *text, collab_dsn_t *dsn) {
  char *error = NULL;
  PQconninfoOption *options = PQconninfoParse(text, &error);
  bool secret = strstr(text, "password") || strstr(text, "://");
  const char *wrong = options ? NULL
                      : error && !secret
                          ? apr_pstrcat(pool, "is not a connection string: ", collab_text_chomp(pool, error), NULL)
                          : "is not a connection string: write name=value pairs, with '' around a value that has blanks";
  struct {
    const char *name, **value;
  } wanted[] = {{"user", &dsn->user},     {"host", &dsn->host},         {"hostaddr", &dsn->hostaddr}, {"port", &dsn->port},
                {"dbname", &dsn->dbname}, {"passfile", &dsn->passfile}, {"sslmode", &dsn->sslmode}};

  *dsn = (collab_dsn_t){.user = NULL};
  for (const PQconninfoOption *option = options; option && option->keyword; option++) {
    dsn->has_password = dsn->has_password || (option->val && !strcmp(option->keyword, "password"));
    for (size_t i = 0; i < sizeof wanted / sizeof *wanted; i++) {
      if (option->val && *option->val && !strcmp(option->keyword, wanted[i].name)) {
        *wanted[i].value = apr_pstrdup(pool, option->val);
      }
    }
  }
  PQconninfoFree(options);
  PQfreemem(error);
  return wrong;
}

const char *collab_dsn_socket(apr_pool_t *pool, const collab_dsn_t *dsn) {
  const char *port = dsn->port ? apr_pstrmemdup(pool, dsn->port, strcspn(dsn->port, ",")) : "5432";

  return dsn->host && *dsn->host == '/'
             ? apr_psprintf(pool, "%.*s/.s.PGSQL.%s", (int)strcspn(dsn->host, ","), dsn->host, *port ? port : "5432")
             : NULL;
}

/* libpq's own test for a URI. */
static bool is_uri(const char *text) {
  return !strncmp(text, "postgresql://", 13) || !strncmp(text, "postgres://", 11);
}

const char *collab_dsn_reach(apr_pool_t *pool, const char *text) {
  static const char not_of_the_server[] = " dbname user passfile options application_name connect_timeout ";
  PQconninfoOption *options = is_uri(text) ? NULL : PQconninfoParse(text, NULL);
  const char *reach = options ? "" : NULL;

  for (const PQconninfoOption *option = options; option && option->keyword && reach; option++) {
    bool secret = *option->dispchar == '*'; /* libpq's mark of a password */
    if (!option->val || strstr(not_of_the_server, apr_pstrcat(pool, " ", option->keyword, " ", NULL))) {
      continue;
    }
    const char *quote = *option->val && !strpbrk(option->val, " \t\n\v\f\r") ? "" : "'";
    reach = secret || strpbrk(option->val, "'\\")
                ? NULL
                : apr_pstrcat(pool, reach, *reach ? " " : "", option->keyword, "=", quote, option->val, quote, NULL);
  }
  PQconninfoFree(options);
  return reach;
}
