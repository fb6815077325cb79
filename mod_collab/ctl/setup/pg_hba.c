/* pg_hba.c: collabctl setup: writes or prints the lines of pg_hba.conf and pg_ident.conf that let the exchange's roles log in by
 * peer authentication.
 *
 * The lines stand at the beginning of each file, because PostgreSQL uses the first line that matches. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#define WAIT 60

static const char *hba_lines(const collab_setup_t *setup) {
  return setup->api_file ? "local  collab  collab_owner,collab_dispatch  peer  map=collab\n"
                           "local  collab  collab_api  scram-sha-256\n"
                         : "local  collab  collab_owner,collab_api,collab_dispatch  peer  map=collab\n";
}

static const char *ident_lines(const collab_setup_t *setup) {
  apr_uid_t uid;
  apr_gid_t gid;
  char *me;

  if (apr_uid_current(&uid, &gid, setup->ctl->pool) != APR_SUCCESS ||
      apr_uid_name_get(&me, uid, setup->ctl->pool) != APR_SUCCESS) {
    me = "root";
  }
  const char *api = setup->api_file ? "" : apr_psprintf(setup->ctl->pool, "collab  %s  collab_api\n", setup->user);
  return apr_psprintf(setup->ctl->pool, "collab  %s  collab_owner\n%scollab  %s  collab_dispatch\n", me, api,
                      setup->dispatcher_user);
}

static const char *reload_command(const collab_setup_t *setup) {
  char *command = apr_pstrcat(setup->ctl->pool, "systemctl reload postgresql", setup->cluster ? "@" : "", setup->cluster, NULL);
  char *slash = strchr(command, '/');

  if (slash) {
    *slash = '-'; /* the unit of 17/beta is postgresql@17-beta */
  }
  return command;
}

/* Writes the lines to the beginning of the file, in place of those of an earlier run. Returns NULL, or why this fails. A link is
 * refused: the owner of its target would not notice that our file replaces the link. */
static const char *edit(apr_pool_t *pool, const char *path, const char *lines) {
  struct stat status;
  const char *reason, *text = collab_setup_read_foreign(pool, path, &status, &reason);

  if (!text) {
    return reason;
  }
  text = collab_setup_marked(pool, text, lines);
  const collab_setup_file_t file = {
      .path = path, .data = text, .len = strlen(text), .mode = status.st_mode & 0777, .uid = status.st_uid, .gid = status.st_gid};
  return collab_setup_write(pool, &file);
}

/* Edits the file with the rights of the user whom PostgreSQL runs as. The database names the path, and could name any file of
 * root's. */
static collab_ctl_exit_t put(collab_setup_t *setup, const char *path, const char *lines) {
  struct ucred server = {0};
  socklen_t len = sizeof server;

  if (getsockopt(collab_pg_socket(setup->admin.pg), SOL_SOCKET, SO_PEERCRED, &server, &len) || !server.uid ||
      (server.uid == (uid_t)-1 && !geteuid())) { /* -1: over TCP, nobody knows the user */
    return collab_setup_failed(path, "the user of PostgreSQL is not known", "Omit --write-hba, and add the lines yourself.");
  }
  collab_setup_become(server.uid, server.gid);
  const char *reason = edit(setup->ctl->pool, path, lines);
  collab_setup_become(0, 0);
  if (reason) {
    return collab_setup_failed(path, reason,
                               "Run setup as root on the database's machine. Or omit --write-hba: setup then prints the lines, "
                               "which you add yourself.");
  }
  return collab_setup_say(SETUP_DONE, "lines in %s", path);
}

collab_ctl_exit_t collab_setup_let_in(collab_setup_t *setup, const char *error) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *hba = collab_rows_text(setup->server, 0, "hba_file"), *ident = collab_rows_text(setup->server, 0, "ident_file");
  collab_ctl_exit_t outcome;
  collab_rows_t rows;

  if (!collab_ctl_value(setup->ctl, "write_hba")) {
    return collab_setup_failed("PostgreSQL refuses logins of the exchange's roles", collab_pg_one_line(pool, error),
                               apr_psprintf(pool,
                                            "Insert at the beginning of %s:\n%sInsert at the beginning of %s:\n%s"
                                            "Then reload PostgreSQL (%s, or as its superuser: select pg_reload_conf()).\n"
                                            "With --write-hba, setup does this itself.",
                                            hba, hba_lines(setup), ident, ident_lines(setup), reload_command(setup)));
  }
  if ((outcome = put(setup, ident, ident_lines(setup))) == CTL_DONE &&
      (outcome = put(setup, hba, hba_lines(setup))) == CTL_DONE &&
      (outcome = collab_ctl_ask(&setup->admin, STATEMENT(ctl_setup_reload), WAIT, &rows)) == CTL_DONE) {
    collab_setup_say(SETUP_DONE, "PostgreSQL has reloaded them");
  }
  return outcome;
}
