/* machine.c: collabctl doctor: checks the owner of the keys, and the free space for logs and database.
 *
 * configtest has checked that the keys can be read, and that httpd's user can read the CA and the password files. */
#include "base/keyring.h"
#include "ctl/doctor/doctor.h"
#include "store/dsn.h"

#include <apr_user.h>
#include <errno.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/un.h>
#include <unistd.h>

#define MIB INT64_C(1048576)
#define FULL_SHARE 50 /* failing: less than 1/50 or less than 64 MiB is free */
#define FULL_MIB 64
#define SCARCE_SHARE 10 /* attention: less than 1/10 and less than 5 GiB is free */
#define SCARCE_MIB 5120

/* ---- keys ---- */

static void check_key(collab_doctor_t *doctor, const char *directive, const char *path) {
  struct stat status;
  char *owner;

  if (geteuid() == 0 && stat(path, &status) == 0 && status.st_uid != 0) {
    bool known = apr_uid_name_get(&owner, status.st_uid, doctor->pool) == APR_SUCCESS;
    collab_doctor_odd(doctor, "keys", apr_psprintf(doctor->pool, "chown root %s && chmod 0600 %s", path, path),
                      "%s: %s belongs to %s, who can read it; httpd reads it as root, so root can own it", directive, path,
                      known ? owner : "a uid without a name");
  } else {
    collab_doctor_fine(doctor, "keys", "%s: only its owner can read %s", directive, path);
  }
}

void collab_doctor_files(collab_doctor_t *doctor) {
  const collab_doctor_server_t *first = &APR_ARRAY_IDX(doctor->servers, 0, collab_doctor_server_t);
  const char *error;

  for (int i = 0; i < doctor->servers->nelts; i++) {
    const collab_doctor_server_t *server = &APR_ARRAY_IDX(doctor->servers, i, collab_doctor_server_t);
    if (!i || strcmp(server->token_key, first->token_key)) {
      check_key(doctor, "CollabTokenKey", server->token_key);
    }
    if (!i || strcmp(server->secrets_key, first->secrets_key)) {
      check_key(doctor, "CollabSecretsKey", server->secrets_key);
    }
  }
  doctor->ring = collab_keyring_load(doctor->pool, first->secrets_key, &error);
}

/* ---- free space ---- */

static void check_room(collab_doctor_t *doctor, const char *what, const char *folder, const char *remedy) {
  struct statvfs space;

  if (statvfs(folder, &space) || !space.f_blocks) {
    collab_doctor_odd(doctor, "disk", "Run doctor as root.", "the free space for %s cannot be read: %s", what, strerror(errno));
    return;
  }
  int64_t left = (int64_t)(space.f_bavail * space.f_frsize) / MIB, share = (int64_t)(space.f_bavail * 100 / space.f_blocks);
  const char *text =
      apr_psprintf(doctor->pool, "%s: %" APR_INT64_T_FMT " MiB are left, %" APR_INT64_T_FMT " %%", what, left, share);
  if (left < FULL_MIB || space.f_bavail * FULL_SHARE < space.f_blocks) {
    collab_doctor_wrong(doctor, "disk", remedy, "%s", text);
  } else if (left < SCARCE_MIB && space.f_bavail * SCARCE_SHARE < space.f_blocks) {
    collab_doctor_odd(doctor, "disk", remedy, "%s", text);
  } else {
    collab_doctor_fine(doctor, "disk", "%s", text);
  }
}

static void check_log(collab_doctor_t *doctor, const char *what, const char *path) {
  const char *slash = path ? strrchr(path, '/') : NULL;

  if (slash) {
    check_room(doctor, apr_psprintf(doctor->pool, "%s, %s", what, path),
               slash == path ? "/" : apr_pstrmemdup(doctor->pool, path, slash - path),
               "Make room there: rotate and compress the logs, or give them a larger disk. docs/operations.md, \"Disk full\".");
  }
}

/* Returns the process that listens on a local socket: PostgreSQL's postmaster, whose working directory is the data directory. 0:
 * none. */
static pid_t listener(const char *path) {
  struct sockaddr_un address = {.sun_family = AF_UNIX};
  struct ucred who = {0};
  socklen_t len = sizeof who;
  int s = strlen(path) < sizeof address.sun_path ? socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0) : -1;

  if (s < 0) {
    return 0;
  }
  memcpy(address.sun_path, path, strlen(path));
  if (connect(s, (const struct sockaddr *)&address, sizeof address) || getsockopt(s, SOL_SOCKET, SO_PEERCRED, &who, &len)) {
    who.pid = 0;
  }
  close(s);
  return who.pid;
}

static void check_database(collab_doctor_t *doctor) {
  static const char remedy[] = "Make room there: docs/operations.md, \"Disk full\". Never delete anything below pg_wal.";
  collab_dsn_t dsn;
  const char *wrong = doctor->params ? collab_dsn_read(doctor->pool, doctor->params, &dsn) : "";
  const char *path = wrong ? NULL : collab_dsn_socket(doctor->pool, &dsn);
  pid_t pid = path ? listener(path) : 0;
  char folder[4096];
  struct stat data, log;

  if (wrong || (path && !pid)) {
    return; /* database.c reports a database that does not answer */
  }
  if (!path) {
    collab_doctor_fine(doctor, "disk", "the database is on another machine: watch its disk there");
    return;
  }
  const char *link = apr_psprintf(doctor->pool, "/proc/%d/cwd", (int)pid);
  ssize_t len = readlink(link, folder, sizeof folder - 1);
  folder[len > 0 ? len : 0] = '\0';
  check_room(doctor, apr_psprintf(doctor->pool, "the database, %s", folder), link, remedy);
  const char *wal = apr_pstrcat(doctor->pool, link, "/pg_wal/", NULL);
  if (stat(wal, &log) == 0 && stat(link, &data) == 0 && log.st_dev != data.st_dev) {
    check_room(doctor, apr_psprintf(doctor->pool, "the database's log, %s/pg_wal", folder), wal, remedy);
  }
}

void collab_doctor_space(collab_doctor_t *doctor) {
  check_log(doctor, "the error log", doctor->error_log);
  check_log(doctor, "the event log", doctor->event_log);
  check_log(doctor, "the audit log", doctor->audit_log);
  check_database(doctor);
}
