/* keyring.c: the keys that seal secrets (base/keyring.h). Owns the ring's memory and wipes it. Must never log, and never put a
 * key's bytes into an error. */
#include "base/keyring.h"

#include <openssl/crypto.h>
#include <string.h>
#include <sys/mman.h>

#include "base/digest.h"
#include "base/key_file.h"
#include "base/secret.h"
#include "base/text.h"

#define KEY_BYTES COLLAB_KEY_BYTES
#define PURPOSE_MAX 64

struct collab_keyring_t {
  int sealing; /* id of the key that seals; 0: none yet */
  bool known[256];
  unsigned char keys[256][KEY_BYTES];
};

/* Reads one line: "<id> <64 hex digits>", a comment or nothing. Returns the fault, or NULL. */
static const char *take_line(collab_keyring_t *ring, const char *line) {
  const char *end = line + strcspn(line, "\n#");
  int id = 0;

  while (end > line && strchr(" \t\r", end[-1])) {
    end--;
  }
  while (line < end && strchr(" \t", *line)) {
    line++;
  }
  if (line == end) {
    return NULL;
  }

  for (; line < end && *line >= '0' && *line <= '9' && id < 256; line++) {
    id = id * 10 + (*line - '0');
  }
  if (id < 1 || id > 255) {
    return "does not begin with a key id from 1 to 255";
  }
  if (line == end || !strchr(" \t", *line)) {
    return "has no blank after the key id";
  }
  while (line < end && strchr(" \t", *line)) {
    line++;
  }
  if (end - line != 2 * KEY_BYTES || !collab_text_unhex(ring->keys[id], line, 2 * KEY_BYTES)) {
    return "has no key of 64 hexadecimal digits";
  }
  if (ring->known[id]) {
    return "has a key id that an earlier line has";
  }
  ring->known[id] = true;
  if (ring->sealing == 0) {
    ring->sealing = id;
  }
  return NULL;
}

static apr_status_t forget_ring(void *ring) {
  OPENSSL_cleanse(ring, sizeof(collab_keyring_t));
  munmap(ring, sizeof(collab_keyring_t));
  return APR_SUCCESS;
}

/* A ring on pages of its own, which are in no core dump. NULL: there is no memory. */
static collab_keyring_t *new_ring(apr_pool_t *pool) {
  void *ring = mmap(NULL, sizeof(collab_keyring_t), PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

  if (ring == MAP_FAILED) {
    return NULL;
  }
  madvise(ring, sizeof(collab_keyring_t), MADV_DONTDUMP);
  apr_pool_cleanup_register(pool, ring, forget_ring, apr_pool_cleanup_null);
  return ring;
}

bool collab_keyring_lock(const collab_keyring_t *ring) {
  return mlock(ring, sizeof *ring) == 0;
}

collab_keyring_t *collab_keyring_load(apr_pool_t *pool, const char *path, const char **error) {
  collab_keyring_t *ring = new_ring(pool);
  apr_size_t len;
  int number = 1;

  if (ring == NULL) {
    *error = apr_pstrcat(pool, path, ": no memory for its keys", NULL);
    return NULL;
  }
  const char *text = collab_key_file_read(pool, path, &len, error), *line = text;
  if (line == NULL) {
    return NULL;
  }
  if (strlen(line) != len) {
    *error = apr_pstrcat(pool, path, ": is not a text file", NULL);
    return NULL;
  }
  for (; line != NULL; number++) {
    const char *fault = take_line(ring, line);
    if (fault != NULL) {
      *error = apr_psprintf(pool, "%s: line %d %s", path, number, fault);
      return NULL;
    }
    line = strchr(line, '\n');
    if (line != NULL) {
      line++;
    }
  }
  collab_secret_wipe(text);
  if (ring->sealing != 0) {
    return ring;
  }
  *error = apr_pstrcat(pool, path, ": has no key", NULL);
  return NULL;
}

int collab_keyring_sealing(const collab_keyring_t *ring) {
  return ring->sealing;
}

bool collab_keyring_key(const collab_keyring_t *ring, int id, unsigned char key[COLLAB_KEY_BYTES]) {
  if (id < 1 || id > COLLAB_KEY_ID_MAX || !ring->known[id]) {
    return false;
  }
  memcpy(key, ring->keys[id], COLLAB_KEY_BYTES);
  return true;
}

bool collab_keyring_derive(const collab_keyring_t *ring, int id, const char *purpose, unsigned char key[COLLAB_KEY_BYTES]) {
  char info[PURPOSE_MAX + 1];
  apr_size_t len = strlen(purpose);

  if (id < 1 || id > COLLAB_KEY_ID_MAX || !ring->known[id] || len >= sizeof(info)) {
    return false;
  }
  memcpy(info, purpose, len);
  info[len] = 1; /* block number */
  return collab_digest_hmac(ring->keys[id], KEY_BYTES, info, len + 1, key);
}
