/* key_file.c: reads a key file, and refuses one that others may read (base/key_file.h). Must never put a key's bytes into an
 * error. */
#include "base/key_file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/secret.h"

#define KEY_FILE_MAX 65536

const char *collab_key_file_mode(apr_pool_t *pool, unsigned mode, bool roots) {
  const unsigned most = roots ? 0640 : 0600;

  if ((mode & 07777 & ~most) == 0) {
    return NULL;
  }
  return apr_psprintf(pool, "has mode %04o, but a key file that root %s may have %04o at most", mode & 07777,
                      roots ? "owns" : "does not own", most);
}

/* Checks the kind, size and mode of an open file. Returns the fault, or NULL. */
static const char *key_file_fault(apr_pool_t *pool, int fd, apr_size_t *size) {
  struct stat info;

  if (fstat(fd, &info) != 0) {
    return "cannot be read";
  }
  if (!S_ISREG(info.st_mode)) {
    return "is not a regular file";
  }
  if (info.st_size > KEY_FILE_MAX) {
    return apr_psprintf(pool, "is larger than %d bytes", KEY_FILE_MAX);
  }
  *size = (apr_size_t)info.st_size;
  return collab_key_file_mode(pool, info.st_mode, info.st_uid == 0);
}

const char *collab_key_file_read(apr_pool_t *pool, const char *path, apr_size_t *len, const char **error) {
  apr_size_t size = 0;
  char *data = NULL;

  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* opening a pipe must not wait */
  if (fd < 0) {
    *error = apr_psprintf(pool, "%s: cannot be read: %s", path, strerror(errno));
    return NULL;
  }
  const char *fault = key_file_fault(pool, fd, &size);
  if (fault == NULL) {
    data = collab_secret_alloc(pool, size + 1);
    ssize_t got = 0, part = 1;
    while (part > 0 && got < (ssize_t)size) {
      part = read(fd, data + got, size - (apr_size_t)got);
      got += part > 0 ? part : 0;
    }
    *len = (apr_size_t)got;
    fault = part < 0 ? strerror(errno) : NULL;
  }
  close(fd);
  if (fault == NULL) {
    return data;
  }
  *error = apr_pstrcat(pool, path, ": ", fault, NULL);
  return NULL;
}
