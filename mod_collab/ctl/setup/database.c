/* database.c: collabctl setup: makes roles, database and schema, and makes sure that each role can log in as the user it is for.
 *
 * Setup reaches a local database by its Unix socket: as PostgreSQL's superuser with the rights of the system user postgres, as
 * the exchange's roles by peer authentication, without passwords. For a remote one (--admin-dsn) it makes random passwords and
 * writes them into password files beside the keys, never into a connection string. */
#include "ctl/setup/setup.h"

#include "base/random.h"

#include <apr_env.h>
#include <apr_lib.h>
#include <apr_strings.h>
#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#define WAIT 60
#define POSTGRES "postgres"
#define USUAL_REACH "host=/var/run/postgresql"
#define OLDEST 150000
#define MAINTAIN 170000 /* from this version on, the dispatcher itself vacuums the queue's tables */
#define NAPTIME 5       /* seconds */

/* ---- connection strings ---- */

/* The end of the word "name=value" of a connection string, whose value may be quoted; NULL: the word is not of that form. */
static const char *end_of(const char *word) {
  const char *c = word + strspn(word, "abcdefghijklmnopqrstuvwxyz_");
  if (c == word || *c++ != '=') {
    return NULL;
  }
  bool quoted = *c == '\'';
  for (c += quoted; *c && (quoted ? *c != '\'' : !apr_isspace(*c)); c++) {
    c += *c == '\\' && c[1];
  }
  return !quoted ? c : *c == '\'' ? c + 1 : NULL;
}

/* A connection string without database, user, password and options: what is needed to reach its server. NULL: it is not of the
 * form "name=value …". */
static const char *reach_of(apr_pool_t *pool, const char *dsn) {
  static const char *const not [] = {
      "dbname=", "user=", "password=", "passfile=", "options=", "application_name=", "connect_timeout=", NULL};
  const char *reach = "", *end;

  for (const char *word = dsn + strspn(dsn, " \t"); *word; word = end + strspn(end, " \t")) {
    bool taken = true;
    if (!(end = end_of(word))) {
      return NULL;
    }
    for (int i = 0; not [i]; i++) {
      taken = taken && strncmp(word, not [i], strlen(not [i])) != 0;
    }
    if (taken) {
      reach = apr_pstrcat(pool, reach, *reach ? " " : "", apr_pstrmemdup(pool, word, end - word), NULL);
    }
  }
  return reach;
}

/* Makes the three connection strings, those of httpd as collab.conf has them. */
static void write_dsns(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *own = "", *theirs = "";

  if (!setup->local) {
    setup->own_passwords = apr_pstrcat(pool, setup->folder, "/pgpass-owner", NULL);
    setup->passwords = apr_pstrcat(pool, setup->folder, "/pgpass", NULL);
    own = apr_pstrcat(pool, " passfile=", setup->own_passwords, NULL);
    theirs = apr_pstrcat(pool, " passfile=", setup->passwords, NULL);
  }
  setup->owner = apr_pstrcat(pool, setup->reach, " dbname=collab user=collab_owner", own, NULL);
  setup->api = apr_pstrcat(pool, setup->reach, " dbname=collab user=collab_api", theirs,
                           " connect_timeout=3 options='-c statement_timeout=4000'", NULL);
  setup->dispatch = apr_pstrcat(pool, setup->reach, " dbname=collab user=collab_dispatch", theirs,
                                " connect_timeout=3 options='-c statement_timeout=15000'", NULL);
  setup->usual = setup->local && !strcmp(setup->reach, USUAL_REACH);
}

/* ---- the server ---- */

/* A copy of the run for another command, with a connection of its own. */
static collab_ctl_t another(const collab_setup_t *setup, const char *dsn) {
  collab_ctl_t ctl = *setup->ctl;
  ctl.pg = NULL;
  ctl.args = apr_table_copy(ctl.pool, ctl.args);
  apr_table_setn(ctl.args, "dsn", dsn);
  return ctl;
}

/* Opens the superuser's connection: --admin-dsn, else by the local socket with the rights of the system user postgres. */
static collab_ctl_exit_t connect_admin(collab_setup_t *setup, const char *dsn) {
  apr_uid_t uid = 0;
  apr_gid_t gid = 0;

  if (!dsn) {
    if (apr_uid_get(&uid, &gid, POSTGRES, setup->ctl->pool) != APR_SUCCESS) {
      return collab_setup_failed(
          "PostgreSQL", "there is none on this machine",
          "Install it (Debian: apt-get install postgresql), or name its server: --admin-dsn 'host=db.example.org user=postgres'");
    }
    setup->admin = another(setup, "dbname=postgres user=" POSTGRES " connect_timeout=5");
  } else {
    setup->admin = another(setup, apr_pstrcat(setup->ctl->pool, "dbname=postgres connect_timeout=5 ", dsn, NULL));
  }
  collab_setup_become(uid, gid);
  collab_ctl_exit_t outcome = collab_ctl_connect(&setup->admin);
  collab_setup_become(0, 0);
  /* This connection is the superuser's own, not the owner's. */
  apr_env_delete("PGPASSWORD", setup->ctl->pool);
  if (outcome != CTL_DONE) {
    collab_setup_failed("log in to PostgreSQL as its superuser", "",
                        dsn ? "Is the server reached from here, and are user and password right (PGPASSWORD, ~/.pgpass)?"
                            : "Start it, run setup as root, or name its server and superuser with --admin-dsn.");
  }
  return outcome;
}

static collab_ctl_exit_t look(collab_setup_t *setup, collab_rows_t *rows) {
  return collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_state), WAIT, rows);
}

collab_ctl_exit_t collab_setup_server(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *dsn = collab_ctl_value(setup->ctl, "admin_dsn"), *reach = dsn ? reach_of(pool, dsn) : "";
  collab_rows_t rows;

  if (!reach || (dsn && (strstr(dsn, "password=") || strpbrk(dsn, "\"\\%$")))) {
    return collab_setup_failed(
        "--admin-dsn", "must be words name=value, without a password",
        "Such as --admin-dsn 'host=db.example.org user=postgres'; the password belongs into ~/.pgpass or PGPASSWORD.");
  }
  collab_ctl_exit_t outcome = connect_admin(setup, dsn);
  if (outcome != CTL_DONE || (outcome = look(setup, &rows)) != CTL_DONE) {
    return outcome;
  }
  if (collab_rows_integer(rows, 0, "version") < OLDEST || !collab_rows_integer(rows, 0, "superuser")) {
    return collab_setup_failed("PostgreSQL", "", "It must be 15 or newer, and setup must log in as a superuser.");
  }
  setup->local = !collab_rows_text(rows, 0, "client");
  setup->reach = reach;
  if (!dsn) {
    const char *port = collab_rows_text(rows, 0, "port");
    setup->reach = apr_pstrcat(pool, "host=", collab_rows_text(rows, 0, "socket"), strcmp(port, "5432") ? " port=" : "",
                               strcmp(port, "5432") ? port : "", NULL);
  }
  write_dsns(setup);
  collab_setup_there("PostgreSQL (%s)", setup->reach);
  return CTL_DONE;
}

/* ---- passwords for a remote database ---- */

/* Writes a password file with a new password for each role. */
static bool write_passwords(collab_setup_t *setup, const char *path, const char *const *roles, apr_uid_t uid, apr_gid_t gid) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *text = "";

  for (; *roles; roles++) {
    const char *secret = collab_random_secret(pool);
    if (!secret) {
      return false;
    }
    text = apr_pstrcat(pool, text, "*:*:*:", *roles, ":", secret, "\n", NULL);
  }
  return collab_setup_write(pool, path, text, strlen(text), 0600, uid, gid);
}

static const char *password_of(const collab_setup_t *setup, const char *path, const char *role) {
  return collab_setup_value(setup->ctl->pool, collab_setup_read(setup->ctl->pool, path),
                            apr_pstrcat(setup->ctl->pool, "*:*:*:", role, NULL), ":");
}

/* ---- roles and database ---- */

collab_ctl_exit_t collab_setup_roles(collab_setup_t *setup) {
  static const char *const owner[] = {"collab_owner", NULL};
  collab_rows_t rows;
  collab_ctl_exit_t outcome = look(setup, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  bool exists = collab_rows_integer(rows, 0, "owner"), complete = collab_rows_integer(rows, 0, "rights");
  if (!setup->local && access(setup->own_passwords, F_OK)) {
    if (exists) {
      return collab_setup_failed(
          "role collab_owner", "it exists, and its password is not known here",
          apr_psprintf(setup->ctl->pool, "Copy %s and %s from the node that has them.", setup->own_passwords, setup->passwords));
    }
    if (!write_passwords(setup, setup->own_passwords, owner, (apr_uid_t)-1, (apr_gid_t)-1)) {
      return collab_setup_failed(setup->own_passwords, strerror(errno), "Run setup as root.");
    }
  }
  if (complete) {
    collab_setup_there("role collab_owner");
    return CTL_DONE;
  }
  if (!setup->local) {
    apr_table_setn(setup->admin.args, "secret", password_of(setup, setup->own_passwords, "collab_owner"));
  }
  outcome = collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_owner), WAIT, &rows);
  if (outcome == CTL_DONE) {
    collab_setup_done("role collab_owner");
  }
  return outcome;
}

collab_ctl_exit_t collab_setup_database(collab_setup_t *setup) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = look(setup, &rows);

  if (outcome == CTL_DONE && collab_rows_integer(rows, 0, "database")) {
    if (strcmp(collab_rows_text(rows, 0, "encoding"), "UTF8") ||
        strcmp(collab_rows_text(rows, 0, "database_owner"), "collab_owner")) {
      return collab_setup_failed("database collab", "is not in UTF-8, or does not belong to collab_owner",
                                 "Rename it, or set up the exchange in another PostgreSQL.");
    }
    collab_setup_there("database collab");
  } else if (outcome == CTL_DONE &&
             (outcome = collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_database), WAIT, &rows)) == CTL_DONE) {
    collab_setup_done("database collab");
  }
  return outcome;
}

/* ---- who may log in ---- */

/* Can this system user log in with this connection string? Sets *error when not. */
static bool logs_in(collab_setup_t *setup, apr_uid_t uid, apr_gid_t gid, const char *dsn, const char **error) {
  apr_pool_t *pool;

  apr_pool_create(&pool, setup->ctl->pool);
  collab_setup_become(uid, gid);
  bool fine = collab_pg_connect(pool, dsn, error) != NULL;
  collab_setup_become(0, 0);
  *error = fine ? "" : apr_pstrdup(setup->ctl->pool, *error);
  apr_pool_destroy(pool);
  return fine;
}

collab_ctl_exit_t collab_setup_access(collab_setup_t *setup) {
  const char *error = "";
  collab_ctl_exit_t outcome = CTL_DONE;

  if (logs_in(setup, 0, 0, setup->owner, &error)) {
    collab_setup_there("collab_owner logs in");
  } else if (!setup->local) {
    collab_rows_t rows;
    const char *client = look(setup, &rows) == CTL_DONE ? collab_rows_text(rows, 0, "client") : "ADDRESS";
    outcome = collab_setup_failed(
        "log in as collab_owner", error,
        apr_psprintf(setup->ctl->pool,
                     "Put this line into the server's pg_hba.conf and reload it (systemctl reload postgresql):\n"
                     "hostssl  collab  collab_owner,collab_api,collab_dispatch  %s/%s  scram-sha-256",
                     client, strchr(client, ':') ? "128" : "32"));
  } else if ((outcome = collab_setup_let_in(setup, error)) == CTL_DONE) {
    for (int turn = 0; !logs_in(setup, 0, 0, setup->owner, &error); turn++) { /* PostgreSQL reads its files a moment later */
      if (turn == 50) {
        return collab_setup_failed("log in as collab_owner", error, "Look at pg_hba.conf, and at PostgreSQL's log.");
      }
      apr_sleep(APR_USEC_PER_SEC / 10);
    }
    collab_setup_done("collab_owner logs in");
  }
  if (outcome == CTL_DONE) {
    apr_table_setn(setup->ctl->args, "dsn", setup->owner);
  }
  return outcome;
}

collab_ctl_exit_t collab_setup_schema(collab_setup_t *setup) {
  collab_ctl_t migrate = another(setup, setup->owner);

  migrate.command = collab_ctl_migrate;
  collab_ctl_exit_t outcome = collab_ctl_migrate->run(&migrate);
  if (outcome == CTL_DONE) {
    collab_setup_done("the schema and the rights are up to date");
  }
  return outcome;
}

/* Sets the passwords of the two roles, which roles.sql has made. */
static collab_ctl_exit_t give_passwords(collab_setup_t *setup) {
  static const char *const roles[] = {"collab_api", "collab_dispatch", NULL};
  collab_rows_t rows;

  if (access(setup->passwords, F_OK) == 0) {
    collab_setup_there("passwords %s", setup->passwords);
  } else if (!write_passwords(setup, setup->passwords, roles, setup->uid, setup->gid)) {
    return collab_setup_failed(setup->passwords, strerror(errno), "Run setup as root.");
  } else {
    collab_setup_done("passwords %s", setup->passwords);
  }
  apr_table_setn(setup->admin.args, "api_secret", password_of(setup, setup->passwords, roles[0]));
  apr_table_setn(setup->admin.args, "dispatch_secret", password_of(setup, setup->passwords, roles[1]));
  return collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_passwords), WAIT, &rows);
}

collab_ctl_exit_t collab_setup_logins(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *const names[] = {"collab_api", "collab_dispatch"}, *const dsns[] = {setup->api, setup->dispatch}, *error = "";
  collab_ctl_exit_t outcome = setup->local ? CTL_DONE : give_passwords(setup);

  for (int i = 0; i < 2 && outcome == CTL_DONE; i++) {
    if (!logs_in(setup, setup->uid, setup->gid, dsns[i], &error) && setup->local) {
      outcome = collab_setup_let_in(setup, error);
      for (int turn = 0; outcome == CTL_DONE && turn < 50 && !logs_in(setup, setup->uid, setup->gid, dsns[i], &error); turn++) {
        apr_sleep(APR_USEC_PER_SEC / 10);
      }
    }
    if (outcome == CTL_DONE && *error) {
      return collab_setup_failed(
          apr_pstrcat(pool, "log in as ", names[i], " by the user ", setup->user, NULL), error,
          setup->local ? "Look at pg_hba.conf and pg_ident.conf, and at PostgreSQL's log."
                       : "Copy the password file from the node that has it, or give the role the password of this file.");
    }
    if (outcome == CTL_DONE) {
      collab_setup_done("%s logs in as %s", setup->user, names[i]);
    }
  }
  return outcome;
}

/* ---- autovacuum ---- */

collab_ctl_exit_t collab_setup_autovacuum(collab_setup_t *setup) {
  collab_rows_t rows;
  collab_ctl_exit_t outcome = look(setup, &rows);

  if (outcome != CTL_DONE || collab_rows_integer(rows, 0, "version") >= MAINTAIN) {
    return outcome;
  }
  if (collab_rows_integer(rows, 0, "naptime") <= NAPTIME) {
    collab_setup_there("autovacuum_naptime = %s s", collab_rows_text(rows, 0, "naptime"));
    return CTL_DONE;
  }
  if (!collab_ctl_value(setup->ctl, "autovacuum")) {
    collab_setup_advised("autovacuum_naptime = 5s, for a queue that stays small under load: collabctl setup --autovacuum");
    return CTL_DONE;
  }
  if ((outcome = collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_autovacuum), WAIT, &rows)) == CTL_DONE &&
      (outcome = collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_reload), WAIT, &rows)) == CTL_DONE) {
    collab_setup_done("autovacuum_naptime = 5s");
  }
  return outcome;
}
