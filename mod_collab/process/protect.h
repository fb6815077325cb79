/* protect.h: reduces the rights of a process beside the workers before that process begins its work. An attacker who exploits a
 * fault in that process then gains less. */
#ifndef COLLAB_PROCESS_PROTECT_H
#define COLLAB_PROCESS_PROTECT_H

#include <httpd.h>

#include "base/keyring.h"

/* Keeps other processes of the same user from reading this process's memory, forbids core dumps, and drops all capabilities. If
 * CoreDumpDirectory is set, the operator wants core dumps: only the capabilities are dropped. For a process with one thread,
 * after it has dropped root. Logs a failure (CB0645); the process goes on. `what`: "the dispatcher", for messages. */
void collab_protect_memory(server_rec *s, const char *what);

/* Forbids the system calls of filter.c. Also sets no_new_privs, so that a program that this process executes gains no rights. For
 * a process with one thread. Logs a failure (CB0645, CB0646); the process goes on. */
void collab_protect_calls(server_rec *s, const char *what);

/* Keeps the keys out of the swap space. Call it after the fork: a child does not inherit its parent's lock. Logs a failure
 * (CB0647). */
void collab_protect_keys(server_rec *s, const char *what, const collab_keyring_t *ring);

/* filter.c: makes the kernel refuse the system calls that no part of this module makes. Returns 0, or an error number; ENOSYS:
 * built without libseccomp, or with sanitizers, which need some of these calls. */
int collab_filter_install(void);

#endif
