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
  const char *root;    /* ServerRoot */
  const char *config;  /* the main configuration file */
  const char *site;    /* its folder */
  const char *dump;    /* the configuration as httpd prints it */
  bool debian;         /* modules and sites are enabled by a2enmod and a2ensite */
  const char *user;    /* the user that httpd runs as */
  apr_uid_t uid;
  apr_gid_t gid;
  const char *folder; /* ROOT/collab: keys, authorities, passwords, and the configuration that setup writes */
  const char *base_url, *host, *path;
  int port;

  /* the database; set by database.c */
  bool local;                            /* reached by a Unix socket with peer authentication */
  const char *reach;                     /* the part of a connection string besides database and user */
  const char *owner, *api, *dispatch;    /* connection strings of the three roles */
  const char *own_passwords, *passwords; /* remote: password files of the owner and of httpd's user */
  bool usual;                            /* collab.conf contains these connection strings already */
} collab_setup_t;

typedef collab_ctl_exit_t collab_setup_step_t(collab_setup_t *setup);

/* ---- report.c ---- */

/* Prints one line about a step. */
void collab_setup_done(const char *format, ...) __attribute__((format(printf, 1, 2)));
void collab_setup_there(const char *format, ...) __attribute__((format(printf, 1, 2)));
void collab_setup_advised(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Prints "failed         WHAT: REASON" and below it the remedy, which may have several lines. Returns CTL_REFUSED. */
collab_ctl_exit_t collab_setup_failed(const char *what, const char *reason, const char *remedy);

/* ---- httpd.c ---- */

collab_setup_step_t collab_setup_httpd, collab_setup_configure, collab_setup_configtest, collab_setup_enable;

/* The apachectl beside the httpd that the module was built for, because it sets the environment of that httpd; else that httpd.
 */
const char *collab_setup_control(apr_pool_t *pool);

/* ---- files.c ---- */

collab_setup_step_t collab_setup_folder, collab_setup_authorities, collab_setup_keys, collab_setup_settings;

/* The content of a file of at most 1 MiB; NULL when it does not exist or cannot be read. */
const char *collab_setup_read(apr_pool_t *pool, const char *path);

/* The same of a path that somebody else chose. Looks at the file that it has opened, follows no link, and never waits for a pipe
 * or a device. Sets *status. Returns NULL with errno; ENOTSUP: it is no regular file. */
const char *collab_setup_read_foreign(apr_pool_t *pool, const char *path, struct stat *status);

/* Writes a file completely or not at all, with this mode and owner (only root can set another owner; -1: the user who runs this).
 * Replaces an existing file. Returns false with errno on failure. */
bool collab_setup_write(apr_pool_t *pool, const char *path, const char *text, apr_size_t len, unsigned mode, uid_t uid,
                        gid_t gid);

/* Returns `text` with "<name><between><value>" in place of the line that begins with "<name><between>", or at its end when there
 * is no such line. */
const char *collab_setup_line(apr_pool_t *pool, const char *text, const char *name, const char *between, const char *value);

/* The value in that line; NULL: there is no such line. */
const char *collab_setup_value(apr_pool_t *pool, const char *text, const char *name, const char *between);

/* ---- database.c ---- */

collab_setup_step_t collab_setup_server, collab_setup_roles, collab_setup_database, collab_setup_access, collab_setup_schema,
    collab_setup_logins, collab_setup_autovacuum;

/* ---- pg_hba.c ---- */

/* Lets the three roles log in by peer authentication. With --write-hba it writes the lines into PostgreSQL's files and makes
 * PostgreSQL reload them; else it prints them, with the error of the refused login, and fails. */
collab_ctl_exit_t collab_setup_let_in(collab_setup_t *setup, const char *error);

/* ---- run.c ---- */

/* Runs a program, looked up in PATH, without a shell; `argv` ends with NULL. Sets *output to what it wrote to both streams.
 * Returns its exit status, or 127 when it cannot be started. */
int collab_setup_run(apr_pool_t *pool, const char *const *argv, const char **output);

/* Gives this process the rights of that user and group, for files and for peer authentication; uid 0 gives it those of root
 * again. Does nothing unless root runs the process. */
void collab_setup_become(apr_uid_t uid, apr_gid_t gid);

#endif
