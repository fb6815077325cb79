/* setup.h: collabctl setup: what its files share.
 *
 * A step checks first whether its work is done already. It prints one line: "done", "already there", "recommended" (setup was
 * not told to do it), or "failed" with what to do about it. */
#ifndef COLLAB_CTL_SETUP_SETUP_H
#define COLLAB_CTL_SETUP_SETUP_H

#include "ctl/ctl.h"

#include <apr_user.h>
#include <sys/stat.h>

typedef struct collab_setup_t {
  collab_ctl_t *ctl;  /* the memory pool and the options; and the owner's connection, once the owner can log in */
  collab_ctl_t admin; /* the same with the connection of the superuser */

  /* httpd; set by httpd.c */
  const char *control; /* apachectl, apache2ctl or httpd itself */
  const char *config;  /* the main configuration file */
  const char *site;    /* its folder */
  const char *dump;    /* the configuration as httpd prints it */
  bool debian;         /* modules and sites are enabled by a2enmod and a2ensite */
  const char *user;    /* the user that httpd runs as */
  apr_uid_t uid;
  apr_gid_t gid;
  const char *dispatcher_user; /* whom the dispatcher runs as; not root: httpd's user */
  apr_uid_t dispatcher_uid;
  apr_gid_t dispatcher_gid;
  const char *folder; /* ROOT/collab: keys, authorities, passwords, and the configuration that setup writes */
  const char *base_url, *host, *path;
  int port;

  /* the database; set by database.c */
  collab_rows_t server;                  /* what its superuser sees (ctl_setup_state), as it was when setup began */
  bool local;                            /* reached by a Unix socket with peer authentication */
  const char *reach;                     /* the part of a connection string besides database and user */
  const char *owner, *api, *dispatch;    /* connection strings of the three roles */
  const char *own_passwords, *passwords; /* remote: password files of the owner and of httpd's user, */
  const char *dispatch_passwords;        /*   and of the dispatcher's */
} collab_setup_t;

typedef collab_ctl_exit_t collab_setup_step_t(collab_setup_t *setup);

/* ---- report.c ---- */

#define SETUP_DONE "done"
#define SETUP_THERE "already there"
#define SETUP_ADVISED "recommended"

/* Prints one line about a step, which begins with one of these states. Returns CTL_DONE. */
collab_ctl_exit_t collab_setup_say(const char *state, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Prints "failed         WHAT: REASON" and below it the remedy, which may have several lines. Returns CTL_REFUSED. */
collab_ctl_exit_t collab_setup_failed(const char *what, const char *reason, const char *remedy);

/* ---- httpd.c ---- */

collab_setup_step_t collab_setup_httpd, collab_setup_dispatcher_user, collab_setup_base_url, collab_setup_load_file,
    collab_setup_conf_file, collab_setup_location, collab_setup_options, collab_setup_mpm, collab_setup_configtest,
    collab_setup_enable;

/* The apachectl beside the httpd that the module was built for, because it sets the environment of that httpd; else that httpd.
 */
const char *collab_setup_control(apr_pool_t *pool);

/* On Debian: the path of NAME.conf in a folder such as sites-available. */
const char *collab_setup_debian_file(const collab_setup_t *setup, const char *folder, const char *name);

/* What setup writes on Debian for a2ensite and a2enconf. */
#define SETUP_SITE "collab"
#define SETUP_MPM "collab-mpm"

/* ---- given_files.c: the files and networks that setup is given, checked before anything is changed; and the virtual host ----
 */

collab_setup_step_t collab_setup_outbound, collab_setup_certificate, collab_setup_virtual_host;

/* ---- install_files.c ---- */

collab_setup_step_t collab_setup_folder, collab_setup_authorities, collab_setup_keys, collab_setup_canary, collab_setup_settings;

/* A file that setup makes. */
typedef struct collab_setup_file_t {
  const char *what; /* what it is, for messages */
  const char *path;
  const char *data;
  apr_size_t len;
  unsigned mode;
  uid_t uid; /* its owner, which only root can choose; 0: root, or whoever runs this */
  gid_t gid;
  bool kept; /* one that is there already is left as it is */
} collab_setup_file_t;

/* Writes the file completely or not at all, over one that is there. Returns false with errno on failure. */
bool collab_setup_write(apr_pool_t *pool, const collab_setup_file_t *file);

/* The same as a step: does nothing when the file is there with this content, or `kept`. Prints "WHAT PATH". */
collab_ctl_exit_t collab_setup_put(const collab_setup_t *setup, const collab_setup_file_t *file);

/* The content of a text file of at most 1 MiB; NULL when it does not exist or cannot be read. */
const char *collab_setup_read(apr_pool_t *pool, const char *path);

/* The same of a path that somebody else chose. Looks at the file that it has opened, follows no link, and never waits for a pipe
 * or a device. Sets *status. Returns NULL with errno; ENOTSUP: it is no regular file. */
const char *collab_setup_read_foreign(apr_pool_t *pool, const char *path, struct stat *status);

/* ---- edits.c: texts are pool memory ---- */

/* Returns `text` with "<begin><value>" in place of the line that begins like this ("CollabBaseURL "), or at its end when there is
 * no such line. */
const char *collab_setup_line(apr_pool_t *pool, const char *text, const char *begin, const char *value);

/* The value in that line; NULL: there is no such line, or `text` is NULL. */
const char *collab_setup_value(apr_pool_t *pool, const char *text, const char *begin);

/* `text` with `lines` at its beginning, between two marks, in place of those of an earlier run. */
const char *collab_setup_marked(apr_pool_t *pool, const char *text, const char *lines);

/* collab.conf with this path of the interface's Location; NULL: nothing is to be changed. */
const char *collab_setup_location_text(apr_pool_t *pool, const char *text, const char *path);

/* ---- database.c ---- */

collab_setup_step_t collab_setup_server, collab_setup_own_passwords, collab_setup_roles, collab_setup_database,
    collab_setup_access, collab_setup_schema, collab_setup_passwords, collab_setup_logins, collab_setup_autovacuum;

/* ---- superuser.c ---- */

/* Opens a connection to `database` as PostgreSQL's superuser, in a copy of the run: with the words `given` (--admin-dsn); NULL:
 * with the rights of the system user postgres, by the words `reach`. Reports a failure. */
collab_ctl_exit_t collab_setup_superuser(const collab_ctl_t *ctl, const char *given, const char *reach, const char *database,
                                         collab_ctl_t *admin);

/* ---- pg_hba.c ---- */

/* Lets the three roles log in by peer authentication. With --write-hba it writes the lines into PostgreSQL's files and makes
 * PostgreSQL reload them; else it prints them, with the error of the refused login, and fails. */
collab_ctl_exit_t collab_setup_let_in(collab_setup_t *setup, const char *error);

/* ---- programs.c ---- */

/* Runs a program, looked up in PATH, without a shell; `argv` ends with NULL. Sets *output to what it wrote to both streams.
 * Returns its exit status, or 127 when it cannot be started. */
int collab_setup_run(apr_pool_t *pool, const char *const *argv, const char **output);

/* Gives this process the rights of that user and group, for files and for peer authentication; uid 0 gives it those of root
 * again. Does nothing unless root runs the process. */
void collab_setup_become(apr_uid_t uid, apr_gid_t gid);

#endif
