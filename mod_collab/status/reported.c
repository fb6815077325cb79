/* reported.c: keeps which alarms were reported (node/reports.h) in the file collab-alarms-ID, beside the installation's id, so
 * that CollabAlertCommand is told no beginning twice, and every end, when httpd is stopped meanwhile. httpd's parent alone reads
 * and writes the file: the watcher may not write there. */
#include "status/status.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "collab_private.h"
#include "node/alarm.h"
#include "node/reports.h"
#include "node/shared.h"
#include "process/installation.h"

#define NAME "collab-alarms-" /* and the installation's id: several may share the folder */
#define FILE_MOST 65536

static char written[80]; /* the node's id and the turn of the reports in the file; "": not known */

/* The path of the file, from `pool`; NULL: there is no place for it. */
static const char *path_of(apr_pool_t *pool) {
  return collab_installation_beside(pool, apr_pstrcat(pool, NAME, collab_installation_id(), NULL));
}

/* Reads the file; NULL with errno, ENOENT: there is none. Only a file that this user has written counts. */
static char *read_file(apr_pool_t *pool, const char *path) {
  int file = open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC);
  char *text = apr_palloc(pool, FILE_MOST + 1);
  struct stat status;
  ssize_t len = -1;

  if (file < 0) {
    return NULL;
  }
  if (!fstat(file, &status) && S_ISREG(status.st_mode) && status.st_uid == geteuid()) {
    len = read(file, text, FILE_MOST);
  } else {
    errno = EPERM;
  }
  int error = errno;
  close(file);
  errno = error;
  if (len < 0 || memchr(text, '\0', (size_t)len)) {
    errno = len < 0 ? error : EINVAL;
    return NULL;
  }
  text[len] = '\0';
  return text;
}

/* Replaces the file, whole or not at all. False with errno. */
static bool write_file(apr_pool_t *pool, const char *path, const char *text) {
  const char *fresh = apr_pstrcat(pool, path, ".new", NULL);
  ssize_t len = (ssize_t)strlen(text);

  unlink(fresh);
  int file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0600);
  if (file < 0) {
    return false;
  }
  bool fine = write(file, text, (size_t)len) == len && !fsync(file);
  int error = errno;
  close(file);
  errno = error;
  return fine && !rename(fresh, path);
}

/* Writes the reports if they have changed. Tries again after a failure, which is logged once. */
static void keep(apr_pool_t *pool, server_rec *s) {
  static bool failed;
  const char *path = path_of(pool);
  unsigned turn = collab_alarm_told_turn();
  const char *now = apr_psprintf(pool, "%s %u", collab_installation_id(), turn);

  if (!path || turn & 1 || !strcmp(now, written)) {
    return;
  }
  bool kept = write_file(pool, path, collab_reports_write(pool, collab_installation_id()));
  if (kept) {
    apr_cpystrn(written, now, sizeof written);
  } else if (!failed) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, s, COLLABNO(0723) "%s: the reported alarms cannot be kept", path);
  }
  failed = !kept;
}

static apr_status_t keep_last(void *data) {
  server_rec *s = data;
  apr_pool_t *pool;

  apr_pool_create(&pool, s->process->pool); /* pconf is being cleared */
  keep(pool, s);
  apr_pool_destroy(pool);
  return APR_SUCCESS;
}

void collab_reported_start(apr_pool_t *pconf, server_rec *s) {
  const char *path = path_of(pconf);

  if (!path) {
    return;
  }
  if (collab_shared_first_reading()) {
    char *text = read_file(pconf, path);
    const char *fault = text              ? collab_reports_read(pconf, collab_installation_id(), text)
                        : errno == ENOENT ? NULL
                                          : strerror(errno);
    if (fault) {
      ap_log_error(APLOG_MARK, APLOG_WARNING, 0, s, COLLABNO(0722) "%s: %s: reports of alarms begin anew", path, fault);
    }
  }
  apr_pool_cleanup_register(pconf, s, keep_last, apr_pool_cleanup_null);
}

int collab_reported_monitor(apr_pool_t *pool, server_rec *s) {
  keep(pool, s);
  return OK;
}
