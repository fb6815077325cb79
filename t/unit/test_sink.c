/* test_sink.c: the event log gets whole lines or nothing: on a full disk, after a crash, and into a pipe that is read slowly or
 * not at all */
#include <apr_strings.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collab_private.h"
#include "dispatch/eventlog/log.h"
#include "tap.h"

#include <http_log.h>

/* What sink.c calls: neither httpd nor a program runs here. */
module AP_MODULE_DECLARE_DATA collab_module;
int collab_program_open(apr_pool_t *pconf, server_rec *s, const char *directive, const char *command,
                        const collab_program_t **program) {
  (void)pconf, (void)s, (void)directive, (void)command, (void)program;
  return -1;
}
int(ap_get_server_module_loglevel)(const server_rec *s, int index) {
  (void)s, (void)index;
  return 0;
}
void ap_log_error_(const char *file, int line, int module_index, int level, apr_status_t status, const server_rec *s,
                   const char *fmt, ...) {
  (void)file, (void)line, (void)module_index, (void)level, (void)status, (void)s, (void)fmt;
}

static const collab_log_kind_t kind = {.directive = "CollabEventLog", .content = "events", .alarm = COLLAB_ALARM_EVENT_LOG};
static atomic_bool stop;
static int wake;
static server_rec server;

static void on_alarm(int signal) {
  (void)signal;
  stop = true;
}

/* Returns `count` lines of 100 bytes. */
static char *lines(int count) {
  char *text = apr_palloc(tap_pool, (apr_size_t)count * 100 + 1);
  for (int i = 0; i < count; i++) {
    apr_snprintf(text + (apr_size_t)i * 100, 101, "%099d\n", i);
  }
  return text;
}

static const char *content(int fd) {
  struct stat st;
  fstat(fd, &st);
  char *text = apr_pcalloc(tap_pool, (apr_size_t)st.st_size + 1);
  return pread(fd, text, (size_t)st.st_size, 0) == st.st_size ? text : "cannot be read";
}

static bool begins(int fd, const char *text) {
  collab_sink_t sink;
  ok(ftruncate(fd, 0) == 0 && write(fd, text, strlen(text)) == (ssize_t)strlen(text));
  collab_sink_init(&sink, &kind, fd, &server, wake, &stop);
  const char *error;
  return sink.file && collab_sink_write(&sink, "new\n", 4, &error) == 4 && !error;
}

static void files(void) {
  char path[] = "/tmp/collab-unit-XXXXXX";
  int made = mkstemp(path), fd = open(path, O_RDWR | O_APPEND);
  collab_sink_t sink;
  const char *error;
  struct rlimit before, small;

  ok(begins(fd, "") && !strcmp(content(fd), "new\n"));
  ok(begins(fd, "old\n") && !strcmp(content(fd), "old\nnew\n"));
  ok(begins(fd, "old\n{\"half of a li") && !strcmp(content(fd), "old\nnew\n")); /* the half line is cut off */
  ok(begins(fd, "{\"half of a li") && !strcmp(content(fd), "new\n"));
  char *foreign = apr_palloc(tap_pool, 10001); /* longer than any line of the log, so it stays */
  memset(foreign, 'x', 10000);
  foreign[10000] = '\0';
  ok(begins(fd, foreign) && !strcmp(content(fd), apr_pstrcat(tap_pool, foreign, "\nnew\n", NULL)));

  /* a disk with room for two and a half of five lines */
  ok(begins(fd, "old\n"));
  collab_sink_init(&sink, &kind, fd, &server, wake, &stop);
  signal(SIGXFSZ, SIG_IGN);
  getrlimit(RLIMIT_FSIZE, &before);
  small = (struct rlimit){8 + 250, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  ok(collab_sink_write(&sink, lines(5), 500, &error) == 0 && error);
  ok(!strcmp(content(fd), "old\nnew\n")); /* none of the five lines */
  setrlimit(RLIMIT_FSIZE, &before);
  ok(collab_sink_write(&sink, lines(5), 500, &error) == 500 && !error);
  ok(!strcmp(content(fd), apr_pstrcat(tap_pool, "old\nnew\n", lines(5), NULL)));
  close(made);
  close(fd);
  unlink(path);
}

/* Reads everything from the pipe in small pieces, and compares it. */
static pid_t slow_reader(const int *fds, const char *wanted, apr_size_t len) {
  pid_t pid = fork();
  if (pid == 0) {
    char lump[777];
    apr_size_t at = 0;
    ssize_t n;
    close(fds[1]);
    while ((n = read(fds[0], lump, sizeof lump)) > 0) {
      if (at + (apr_size_t)n > len || memcmp(wanted + at, lump, (size_t)n)) {
        _exit(1);
      }
      at += (apr_size_t)n;
      usleep(100);
    }
    _exit(at == len ? 0 : 2);
  }
  return pid;
}

static void pipes(void) {
  int fds[2], status;
  collab_sink_t sink;
  const char *error, *text = lines(3000); /* more than a pipe's buffer */

  ok(pipe(fds) == 0);
  pid_t pid = slow_reader(fds, text, 300000);
  collab_sink_init(&sink, &kind, fds[1], &server, wake, &stop);
  ok(!sink.file && collab_sink_write(&sink, text, 300000, &error) == 300000 && !error);
  close(fds[0]);
  close(fds[1]);
  ok(waitpid(pid, &status, 0) == pid && status == 0); /* every byte, in order */

  /* without a reader the sink waits until it must stop, and reports no bytes as written */
  ok(pipe(fds) == 0);
  collab_sink_init(&sink, &kind, fds[1], &server, wake, &stop);
  signal(SIGALRM, on_alarm);
  ualarm(100000, 0);
  ok(collab_sink_write(&sink, text, 300000, &error) == 0 && !error && stop);
  char taken[8200];
  ok(read(fds[0], taken, sizeof taken) == sizeof taken && !memcmp(taken, text, sizeof taken));
  int lying;
  for (lying = 8200; read(fds[0], taken, 100) == 100 && taken[99] == '\n'; lying += 100) {
    if (lying >= 60000) {
      break; /* enough whole lines */
    }
  }
  ok(lying >= 60000);
  close(fds[0]);
  signal(SIGPIPE, SIG_IGN);
  stop = false;
  ok(collab_sink_write(&sink, text, 100, &error) == 0 && error); /* the reading end is closed */
  close(fds[1]);
}

int main(void) {
  tap_begin();
  wake = eventfd(0, EFD_NONBLOCK);
  files();
  pipes();
  return tap_done();
}
