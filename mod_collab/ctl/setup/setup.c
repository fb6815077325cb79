/* setup.c: collabctl setup: prepares all that an installed module needs, and enables it in httpd.
 *
 * Runs the steps in order; repeating a step is harmless. The first failure ends the run. The next run continues there.
 * Only the last step, after configtest has passed, enables the module. Setup never replaces existing keys, roles or databases. */
#include "ctl/setup/setup.h"

#include <stdio.h>

static collab_ctl_exit_t run(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t params[] = {
  { "base-url",        CTL_OPTIONAL, CTL_SOME, URI_LENGTH, "CollabBaseURL: the URL of the interface for clients (required the first time)" },
  { "certificate",     CTL_OPTIONAL, CTL_SOME, 0, "certificate of the base URL's host, with its chain: makes a virtual host with TLS (Debian's apache2)" },
  { "certificate-key", CTL_OPTIONAL, CTL_SOME, 0, "the certificate's private key" },
  { "outbound-ca",     CTL_OPTIONAL, CTL_SOME, 0, "file of the authorities of receivers, which replace the system's; copied to where httpd reads it" },
  { "outbound-allow",  CTL_OPTIONAL, CTL_SOME, 0, "CollabOutboundAllow: networks of receivers besides the public Internet, separated by blanks" },
  { "cluster",         CTL_OPTIONAL, CTL_SOME, 0, "name of the PostgreSQL cluster on this machine, such as 17/beta (Debian; default: that of the instance's name)" },
  { "admin-dsn",       CTL_OPTIONAL, CTL_SOME, 0, "connection string of a remote database's superuser; its password in PGPASSWORD or ~/.pgpass" },
  { "new-passwords",   CTL_OPTIONAL, CTL_FLAG, 0, "gives the roles of a remote database new passwords, as after a leak" },
  { "write-hba",       CTL_OPTIONAL, CTL_FLAG, 0, "writes the lines into pg_hba.conf and pg_ident.conf, and reloads PostgreSQL" },
  { "mpm",             CTL_OPTIONAL, CTL_FLAG, 0, "gives httpd's MPM event the measured numbers of processes and threads, in a file of its own" },
  { "autovacuum",      CTL_OPTIONAL, CTL_FLAG, 0, "sets autovacuum_naptime = 5s in PostgreSQL 15 or 16, and reloads it" },
  { "api-password",    CTL_OPTIONAL, CTL_FLAG, 0, "the workers' role logs in with a password that only root can read, not by peer authentication" },
  { "new",             CTL_OPTIONAL, CTL_FLAG, 0, "makes or takes another exchange than the one that this node's configuration names" },
  { "no-migrate",      CTL_OPTIONAL, CTL_FLAG, 0, "leaves the schema and the rights as they are, as after a return to an older version" },
  { "yes",             CTL_OPTIONAL, CTL_FLAG, 0, "--mpm: sets the numbers for the other sites of this httpd, too" },
  { "httpd",           CTL_OPTIONAL, CTL_SOME, 0, "apachectl of the httpd to set up (default: of the one that the module was built for)" },
  { NULL, 0, 0, 0, NULL }
};
const collab_ctl_command_t collab_ctl_setup[] = {
  { "", "makes database, keys and configuration, and enables the module in httpd; a second run finishes what is missing", params, NULL, NULL, run },
  { NULL }
};
// clang-format on

// clang-format off
static collab_setup_step_t *const steps[] = {
  /* this machine */
  collab_setup_httpd, collab_setup_own_folder, collab_setup_dispatcher_user, collab_setup_base_url, collab_setup_outbound, collab_setup_certificate, collab_setup_folder, collab_setup_authorities,
  collab_setup_api_password,
  /* the database */
  collab_setup_cluster, collab_setup_server, collab_setup_alone, collab_setup_may_make, collab_setup_own_passwords, collab_setup_roles, collab_setup_database, collab_setup_access,
  collab_setup_own_database, collab_setup_schema, collab_setup_passwords, collab_setup_logins, collab_setup_api_file, collab_setup_autovacuum,
  /* keys, and the settings of collabctl */
  collab_setup_keys, collab_setup_canary, collab_setup_settings,
  /* httpd's configuration */
  collab_setup_load_file, collab_setup_conf_file, collab_setup_confine, collab_setup_location, collab_setup_options, collab_setup_mpm, collab_setup_virtual_host,
  collab_setup_configtest, collab_setup_identity, collab_setup_enable
};
// clang-format on

/* Refuses the global options that setup cannot follow: database and key have names of their own. */
static bool takes_globals(const collab_ctl_t *ctl) {
  if (collab_ctl_value(ctl, "dsn")) {
    collab_ctl_say(ctl, "--dsn: setup makes and uses the database collab of one server. Name another server with --admin-dsn "
                        "'host=db.example.org user=postgres'; migrate another database with collabctl migrate --dsn");
  }
  if (collab_ctl_value(ctl, "secrets_key")) {
    collab_ctl_say(ctl, "--secrets-key: setup uses secrets.key in the folder collab beside httpd's configuration; copy the key "
                        "there first");
  }
  return !collab_ctl_value(ctl, "dsn") && !collab_ctl_value(ctl, "secrets_key");
}

static collab_ctl_exit_t run(collab_ctl_t *ctl) {
  ctl->any_exchange = true;
  collab_setup_t setup = {.ctl = ctl, .admin = *ctl};
  collab_ctl_exit_t outcome = CTL_DONE;

  if (!takes_globals(ctl)) {
    return CTL_USAGE;
  }
  collab_setup_report(ctl);
  for (size_t i = 0; i < sizeof steps / sizeof *steps && outcome == CTL_DONE; i++) {
    outcome = steps[i](&setup);
  }
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_audit(ctl);
  }
  collab_setup_reported(ctl, outcome == CTL_DONE ? collab_setup_restart(&setup) : NULL);
  if (outcome != CTL_DONE) {
    fprintf(stderr, "\nThe failed step did not change httpd. Correct the fault, then run collabctl setup again.\n");
  }
  return outcome;
}
