/* file_access.h: becoming another user of this machine, and testing what that user may read. Root starts httpd and the
 * dispatcher, which run as other users. Any process; only root can ask about another user. */
#ifndef COLLAB_BASE_FILE_ACCESS_H
#define COLLAB_BASE_FILE_ACCESS_H

#include <sys/types.h>

#include "collab.h"

/* The user that httpd or the dispatcher runs as. */
typedef struct collab_account_t {
  const char *name; /* NULL: the uid has no name, and so no groups but `gid` */
  uid_t uid;
  gid_t gid;
} collab_account_t;

/* Switches the process to the account's user and groups for good. Changes nothing, and returns true, in a process that
 * does not run as root. Call it in a separate process, before that process has threads. False, with errno, when a change failed.
 */
bool collab_access_become(const collab_account_t *account);

/* Tries to open the file for reading as the account. When root asks about another user, a child process tries. The file's mode
 * alone does not answer the question, because the account must be able to enter every folder above the file. Returns 0 or an
 * errno. */
int collab_access_read(const collab_account_t *account, const char *path);

/* Checks whether libpq, running as the account, will use this password file. Returns NULL, or the fault and its remedy as the end
 * of a sentence. libpq itself reports neither an unreadable nor an ignored file. Memory of `pool`. */
const char *collab_access_passfile_fault(apr_pool_t *pool, const collab_account_t *account, const char *path);

#endif
