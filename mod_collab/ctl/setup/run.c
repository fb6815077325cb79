/* run.c: runs programs, and gives this process the rights of another user. collabctl doctor runs programs by it, too. */
#include "ctl/setup/setup.h"

#include <apr_strings.h>
#include <errno.h>
#include <grp.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#define OUTPUT_MAX (1 << 18)
#define GROUPS_MAX 256

/* Runs in the new process: sends both streams into the pipe and closes standard input. Does not return. */
static void become_program(const char *const *argv, int out) {
  if (dup2(out, STDOUT_FILENO) < 0 || dup2(out, STDERR_FILENO) < 0) {
    _exit(127);
  }
  close(STDIN_FILENO);
  execvp(argv[0], (char *const *)argv);
  _exit(127);
}

int collab_setup_run(apr_pool_t *pool, const char *const *argv, const char **output) {
  char *text = apr_palloc(pool, OUTPUT_MAX + 1);
  apr_size_t len = 0;
  int pipes[2], status = 0;
  ssize_t got;

  *output = "";
  if (pipe(pipes)) {
    return 127;
  }
  pid_t pid = fork();
  if (!pid) {
    close(pipes[0]);
    become_program(argv, pipes[1]);
  }
  close(pipes[1]);
  while (pid > 0 && ((got = read(pipes[0], text + len, OUTPUT_MAX - len)) > 0 || (got < 0 && errno == EINTR))) {
    len += got > 0 ? (apr_size_t)got : 0;
  }
  close(pipes[0]); /* a program that writes more than OUTPUT_MAX ends by SIGPIPE */
  text[len] = '\0';
  *output = text;
  while (pid > 0 && waitpid(pid, &status, 0) < 0 && errno == EINTR) {
  }
  return pid > 0 && WIFEXITED(status) ? WEXITSTATUS(status) : 127;
}

void collab_setup_become(apr_uid_t uid, apr_gid_t gid) {
  static gid_t groups[GROUPS_MAX];
  static int count = -1; /* of root's own groups, saved by the first call */

  if (getuid()) {
    return;
  }
  if (count < 0) {
    count = getgroups(GROUPS_MAX, groups);
  }
  bool fine = count >= 0 && seteuid(0) == 0;
  if (uid) {
    fine = fine && setgroups(1, &gid) == 0 && setegid(gid) == 0 && seteuid(uid) == 0;
  } else {
    fine = fine && setegid(getgid()) == 0 && setgroups((size_t)count, groups) == 0;
  }
  if (!fine) {
    _exit(1); /* never continue with rights that nobody asked for */
  }
}
