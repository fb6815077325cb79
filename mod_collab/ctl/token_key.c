/* token_key.c: collabctl token-key: edits the key ring in the file of CollabTokenKey (auth/token_keys.h). The first key signs and
 * all keys verify. So an operator replaces a key without logging anybody out: add, use, remove, each followed by a graceful
 * restart of every node (docs/operations.md).
 *
 * A change writes a new file with the owner and mode of the old file, and renames the new file over the old one. Needs no
 * database, but writes to the audit if a database is configured. Must never print any part of a key. */
#include "ctl/ctl.h"

#include "auth/token_keys.h"
#include "base/digest.h"
#include "base/key_file.h"
#include "base/keyring.h"
#include "base/random.h"
#include "base/secret.h"
#include "base/text.h"

#include <apr_strings.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#define SECRET_BYTES 32

/* The content of a key file. */
typedef struct ring_t {
  const char *path;
  struct stat info;         /* of the file, if it exists */
  bool there, single;       /* there: the file exists; single: it contains a bare key, not a ring */
  apr_array_header_t *keys; /* of collab_token_key_t; the first signs */
  int place;                /* index of the key that the command names; load_with_key sets it */
} ring_t;

static collab_ctl_exit_t list(collab_ctl_t *ctl);
static collab_ctl_exit_t add(collab_ctl_t *ctl);
static collab_ctl_exit_t use(collab_ctl_t *ctl);
static collab_ctl_exit_t drop(collab_ctl_t *ctl);

// clang-format off
#define THE_FILE { "FILE", CTL_ARGUMENT, CTL_NAME, 0, "file of CollabTokenKey" }

static const collab_ctl_param_t of_file[] = {
  THE_FILE,
  { NULL, 0, 0, 0, NULL }
};

static const collab_ctl_param_t of_key[] = {
  THE_FILE,
  { "KEY", CTL_ARGUMENT, CTL_ID, COLLAB_KEY_ID_MAX, "its number" },
  { NULL, 0, 0, 0, NULL }
};

const collab_ctl_command_t collab_ctl_token_key[] = {
  { "list",   "lists the keys of a key ring, and which one signs",                                    of_file, NULL, NULL, list, READS },
  { "add",    "adds a new key, which verifies; turns a bare key, or a missing file, into a key ring", of_file, NULL, NULL, add  },
  { "use",    "makes a key sign after the next restart",                                              of_key,  NULL, NULL, use  },
  { "remove", "removes a key that does not sign; its tokens end at the next restart",                 of_key,  NULL, NULL, drop },
  { NULL }
};
// clang-format on

static collab_ctl_exit_t refuse(const collab_ctl_t *ctl, const char *path, const char *why) {
  collab_ctl_say(ctl, "%s: %s", path, why);
  return CTL_REFUSED;
}

static ring_t *refused(const collab_ctl_t *ctl, const char *path, const char *why) {
  refuse(ctl, path, why);
  return NULL;
}

/* Adds the key of a file that is not a ring. Replaces a secret that is too long for a ring by its hash, as HMAC itself does.
 * False: the file is PEM, or too short. */
static bool take_single(collab_ctl_t *ctl, ring_t *ring, const char *text, apr_size_t len) {
  unsigned char *hash = collab_secret_alloc(ctl->pool, COLLAB_SHA256_BYTES);

  if (strstr(text, "-----BEGIN ") || len < SECRET_BYTES) {
    return false;
  }
  if (len > COLLAB_TOKEN_KEYS_BYTES) {
    if (!collab_digest_sha256(text, len, hash)) {
      return false;
    }
    text = (const char *)hash;
    len = COLLAB_SHA256_BYTES;
  }
  ring->single = true;
  APR_ARRAY_PUSH(ring->keys, collab_token_key_t) = (collab_token_key_t){1, text, len};
  return true;
}

/* Reads the file, which need not exist. Reports a failure and returns NULL. */
static ring_t *load(collab_ctl_t *ctl) {
  const char *path = collab_ctl_value(ctl, "file"), *error = NULL;
  ring_t *ring = apr_pcalloc(ctl->pool, sizeof *ring);
  apr_size_t len;

  *ring = (ring_t){.path = path, .keys = apr_array_make(ctl->pool, 4, sizeof(collab_token_key_t))};
  ring->there = stat(path, &ring->info) == 0;
  if (!ring->there) {
    return errno == ENOENT ? ring : refused(ctl, path, strerror(errno));
  }
  const char *text = collab_key_file_read(ctl->pool, path, &len, &error);
  if (!text) {
    collab_ctl_say(ctl, "%s", error);
    return NULL;
  }
  if (!collab_token_keys_are(text)) {
    return take_single(ctl, ring, text, len)
               ? ring
               : refused(ctl, path, "is not a key for a key ring: it must have 32 bytes or more, and no PEM");
  }
  error = collab_token_keys_read(ctl->pool, text, len, ring->keys);
  return error ? refused(ctl, path, error) : ring;
}

/* Reads a file, which must be a ring. Reports a failure and returns NULL. */
static ring_t *load_ring(collab_ctl_t *ctl) {
  ring_t *ring = load(ctl);

  if (ring && !ring->there) {
    return refused(ctl, ring->path, strerror(ENOENT));
  }
  return ring && ring->single ? refused(ctl, ring->path, "is a bare key, not a key ring; token-key add turns it into one") : ring;
}

static const char *text_of(collab_ctl_t *ctl, const ring_t *ring) {
  char *text = collab_secret_join(ctl->pool, COLLAB_TOKEN_KEYS "\n", NULL);

  for (int i = 0; i < ring->keys->nelts; i++) {
    const collab_token_key_t *key = &APR_ARRAY_IDX(ring->keys, i, collab_token_key_t);
    char *hex = collab_secret_alloc(ctl->pool, 2 * key->len + 1);
    collab_text_hex(hex, (const unsigned char *)key->secret, key->len);
    text = collab_secret_join(ctl->pool, text, apr_itoa(ctl->pool, key->id), " ", hex, "\n", NULL);
  }
  return text;
}

/* Writes a new file with mode 0600, then gives it the owner and mode of the old file. Returns false with errno on failure. */
static bool write_file(const char *path, const char *text, const ring_t *ring) {
  ssize_t len = (ssize_t)strlen(text);
  int fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

  if (fd < 0) {
    return false;
  }
  bool fine =
      write(fd, text, (size_t)len) == len && fsync(fd) == 0 &&
      (!ring->there || (fchown(fd, ring->info.st_uid, ring->info.st_gid) == 0 && fchmod(fd, ring->info.st_mode & 07777) == 0));
  int error = errno;
  close(fd);
  if (!fine) {
    unlink(path);
  }
  errno = error;
  return fine;
}

/* Puts the command into the audit, if a database is configured. A failure of the audit does not stop the command, because keys
 * must be replaceable while the database is down. */
static void audit(collab_ctl_t *ctl) {
  if (collab_ctl_setting(ctl, "dsn", "COLLAB_DSN") && collab_ctl_audit(ctl) != CTL_DONE) {
    collab_ctl_say(ctl, "the audit has no row of this change");
  }
}

static collab_ctl_exit_t save(collab_ctl_t *ctl, const ring_t *ring) {
  const char *path = apr_psprintf(ctl->pool, "%s.%d.new", ring->path, (int)getpid());

  audit(ctl);
  if (!write_file(path, text_of(ctl, ring), ring)) {
    return refuse(ctl, path, strerror(errno));
  }
  if (rename(path, ring->path) != 0) {
    int error = errno;
    unlink(path);
    return refuse(ctl, ring->path, strerror(error));
  }
  return CTL_DONE;
}

static int first_id(const ring_t *ring) {
  return APR_ARRAY_IDX(ring->keys, 0, collab_token_key_t).id;
}

/* The index of a key in the ring, or -1. */
static int place_of(const ring_t *ring, int id) {
  for (int i = 0; i < ring->keys->nelts; i++) {
    if (APR_ARRAY_IDX(ring->keys, i, collab_token_key_t).id == id) {
      return i;
    }
  }
  return -1;
}

/* A free number, above all others if possible, so that a removed number is not reused soon. 0: no number is free. */
static int free_id(const ring_t *ring) {
  int id = 1;

  for (int i = 0; i < ring->keys->nelts; i++) {
    const collab_token_key_t *key = &APR_ARRAY_IDX(ring->keys, i, collab_token_key_t);
    id = key->id >= id ? key->id + 1 : id;
  }
  for (int other = 1; id > COLLAB_KEY_ID_MAX && other <= COLLAB_KEY_ID_MAX; other++) {
    id = place_of(ring, other) < 0 ? other : id;
  }
  return id > COLLAB_KEY_ID_MAX ? 0 : id;
}

/* Reads a ring, which must contain the key of the argument KEY. Reports a failure and returns NULL. */
static ring_t *load_with_key(collab_ctl_t *ctl) {
  ring_t *ring = load_ring(ctl);

  if (!ring) {
    return NULL;
  }
  ring->place = place_of(ring, (int)apr_atoi64(collab_ctl_value(ctl, "key")));
  return ring->place < 0 ? refused(ctl, "key", apr_psprintf(ctl->pool, "there is no key %s", collab_ctl_value(ctl, "key")))
                         : ring;
}

static collab_ctl_exit_t list(collab_ctl_t *ctl) {
  bool json = collab_ctl_value(ctl, "json") != NULL;
  const ring_t *ring = load_ring(ctl);
  collab_json_writer_t *w = collab_json_writer_make(ctl->pool, 200);

  if (!ring) {
    return CTL_REFUSED;
  }
  collab_write_open(w, NULL, "[");
  for (int i = 0; i < ring->keys->nelts; i++) {
    int id = APR_ARRAY_IDX(ring->keys, i, collab_token_key_t).id;
    collab_write_open(w, NULL, "{");
    collab_write_integer(w, "key", id);
    collab_write_boolean(w, "signs", i == 0);
    collab_write_close(w, "}");
    if (!json) {
      printf("%3d  %s\n", id, i ? "verifies" : "signs and verifies");
    }
  }
  collab_write_close(w, "]");
  if (json) {
    printf("%s\n", w->text);
  }
  return CTL_DONE;
}

static collab_ctl_exit_t add(collab_ctl_t *ctl) {
  unsigned char *secret = collab_secret_alloc(ctl->pool, SECRET_BYTES);
  ring_t *ring = load(ctl);

  if (!ring) {
    return CTL_REFUSED;
  }
  int id = free_id(ring);
  if (!id) {
    return refuse(ctl, ring->path, "all key numbers are in use: remove keys first");
  }
  if (!collab_random_bytes(secret, SECRET_BYTES)) {
    return refuse(ctl, ring->path, "the random number generator fails");
  }
  APR_ARRAY_PUSH(ring->keys, collab_token_key_t) = (collab_token_key_t){id, (const char *)secret, SECRET_BYTES};
  collab_ctl_exit_t outcome = save(ctl, ring);
  if (outcome == CTL_DONE && id == first_id(ring)) {
    collab_ctl_tell(ctl, "key %d signs", id);
  } else if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "key %d is added; key %d signs", id, first_id(ring));
  }
  return outcome;
}

static collab_ctl_exit_t use(collab_ctl_t *ctl) {
  ring_t *ring = load_with_key(ctl);

  if (!ring) {
    return CTL_REFUSED;
  }
  collab_token_key_t key = APR_ARRAY_IDX(ring->keys, ring->place, collab_token_key_t);
  if (ring->place == 0) {
    collab_ctl_tell(ctl, "nothing to do: key %d signs already", key.id);
    return CTL_DONE;
  }
  for (int i = ring->place; i > 0; i--) {
    APR_ARRAY_IDX(ring->keys, i, collab_token_key_t) = APR_ARRAY_IDX(ring->keys, i - 1, collab_token_key_t);
  }
  APR_ARRAY_IDX(ring->keys, 0, collab_token_key_t) = key;
  collab_ctl_exit_t outcome = save(ctl, ring);
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "key %d signs from the next restart on", key.id);
  }
  return outcome;
}

static collab_ctl_exit_t drop(collab_ctl_t *ctl) {
  ring_t *ring = load_with_key(ctl);

  if (!ring) {
    return CTL_REFUSED;
  }
  if (ring->place == 0) {
    return refuse(ctl, "key", apr_psprintf(ctl->pool, "key %d signs; make another sign first (token-key use)", first_id(ring)));
  }
  for (int i = ring->place; i + 1 < ring->keys->nelts; i++) {
    APR_ARRAY_IDX(ring->keys, i, collab_token_key_t) = APR_ARRAY_IDX(ring->keys, i + 1, collab_token_key_t);
  }
  ring->keys->nelts--;
  collab_ctl_exit_t outcome = save(ctl, ring);
  if (outcome == CTL_DONE) {
    collab_ctl_tell(ctl, "key %s is removed; its tokens end with the next restart", collab_ctl_value(ctl, "key"));
  }
  return outcome;
}
