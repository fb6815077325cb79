/* check_database.c: checks how the workers and the dispatcher connect to the database (config/check.h), and what other
 * applications do to the workers' pool. Also checks that the users they run as can read the password files and the file of
 * CollabOutboundCA. Reads files, but opens no connection. */
#include <apr_strings.h>
#include <stdlib.h>
#include <string.h>

#include "config/check.h"
#include "config/dbd.h"

#define API "collab_api"
#define DISPATCH "collab_dispatch"

/* What is reported of other applications' directives. */
typedef struct foreign_t {
  collab_check_t *check;
  bool warned[COLLAB_FOREIGN_BORROWS + 1]; /* a likely mistake is reported once for all virtual hosts */
} foreign_t;

/* Returns the first remote host of a comma-separated list, skipping directories of sockets and this machine. NULL: none. */
static const char *remote_host(apr_pool_t *pool, const char *hosts) {
  char *last, *host = hosts ? apr_strtok(apr_pstrdup(pool, hosts), ",", &last) : NULL;

  while (host && (strchr("/@", *host) || !strcmp(host, "localhost") || !strncmp(host, "127.", 4) || !strcmp(host, "::1"))) {
    host = apr_strtok(NULL, ",", &last);
  }
  return host;
}

/* Without verify-ca or verify-full, libpq accepts any certificate. By default it also accepts a connection without TLS. */
static void check_tls(collab_check_t *check, const char *directive, const collab_dsn_t *dsn, const char *file, unsigned line) {
  const char *host = remote_host(check->pool, dsn->hostaddr ? dsn->hostaddr : dsn->host);

  if (host && !(dsn->sslmode && !strncmp(dsn->sslmode, "verify-", strlen("verify-")))) {
    collab_check_warning(check, file, line,
                         "%s: an attacker between this machine and %s can read and change everything: add sslmode=verify-full",
                         directive, host);
  }
}

/* Checks a connection string: its syntax, its role, TLS, and whether its password file can be read. */
static void check_dsn(collab_check_t *check, const char *directive, const char *text, const char *file, unsigned line,
                      const char *role, const char *other, const collab_account_t *user) {
  collab_account_t httpds;
  collab_dsn_t dsn;
  const char *wrong = check->read_dsn(check->pool, text, &dsn);

  if (wrong) {
    collab_check_mistake(check, file, line, "%s: %s", directive, wrong);
    return;
  }
  if (dsn.user && !strcmp(dsn.user, other)) {
    collab_check_mistake(check, file, line, "%s: logs in as %s, which is for %s; name user=%s", directive, other,
                         strcmp(other, API) ? "CollabDispatcherDSN" : "DBDParams", role);
  }
  check_tls(check, directive, &dsn, file, line);
  if (!user && collab_dbd_account(check->pool, &httpds)) {
    user = &httpds;
  }
  if (dsn.passfile && user && (wrong = collab_access_passfile_fault(check->pool, user, dsn.passfile))) {
    collab_check_mistake(check, file, line, "%s: passfile=%s %s", directive, dsn.passfile, wrong);
  }
}

/* Names the variables of httpd's environment that say where the server is or how to reach it, because libpq uses them wherever a
 * connection string leaves that open. What the others would set, each session sets anew (store/pg_pins.c). */
static void check_environment(collab_check_t *check, const collab_dbd_t *dbd) {
  static const char names[] =
      "PGHOST PGHOSTADDR PGPORT PGDATABASE PGUSER PGPASSWORD PGPASSFILE PGSERVICE PGSERVICEFILE PGSYSCONFDIR PGREQUIREPEER "
      "PGREQUIREAUTH PGCHANNELBINDING PGSSLMODE PGREQUIRESSL PGSSLNEGOTIATION PGSSLCERT PGSSLKEY PGSSLCERTMODE PGSSLROOTCERT "
      "PGSSLCRL PGSSLCRLDIR PGSSLSNI PGSSLMINPROTOCOLVERSION PGSSLMAXPROTOCOLVERSION PGGSSENCMODE PGKRBSRVNAME PGGSSLIB "
      "PGGSSDELEGATION PGCONNECT_TIMEOUT PGTARGETSESSIONATTRS PGLOADBALANCEHOSTS";
  const char *file = dbd->params_at->filename, *set = NULL;
  unsigned line = (unsigned)dbd->params_at->line_num;
  collab_dsn_t dsn;
  char *last;

  for (char *name = apr_strtok(apr_pstrdup(check->pool, names), " ", &last); name; name = apr_strtok(NULL, " ", &last)) {
    const char *value = getenv(name);
    if (value && *value) {
      set = set ? apr_pstrcat(check->pool, set, ", ", name, NULL) : name;
    }
  }
  if (set) {
    collab_check_warning(check, file, line, "httpd's environment has %s: it counts where a connection string leaves that open",
                         set);
  }
  if (set && getenv("PGPASSWORD") && !check->read_dsn(check->pool, dbd->params, &dsn) && dsn.passfile && !dsn.has_password) {
    collab_check_warning(check, file, line,
                         "DBDParams: PGPASSWORD, in httpd's environment, replaces passfile=%s: add password='', or remove the "
                         "variable",
                         dsn.passfile);
  }
}

/* If the sizes contradict one another, mod_dbd starts nevertheless, but then provides no connection. */
static void check_sizes(collab_check_t *check, const collab_dbd_t *dbd) {
  if (dbd->size_at && (dbd->min < 0 || dbd->min > dbd->keep || dbd->keep > dbd->max || dbd->max < 1)) {
    collab_check_mistake(check, dbd->size_at->filename, (unsigned)dbd->size_at->line_num,
                         "%s: the sizes of the pool are DBDMin %d, DBDKeep %d and DBDMax %d: none may exceed the next",
                         dbd->size_at->directive, dbd->min, dbd->keep, dbd->max);
  }
}

/* ---- other applications in mod_dbd ---- */

static void report_foreign(void *data, const ap_directive_t *directive, collab_foreign_t what) {
  static const char *const words[] = {
      [COLLAB_FOREIGN_PREPARES] =
          "mod_dbd prepares this statement on the exchange's connections too, and lends none when PostgreSQL refuses it: put "
          "the line into a virtual host of its application that has DBDParams of its own",
      [COLLAB_FOREIGN_RUNS] =
          "runs on the exchange's connections too, which then undo its settings: put settings into DBDParams (options='-c "
          "name=value'), and another application's line into a virtual host that has DBDParams of its own",
      [COLLAB_FOREIGN_BORROWS] =
          "the sessions of this application take connections from the exchange's requests: put the line into a virtual host "
          "that has DBDParams of its own"};
  foreign_t *foreign = data;

  if (what == COLLAB_FOREIGN_PREPARES) {
    collab_check_mistake(foreign->check, directive->filename, (unsigned)directive->line_num, "%s: %s", directive->directive,
                         words[what]);
  } else if (!foreign->warned[what]) {
    foreign->warned[what] = true;
    collab_check_warning(foreign->check, directive->filename, (unsigned)directive->line_num, "%s: %s", directive->directive,
                         words[what]);
  }
}

/* Has the server CollabServe On, or a base URL of its own? An inherited one does not show that somebody wants it to serve. */
static bool is_meant(const collab_check_t *check, const server_rec *s) {
  const collab_config_place_t *at = PLACE(collab_server_of(s), base_url), *above = PLACE(collab_server_of(check->main), base_url);

  return collab_config_serves(collab_config_of(s)) &&
         (collab_config_of(s)->serve || at->file != above->file || at->line != above->line);
}

static void report_elsewhere(void *data, const ap_directive_t *host, const collab_dbd_t *theirs) {
  collab_check_t *check = data;

  if (is_meant(check, collab_server_at(check->main, host))) {
    collab_check_mistake(check, theirs->params_at->filename, (unsigned)theirs->params_at->line_num,
                         "DBDParams: the virtual host of %s:%d serves another database than the first server that serves: two "
                         "exchanges need two httpd",
                         host->filename, host->line_num);
  }
}

/* Does the last DBDParams log in as another role than an earlier one? The files that collabctl setup writes override those of
 * collab.conf, with the same role. */
static bool is_others(const collab_check_t *check, const collab_dbd_t *dbd) {
  const char *args = dbd->replaced_at->args;
  collab_dsn_t ours, last;

  return check->read_dsn(check->pool, ap_getword_conf(check->pool, &args), &ours) ||
         check->read_dsn(check->pool, dbd->params, &last) || !ours.user || !last.user || strcmp(ours.user, last.user) != 0;
}

static void check_others(collab_check_t *check, const collab_dbd_t *dbd) {
  foreign_t foreign = {.check = check};

  if (dbd->replaced_at && is_others(check, dbd)) {
    collab_check_warning(check, dbd->params_at->filename, (unsigned)dbd->params_at->line_num,
                         "DBDParams: this line overrides %s:%d, and the workers follow it: put another application's DBDParams "
                         "into its virtual host",
                         dbd->replaced_at->filename, dbd->replaced_at->line_num);
  }
  collab_dbd_foreign(check->pool, dbd, report_foreign, &foreign);
  collab_dbd_elsewhere(check->pool, dbd, report_elsewhere, check);
}

static void check_dbd(collab_check_t *check, const collab_config_t *config) {
  collab_dbd_t dbd = collab_dbd_of(check->pool, check->main);

  if (!dbd.driver) {
    collab_check_mistake(check, config->first_file, config->first_line,
                         "DBDriver is missing: the workers' database needs \"DBDriver pgsql\" and DBDParams");
  } else if (strcmp(dbd.driver, "pgsql")) {
    collab_check_mistake(check, dbd.driver_at->filename, (unsigned)dbd.driver_at->line_num,
                         "DBDriver: the service keeps its data in PostgreSQL: \"DBDriver pgsql\", not \"%s\"", dbd.driver);
  } else if (!dbd.params) {
    collab_check_mistake(check, dbd.driver_at->filename, (unsigned)dbd.driver_at->line_num,
                         "DBDParams is missing: the workers do not know their database");
  } else {
    check_sizes(check, &dbd);
    check_dsn(check, "DBDParams", dbd.params, dbd.params_at->filename, (unsigned)dbd.params_at->line_num, API, DISPATCH, NULL);
    check_others(check, &dbd);
    check_environment(check, &dbd);
  }
}

/* Checks that the user `account` can read the file of CollabOutboundCA. The directive's reader may have read the file as root,
 * but httpd's user and the dispatcher's user make the outbound calls. */
static void check_authorities(collab_check_t *check, const collab_server_t *server, const collab_account_t *account) {
  const char *path = server->values.outbound.ca;
  int reason;

  if (path && (reason = collab_access_read(account, path))) {
    collab_check_mistake(check, PLACE(server, outbound.ca)->file, PLACE(server, outbound.ca)->line,
                         "CollabOutboundCA: %s cannot be read by %s, which %s runs as: %s (let that user read it and enter "
                         "every folder above it, or copy it to a folder that it may enter)",
                         path, account->name ? account->name : "the user",
                         account == server->values.dispatcher_user ? "the dispatcher" : "httpd", strerror(reason));
  }
}

void collab_check_database(collab_check_t *check) {
  collab_account_t httpds;
  bool known = collab_dbd_account(check->pool, &httpds);

  for (int at = 0; at < collab_config_serving()->nelts; at++) {
    const server_rec *s = APR_ARRAY_IDX(collab_config_serving(), at, server_rec *);
    const collab_server_t *server = collab_server_of(s);
    const collab_config_t *config = &server->values;
    bool is_first = s == collab_config_first();
    if (is_first) {
      check_dbd(check, config);
    }
    if (known && (is_first || config->outbound.ca != collab_config_of(collab_config_first())->outbound.ca)) {
      check_authorities(check, server, &httpds);
    }
    if (is_first && config->dispatcher && config->dispatcher_user) {
      check_authorities(check, server, config->dispatcher_user);
    }
    if (is_first && config->dispatcher && config->dispatcher_dsn) {
      check_dsn(check, "CollabDispatcherDSN", config->dispatcher_dsn, PLACE(server, dispatcher_dsn)->file,
                PLACE(server, dispatcher_dsn)->line, DISPATCH, API, config->dispatcher_user);
    }
  }
}
