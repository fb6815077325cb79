/* setup.h: collabctl setup, as its own files share it.
 *
 * A step looks first whether its work is done. It prints one line: done, already there, or failed with what to do about it. */
#ifndef COLLAB_CTL_SETUP_SETUP_H
#define COLLAB_CTL_SETUP_SETUP_H

#include "ctl/ctl.h"

#include <apr_user.h>

typedef struct collab_setup_t {
  collab_ctl_t *ctl;  /* its pool and options; once the owner can log in, its connection */
  collab_ctl_t admin; /* the same with the superuser's connection */

  /* httpd, by httpd.c */
  const char *control; /* apachectl, apache2ctl or httpd itself */
  const char *root;    /* ServerRoot */
  const char *config;  /* the main configuration file */
  const char *site;    /* its folder */
  const char *dump;    /* what httpd says of its configuration */
  bool debian;         /* modules and sites are enabled by a2enmod and a2ensite */
  const char *user;    /* whom httpd runs as */
  apr_uid_t uid;
  apr_gid_t gid;
  const char *folder; /* ROOT/collab: keys, authorities, passwords, what setup configures */
  const char *base_url, *host, *path;
  int port;

  /* the database, by database.c */
  bool local;                            /* by a unix socket and peer authentication */
  const char *reach;                     /* what a connection string needs beside database and user */
  const char *owner, *api, *dispatch;    /* connection strings of the three roles */
  const char *own_passwords, *passwords; /* remote: password files of the owner and of httpd's user */
  bool usual;                            /* collab.conf has these connection strings already */
} collab_setup_t;

typedef collab_ctl_exit_t collab_setup_step_t(collab_setup_t *setup);

/* ---- report.c ---- */

/* One line about a step. */
void collab_setup_done(const char *format, ...) __attribute__((format(printf, 1, 2)));
void collab_setup_there(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* "failed         WHAT: REASON", then the remedy on a line of its own. Returns CTL_REFUSED. */
collab_ctl_exit_t collab_setup_failed(const char *what, const char *reason, const char *remedy);

/* ---- httpd.c ---- */

collab_setup_step_t collab_setup_httpd, collab_setup_configure, collab_setup_configtest, collab_setup_enable;

/* apachectl beside the httpd that the module was built for, which knows that httpd's environment; else that httpd. */
const char *collab_setup_control(apr_pool_t *pool);

/* ---- files.c ---- */

collab_setup_step_t collab_setup_folder, collab_setup_authorities, collab_setup_keys, collab_setup_settings;

/* The content of a file, at most 1 MiB; NULL when it is not there or cannot be read. */
const char *collab_setup_read(apr_pool_t *pool, const char *path);

/* Writes a file whole or not at all, with this mode and owner (only root can give it away; -1: whoever runs this); an old one is
 * replaced. False, with errno, on failure. */
bool collab_setup_write(apr_pool_t *pool, const char *path, const char *text, apr_size_t len, unsigned mode, uid_t uid,
                        gid_t gid);

/* `text` with the line that begins with `name` and `between` replaced by name, between and value; at its end when there was none.
 */
const char *collab_setup_line(apr_pool_t *pool, const char *text, const char *name, const char *between, const char *value);

/* The value of that line; NULL: there is none. */
const char *collab_setup_value(apr_pool_t *pool, const char *text, const char *name, const char *between);

/* ---- database.c ---- */

collab_setup_step_t collab_setup_server, collab_setup_roles, collab_setup_database, collab_setup_access, collab_setup_schema,
    collab_setup_logins;

/* ---- access.c ---- */

/* Lets the three roles in by peer authentication: writes the lines into PostgreSQL's files and has them read again (--write-hba),
 * or prints them, with the error of the login that was refused, and fails. */
collab_ctl_exit_t collab_setup_let_in(collab_setup_t *setup, const char *error);

/* ---- run.c ---- */

/* Runs a program, found by PATH, without a shell; `argv` ends with NULL. Its output, both streams, comes back in *output.
 * Returns its exit status, 127 when it cannot be started. */
int collab_setup_run(apr_pool_t *pool, const char *const *argv, const char **output);

/* From here on this process has the rights of that user and group, for files and for peer authentication; uid 0 takes that back.
 * Does nothing unless root runs this. */
void collab_setup_become(apr_uid_t uid, apr_gid_t gid);

#endif
