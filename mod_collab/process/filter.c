/* filter.c: refuses system calls that the module does not need (process/protect.h).
 *
 * - The list names the forbidden calls, not the allowed ones: an update of the C library or of libcurl may bring new calls, which
 *   must not stop deliveries.
 * - The kernel hands a forbidden call to a thread of this process, which logs the call and answers EPERM. If the kernel cannot
 *   hand calls over, or another listener exists already, the kernel itself answers EPERM and writes to its audit log.
 * - clone is allowed, because threads need it. A child process made by clone could not execute any program. */
#include "process/protect.h"

#include <errno.h>

#if defined(COLLAB_SECCOMP) && !defined(__SANITIZE_ADDRESS__)
#include <fcntl.h>
#include <http_log.h>
#include <pthread.h>
#include <seccomp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "collab_private.h"

#define CALLS 1024 /* calls with greater numbers are not logged */

typedef struct listener_t {
  server_rec *s;
  const char *what;
  int fd;
} listener_t;

/* A call that libseccomp or this machine does not know is left out. */
static const char *const forbidden[] = {
    /* other programs, and other processes' memory */
    "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp",
    /* a change of user, more rights */
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups", "capset",
    /* ownership of files, devices, another root */
    "chmod", "fchmod", "fchmodat", "chown", "fchown", "lchown", "fchownat", "mknod", "mknodat", "chroot", "pivot_root",
    "open_by_handle_at", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig", "fspick",
    "mount_setattr", "unshare", "setns",
    /* a network server */
    "listen", "accept", "accept4",
    /* the kernel */
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "init_module",
    "finit_module", "delete_module", "kexec_load", "kexec_file_load", "iopl", "ioperm", "modify_ldt",
    /* the machine */
    "reboot", "swapon", "swapoff", "acct", "quotactl", "syslog", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    "sethostname", "setdomainname"};

static void refuse(const listener_t *listener, const struct seccomp_notif *call) {
  static bool said[CALLS]; /* each call is logged once */
  int number = call->data.nr;

  if (number >= 0 && number < CALLS && !said[number]) {
    said[number] = true;
    char *name = seccomp_syscall_resolve_num_arch(SCMP_ARCH_NATIVE, number);
    ap_log_error(APLOG_MARK, APLOG_ERR, 0, listener->s,
                 COLLABNO(0648) "%s called %s, which no part of this module needs: refused with EPERM", listener->what,
                 name ? name : "an unknown system call");
    free(name);
  }
}

static void *listen_for_calls(void *data) {
  const listener_t *listener = data;
  struct seccomp_notif *call;
  struct seccomp_notif_resp *answer;

  if (seccomp_notify_alloc(&call, &answer)) {
    return NULL;
  }
  for (;;) {
    memset(call, 0, sizeof *call);
    if (seccomp_notify_receive(listener->fd, call)) {
      if (errno == EINTR || errno == ENOENT) { /* ENOENT: the calling thread has ended */
        continue;
      }
      close(listener->fd); /* so that no caller waits for an answer */
      return NULL;
    }
    refuse(listener, call);
    memset(answer, 0, sizeof *answer);
    answer->id = call->id;
    answer->error = -EPERM;
    (void)seccomp_notify_respond(listener->fd, answer); /* fails if the calling thread has ended */
  }
}

static bool start_listener(server_rec *s, const char *what, int fd) {
  static listener_t listener;
  sigset_t all, before;
  pthread_t thread;

  listener = (listener_t){s, what, fd};
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &before); /* the main thread takes the signals */
  bool fine = fd >= 0 && pthread_create(&thread, NULL, listen_for_calls, &listener) == 0 && pthread_detach(thread) == 0;
  pthread_sigmask(SIG_SETMASK, &before, NULL);
  if (!fine && fd >= 0) {
    close(fd);
  }
  return fine;
}

/* Forbids sockets of all families but AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK. AF_NETLINK lists this machine's addresses. */
static int forbid_sockets(scmp_filter_ctx filter, uint32_t action) {
  int error = seccomp_rule_add(filter, action, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_GT, AF_NETLINK));

  for (unsigned family = 0; family < AF_NETLINK && !error; family++) {
    if (family != AF_UNIX && family != AF_INET && family != AF_INET6) {
      error = seccomp_rule_add(filter, action, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, family));
    }
  }
  return error;
}

/* Installs the filter. The kernel answers a forbidden call with `action`. Sets *fd to the listener's descriptor. Returns 0 or
 * -errno. */
static int install(uint32_t action, int *fd) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  int error = filter ? forbid_sockets(filter, action) : -ENOMEM;

  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden && !error; i++) {
    int number = seccomp_syscall_resolve_name(forbidden[i]);
    error = number < 0 ? 0 : seccomp_rule_add(filter, action, number, 0);
  }
  if (!error && action != SCMP_ACT_NOTIFY) {
    (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_LOG, 1); /* without it, the filter refuses calls without a trace */
  }
  error = error ? error : seccomp_load(filter);
  if (!error && action == SCMP_ACT_NOTIFY) {
    *fd = fcntl(seccomp_notify_fd(filter), F_DUPFD_CLOEXEC, 0); /* a copy: the filter may close the original */
  }
  seccomp_release(filter);
  return error;
}

int collab_filter_install(server_rec *s, const char *what) {
  int fd = -1;

  if (install(SCMP_ACT_NOTIFY, &fd) == 0) {
    return start_listener(s, what, fd) ? 0 : EAGAIN;
  }
  return -install(SCMP_ACT_ERRNO(EPERM), &fd);
}

#else

int collab_filter_install(server_rec *s, const char *what) {
  (void)s, (void)what;
  return ENOSYS;
}

#endif
