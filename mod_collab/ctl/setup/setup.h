/* setup.h: what the files of collabctl setup share.
 *
 * A step first checks whether its work is done already, and does what is missing. It prints one line, which begins with
 * "done", "already there", "recommended" (the line names the option with which setup does the work) or "failed". A remedy follows
 * "failed". */
#ifndef COLLAB_CTL_SETUP_SETUP_H
#define COLLAB_CTL_SETUP_SETUP_H

#include "ctl/ctl.h"

#include <apr_user.h>
#include <sys/stat.h>

typedef struct collab_setup_t {
  collab_ctl_t *ctl;  /* the pool, the options, and the owner's connection once the owner can log in */
  collab_ctl_t admin; /* a copy of the run, with the superuser's connection */

  /* httpd; set by httpd.c */
  const char *control; /* apachectl, apache2ctl or httpd itself */
  const char *config;  /* the main configuration file */
  const char *site;    /* its folder */
  const char *dump;    /* the configuration as httpd prints it */
  bool debian;         /* modules and sites are enabled by a2enmod and a2ensite */
  const char *user;    /* the user that httpd runs as */
  apr_uid_t uid;
  apr_gid_t gid;
  const char *dispatcher_user; /* the user that the dispatcher runs as; httpd's user unless root runs setup */
  apr_uid_t dispatcher_uid;
  apr_gid_t dispatcher_gid;
  const char *folder; /* ROOT/collab: keys, authorities, passwords, and the configuration that setup writes */
  const char *base_url, *host, *path;
  int port;
  bool confined; /* the exchange's virtual host alone serves it; set by virtual_host.c */

  /* the database; set by database.c */
  collab_rows_t server;                  /* ctl_setup_state, read by the superuser when setup began */
  bool local;                            /* reached by a Unix socket with peer authentication */
  const char *cluster;                   /* "17/beta": Debian's name of a local server; NULL: the usual one, or a remote one */
  const char *reach;                     /* a connection string without database and user */
  const char *owner, *api, *dispatch;    /* connection strings of the three roles */
  const char *own_passwords, *passwords; /* password files of the owner and of httpd's user; NULL: local */
  const char *dispatch_passwords;        /* password file of the dispatcher's user; may equal `passwords`; NULL: local */

  /* the exchange; set by exchange.c */
  bool named;           /* this node's configuration names an exchange */
  const char *identity; /* its identity (CollabExchange); NULL: none yet */
  bool ended;           /* all other steps have been taken */

  /* --api-password; set by api_password.c. NULL: collab_api logs in by peer authentication or `passwords` */
  const char *api_file;   /* the file for root alone that has the password of collab_api */
  const char *api_secret; /* that password */
} collab_setup_t;

typedef collab_ctl_exit_t collab_setup_step_t(collab_setup_t *setup);

/* ---- report.c ---- */

#define SETUP_DONE "done"
#define SETUP_THERE "already there"
#define SETUP_ADVISED "recommended"

/* Begins the report: with --json, it is one object that collab_setup_reported prints: {steps: [{state, text, remedy}], restart}.
 */
void collab_setup_report(const collab_ctl_t *ctl);

/* Ends the report. `restart`: the command that restarts httpd, if all steps have been taken; else NULL. */
void collab_setup_reported(const collab_ctl_t *ctl, const char *restart);

/* Returns httpd's output without the lines that name no fault, such as the list of its files. */
const char *collab_setup_what_matters(apr_pool_t *pool, const char *said);

/* Prints a line that begins with `state`, one of the states above. Returns CTL_DONE. */
collab_ctl_exit_t collab_setup_say(const char *state, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "failed         WHAT: REASON" to standard error, and below it the remedy, which may have several lines and gets this
 * instance's commands. Returns CTL_REFUSED. */
collab_ctl_exit_t collab_setup_failed(const char *what, const char *reason, const char *remedy);

/* ---- httpd.c ---- */

collab_setup_step_t collab_setup_httpd, collab_setup_dispatcher_user, collab_setup_base_url, collab_setup_load_file,
    collab_setup_conf_file, collab_setup_location, collab_setup_options, collab_setup_mpm, collab_setup_configtest,
    collab_setup_enable;

/* Returns the apachectl beside the httpd that the module was built for, because apachectl sets httpd's environment. Returns that
 * httpd itself if there is no apachectl. */
const char *collab_setup_control(apr_pool_t *pool);

/* On Debian: returns the path of NAME.conf in a folder such as sites-available. */
const char *collab_setup_debian_file(const collab_setup_t *setup, const char *folder, const char *name);

/* ---- instance.c ---- */

/* collab_setup_own_folder refuses httpd's folder if its exchange is another instance's. collab_setup_cluster finds the cluster of
 * --cluster, else of an instance's name, and sets `cluster` and `reach`. collab_setup_alone refuses a cluster that has another
 * exchange of this machine. */
collab_setup_step_t collab_setup_own_folder, collab_setup_cluster, collab_setup_alone;

/* On Debian: the path of a2enmod and the like for this instance. */
const char *collab_setup_a2(const collab_setup_t *setup, const char *program);

/* The command that restarts this httpd. */
const char *collab_setup_restart(const collab_setup_t *setup);

/* This line of 00-setup.conf names the instance; without it, the exchange is that of the machine's usual httpd. */
#define SETUP_INSTANCE "# Instance: "

/* The names of setup's files for a2ensite and a2enconf, on Debian. */
#define SETUP_SITE "collab"
#define SETUP_MPM "collab-mpm"

/* ROOT/collab/00-setup.conf has setup's options. This line of it says that the exchange is confined to its virtual host. */
#define SETUP_CONF "/00-setup.conf"
#define SETUP_CONFINED "\nCollabServe Off\n"
#define SETUP_UNFINISHED "# collabctl setup has not ended: its last step puts CollabExchange here.\n"

/* ---- virtual_host.c ---- */

/* collab_setup_confine sets `confined`, and takes base URL and Location of a new exchange out of the server level. */
collab_setup_step_t collab_setup_confine, collab_setup_virtual_host;

/* ---- given_files.c: checks of the files and networks in setup's options ---- */

collab_setup_step_t collab_setup_outbound, collab_setup_certificate;

/* ---- install_files.c ---- */

collab_setup_step_t collab_setup_folder, collab_setup_authorities, collab_setup_keys, collab_setup_canary, collab_setup_settings;

/* A file that setup writes. */
typedef struct collab_setup_file_t {
  const char *what; /* its kind, for messages: "key" */
  const char *path;
  const char *data;
  apr_size_t len;
  unsigned mode;
  uid_t uid; /* the file's owner if root runs setup; otherwise the user who runs setup owns the file */
  gid_t gid;
  bool kept; /* an existing file stays as it is */
} collab_setup_file_t;

/* Writes the file completely or not at all, replacing an existing one. The folder must belong to root or to this process's user,
 * an existing file to one of them or to the file's owner, and neither may be writable for everybody: root must not write where
 * others choose the target. Returns NULL, or why the file is not written. */
const char *collab_setup_write(apr_pool_t *pool, const collab_setup_file_t *file);

/* Returns why setup must not edit an open file, or NULL: it must be a regular file of root's or of `owner`, and not writable for
 * everybody. */
const char *collab_setup_fault(const struct stat *status, uid_t owner);

/* Writes the file as a step of setup. Does nothing if the file exists, and either has this content or is to be `kept`.
 * Prints "WHAT PATH". */
collab_ctl_exit_t collab_setup_put(const collab_setup_t *setup, const collab_setup_file_t *file);

/* Returns the content of a text file of at most 1 MiB; NULL with errno: it does not exist or cannot be read. */
const char *collab_setup_read(apr_pool_t *pool, const char *path);

/* Like collab_setup_read, but for a path that another administrator controls. Call it with that user's rights. The file must
 * belong to the user; checks the opened file itself, follows no link, and never waits for a pipe or a device. Sets *status.
 * Returns NULL with *reason. */
const char *collab_setup_read_foreign(apr_pool_t *pool, const char *path, struct stat *status, const char **reason);

/* ---- edits.c: texts are pool memory ---- */

/* Returns `text` with the line "<begin><value>". Replaces the line that begins with `begin` ("CollabBaseURL "); if there is none,
 * appends the line. */
const char *collab_setup_line(apr_pool_t *pool, const char *text, const char *begin, const char *value);

/* Returns the value in the line of `text` that begins with `begin`; NULL: there is no such line, or `text` is NULL. */
const char *collab_setup_value(apr_pool_t *pool, const char *text, const char *begin);

/* Returns `text` with `lines` at its beginning, between two marks, in place of the lines of an earlier run. */
const char *collab_setup_marked(apr_pool_t *pool, const char *text, const char *lines);

/* Returns `text`, the content of collab.conf, with this path in the interface's Location; NULL: nothing to change. */
const char *collab_setup_location_text(apr_pool_t *pool, const char *text, const char *path);

/* Returns `text`, the content of collab.conf, with base URL and Location inside <IfDirective !CollabServe>; `text` itself if they
 * are; NULL: the operator has changed these lines. */
const char *collab_setup_confined_text(apr_pool_t *pool, const char *text);

/* ---- database.c ---- */

collab_setup_step_t collab_setup_server, collab_setup_own_passwords, collab_setup_roles, collab_setup_database,
    collab_setup_access, collab_setup_schema, collab_setup_passwords, collab_setup_logins, collab_setup_autovacuum;

/* ---- exchange.c ---- */

/* collab_setup_may_make sets `named` and `identity`. It refuses where the exchange's database is missing,
 * collab_setup_own_database where it is empty or another exchange's, unless --new is given. collab_setup_identity writes the
 * database's identity. */
collab_setup_step_t collab_setup_may_make, collab_setup_own_database, collab_setup_identity;

/* ---- api_password.c ---- */

collab_setup_step_t collab_setup_api_password, collab_setup_api_file;

/* ---- superuser.c ---- */

/* Sets *admin to a copy of the run, and opens its connection to `database` as PostgreSQL's superuser. Uses the connection string
 * `given` (--admin-dsn). If `given` is NULL, uses `reach`, with the rights of the system user postgres. Reports a failure. */
collab_ctl_exit_t collab_setup_superuser(const collab_ctl_t *ctl, const char *given, const char *reach, const char *database,
                                         collab_ctl_t *admin);

/* ---- pg_hba.c ---- */

/* Lets the exchange's three roles log in by peer authentication. With --write-hba, writes the lines into PostgreSQL's files and
 * reloads PostgreSQL. Otherwise prints `error` (why the lines are needed) and the lines, and fails. */
collab_ctl_exit_t collab_setup_let_in(collab_setup_t *setup, const char *error);

/* ---- programs.c ---- */

/* Runs a program from PATH, without a shell; `argv` ends with NULL. Sets *output to all its output, at most 256 KiB. Returns its
 * exit status; 127: it cannot be started, or a signal has ended it. */
int collab_setup_run(apr_pool_t *pool, const char *const *argv, const char **output);

/* Gives this process the rights of a user and group, for files and for peer authentication; uid 0 restores root's rights. Does
 * nothing unless root runs the process. A failure ends the process. */
void collab_setup_become(apr_uid_t uid, apr_gid_t gid);

#endif
