/* programs.c: runs programs, and gives this process the rights of another user. collabctl doctor uses these functions, too. */
#include "ctl/setup/setup.h"

#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_MAX (1 << 18)
#define GROUPS_MAX 256

int collab_setup_run(apr_pool_t *pool, const char *const *argv, const char **output) {
  char *text = apr_palloc(pool, OUTPUT_MAX + 1);
  int out = memfd_create("output", MFD_CLOEXEC), status = 0;
  posix_spawn_file_actions_t streams;
  pid_t pid;

  posix_spawn_file_actions_init(&streams);
  posix_spawn_file_actions_addclose(&streams, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&streams, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&streams, out, STDERR_FILENO);
  bool runs = posix_spawnp(&pid, argv[0], &streams, NULL, (char *const *)argv, environ) == 0;
  while (runs && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  ssize_t len = pread(out, text, OUTPUT_MAX, 0);
  text[len > 0 ? len : 0] = '\0';
  *output = text;
  posix_spawn_file_actions_destroy(&streams);
  close(out);
  return runs && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

void collab_setup_become(apr_uid_t uid, apr_gid_t gid) {
  static gid_t groups[GROUPS_MAX];
  static int count = -1; /* number of root's own groups, which the first call saves */

  if (getuid()) {
    return;
  }
  if (count < 0) {
    count = getgroups(GROUPS_MAX, groups);
  }
  bool fine = count >= 0 && seteuid(0) == 0;
  if (uid) {
    const struct passwd *user = getpwuid(uid);
    fine = fine && (user ? initgroups(user->pw_name, gid) : setgroups(1, &gid)) == 0 && setegid(gid) == 0 && seteuid(uid) == 0;
  } else {
    fine = fine && setegid(getgid()) == 0 && setgroups((size_t)count, groups) == 0;
  }
  if (!fine) {
    _exit(1); /* never continue with the wrong rights */
  }
}
