/* files.c: collabctl setup: makes the folder that httpd's user may enter, the keys, and collabctl's settings file.
 *
 * ROOT/collab belongs to root and to the group of httpd's user, who may enter it and read what httpd needs: the authorities and a
 * password file. Only root may read the keys in it: httpd reads them before it gives up root's rights. */
#include "ctl/setup/setup.h"

#include "base/outbound_rules.h"
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

/* Reads an open file of at most FILE_MAX_BYTES to its end, and closes it. */
static const char *read_open(apr_pool_t *pool, int file) {
  char *text = apr_palloc(pool, FILE_MAX_BYTES + 1);
  size_t len = 0;
  ssize_t got = 1;
  int reason = 0;

  while (got > 0 && len <= FILE_MAX_BYTES) {
    got = read(file, text + len, FILE_MAX_BYTES + 1 - len);
    len += got > 0 ? (size_t)got : 0;
  }
  if (got < 0 || len > FILE_MAX_BYTES) { /* the caller must never write a part of a file back as the whole */
    reason = got < 0 ? errno : EFBIG;
  }
  close(file);
  text[reason ? 0 : len] = '\0';
  errno = reason;
  return reason ? NULL : text;
}

const char *collab_setup_read(apr_pool_t *pool, const char *path) {
  int file = open(path, O_RDONLY | O_CLOEXEC);

  return file < 0 ? NULL : read_open(pool, file);
}

const char *collab_setup_read_foreign(apr_pool_t *pool, const char *path, struct stat *status) {
  int file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);

  if (file < 0) {
    errno = errno == ELOOP ? ENOTSUP : errno;
    return NULL;
  }
  if (fstat(file, status) || !S_ISREG(status->st_mode)) {
    close(file);
    errno = ENOTSUP;
    return NULL;
  }
  return read_open(pool, file);
}

static bool write_all(int file, const char *text, apr_size_t len) {
  while (len) {
    ssize_t written = write(file, text, len);
    if (written < 0) {
      return false;
    }
    text += written;
    len -= (apr_size_t)written;
  }
  return fsync(file) == 0;
}

bool collab_setup_write(apr_pool_t *pool, const char *path, const char *text, apr_size_t len, unsigned mode, uid_t uid,
                        gid_t gid) {
  char *fresh = apr_pstrcat(pool, path, ".XXXXXX", NULL);
  int file = mkstemp(fresh); /* 0600 */

  if (file < 0) {
    return false;
  }
  bool fine = write_all(file, text, len) && (geteuid() || fchown(file, uid, gid) == 0) && fchmod(file, mode) == 0;
  fine = close(file) == 0 && fine && rename(fresh, path) == 0;
  if (!fine) {
    int reason = errno;
    unlink(fresh);
    errno = reason;
  }
  return fine;
}

/* The beginning of the line that begins with these words; NULL: there is none. */
static const char *find(const char *text, const char *name, const char *between) {
  size_t len = strlen(name), more = strlen(between);
  for (const char *line = text; *line; line += strcspn(line, "\n"), line += *line == '\n') {
    if (!strncmp(line, name, len) && !strncmp(line + len, between, more)) {
      return line;
    }
  }
  return NULL;
}

const char *collab_setup_value(apr_pool_t *pool, const char *text, const char *name, const char *between) {
  const char *line = text ? find(text, name, between) : NULL;
  const char *value = line ? line + strlen(name) + strlen(between) : NULL;
  return value ? apr_pstrmemdup(pool, value, strcspn(value, "\n")) : NULL;
}

const char *collab_setup_line(apr_pool_t *pool, const char *text, const char *name, const char *between, const char *value) {
  const char *line = find(text, name, between), *fresh = apr_pstrcat(pool, name, between, value, "\n", NULL);

  if (!line) {
    bool ended = !*text || text[strlen(text) - 1] == '\n';
    return apr_pstrcat(pool, text, ended ? "" : "\n", fresh, NULL);
  }
  const char *rest = line + strcspn(line, "\n");
  return apr_pstrcat(pool, apr_pstrmemdup(pool, text, line - text), fresh, rest + (*rest == '\n'), NULL);
}

/* ---- the folder and its files ---- */

/* Does httpd's user have this access? */
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
    collab_setup_there("%s, which %s may enter", what, setup->user);
    return CTL_DONE;
  }
  if ((geteuid() == 0 && chown(setup->folder, (uid_t)-1, setup->gid)) ||
      ((made || geteuid() == 0) && chmod(setup->folder, 0750))) {
    return collab_setup_failed(what, strerror(errno), "Let the group of httpd's user enter it.");
  }
  if (!user_may(setup, setup->folder, X_OK)) {
    return collab_setup_failed(what, apr_pstrcat(setup->ctl->pool, setup->user, " may not enter it", NULL),
                               "Let httpd's user enter it and the folders above it (chmod, chgrp).");
  }
  collab_setup_done("%s, which %s may enter", what, setup->user);
  return CTL_DONE;
}

collab_ctl_exit_t collab_setup_authorities(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *from = collab_ctl_value(setup->ctl, "outbound_ca"),
             *to = apr_pstrcat(pool, setup->folder, "/authorities.pem", NULL);
  const char *what = apr_pstrcat(pool, "authorities of receivers ", to, NULL);
  const char *text = from ? collab_setup_read(pool, from) : NULL, *old = collab_setup_read(pool, to);
  const char *wrong = !from ? NULL : !text ? "cannot be read" : collab_outbound_ca_fault(pool, from);

  if (wrong) {
    return collab_setup_failed(apr_pstrcat(pool, "--outbound-ca ", from, NULL), wrong, "Name a file of certificates in PEM.");
  }
  if (from && (!old || strcmp(old, text))) {
    if (!collab_setup_write(pool, to, text, strlen(text), 0644, (uid_t)-1, setup->gid)) {
      return collab_setup_failed(what, strerror(errno), "Run setup as root.");
    }
    collab_setup_done("%s, a copy of %s", what, from);
  } else if (old) {
    collab_setup_there("%s", what);
  }
  if ((from || old) && !user_may(setup, to, R_OK)) {
    return collab_setup_failed(what, apr_pstrcat(pool, setup->user, " may not read it", NULL),
                               "Make it readable for httpd's user (chmod).");
  }
  return CTL_DONE;
}

/* Makes a key file unless it exists. */
static collab_ctl_exit_t make_key(collab_setup_t *setup, const char *name, bool ring) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *path = apr_pstrcat(pool, setup->folder, "/", name, NULL), *what = apr_pstrcat(pool, "key ", path, NULL);
  unsigned char bytes[KEY_BYTES];
  char text[2 * KEY_BYTES + 4] = "1 ";

  if (access(path, F_OK) == 0) {
    collab_setup_there("%s", what);
    return CTL_DONE;
  }
  if (!collab_random_bytes(bytes, sizeof bytes)) {
    return collab_setup_failed(what, "there are no random numbers", "Run setup again.");
  }
  for (int i = 0; ring && i < KEY_BYTES; i++) {
    apr_snprintf(text + 2 + 2 * i, 4, "%02x\n", bytes[i]);
  }
  bool fine = collab_setup_write(pool, path, ring ? text : (const char *)bytes, ring ? strlen(text) : sizeof bytes, 0600,
                                 (uid_t)-1, (gid_t)-1);
  if (!fine) {
    return collab_setup_failed(what, strerror(errno), "Run setup as root.");
  }
  collab_setup_done("%s", what);
  return CTL_DONE;
}

/* Makes the keys, or checks that they are those of this database. A second node needs the keys of the first, so setup makes no
 * new ones for a database that has secrets already. */
collab_ctl_exit_t collab_setup_keys(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *path = apr_pstrcat(pool, setup->folder, "/secrets.key", NULL), *error = "";
  const char *copy = apr_psprintf(pool, "Copy secrets.key and token.key from the node that has them to %s.", setup->folder);
  collab_rows_t rows;
  collab_ctl_exit_t outcome = collab_ctl_ask(setup->ctl, STATEMENT(canary_look), WAIT, &rows);

  if (outcome != CTL_DONE) {
    return outcome;
  }
  if (access(path, F_OK) && collab_rows_text(rows, 0, "canary")) {
    return collab_setup_failed(apr_pstrcat(pool, "key ", path, NULL), "the database's secrets were sealed on another node", copy);
  }
  if ((outcome = make_key(setup, "token.key", false)) != CTL_DONE ||
      (outcome = make_key(setup, "secrets.key", true)) != CTL_DONE) {
    return outcome;
  }
  const collab_keyring_t *ring = collab_keyring_load(pool, path, &error);
  if (!ring) {
    return collab_setup_failed("secrets key", error, "Put the key back from your backup.");
  }
  switch (collab_canary_check(setup->ctl->pg, pool, ring, collab_time_clock() + apr_time_from_sec(WAIT))) {
  case COLLAB_CANARY_OPENS:
    collab_setup_done("the secrets key opens what the database keeps sealed");
    return CTL_DONE;
  case COLLAB_CANARY_FOREIGN:
    return collab_setup_failed(apr_pstrcat(pool, "key ", path, NULL), "does not open what the database keeps sealed", copy);
  default:
    return collab_setup_failed("canary", collab_pg_message(setup->ctl->pg), "Run setup again.");
  }
}

/* Writes the settings file, in which collabctl finds database and keys from now on. */
collab_ctl_exit_t collab_setup_settings(collab_setup_t *setup) {
  apr_pool_t *pool = setup->ctl->pool;
  const char *path = collab_ctl_settings_file(pool), *old = collab_setup_read(pool, path);
  const char *key = apr_pstrcat(pool, setup->folder, "/secrets.key", NULL);
  const char *text = old ? old : "# Where collabctl finds the database and the keys. Written by collabctl setup.\n";

  text = collab_setup_line(pool, text, "COLLAB_DSN", "=", setup->owner);
  text = collab_setup_line(pool, text, "COLLAB_SECRETS_KEY", "=", key);
  if (old && !strcmp(old, text)) {
    collab_setup_there("settings of collabctl %s", path);
    return CTL_DONE;
  }
  char *folder = apr_pstrmemdup(pool, path, strrchr(path, '/') ? strrchr(path, '/') - path : 0);
  if ((*folder && mkdir(folder, 0755) && errno != EEXIST) ||
      !collab_setup_write(pool, path, text, strlen(text), 0644, (uid_t)-1, (gid_t)-1)) {
    return collab_setup_failed(apr_pstrcat(pool, "settings of collabctl ", path, NULL), strerror(errno), "Run setup as root.");
  }
  collab_setup_done("settings of collabctl %s", path);
  return CTL_DONE;
}
