/* install_files.c: collabctl setup: makes the folder ROOT/collab with the keys, and the settings file of collabctl.
 *
 * ROOT/collab belongs to root and to the group of httpd's user. Through this group, httpd's user may enter the folder; there it
 * may read the authorities and a password file. Only root may read the keys there: httpd reads them before it gives up root's
 * rights. */
#include "ctl/setup/setup.h"

#include "base/keyring.h"
#include "base/random.h"
#include "store/canary.h"

#include <apr_strings.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define FILE_MAX_BYTES (1 << 20)
#define KEY_BYTES 32
#define WAIT 30

/* ---- files ---- */

/* Reads an open file to its end, and closes it. Never returns only a part of the file, because the caller may write the text
 * back. Returns NULL with errno if the file cannot be read, has more than FILE_MAX_BYTES, or has a NUL. */
static const char *read_open(apr_pool_t *pool, int file) {
  char *text = apr_palloc(pool, FILE_MAX_BYTES + 1);
  FILE *in = fdopen(file, "r");

  if (!in) {
    close(file);
    return NULL;
  }
  size_t len = fread(text, 1, FILE_MAX_BYTES + 1, in);
  int reason = ferror(in) ? errno : len > FILE_MAX_BYTES ? EFBIG : memchr(text, '\0', len) ? EILSEQ : 0;
  fclose(in);
  text[reason ? 0 : len] = '\0';
  errno = reason;
  return reason ? NULL : text;
}

const char *collab_setup_read(apr_pool_t *pool, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);

  return file < 0 ? NULL : read_open(pool, file);
}

const char *collab_setup_fault(const struct stat *status, uid_t owner) {
  return !S_ISREG(status->st_mode)                   ? "is not a regular file"
         : status->st_uid && status->st_uid != owner ? "belongs to another user"
         : status->st_mode & S_IWOTH                 ? "can be written by everybody"
                                                     : NULL;
}

const char *collab_setup_read_foreign(apr_pool_t *pool, const char *path, struct stat *status, const char **reason) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);

  *reason = file < 0              ? (errno == ELOOP ? "is not a regular file" : strerror(errno))
            : fstat(file, status) ? strerror(errno)
                                  : collab_setup_fault(status, geteuid());
  if (!*reason && status->st_uid != geteuid()) {
    *reason = "does not belong to the user of PostgreSQL"; /* root's: the database may name any of them */
  }
  if (*reason) {
    if (file >= 0) {
      close(file);
    }
    return NULL;
  }
  const char *text = read_open(pool, file);
  *reason = text ? NULL : strerror(errno);
  return text;
}

/* Returns why a file with this name must not be written in the open folder, or NULL. */
static const char *folder_fault(int folder, const char *name, uid_t owner) {
  struct stat status;

  if (fstat(folder, &status)) {
    return strerror(errno);
  }
  if ((status.st_uid && status.st_uid != geteuid()) || status.st_mode & S_IWOTH) {
    return status.st_mode & S_IWOTH ? "its folder can be written by everybody" : "its folder belongs to another user";
  }
  if (fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW)) {
    return errno == ENOENT ? NULL : strerror(errno);
  }
  return collab_setup_fault(&status, status.st_uid == owner ? owner : geteuid());
}

static const char *write_in(apr_pool_t *pool, int folder, const char *name, const collab_setup_file_t *file) {
  const char *fresh = apr_psprintf(pool, "%s.%" APR_PID_T_FMT, name, getpid()), *reason = NULL;

  unlinkat(folder, fresh, 0);
  int fd = openat(folder, fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  FILE *out = fd < 0 ? NULL : fdopen(fd, "w");
  bool fine = out && fwrite(file->data, 1, file->len, out) == file->len && fflush(out) == 0 && fsync(fd) == 0 &&
              (fchown(fd, geteuid() ? (uid_t)-1 : file->uid, file->gid) == 0 || geteuid()) && fchmod(fd, file->mode) == 0;
  fine = out && fclose(out) == 0 && fine && renameat(folder, fresh, folder, name) == 0;
  if (!fine) {
    reason = strerror(errno);
    unlinkat(folder, fresh, 0);
  }
  return reason;
}

const char *collab_setup_write(apr_pool_t *pool, const collab_setup_file_t *file) {
  const char *slash = strrchr(file->path, '/'), *name = slash ? slash + 1 : file->path;
  int folder = open(slash ? apr_pstrmemdup(pool, file->path, name - file->path) : ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);

  if (folder < 0) {
    return strerror(errno);
  }
  const char *reason = folder_fault(folder, name, file->uid);
  reason = reason ? reason : write_in(pool, folder, name, file);
  close(folder);
  return reason;
}

collab_ctl_exit_t collab_setup_put(const collab_setup_t *setup, const collab_setup_file_t *file) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *old = file->kept ? NULL : collab_setup_read(pool, file->path);

  if (file->kept ? access(file->path, F_OK) == 0 : old && strlen(old) == file->len && !memcmp(old, file->data, file->len)) {
    return collab_setup_say(SETUP_THERE, "%s %s", file->what, file->path);
  }
  const char *reason = collab_setup_write(pool, file);
  if (reason) {
    return collab_setup_failed(apr_pstrcat(pool, file->what, " ", file->path, NULL), reason, "Run setup as root.");
  }
  return collab_setup_say(SETUP_DONE, "%s %s", file->what, file->path);
}

/* ---- the folder and its files ---- */

/* Does httpd's user have this access (X_OK, R_OK)? */
static bool user_may(const collab_setup_t *setup, const char *path, int mode) {
  collab_setup_become(setup->uid, setup->gid);
  bool may = faccessat(AT_FDCWD, path, mode, AT_EACCESS) == 0;
  collab_setup_become(0, 0);
  return may;
}

collab_ctl_exit_t collab_setup_folder(collab_setup_t *setup) {
  const char *what = apr_pstrcat(setup->ctl->pool, "folder ", setup->folder, NULL);
  bool made = mkdir(setup->folder, 0750) == 0;

  if (!made && errno != EEXIST) {
    return collab_setup_failed(what, strerror(errno), "Run setup as root.");
  }
  if (!made && user_may(setup, setup->folder, X_OK)) {
    return collab_setup_say(SETUP_THERE, "%s, which %s may enter", what, setup->user);
  }
  if ((geteuid() == 0 && chown(setup->folder, (uid_t)-1, setup->gid)) ||
      ((made || geteuid() == 0) && chmod(setup->folder, 0750))) {
    return collab_setup_failed(what, strerror(errno), "Let the group of httpd's user enter it.");
  }
  if (!user_may(setup, setup->folder, X_OK)) {
    return collab_setup_failed(what, apr_pstrcat(setup->ctl->pool, setup->user, " cannot enter it", NULL),
                               "Let httpd's user enter it and the folders above it (chmod, chgrp).");
  }
  return collab_setup_say(SETUP_DONE, "%s, which %s may enter", what, setup->user);
}

collab_ctl_exit_t collab_setup_authorities(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *from = collab_ctl_value(setup->ctl, "outbound_ca"),
             *to = apr_pstrcat(pool, setup->folder, "/authorities.pem", NULL);
  const char *text = collab_setup_read(pool, from ? from : to);

  if (!text) { /* the system's authorities apply */
    return from ? collab_setup_failed("authorities of receivers", apr_pstrcat(pool, from, " cannot be read", NULL),
                                      "Run setup again.")
                : CTL_DONE;
  }
  const collab_setup_file_t file = {"authorities of receivers", to, text, strlen(text), .mode = 0644, .gid = setup->gid};
  collab_ctl_exit_t outcome = collab_setup_put(setup, &file);
  if (outcome == CTL_DONE && !user_may(setup, to, R_OK)) {
    return collab_setup_failed(apr_pstrcat(pool, "authorities of receivers ", to, NULL),
                               apr_pstrcat(pool, setup->user, " cannot read it", NULL),
                               "Make it readable for httpd's user (chmod).");
  }
  return outcome;
}

/* ---- keys ---- */

static const char *key_file(const collab_setup_t *setup, const char *name) {
  return apr_pstrcat(setup->ctl->pool, setup->folder, "/", name, NULL);
}

static collab_ctl_exit_t foreign_key(const collab_setup_t *setup, const char *reason) {
  return collab_setup_failed(
      apr_pstrcat(setup->ctl->pool, "key ", key_file(setup, "secrets.key"), NULL), reason,
      apr_psprintf(setup->ctl->pool, "Copy secrets.key and token.key from the node that has them to %s.", setup->folder));
}

/* Makes the keys. All nodes of a database need the same keys, so setup makes none for a database that has secrets. */
collab_ctl_exit_t collab_setup_keys(collab_setup_t *setup) {
  unsigned char token[KEY_BYTES], secrets[KEY_BYTES];
  char ring[2 * KEY_BYTES + 4] = "1 ";
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(setup->ctl, STATEMENT(canary_look), WAIT, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  if (access(key_file(setup, "secrets.key"), F_OK) && collab_rows_text(rows, 0, "canary")) {
    return foreign_key(setup, "the database's secrets were sealed on another node");
  }
  if (!collab_random_bytes(token, sizeof token) || !collab_random_bytes(secrets, sizeof secrets)) {
    return collab_setup_failed("keys", "the random number generator fails", "Run setup again.");
  }
  for (int i = 0; i < KEY_BYTES; i++) {
    apr_snprintf(ring + 2 + 2 * i, 4, "%02x\n", secrets[i]);
  }
  const collab_setup_file_t token_key = {
      "key", key_file(setup, "token.key"), (const char *)token, sizeof token, .mode = 0600, .kept = true};
  const collab_setup_file_t secrets_key = {"key", key_file(setup, "secrets.key"), ring, strlen(ring), .mode = 0600, .kept = true};
  outcome = collab_setup_put(setup, &token_key);
  return outcome == CTL_DONE ? collab_setup_put(setup, &secrets_key) : outcome;
}

/* Checks that the keys are those of this database. */
collab_ctl_exit_t collab_setup_canary(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *error = "";
  const collab_keyring_t *ring = collab_keyring_load(pool, key_file(setup, "secrets.key"), &error);

  if (!ring) {
    return collab_setup_failed("secrets key", error, "Put the key back from your backup.");
  }
  switch (collab_canary_check(setup->ctl->pg, pool, ring, collab_time_clock() + apr_time_from_sec(WAIT))) {
  case COLLAB_CANARY_OPENS:
    return collab_setup_say(SETUP_DONE, "the secrets key opens the database's sealed values");
  case COLLAB_CANARY_FOREIGN:
    return foreign_key(setup, "does not open the database's sealed values");
  default:
    return collab_setup_failed("canary", collab_pg_message(setup->ctl->pg), "Run setup again.");
  }
}

/* ---- the settings file of collabctl ---- */

collab_ctl_exit_t collab_setup_settings(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *path = collab_ctl_settings_file(pool), *old = collab_setup_read(pool, path), *slash = strrchr(path, '/');
  if (!old && errno != ENOENT) { /* never overwrite a file that cannot be read */
    return collab_setup_failed(apr_pstrcat(pool, "settings of collabctl ", path, NULL), strerror(errno),
                               "Make the file readable, or move it away.");
  }
  const char *text = old ? old : "# Where collabctl finds the database and the keys. Written by collabctl setup.\n";

  text = collab_setup_line(pool, text, "COLLAB_DSN=", setup->owner);
  text = collab_setup_line(pool, text, "COLLAB_SECRETS_KEY=", key_file(setup, "secrets.key"));
  text = setup->identity ? collab_setup_line(pool, text, "COLLAB_EXCHANGE=", setup->identity) : text;
  if (slash && slash > path && mkdir(apr_pstrmemdup(pool, path, slash - path), 0755) && errno != EEXIST) {
    return collab_setup_failed(apr_pstrcat(pool, "settings of collabctl ", path, NULL), strerror(errno), "Run setup as root.");
  }
  return collab_setup_put(setup, &(collab_setup_file_t){"settings of collabctl", path, text, strlen(text), .mode = 0644});
}
