/* filter.c: refuses system calls that the module does not need (process/protect.h).
 *
 * - The list names the forbidden calls, not the allowed ones: an update of the C library or of libcurl may bring new calls, which
 *   must not stop deliveries.
 * - The kernel answers a forbidden call, with EPERM, and writes it to its audit log if that is on. No thread of this process
 *   answers, because injected code could answer in its place.
 * - clone is allowed, because threads need it, but not to a new user namespace, which would have all capabilities. A filter
 * cannot see the flags of clone3. So that call seems to be missing (ENOSYS), and the C library then calls clone: after EPERM it
 * would give up. A child process made by clone could not execute any program. */
#include "process/protect.h"

#include <errno.h>

#if defined(COLLAB_SECCOMP) && !defined(__SANITIZE_ADDRESS__)
#include <sched.h>
#include <seccomp.h>
#include <sys/socket.h>

#define REFUSED SCMP_ACT_ERRNO(EPERM)
#ifdef __s390__
#define CLONE_FLAGS(...) SCMP_A1(__VA_ARGS__)
#else
#define CLONE_FLAGS(...) SCMP_A0(__VA_ARGS__)
#endif

/* A call that libseccomp or this machine does not know is left out. */
static const char *const forbidden[] = {
    /* other programs, and other processes' memory */
    "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp",
    /* a change of user, more rights */
    "setuid", "setgid", "setreuid", "setregid", "setresuid", "setresgid", "setfsuid", "setfsgid", "setgroups", "capset",
    /* ownership of files, devices, another root */
    "chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat", "mknod", "mknodat", "chroot",
    "pivot_root", "open_by_handle_at", "mount", "umount2", "move_mount", "open_tree", "fsopen", "fsmount", "fsconfig", "fspick",
    "mount_setattr", "unshare", "setns",
    /* a network server */
    "listen", "accept", "accept4",
    /* the kernel */
    "bpf", "perf_event_open", "userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register", "init_module",
    "finit_module", "delete_module", "kexec_load", "kexec_file_load", "iopl", "ioperm", "modify_ldt",
    /* the machine */
    "reboot", "swapon", "swapoff", "acct", "quotactl", "syslog", "settimeofday", "clock_settime", "clock_adjtime", "adjtimex",
    "sethostname", "setdomainname"};

/* Forbids sockets of all families but AF_UNIX, AF_INET, AF_INET6 and AF_NETLINK. AF_NETLINK lists this machine's addresses. */
static int forbid_sockets(scmp_filter_ctx filter) {
  int error = seccomp_rule_add(filter, REFUSED, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_GT, AF_NETLINK));

  for (unsigned family = 0; family < AF_NETLINK && !error; family++) {
    if (family != AF_UNIX && family != AF_INET && family != AF_INET6) {
      error = seccomp_rule_add(filter, REFUSED, SCMP_SYS(socket), 1, SCMP_A0(SCMP_CMP_EQ, family));
    }
  }
  return error;
}

static int forbid(scmp_filter_ctx filter) {
  int error = forbid_sockets(filter);

  for (size_t i = 0; i < sizeof forbidden / sizeof *forbidden && !error; i++) {
    int number = seccomp_syscall_resolve_name(forbidden[i]);
    error = number < 0 ? 0 : seccomp_rule_add(filter, REFUSED, number, 0);
  }
  if (!error) {
    error = seccomp_rule_add(filter, REFUSED, SCMP_SYS(clone), 1, CLONE_FLAGS(SCMP_CMP_MASKED_EQ, CLONE_NEWUSER, CLONE_NEWUSER));
  }
  (void)seccomp_attr_set(filter, SCMP_FLTATR_CTL_LOG, 1); /* without it, the kernel refuses calls without a trace */
  return error;
}

static int hide_clone3(scmp_filter_ctx filter) {
  int number = seccomp_syscall_resolve_name("clone3");
  return number < 0 ? 0 : seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), number, 0);
}

/* Installs a filter with these rules. Returns 0 or an error number. */
static int install(int (*add_rules)(scmp_filter_ctx filter)) {
  scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
  int error = filter ? add_rules(filter) : -ENOMEM;

  error = error ? error : seccomp_load(filter);
  seccomp_release(filter);
  return -error;
}

int collab_filter_install(void) {
  int error = install(hide_clone3); /* a filter of its own, or the kernel would log each new thread */
  return error ? error : install(forbid);
}

#else

int collab_filter_install(void) {
  return ENOSYS;
}

#endif
