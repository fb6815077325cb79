/* protect.h: what a process beside the workers gives up before it begins, so that a fault in it opens less. */
#ifndef COLLAB_PROCESS_PROTECT_H
#define COLLAB_PROCESS_PROTECT_H

#include <httpd.h>

#include "base/crypt.h"

/* No other process of the same user may look into this one's memory, it leaves no core dump, and it has no capabilities.
 * Where CoreDumpDirectory is set, the operator wants core dumps, and the first two do not hold. For a process with one thread,
 * after it has dropped root. What fails is logged (CB0645): nothing depends on it. `what`: "the dispatcher", for messages. */
void collab_protect_memory(server_rec *s, const char *what);

/* No program that this process executes can get more rights than it has (no_new_privs), and the system calls of filter.c are
 * refused. For a process with one thread. What fails is logged (CB0645, CB0646). */
void collab_protect_calls(server_rec *s, const char *what);

/* Keeps the keys out of the swap space; after the fork, which does not inherit that. A failure is logged (CB0647). */
void collab_protect_keys(server_rec *s, const char *what, const collab_keyring_t *ring);

/* filter.c: refuses, with EPERM and a line in the error log (CB0648), the system calls that no part of this module makes. Returns
 * 0, or an error number; ENOSYS: built without libseccomp, or with sanitizers, which need some of them. */
int collab_filter_install(server_rec *s, const char *what);

#endif
