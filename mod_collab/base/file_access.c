/* file_access.c: what another user of this machine may read (base/file_access.h).
 *
 * Only root can become another user. In a process that does not run as root, these functions ignore `account` and answer for
 * the process's own user. */
#include "base/file_access.h"

#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

bool collab_access_become(const collab_account_t *account) {
  if (geteuid()) {
    return true;
  }
  return (account->name ? initgroups(account->name, account->gid) : setgroups(1, &account->gid)) == 0 &&
         setgid(account->gid) == 0 && setuid(account->uid) == 0;
}

/* Returns 0 or an errno. O_NONBLOCK: opening a named pipe must not wait for its writer. */
static int try_read(const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

  if (file < 0) {
    return errno;
  }
  close(file);
  return 0;
}

int collab_access_read(const collab_account_t *account, const char *path) {
  int status = 0;

  if (geteuid() || !account->uid) {
    return try_read(path);
  }
  pid_t pid = fork();
  if (!pid) {
    _exit(collab_access_become(account) ? try_read(path) : errno);
  }
  if (pid < 0) {
    return errno;
  }
  while (waitpid(pid, &status, 0) < 0) {
    if (errno != EINTR) {
      return errno;
    }
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : EINTR;
}

const char *collab_access_passfile_fault(apr_pool_t *pool, const collab_account_t *account, const char *path) {
  int reason = collab_access_read(account, path);
  struct stat status;

  if (reason) {
    return apr_psprintf(pool, "cannot be read by %s: %s (chown it to that user, and let the user into every folder above it)",
                        account->name ? account->name : "the user", strerror(reason));
  }
  if (stat(path, &status) == 0 && status.st_mode & (S_IRWXG | S_IRWXO)) {
    return apr_psprintf(pool, "has mode %04o, so libpq ignores it: chmod 0600 %s", (unsigned)status.st_mode & 07777, path);
  }
  return NULL;
}
