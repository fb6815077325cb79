/* file_access.h: what another user of this machine may do: httpd is started by root and works as somebody else, and so does the
 * dispatcher. Any process; only root can ask for anybody but itself. */
#ifndef COLLAB_BASE_FILE_ACCESS_H
#define COLLAB_BASE_FILE_ACCESS_H

#include <sys/types.h>

#include "collab.h"

/* Whom httpd works as. */
typedef struct collab_account_t {
  const char *name; /* NULL: it has none, so no groups but `gid` */
  uid_t uid;
  gid_t gid;
} collab_account_t;

/* Takes the account's user and groups for good. Does nothing unless root calls it. False, with errno: still who it was. In a
 * process of its own, before it has threads. */
bool collab_access_become(const collab_account_t *account);

/* May the account open this file for reading? Tries it, in a process of its own where root asks: modes alone do not tell, and
 * every folder above it must let the account in. Returns 0 or an errno. */
int collab_access_read(const collab_account_t *account, const char *path);

/* What is wrong with a password file of libpq for that account, as the end of a sentence, with its remedy; NULL: nothing. libpq
 * says nothing about a file that it cannot read or ignores. Memory of `pool`. */
const char *collab_access_passfile_fault(apr_pool_t *pool, const collab_account_t *account, const char *path);

#endif
