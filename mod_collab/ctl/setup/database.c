/* database.c: collabctl setup: makes roles, database and schema, and makes sure that each role's system user can log in as that
 * role.
 *
 * Setup reaches a local database by its Unix socket. It logs in as PostgreSQL's superuser with the rights of the system user
 * postgres; the exchange's roles log in by peer authentication, without passwords. For a remote database (--admin-dsn), setup
 * makes random passwords and writes them into password files beside the keys, never into a connection string. */
#include "ctl/setup/setup.h"

#include "base/random.h"
#include "store/dsn.h"

#include <apr_strings.h>
#include <string.h>
#include <unistd.h>

#define WAIT 60
#define OLDEST 150000   /* the oldest supported version of PostgreSQL */
#define MAINTAIN 170000 /* from this version on, the dispatcher itself vacuums the queue's tables */
#define NAPTIME 5       /* seconds: the recommended autovacuum_naptime */

/* Runs a statement as the superuser. */
static collab_ctl_exit_t ask(collab_setup_t *setup, const collab_statement_t *statement) {
  collab_rows_t rows;
  return collab_ctl_ask(&setup->admin, statement, WAIT, &rows);
}

/* Returns a column of the server's state, as the superuser read it when setup began (ctl_setup_state). */
static const char *seen(const collab_setup_t *setup, const char *column) {
  return collab_rows_text(setup->server, 0, column);
}

static int64_t seen_number(const collab_setup_t *setup, const char *column) {
  return collab_rows_integer(setup->server, 0, column);
}

/* ---- the server ---- */

/* Returns a copy of the run for another command, with a connection of its own. */
static collab_ctl_t another(const collab_setup_t *setup, const char *dsn) {
  collab_ctl_t ctl = *setup->ctl;
  ctl.pg = NULL;
  ctl.args = apr_table_copy(ctl.pool, ctl.args);
  apr_table_setn(ctl.args, "dsn", dsn);
  return ctl;
}

/* Returns the host and port of the local server, for connection strings. */
static const char *local_reach(const collab_setup_t *setup) {
  const char *port = seen(setup, "port");
  bool usual = !strcmp(port, "5432");
  return apr_pstrcat(setup->ctl->pool, "host=", seen(setup, "socket"), usual ? "" : " port=", usual ? "" : port, NULL);
}

/* Makes the three connection strings; the two for httpd have the form that collab.conf uses. */
static void write_dsns(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *own = "", *theirs = "", *dispatchers = "";

  if (!setup->local) {
    setup->own_passwords = apr_pstrcat(pool, setup->folder, "/pgpass-owner", NULL);
    setup->passwords = apr_pstrcat(pool, setup->folder, "/pgpass", NULL);
    setup->dispatch_passwords =
        setup->dispatcher_uid == setup->uid ? setup->passwords : apr_pstrcat(pool, setup->folder, "/pgpass-dispatch", NULL);
    dispatchers = apr_pstrcat(pool, " passfile=", setup->dispatch_passwords, NULL);
    own = apr_pstrcat(pool, " passfile=", setup->own_passwords, NULL);
    theirs = apr_pstrcat(pool, " passfile=", setup->passwords, " password=''", NULL); /* mod_dbd's libpq would take PGPASSWORD */
  }
  if (setup->api_file) {
    theirs = apr_pstrcat(pool, " password=", setup->api_secret, NULL);
  }
  setup->owner = apr_pstrcat(pool, setup->reach, " dbname=collab user=collab_owner", own, NULL);
  setup->api = apr_pstrcat(pool, setup->reach, " dbname=collab user=collab_api", theirs, " connect_timeout=3", NULL);
  setup->dispatch =
      apr_pstrcat(pool, setup->reach, " dbname=collab user=collab_dispatch", dispatchers, " connect_timeout=3", NULL);
}

collab_ctl_exit_t collab_setup_server(collab_setup_t *setup) {
  const char *dsn = collab_ctl_value(setup->ctl, "admin_dsn");

  const char *local = setup->reach ? setup->reach : "";

  setup->reach = dsn && !strpbrk(dsn, "\"\\%$") ? collab_dsn_reach(setup->ctl->pool, dsn) : NULL;
  if (dsn && !setup->reach) {
    return collab_setup_failed(
        "--admin-dsn", "must be words such as host=db.example.org, without a password",
        "Such as --admin-dsn 'host=db.example.org user=postgres'; put the password into ~/.pgpass or PGPASSWORD.");
  }
  collab_ctl_exit_t outcome = collab_setup_superuser(setup->ctl, dsn, local, "postgres", &setup->admin);
  if (outcome != CTL_DONE ||
      (outcome = collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_state), WAIT, &setup->server)) != CTL_DONE) {
    return outcome;
  }
  if (seen_number(setup, "version") < OLDEST || !seen_number(setup, "superuser")) {
    return collab_setup_failed("PostgreSQL", "is too old, or setup is not its superuser",
                               "Use PostgreSQL 15 or newer, and log in as a superuser.");
  }
  setup->local = !seen(setup, "client");
  setup->reach = dsn ? setup->reach : local_reach(setup);
  write_dsns(setup);
  return collab_setup_say(SETUP_THERE, "PostgreSQL (%s)", setup->reach);
}

/* ---- passwords for a remote database ---- */

static bool wants_new_passwords(const collab_setup_t *setup) {
  return collab_ctl_value(setup->ctl, "new_passwords") != NULL;
}

/* Makes a password file with a new password for each role. Keeps an existing file unless --new-passwords is given. */
static collab_ctl_exit_t make_passwords(const collab_setup_t *setup, const char *path, const char *const *roles, uid_t uid,
                                        gid_t gid) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *text = "", *secret = "";

  for (; *roles && secret; roles++) {
    secret = collab_random_secret(pool);
    text = apr_pstrcat(pool, text, "*:*:*:", *roles, ":", secret, "\n", NULL);
  }
  if (!secret) {
    return collab_setup_failed(path, "the random number generator fails", "Run setup again.");
  }
  return collab_setup_put(
      setup, &(collab_setup_file_t){"passwords", path, text, strlen(text), 0600, uid, gid, .kept = !wants_new_passwords(setup)});
}

/* Reads a role's password from the password file. The superuser's statements bind it as arg.NAME. */
static void bind_password(collab_setup_t *setup, const char *name, const char *path, const char *role) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *password = collab_setup_value(pool, collab_setup_read(pool, path), apr_pstrcat(pool, "*:*:*:", role, ":", NULL));

  if (password) {
    apr_table_setn(setup->admin.args, name, password);
  }
}

collab_ctl_exit_t collab_setup_own_passwords(collab_setup_t *setup) {
  static const char *const roles[] = {"collab_owner", NULL};

  if (setup->local) {
    return !wants_new_passwords(setup) || setup->api_file
               ? CTL_DONE
               : collab_setup_failed("--new-passwords", "the roles log in by peer authentication, without passwords", "Omit it.");
  }
  if (seen_number(setup, "owner") && !wants_new_passwords(setup) && access(setup->own_passwords, F_OK)) {
    return collab_setup_failed(
        "role collab_owner", "exists, and its password is not known here",
        apr_psprintf(setup->ctl->pool, "Copy %s and %s from the node that has them.", setup->own_passwords, setup->passwords));
  }
  return make_passwords(setup, setup->own_passwords, roles, 0, 0);
}

/* With --api-password, gives collab_api its password on a local server. */
static collab_ctl_exit_t set_api_password(collab_setup_t *setup) {
  if (!setup->api_file) {
    return CTL_DONE;
  }
  apr_table_setn(setup->admin.args, "api_secret", setup->api_secret);
  return ask(setup, STATEMENT(ctl_setup_api_password));
}

/* Makes the passwords of collab_api and collab_dispatch. Both are in one file, unless the dispatcher has a user of its own: then
 * each password has a file of its own. In that case, refuses an old file that still has both, unless --new-passwords is given. */
collab_ctl_exit_t collab_setup_passwords(collab_setup_t *setup) {
  static const char *const roles[] = {"collab_api", "collab_dispatch", NULL}, *const api[] = {"collab_api", NULL};
  bool separate = setup->dispatch_passwords != setup->passwords;
  collab_ctl_exit_t outcome;

  if (setup->local) {
    return set_api_password(setup);
  }
  if (setup->api_file && !separate) {
    return collab_setup_failed("--api-password", "only root can keep a password from httpd's user", "Run setup as root.");
  }
  const char *old = separate ? collab_setup_read(setup->ctl->pool, setup->passwords) : NULL;
  if (old && strstr(old, roles[1]) && !wants_new_passwords(setup)) {
    return collab_setup_failed(setup->passwords, "contains the dispatcher's password, and httpd's user can read it",
                               "Run setup again with --new-passwords, and copy the password files to the other nodes.");
  }
  outcome = setup->api_file ? CTL_DONE : make_passwords(setup, setup->passwords, separate ? api : roles, setup->uid, setup->gid);
  if (outcome == CTL_DONE && separate) {
    outcome = make_passwords(setup, setup->dispatch_passwords, roles + 1, setup->dispatcher_uid, setup->dispatcher_gid);
  }
  if (setup->api_file) {
    apr_table_setn(setup->admin.args, "api_secret", setup->api_secret);
  } else {
    bind_password(setup, "api_secret", setup->passwords, roles[0]);
  }
  bind_password(setup, "dispatch_secret", setup->dispatch_passwords, roles[1]);
  return outcome == CTL_DONE ? ask(setup, STATEMENT(ctl_setup_passwords)) : outcome;
}

/* ---- roles, database and schema ---- */

collab_ctl_exit_t collab_setup_roles(collab_setup_t *setup) {
  if (seen_number(setup, "rights") && !wants_new_passwords(setup)) {
    return collab_setup_say(SETUP_THERE, "role collab_owner");
  }
  if (!setup->local) {
    bind_password(setup, "secret", setup->own_passwords, "collab_owner");
  }
  collab_ctl_exit_t outcome = ask(setup, STATEMENT(ctl_setup_owner));
  return outcome == CTL_DONE ? collab_setup_say(SETUP_DONE, "role collab_owner") : outcome;
}

collab_ctl_exit_t collab_setup_database(collab_setup_t *setup) {
  if (!seen_number(setup, "database")) {
    collab_ctl_exit_t outcome = ask(setup, STATEMENT(ctl_setup_database));
    return outcome == CTL_DONE ? collab_setup_say(SETUP_DONE, "database collab") : outcome;
  }
  if (strcmp(seen(setup, "encoding"), "UTF8") || strcmp(seen(setup, "database_owner"), "collab_owner")) {
    return collab_setup_failed("database collab", "is not in UTF-8, or does not belong to collab_owner",
                               "Rename it, or set up the exchange in another PostgreSQL.");
  }
  return collab_setup_say(SETUP_THERE, "database collab");
}

collab_ctl_exit_t collab_setup_schema(collab_setup_t *setup) {
  collab_ctl_t migrate = another(setup, setup->owner);

  if (collab_ctl_value(setup->ctl, "no_migrate")) {
    return collab_setup_say(SETUP_THERE, "the schema is left as it is");
  }
  migrate.command = collab_ctl_migrate;
  migrate.told = collab_ctl_value(setup->ctl, "json") ? apr_array_make(migrate.pool, 8, sizeof(const char *)) : NULL;
  collab_ctl_exit_t outcome = collab_ctl_migrate->run(&migrate);
  for (int i = 0; migrate.told && i < migrate.told->nelts; i++) {
    collab_setup_say(SETUP_DONE, "%s", APR_ARRAY_IDX(migrate.told, i, const char *));
  }
  return outcome == CTL_DONE ? collab_setup_say(SETUP_DONE, "the schema and the rights are up to date") : outcome;
}

/* ---- logins ---- */

/* Can this system user log in with this connection string? Sets *error to why not, else to "". */
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

/* Lets in a user that a local server has refused. Tries for up to 5 s, because PostgreSQL reloads its files with a delay. */
static collab_ctl_exit_t let_in(collab_setup_t *setup, apr_uid_t uid, apr_gid_t gid, const char *dsn, const char **error) {
  collab_ctl_exit_t outcome = collab_setup_let_in(setup, *error);

  for (int turn = 0; outcome == CTL_DONE && turn < 50 && !logs_in(setup, uid, gid, dsn, error); turn++) {
    apr_sleep(APR_USEC_PER_SEC / 10);
  }
  return outcome;
}

collab_ctl_exit_t collab_setup_access(collab_setup_t *setup) {
  const char *error, *client = seen(setup, "client"), *remedy = "Check pg_hba.conf and PostgreSQL's log.";
  bool at_once = logs_in(setup, 0, 0, setup->owner, &error);
  collab_ctl_exit_t outcome = at_once || !setup->local ? CTL_DONE : let_in(setup, 0, 0, setup->owner, &error);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  if (*error) {
    if (!setup->local) {
      remedy = apr_psprintf(setup->ctl->pool,
                            "Put this line into the server's pg_hba.conf and reload it (systemctl reload postgresql):\n"
                            "hostssl  collab  collab_owner,collab_api,collab_dispatch  %s/%s  scram-sha-256",
                            client, strchr(client, ':') ? "128" : "32");
    }
    return collab_setup_failed("log in as collab_owner", error, remedy);
  }
  apr_table_setn(setup->ctl->args, "dsn", setup->owner);
  return collab_setup_say(at_once ? SETUP_THERE : SETUP_DONE, "collab_owner logs in");
}

/* Makes sure that this user can log in as this role. */
static collab_ctl_exit_t log_in_as(collab_setup_t *setup, const char *user, apr_uid_t uid, apr_gid_t gid, const char *role,
                                   const char *dsn) {
  const char *error;
  bool at_once = logs_in(setup, uid, gid, dsn, &error);
  collab_ctl_exit_t outcome = at_once || !setup->local ? CTL_DONE : let_in(setup, uid, gid, dsn, &error);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  if (*error) {
    return collab_setup_failed(
        apr_pstrcat(setup->ctl->pool, "log in as ", role, " by the user ", user, NULL), error,
        setup->local ? "Check pg_hba.conf, pg_ident.conf and PostgreSQL's log."
                     : "Copy the password file from a node that can log in, or set the role's password to that of this file.");
  }
  return collab_setup_say(SETUP_DONE, "%s logs in as %s", user, role);
}

/* Makes sure that httpd's user cannot log in as this role with this connection string. */
static collab_ctl_exit_t keep_out(collab_setup_t *setup, const char *role, const char *dsn) {
  const char *error, *reason = apr_psprintf(setup->ctl->pool, "%s can also log in as %s", setup->user, role);
  collab_ctl_exit_t outcome = CTL_DONE;

  if (!logs_in(setup, setup->uid, setup->gid, dsn, &error)) {
    return CTL_DONE;
  }
  if (setup->local) {
    outcome = collab_setup_let_in(setup, reason);
  }
  for (int turn = 0; outcome == CTL_DONE && turn < 50; turn++) {
    if (!logs_in(setup, setup->uid, setup->gid, dsn, &error)) {
      return collab_setup_say(SETUP_DONE, "%s can no longer log in as %s", setup->user, role);
    }
    apr_sleep(APR_USEC_PER_SEC / 10);
  }
  return outcome != CTL_DONE
             ? outcome
             : collab_setup_failed("separate users", reason, "Correct pg_hba.conf and pg_ident.conf, and reload them.");
}

/* With --api-password, only the password lets httpd's user in. */
static collab_ctl_exit_t keep_out_without_password(collab_setup_t *setup) {
  return setup->api_file ? keep_out(setup, "collab_api without a password",
                                    apr_pstrcat(setup->ctl->pool, setup->reach, " dbname=collab user=collab_api", NULL))
                         : CTL_DONE;
}

collab_ctl_exit_t collab_setup_logins(collab_setup_t *setup) {
  collab_ctl_exit_t outcome = keep_out_without_password(setup);

  if (outcome == CTL_DONE) {
    outcome = log_in_as(setup, setup->user, setup->uid, setup->gid, "collab_api", setup->api);
  }
  if (outcome == CTL_DONE) {
    outcome = log_in_as(setup, setup->dispatcher_user, setup->dispatcher_uid, setup->dispatcher_gid, "collab_dispatch",
                        setup->dispatch);
  }
  return outcome != CTL_DONE || setup->dispatcher_uid == setup->uid ? outcome
                                                                    : keep_out(setup, "collab_dispatch", setup->dispatch);
}

/* ---- autovacuum ---- */

collab_ctl_exit_t collab_setup_autovacuum(collab_setup_t *setup) {
  if (seen_number(setup, "version") >= MAINTAIN) {
    return CTL_DONE;
  }
  if (seen_number(setup, "naptime") <= NAPTIME) {
    return collab_setup_say(SETUP_THERE, "autovacuum_naptime = %s s", seen(setup, "naptime"));
  }
  if (!collab_ctl_value(setup->ctl, "autovacuum")) {
    return collab_setup_say(SETUP_ADVISED,
                            "autovacuum_naptime = 5s keeps the queue's tables small under load: collabctl setup --autovacuum");
  }
  collab_ctl_exit_t outcome = ask(setup, STATEMENT(ctl_setup_autovacuum));
  outcome = outcome == CTL_DONE ? ask(setup, STATEMENT(ctl_setup_reload)) : outcome;
  return outcome == CTL_DONE ? collab_setup_say(SETUP_DONE, "autovacuum_naptime = 5s") : outcome;
}
