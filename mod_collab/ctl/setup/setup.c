/* setup.c: collabctl setup: prepares all that an installed module needs, up to enabling it in httpd.
 *
 * Runs the steps in order. Each is harmless to repeat: the first that fails ends the run, and the next run continues there. Only
 * the last step, after configtest has passed, enables the module in httpd. Setup never replaces existing keys, roles or
 * databases. */
#include "ctl/setup/setup.h"

#include <stdio.h>

static collab_ctl_exit_t run(collab_ctl_t *ctl);

// clang-format off
static const collab_ctl_param_t params[] = {
  { "base-url",        CTL_OPTIONAL, CTL_SOME, URI_LENGTH, "CollabBaseURL, under which clients reach the interface (required the first time)" },
  { "certificate",     CTL_OPTIONAL, CTL_SOME, 0, "certificate of that host: makes a virtual host with TLS (Debian's apache2)" },
  { "certificate-key", CTL_OPTIONAL, CTL_SOME, 0, "its private key" },
  { "outbound-ca",     CTL_OPTIONAL, CTL_SOME, 0, "authorities of the members' receivers, instead of the system's: copied to where httpd reads them" },
  { "outbound-allow",  CTL_OPTIONAL, CTL_SOME, 0, "CollabOutboundAllow: networks of receivers beside the public Internet, separated by blanks" },
  { "admin-dsn",       CTL_OPTIONAL, CTL_SOME, 0, "a remote database: its superuser's connection string; the password in PGPASSWORD or ~/.pgpass" },
  { "new-passwords",   CTL_OPTIONAL, CTL_FLAG, 0, "a remote database: gives its roles new passwords, for the case that the old ones have leaked" },
  { "write-hba",       CTL_OPTIONAL, CTL_FLAG, 0, "writes the lines into pg_hba.conf and pg_ident.conf, and reloads PostgreSQL" },
  { "mpm",             CTL_OPTIONAL, CTL_FLAG, 0, "gives httpd's MPM event the measured numbers of processes and threads, in a file of its own" },
  { "autovacuum",      CTL_OPTIONAL, CTL_FLAG, 0, "sets autovacuum_naptime = 5s in PostgreSQL 15 or 16, and reloads it" },
  { "no-migrate",      CTL_OPTIONAL, CTL_FLAG, 0, "leaves the schema and the rights as they are, as after going back to an older version" },
  { "httpd",           CTL_OPTIONAL, CTL_SOME, 0, "apachectl of the httpd to set up (else the one that the module was built for)" },
  { NULL, 0, 0, 0, NULL }
};
const collab_ctl_command_t collab_ctl_setup[] = {
  { "", "makes database, keys and configuration, and enables the module in httpd; run again, it finishes what is missing", params, NULL, NULL, run },
  { NULL, NULL, NULL, NULL, NULL, NULL }
};
// clang-format on

// clang-format off
static collab_setup_step_t *const steps[] = {
  /* this machine */
  collab_setup_httpd, collab_setup_dispatcher_user, collab_setup_base_url, collab_setup_outbound, collab_setup_certificate, collab_setup_folder, collab_setup_authorities,
  /* the database */
  collab_setup_server, collab_setup_own_passwords, collab_setup_roles, collab_setup_database, collab_setup_access,
  collab_setup_schema, collab_setup_passwords, collab_setup_logins, collab_setup_autovacuum,
  /* keys, and the settings of collabctl */
  collab_setup_keys, collab_setup_canary, collab_setup_settings,
  /* httpd's configuration */
  collab_setup_load_file, collab_setup_conf_file, collab_setup_location, collab_setup_options, collab_setup_mpm, collab_setup_virtual_host,
  collab_setup_configtest, collab_setup_enable
};
// clang-format on

static collab_ctl_exit_t run(collab_ctl_t *ctl) {
  collab_setup_t setup = {.ctl = ctl, .admin = *ctl};
  collab_ctl_exit_t outcome = CTL_DONE;

  for (size_t i = 0; i < sizeof steps / sizeof *steps && outcome == CTL_DONE; i++) {
    outcome = steps[i](&setup);
  }
  if (outcome == CTL_DONE) {
    outcome = collab_ctl_audit(ctl);
  }
  if (outcome != CTL_DONE) {
    fprintf(stderr, "\nhttpd was not changed by what failed. When it is remedied, run collabctl setup again.\n");
  }
  return outcome;
}
