/* program.c: keeps the program of a log running (dispatch/eventlog/program.h). httpd does this for its own logs with
 * ap_open_piped_log. The differences:
 *
 * - The dispatcher learns of each end: a program that is killed between its read and its write takes lines with it, and the
 *   dispatcher must write them again (log.c). It learns of an end from the kernel (a pidfd), and of a new start from memory
 *   that it shares with the parent.
 * - A restart kills no program that reads: it closes the pipe, and the program writes what it has read, and ends. A program that
 *   has not ended half a minute later is told to end by a signal.
 * - A program that cannot be started again, for example while a package is replaced, is tried again every ten seconds. */
#include "dispatch/eventlog/program.h"
#include "collab_private.h"

#include <ap_mpm.h>
#include <apr_portable.h>
#include <errno.h>
#include <fcntl.h>
#include <http_config.h>
#include <http_log.h>
#include <http_main.h>
#include <poll.h>
#include <signal.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "collab.h"

#define MOST 2          /* programs of a generation */
#define EMPTY_WITHIN 30 /* times 10 ms that a restart waits until a program has read its pipe */
#define OLD_MOST 8      /* programs of earlier generations that have not ended */
#define OLD_LOOKS 3     /* of the monitor, which looks every ten seconds */

/* The parent's record of a program; memory of pconf. */
typedef struct kept_t {
  collab_program_t *shared;
  const char *directive, *command;
  apr_cmdtype_e type;
  int ends[2]; /* the pipe; -1: closed */
  apr_file_t *files[2];
  pid_t pid;       /* 0: none runs */
  apr_pool_t *run; /* of the last start */
  bool refused;    /* the last start failed */
  server_rec *s;
  apr_pool_t *pconf;
  pid_t owner; /* the parent */
} kept_t;

/* A program of an earlier generation; memory of the process. */
typedef struct old_t {
  bool runs;
  int fd; /* a pidfd */
  int looks;
} old_t;

static kept_t *all[MOST];

/* ---- the parent ---- */

static bool start(kept_t *kept);

static bool server_is_stopping(void) {
  int state = AP_MPMQ_STOPPING;
  return ap_mpm_query(AP_MPMQ_MPM_STATE, &state) == APR_SUCCESS && state == AP_MPMQ_STOPPING;
}

static void on_change(int reason, void *data, apr_wait_t status) {
  kept_t *kept = data;

  if (reason == APR_OC_REASON_DEATH || reason == APR_OC_REASON_LOST) {
    kept->pid = 0;
    apr_proc_other_child_unregister(data);
    if (!server_is_stopping()) {
      ap_log_error(APLOG_MARK, APLOG_WARNING, 0, kept->s,
                   COLLABNO(0699) "%s: the program has ended (%s %d) and is started again; it gets the last second's lines again",
                   kept->directive, WIFSIGNALED(status) ? "signal" : "exit code",
                   WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
      start(kept);
    }
  } else if (reason == APR_OC_REASON_RESTART) {
    apr_proc_other_child_unregister(data); /* end() needs the process id */
  }
}

/* Starts the program in the pool of this start, so that a program that ends again and again takes no more memory. */
static bool spawn(kept_t *kept, apr_proc_t *proc) {
  apr_procattr_t *attributes;
  char **words;

  return apr_tokenize_to_argv(kept->command, &words, kept->run) == APR_SUCCESS && words[0] &&
         apr_procattr_create(&attributes, kept->run) == APR_SUCCESS &&
         apr_procattr_dir_set(attributes, ap_server_root) == APR_SUCCESS &&
         apr_procattr_cmdtype_set(attributes, kept->type) == APR_SUCCESS &&
         apr_procattr_child_in_set(attributes, kept->files[0], kept->files[1]) == APR_SUCCESS &&
         apr_procattr_error_check_set(attributes, 1) == APR_SUCCESS &&
         apr_proc_create(proc, words[0], (const char *const *)words, NULL, attributes, kept->run) == APR_SUCCESS;
}

static bool start(kept_t *kept) {
  bool again = kept->run != NULL, refused = kept->refused;

  if (again) {
    apr_pool_destroy(kept->run);
  }
  apr_pool_create(&kept->run, kept->pconf);
  apr_pool_tag(kept->run, "collab_program");
  apr_proc_t *proc = apr_pcalloc(kept->run, sizeof *proc);
  kept->refused = !spawn(kept, proc);
  if (kept->refused) {
    if (!refused) {
      ap_log_error(APLOG_MARK, again ? APLOG_ERR : APLOG_STARTUP | APLOG_ERR, errno, kept->s,
                   COLLABNO(0681) "%s: cannot start \"%s\"", kept->directive, kept->command);
    }
    return false;
  }
  apr_file_close(proc->in); /* a copy of our end */
  kept->pid = proc->pid;
  atomic_store(&kept->shared->pid, proc->pid);
  atomic_fetch_add(&kept->shared->starts, 1);
  apr_proc_other_child_register(proc, on_change, kept, NULL, kept->run);
  return true;
}

static void leave(kept_t *kept) {
  for (int i = 0; i < 2; i++) {
    if (kept->ends[i] >= 0) {
      close(kept->ends[i]);
      kept->ends[i] = -1;
    }
  }
}

static bool is_empty(const kept_t *kept) {
  int unread = 0;
  return ioctl(kept->ends[1], FIONREAD, &unread) || unread == 0;
}

/* The records of old programs, which outlive a reload and the module. NULL: no memory. */
static old_t *old_programs(const server_rec *s) {
  const char *name = "collab_old_programs";
  apr_pool_t *process = s->process->pool;
  void *old = NULL;

  apr_pool_userdata_get(&old, name, process);
  if (!old) {
    old = apr_pcalloc(process, OLD_MOST * sizeof(old_t));
    apr_pool_userdata_set(old, name, NULL, process); /* copies the name, which goes with the module */
  }
  return old;
}

/* Has this old program ended? Then forgets it. */
static bool is_over(old_t *old) {
  struct pollfd ended = {old->fd, POLLIN, 0};

  if (old->runs && poll(&ended, 1, 0) > 0) {
    close(old->fd);
    old->runs = false;
  }
  return !old->runs;
}

/* Remembers a program that has to end by itself. Without a pidfd, nobody does. */
static void remember(const kept_t *kept) {
  old_t *old = old_programs(kept->s);

  for (int i = 0; i < OLD_MOST; i++) {
    if (is_over(&old[i])) {
      old[i] = (old_t){.fd = (int)syscall(SYS_pidfd_open, kept->pid, 0)};
      old[i].runs = old[i].fd >= 0;
      return;
    }
  }
  kill(kept->pid, SIGTERM);
}

/* The generation ends. Its dispatcher has got its signal already (process/supervisor.c). The program reads the end of its input
 * when the dispatcher, too, has ended. A program that does not read is told to end by a signal, as httpd does. */
static apr_status_t end(void *data) {
  kept_t *kept = data;

  if (kept->owner == getpid() && kept->ends[1] >= 0) {
    for (int i = 0; kept->pid && i < EMPTY_WITHIN && !is_empty(kept); i++) {
      apr_sleep(apr_time_from_msec(10));
    }
    if (kept->pid && !is_empty(kept)) {
      kill(kept->pid, SIGTERM);
    }
    if (kept->pid) {
      remember(kept);
    }
    kept->pid = 0;
    leave(kept);
    munmap(kept->shared, sizeof *kept->shared);
  }
  for (int i = 0; i < MOST; i++) {
    all[i] = all[i] == kept ? NULL : all[i];
  }
  return APR_SUCCESS;
}

/* Makes the pipe and the shared memory. */
static bool prepare(kept_t *kept) {
  if (pipe2(kept->ends, O_CLOEXEC)) { /* other programs must not hold the pipe open */
    return false;
  }
  kept->shared = mmap(NULL, sizeof *kept->shared, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (kept->shared == MAP_FAILED) {
    leave(kept);
    return false;
  }
  for (int i = 0; i < 2; i++) {
    apr_os_pipe_put_ex(&kept->files[i], &kept->ends[i], 0, kept->pconf);
  }
  apr_pool_cleanup_register(kept->pconf, kept, end, apr_pool_cleanup_null);
  return true;
}

int collab_program_open(apr_pool_t *pconf, server_rec *s, const char *directive, const char *command,
                        const collab_program_t **program) {
  kept_t *kept = apr_pcalloc(pconf, sizeof *kept);

  command += *command == '|'; /* as ap_open_piped_log: "||program" is a program, "|$command" runs in a shell */
  bool shell = *command == '$';
  *kept = (kept_t){.directive = directive, .command = command + shell, .s = s, .pconf = pconf, .owner = getpid()};
  kept->type = shell ? APR_SHELLCMD_ENV : APR_PROGRAM_ENV;
  if (!prepare(kept) || !start(kept)) {
    return -1;
  }
  for (int i = 0; i < MOST; i++) {
    if (!all[i]) {
      all[i] = kept;
      break;
    }
  }
  *program = kept->shared;
  return kept->ends[1];
}

void collab_programs_leave(void) {
  for (int i = 0; i < MOST; i++) {
    if (all[i] && all[i]->owner != getpid()) {
      leave(all[i]);
    }
  }
}

void collab_programs_monitor(const server_rec *s) {
  old_t *old = old_programs(s);

  for (int i = 0; i < OLD_MOST; i++) {
    if (!is_over(&old[i]) && ++old[i].looks >= OLD_LOOKS) {
      syscall(SYS_pidfd_send_signal, old[i].fd, SIGTERM, NULL, 0);
      close(old[i].fd);
      old[i].runs = false;
    }
  }
  for (int i = 0; i < MOST; i++) {
    if (all[i] && all[i]->refused && !server_is_stopping()) {
      start(all[i]);
    }
  }
}

/* ---- the log's thread ---- */

/* Waits on the end of the present start. It may have ended already. */
static void look_at(collab_program_watch_t *watch) {
  watch->starts = atomic_load(&watch->program->starts);
  watch->pidfd = (int)syscall(SYS_pidfd_open, atomic_load(&watch->program->pid), 0);
  watch->gone = watch->pidfd < 0 && errno == ESRCH; /* without pidfd_open, the next start tells of the end */
}

static bool has_ended(collab_program_watch_t *watch) {
  struct pollfd end = {watch->pidfd, POLLIN, 0};
  return watch->gone || (watch->pidfd >= 0 && poll(&end, 1, 0) > 0);
}

void collab_program_watch(collab_program_watch_t *watch, const collab_program_t *program) {
  *watch = (collab_program_watch_t){.program = program, .pidfd = -1};
  if (program) {
    look_at(watch);
  }
}

bool collab_program_lost(collab_program_watch_t *watch) {
  if (!watch->program) {
    return false;
  }
  unsigned starts = atomic_load(&watch->program->starts);
  bool known = watch->gone; /* a start after a known end has read only what was written after that end */
  bool lost = starts != watch->starts && !(known && starts == watch->starts + 1);
  if (starts != watch->starts) {
    collab_program_unwatch(watch);
    look_at(watch);
    known = false;
  }
  watch->gone = has_ended(watch);
  return lost || (watch->gone && !known);
}

void collab_program_unwatch(collab_program_watch_t *watch) {
  if (watch->pidfd >= 0) {
    close(watch->pidfd);
    watch->pidfd = -1;
  }
}
