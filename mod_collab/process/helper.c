/* helper.c: starts programs for a process that may not start any itself (process/helper.h). A pair of sockets carries one message
 * for each call and one message for the end of each program. When the process ends in any way, the helper reads the end of file,
 * kills the programs and ends. A helper with a guard lives on, until its guard ends it, or httpd's parent ends.
 *
 * Code that an attacker has injected into the process may send any bytes. So the helper takes the program and its arguments from
 * the configuration, which it had when it was forked, and checks the rest of a message. */
#include "process/helper.h"

#include <errno.h>
#include <fcntl.h>
#include <http_log.h>
#include <poll.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/time.h"
#include "collab.h"
#include "collab_private.h"
#include "node/timer.h"

#define MOST_TEXTS 8      /* words of a call, and variables of its environment */
#define MOST_BYTES 100000 /* of a message; the kernel allows twice that */
#define SOCKET 3          /* the helper's end */
#define PARENT 4          /* in the helper with a guard: httpd's parent, a pidfd */
#define KILL (-1)
#define OWN COLLAB_HELPER_PLACES /* the place of the guard's program */

/* A message to the helper. After it come further words, the environment and the input, each with its NUL. */
typedef struct call_t {
  int32_t place;
  int32_t words; /* KILL: kill the program */
  int32_t environment, has_input;
} call_t;

/* A message from the helper: a program has ended. */
typedef struct report_t {
  int32_t place, error, status;
} report_t;

/* ---- the helper ---- */

static pid_t programs[COLLAB_HELPER_PLACES + 1]; /* 0: none runs */
static const collab_guard_t *guard;              /* NULL: none */
static bool orphan;                              /* the process that the helper serves is gone */
static apr_time_t own_since;                     /* when the guard's program was started */
static const apr_array_header_t *commands[COLLAB_HELPER_PLACES];

static void on_child(int signal) {
  (void)signal; /* its arrival ends ppoll */
}

/* Executes the program, in its own process. */
static __attribute__((noreturn)) void become(char *const *words, char *const *environment, int input) {
  static const int signals[] = {SIGTERM, SIGUSR1, SIGPIPE, SIGHUP, SIGINT, SIGCHLD, SIGWINCH};
  sigset_t none;

  setpgid(0, 0);
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  for (size_t i = 0; i < sizeof signals / sizeof *signals; i++) {
    signal(signals[i], SIG_DFL);
  }
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  for (; *environment; environment++) {
    putenv(*environment);
  }
  dup2(input, STDIN_FILENO);
  dup2(STDERR_FILENO, STDOUT_FILENO); /* the error log */
  close_range(STDERR_FILENO + 1, ~0U, 0);
  if (chdir("/")) {
    _exit(126);
  }
  execv(words[0], words);
  _exit(127);
}

/* Returns a descriptor that reads `text` (NULL: nothing), or -1. A pipe holds COLLAB_HELPER_INPUT bytes without a reader. */
static int readable(const char *text) {
  int ends[2];

  if (!text) {
    return open("/dev/null", O_RDWR | O_CLOEXEC);
  }
  size_t len = strlen(text);
  if (pipe2(ends, O_CLOEXEC | O_NONBLOCK)) {
    return -1;
  }
  bool fine = write(ends[1], text, len) == (ssize_t)len && !fcntl(ends[0], F_SETFL, 0);
  close(ends[1]);
  if (!fine) {
    close(ends[0]);
  }
  return fine ? ends[0] : -1;
}

static void report(int place, int error, int status) {
  if (place == OWN) {
    guard->done(!error && WIFEXITED(status) && !WEXITSTATUS(status));
    return;
  }
  const report_t message = {place, error, status};
  send(SOCKET, &message, sizeof message, MSG_NOSIGNAL);
}

/* Forks the program. `words` ends with NULL. */
static void start(int place, char *const *words, char *const *environment, const char *text) {
  int input = readable(text);
  pid_t pid = input < 0 ? -1 : fork();

  if (pid == 0) {
    become(words, environment, input);
  }
  int error = errno;
  if (input >= 0) {
    close(input);
  }
  if (pid < 0) {
    report(place, error, 0);
    return;
  }
  setpgid(pid, pid); /* both processes set it: either may be first */
  programs[place] = pid;
}

/* An argument of the program cannot be an option or a path. */
static bool is_word(const char *text) {
  return *text && *text != '-' && text[strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-")] == '\0';
}

/* A variable cannot change how a program is loaded or run, nor which database its collabctl uses (COLLAB_DSN). */
static bool is_variable(const char *text) {
  static const char *const names[] = {
      "COLLAB_ALARM_TEXT=", "COLLAB_ALARM_REMEDY=", "COLLAB_ALARM_STATUS=", "COLLAB_ALARM_SECONDS=", "COLLAB_NODE="};

  for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
    if (!strncmp(text, names[i], strlen(names[i]))) {
      return true;
    }
  }
  return false;
}

/* Reads `count` texts, each of which `fits`, between *from and `end`, where a NUL stands. */
static bool read_texts(char **from, const char *end, int count, bool (*fits)(const char *text), char **texts) {
  for (int i = 0; i < count; i++, *from += strlen(*from) + 1) {
    if (i == MOST_TEXTS || *from >= end || !fits(*from)) {
      return false;
    }
    texts[i] = *from;
  }
  texts[count < 0 ? 0 : count] = NULL;
  return count >= 0;
}

/* Starts the command of the place. The texts of the call lie between `text` and `end`. */
static void start_command(const call_t *call, char *text, const char *end) {
  static char *words[COLLAB_HELPER_WORDS + MOST_TEXTS + 1];
  char *environment[MOST_TEXTS + 1];
  const apr_array_header_t *command = commands[call->place];

  if (programs[call->place] || !command || command->nelts > COLLAB_HELPER_WORDS ||
      !read_texts(&text, end, call->words, is_word, words + command->nelts) ||
      !read_texts(&text, end, call->environment, is_variable, environment) || (call->has_input && text >= end)) {
    report(call->place, EPERM, 0);
    return;
  }
  for (int i = 0; i < command->nelts; i++) {
    words[i] = APR_ARRAY_IDX(command, i, char *);
  }
  start(call->place, words, environment, call->has_input ? text : NULL);
}

/* Kills the programs of the places below `end`. */
static void kill_programs(int end) {
  for (int place = 0; place < end; place++) {
    if (programs[place]) {
      kill(-programs[place], SIGKILL);
    }
  }
}

/* Ends the helper of a process that is gone, unless it has a guard. */
static void lose_process(void) {
  kill_programs(OWN);
  if (!guard) {
    _exit(0);
  }
  orphan = true;
}

static void take_call(void) {
  static union {
    call_t call;
    char bytes[sizeof(call_t) + MOST_BYTES + 1];
  } message;
  ssize_t len = recv(SOCKET, &message, sizeof message - 1, 0);
  const call_t *call = &message.call;

  if (len < (ssize_t)sizeof *call) {
    if (len < 0 && errno == EINTR) {
      return;
    }
    lose_process();
    return;
  }
  message.bytes[len] = '\0';
  if (call->place < 0 || call->place >= COLLAB_HELPER_PLACES) {
    return;
  }
  if (call->words != KILL) {
    start_command(call, message.bytes + sizeof *call, message.bytes + len);
  } else if (programs[call->place]) {
    kill(-programs[call->place], SIGKILL);
  }
}

static void take_ends(void) {
  int status;
  pid_t pid;

  while ((pid = waitpid(-1, &status, WNOHANG)) > 0) {
    for (int place = 0; place <= OWN; place++) {
      if (programs[place] == pid) {
        kill(-pid, SIGKILL); /* the rest of its process group */
        programs[place] = 0;
        report(place, 0, status);
      }
    }
  }
}

/* Starts the guard's program. */
static void start_own(const char *const *words, const char *const *environment) {
  char *all[COLLAB_HELPER_WORDS + MOST_TEXTS + 1];
  const apr_array_header_t *command = commands[COLLAB_HELPER_ALERT];
  int count = 0;

  for (; count < command->nelts && count < COLLAB_HELPER_WORDS; count++) {
    all[count] = APR_ARRAY_IDX(command, count, char *);
  }
  for (int i = 0; i < MOST_TEXTS && words[i]; i++) {
    all[count++] = (char *)words[i];
  }
  all[count] = NULL;
  own_since = collab_time_clock();
  start(OWN, all, (char *const *)environment, NULL);
}

/* One turn of the guard, every second. */
static void take_turn(apr_pool_t *pool) {
  const char *const *words, *const *environment;

  if (programs[OWN]) {
    if (collab_time_clock() - own_since > collab_timer(COLLAB_TIMER_ALERT_KILL)) {
      kill(-programs[OWN], SIGKILL);
    }
    return;
  }
  apr_pool_clear(pool);
  collab_guard_turn_t turn = guard->turn(pool, &words, &environment);
  if (turn == COLLAB_GUARD_CALL && commands[COLLAB_HELPER_ALERT]) {
    start_own(words, environment);
  } else if (turn == COLLAB_GUARD_END && orphan) {
    _exit(0); /* no program runs: see above and lose_process */
  }
}

static void prepare_signals(sigset_t *open) {
  static const int ignored[] = {SIGTERM, SIGHUP, SIGINT, SIGUSR1, SIGWINCH, SIGPIPE}; /* only the end of file ends the helper */
  struct sigaction child = {.sa_handler = on_child};
  sigset_t blocked;

  for (size_t i = 0; i < sizeof ignored / sizeof *ignored; i++) {
    signal(ignored[i], SIG_IGN);
  }
  sigemptyset(&blocked);
  sigaddset(&blocked, SIGCHLD);
  sigprocmask(SIG_BLOCK, &blocked, open);
  sigdelset(open, SIGCHLD);
  sigaction(SIGCHLD, &child, NULL);
}

/* `parent`: a pidfd of httpd's parent; negative: none, and then the guard ends with the process. */
static __attribute__((noreturn)) void serve(int fd, int parent) {
  const struct timespec second = {.tv_sec = 1};
  struct pollfd calls[] = {{SOCKET, POLLIN, 0}, {PARENT, POLLIN, 0}};
  apr_pool_t *pool;
  sigset_t open;

  prctl(PR_SET_NAME, "collab-programs");
  prepare_signals(&open);
  apr_pool_create(&pool, NULL);
  int kept = fcntl(parent, F_DUPFD_CLOEXEC, PARENT + 1);
  dup2(fd, SOCKET);
  if (kept < 0 || dup2(kept, PARENT) < 0) {
    guard = NULL;
    calls[1].fd = -1;
  }
  close_range((guard ? PARENT : SOCKET) + 1, ~0U, 0);
  if (guard) {
    guard->begin();
  }
  for (;;) {
    take_ends();
    if (guard) {
      take_turn(pool);
    }
    calls[0].fd = orphan ? -1 : SOCKET;
    if (ppoll(calls, 2, guard ? &second : NULL, &open) > 0) {
      if (calls[1].revents) {
        kill_programs(OWN + 1);
        _exit(0);
      }
      if (calls[0].revents) {
        take_call();
      }
    }
  }
}

/* ---- the process that it serves ---- */

static int helper = -1; /* our end of the pair */
static bool died;
static struct {
  bool ended;
  collab_helper_end_t end;
} ends[COLLAB_HELPER_PLACES];

void collab_helper_start(server_rec *s, const char *what, collab_helper_command_t *command, const collab_guard_t *own) {
  int pair[2], parent = own ? (int)syscall(SYS_pidfd_open, getppid(), 0) : -1;

  bool fine = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, pair) == 0;
  pid_t pid = fine ? fork() : -1;
  if (pid == 0) {
    close(pair[0]);
    for (int place = 0; place < COLLAB_HELPER_PLACES; place++) {
      commands[place] = command(s, (collab_helper_place_t)place);
    }
    guard = own;
    serve(pair[1], parent);
  }
  if (parent >= 0) {
    close(parent);
  }
  if (pid < 0) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, s,
                 COLLABNO(0649) "%s cannot start programs: its helper process was not started", what);
  }
  if (fine) {
    close(pair[1]);
    helper = pid > 0 ? pair[0] : -1;
  }
  if (fine && pid < 0) {
    close(pair[0]);
  }
}

bool collab_helper_lives(void) {
  report_t message;
  ssize_t len;

  if (helper < 0) {
    return true; /* never started: CB0649 is in the log, and the process goes on without it */
  }
  while ((len = recv(helper, &message, sizeof message, MSG_DONTWAIT)) == (ssize_t)sizeof message) {
    ends[message.place].ended = true;
    ends[message.place].end = (collab_helper_end_t){message.error, message.status};
  }
  died = died || len == 0 || (len < 0 && errno != EAGAIN && errno != EINTR);
  return !died;
}

static bool send_call(const call_t *call, const char *text, size_t len) {
  struct iovec parts[] = {{(void *)call, sizeof *call}, {(void *)text, len}};
  const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};

  if (helper < 0) {
    errno = ECHILD;
    return false;
  }
  return sendmsg(helper, &message, MSG_DONTWAIT | MSG_NOSIGNAL) >= 0;
}

/* Appends a text with its NUL to the message. */
static bool put(char *message, size_t *len, const char *text) {
  size_t more = strlen(text) + 1;

  if (more > MOST_BYTES - *len) {
    return false;
  }
  memcpy(message + *len, text, more);
  *len += more;
  return true;
}

static bool put_list(char *message, size_t *len, const char *const *list, int32_t *count) {
  for (; list && *list; list++, ++*count) {
    if (*count == MOST_TEXTS || !put(message, len, *list)) {
      return false;
    }
  }
  return true;
}

bool collab_helper_run(collab_helper_place_t place, const char *const *words, const char *const *environment, const char *input) {
  static char message[MOST_BYTES];
  call_t call = {.place = place, .has_input = input != NULL};
  size_t len = 0;

  if ((input && strlen(input) > COLLAB_HELPER_INPUT) || !put_list(message, &len, words, &call.words) ||
      !put_list(message, &len, environment, &call.environment) || (input && !put(message, &len, input))) {
    errno = E2BIG;
    return false;
  }
  ends[place].ended = false;
  return send_call(&call, message, len);
}

void collab_helper_kill(collab_helper_place_t place) {
  const call_t call = {.place = place, .words = KILL};
  send_call(&call, "", 0);
}

bool collab_helper_ended(collab_helper_place_t place, collab_helper_end_t *end) {
  collab_helper_lives();
  *end = ends[place].end;
  return ends[place].ended;
}
