/* protect.c: memory, capabilities and keys of the processes beside the workers (process/protect.h). */
#include "process/protect.h"

#include <errno.h>
#include <http_log.h>
#include <linux/capability.h>
#include <mpm_common.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "collab_private.h"

static void check(server_rec *s, const char *what, const char *protection, bool fine) {
  if (!fine) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, s, COLLABNO(0645) "%s runs without a protection: %s", what, protection);
  }
}

void collab_protect_memory(server_rec *s, const char *what) {
  struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
  struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{0}};

  check(s, what, "not dumpable", ap_coredumpdir_configured || prctl(PR_SET_DUMPABLE, 0) == 0);
  check(s, what, "no capabilities",
        syscall(SYS_capset, &header, none) == 0); /* dropping permitted capabilities drops ambient ones */
}

void collab_protect_calls(server_rec *s, const char *what) {
  check(s, what, "no_new_privs", prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0);
  int error = collab_filter_install();
  if (error && error != ENOSYS) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, error, s, COLLABNO(0646) "%s runs without its filter of system calls", what);
  }
}

void collab_protect_keys(server_rec *s, const char *what, const collab_keyring_t *ring) {
  if (ring && !collab_keyring_lock(ring)) {
    ap_log_error(APLOG_MARK, APLOG_WARNING, errno, s, COLLABNO(0647) "%s: the keys in its memory may be swapped out", what);
  }
}
