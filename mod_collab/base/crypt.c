/* crypt.c: HMAC, constant-time comparison, key files, and secrets sealed at rest (base/crypt.h).
 *
 * A sealed secret, before it is written as hexadecimal. The version (1 or 2) and the key id take one byte each:
 *
 *      | 1 | key id |                  | nonce, 12 bytes | AES-256-GCM text | tag, 16 bytes |
 *      | 2 | key id | UTC day, 4 bytes | nonce, 12 bytes | AES-256-GCM text | tag, 16 bytes |
 *
 * 1. The nonce is random, so one key may seal 2^32 values at most (SP 800-38D, 8.3). Version 1 is for the secrets that operators
 *    and members set, which are far fewer. Version 2 is for stored responses. One key for each UTC day suffices for 49,000
 *    responses a second.
 * 2. The identity of the row is additional data. So a value does not open if it was copied into another row, or from the current
 *    secret's column into the previous secret's. The key id needs no such protection: opening with a wrong key fails anyway.
 * 3. Rotation: a new key comes first in the file and seals from then on; the old keys stay while a sealed value needs them.
 *
 * Owns the key ring's memory and wipes it. Called for tokens, webhook signatures and all stored secrets.
 * Must never log, and never put a key's bytes into an error. */
#include "base/crypt.h"

#include "base/text.h"

#include <errno.h>
#include <fcntl.h>
#include <malloc.h>
#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define SHA256_BLOCK 64
#define KEY_BYTES COLLAB_KEY_BYTES
#define KEY_FILE_MAX 65536
#define SEAL_PLAIN 1
#define SEAL_DAILY 2
#define DAY_AT 2
#define DAY_BYTES 4
#define NONCE_BYTES 12
#define TAG_BYTES 16
#define SEALED_MIN (DAY_AT + NONCE_BYTES + TAG_BYTES)
#define PURPOSE_MAX 64
#define SEALED_MAX ((apr_size_t)1 << 24) /* far above any secret; keeps every length within OpenSSL's int */

struct collab_keyring_t {
  int sealing; /* id of the key that seals; 0: none yet */
  bool known[256];
  unsigned char keys[256][KEY_BYTES];
};

/* Pool memory that is wiped before the pool frees it. */
typedef struct wipe_t {
  void *data;
  apr_size_t len;
} wipe_t;

/* How a value is sealed: the version, the key's id, and in version 2 the day of the derived key. */
typedef struct seal_t {
  unsigned char version;
  unsigned char id;
  apr_uint32_t day;
} seal_t;

static apr_status_t wipe(void *data) {
  wipe_t *it = data;
  OPENSSL_cleanse(it->data, it->len);
  return APR_SUCCESS;
}

void *collab_crypt_alloc(apr_pool_t *pool, apr_size_t len) {
  wipe_t *it = apr_palloc(pool, sizeof(*it));
  it->data = apr_pcalloc(pool, len);
  it->len = len;
  apr_pool_cleanup_register(pool, it, wipe, apr_pool_cleanup_null);
  return it->data;
}

char *collab_crypt_secret(apr_pool_t *pool, ...) {
  const char *text;
  apr_size_t len = 0;
  va_list texts;

  va_start(texts, pool);
  while ((text = va_arg(texts, const char *))) {
    len += strlen(text);
  }
  va_end(texts);
  char *joined = collab_crypt_alloc(pool, len + 1), *to = joined;
  va_start(texts, pool);
  while ((text = va_arg(texts, const char *))) {
    to = stpcpy(to, text);
  }
  va_end(texts);
  return joined;
}

void collab_crypt_wipe(const char *text) {
  OPENSSL_cleanse((char *)text, strlen(text));
}

void collab_crypt_free(void *memory) {
  if (memory) {
    OPENSSL_cleanse(memory, malloc_usable_size(memory));
  }
  free(memory);
}

void *collab_crypt_realloc(void *memory, size_t size) {
  size_t had = memory ? malloc_usable_size(memory) : 0;
  void *more = malloc(size);

  if (more && memory) {
    memcpy(more, memory, had < size ? had : size);
    collab_crypt_free(memory);
  }
  return more;
}

/* ---------------------------------------------------------------------------------------------- digests */

bool collab_crypt_sha256(const void *data, apr_size_t len, unsigned char out[COLLAB_SHA256_BYTES]) {
  return EVP_Digest(data, len, out, NULL, EVP_sha256(), NULL) == 1;
}

/* One pass of HMAC: hashes the padded key and the data. With `digest` NULL it uses the digest of the pass before. */
static bool hmac_pass(EVP_MD_CTX *context, const EVP_MD *digest, const unsigned char *pad, const void *data, apr_size_t len,
                      unsigned char *out) {
  return EVP_DigestInit_ex(context, digest, NULL) == 1 && EVP_DigestUpdate(context, pad, SHA256_BLOCK) == 1 &&
         EVP_DigestUpdate(context, data, len) == 1 && EVP_DigestFinal_ex(context, out, NULL) == 1;
}

/* Does not call OpenSSL 3's HMAC(), which looks up two algorithms under a process-wide lock at every call. Even with one thread,
 * HMAC() takes two to three times as long as this function. */
bool collab_crypt_hmac(const void *key, apr_size_t key_len, const void *data, apr_size_t len,
                       unsigned char out[COLLAB_SHA256_BYTES]) {
  unsigned char pad[SHA256_BLOCK] = {0};
  unsigned char inner[COLLAB_SHA256_BYTES];
  EVP_MD_CTX *context;
  bool fine;

  if (key_len > SHA256_BLOCK) {
    if (!collab_crypt_sha256(key, key_len, pad)) {
      return false;
    }
  } else if (key_len > 0) {
    memcpy(pad, key, key_len);
  }
  context = EVP_MD_CTX_new();
  if (context == NULL) {
    return false;
  }
  for (int i = 0; i < SHA256_BLOCK; i++) {
    pad[i] ^= 0x36;
  }
  fine = hmac_pass(context, EVP_sha256(), pad, data, len, inner);
  for (int i = 0; i < SHA256_BLOCK; i++) {
    pad[i] ^= 0x36 ^ 0x5C;
  }
  fine = fine && hmac_pass(context, NULL, pad, inner, sizeof(inner), out);
  EVP_MD_CTX_free(context);
  OPENSSL_cleanse(pad, sizeof(pad));
  return fine;
}

bool collab_crypt_equal(const void *a, apr_size_t a_len, const void *b, apr_size_t b_len) {
  return a_len == b_len && CRYPTO_memcmp(a, b, a_len) == 0;
}

/* ---------------------------------------------------------------------------------------------- key files */

const char *collab_crypt_key_mode(apr_pool_t *pool, unsigned mode, bool roots) {
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
  return collab_crypt_key_mode(pool, info.st_mode, info.st_uid == 0);
}

const char *collab_crypt_key_file(apr_pool_t *pool, const char *path, apr_size_t *len, const char **error) {
  apr_size_t size = 0;
  char *data = NULL;

  int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK); /* opening a pipe must not wait */
  if (fd < 0) {
    *error = apr_psprintf(pool, "%s: cannot be read: %s", path, strerror(errno));
    return NULL;
  }
  const char *fault = key_file_fault(pool, fd, &size);
  if (fault == NULL) {
    data = collab_crypt_alloc(pool, size + 1);
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

bool collab_crypt_unhex(unsigned char *out, const char *text, apr_size_t len) {
  static const char digits[] = "0123456789abcdefABCDEF";
  const char *at;

  for (apr_size_t i = 0; i < len; i++) {
    if (text[i] == '\0' || (at = strchr(digits, text[i])) == NULL) {
      return false;
    }
    unsigned value = (unsigned)(at - digits);
    if (value > 15) {
      value -= 6;
    }
    out[i / 2] = (unsigned char)(i % 2 ? out[i / 2] << 4 | value : value);
  }
  return len % 2 == 0;
}

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
  if (end - line != 2 * KEY_BYTES || !collab_crypt_unhex(ring->keys[id], line, 2 * KEY_BYTES)) {
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
  const char *text = collab_crypt_key_file(pool, path, &len, error), *line = text;
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
  collab_crypt_wipe(text);
  if (ring->sealing != 0) {
    return ring;
  }
  *error = apr_pstrcat(pool, path, ": has no key", NULL);
  return NULL;
}

/* ---------------------------------------------------------------------------------------------- sealing */

/* Runs AES-256-GCM over `len` bytes in one piece. Sealing writes the tag behind `out`; opening checks the tag behind `in`. */
static bool gcm(bool seal, const unsigned char *key, const unsigned char *nonce, const char *identity, const unsigned char *in,
                apr_size_t len, unsigned char *out) {
  EVP_CIPHER_CTX *context = EVP_CIPHER_CTX_new();
  int written;
  bool fine;

  fine = context != NULL && EVP_CipherInit_ex(context, EVP_aes_256_gcm(), NULL, key, nonce, seal) == 1 &&
         EVP_CipherUpdate(context, NULL, &written, (const unsigned char *)identity, (int)strlen(identity)) == 1 &&
         EVP_CipherUpdate(context, out, &written, in, (int)len) == 1;
  if (fine && !seal) {
    fine = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_SET_TAG, TAG_BYTES, (void *)(in + len)) == 1;
  }
  fine = fine && EVP_CipherFinal_ex(context, out + len, &written) == 1;
  if (fine && seal) {
    fine = EVP_CIPHER_CTX_ctrl(context, EVP_CTRL_AEAD_GET_TAG, TAG_BYTES, out + len) == 1;
  }
  EVP_CIPHER_CTX_free(context);
  if (!fine) {
    ERR_clear_error(); /* mod_ssl and libcurl share the thread's error queue */
  }
  return fine;
}

int collab_keyring_sealing(const collab_keyring_t *ring) {
  return ring->sealing;
}

bool collab_keyring_derive(const collab_keyring_t *ring, int id, const char *purpose, unsigned char key[COLLAB_KEY_BYTES]) {
  char info[PURPOSE_MAX + 1];
  apr_size_t len = strlen(purpose);

  if (id < 1 || id > 255 || !ring->known[id] || len >= sizeof(info)) {
    return false;
  }
  memcpy(info, purpose, len);
  info[len] = 1; /* block number */
  return collab_crypt_hmac(ring->keys[id], KEY_BYTES, info, len + 1, key);
}

static apr_size_t head_of(unsigned version) {
  return version == SEAL_DAILY ? DAY_AT + DAY_BYTES : DAY_AT;
}

/* The key of a sealed value. False when the ring does not have it. */
static bool key_of(const collab_keyring_t *ring, const seal_t *how, unsigned char key[KEY_BYTES]) {
  char purpose[PURPOSE_MAX];

  if (!ring->known[how->id]) {
    return false;
  }
  if (how->version == SEAL_DAILY) {
    apr_snprintf(purpose, sizeof(purpose), "mod_collab/sealed/day/%u", how->day);
    return collab_keyring_derive(ring, how->id, purpose, key);
  }
  memcpy(key, ring->keys[how->id], KEY_BYTES);
  return true;
}

static const char *seal(apr_pool_t *pool, const collab_keyring_t *ring, const seal_t *how, const char *identity,
                        const char *text) {
  apr_size_t len = strlen(text), head = head_of(how->version), sealed_len = head + NONCE_BYTES + len + TAG_BYTES;
  unsigned char key[KEY_BYTES];

  if (len > SEALED_MAX || strlen(identity) > SEALED_MAX) {
    return NULL;
  }
  unsigned char *sealed = apr_palloc(pool, sealed_len), *nonce = sealed + head;
  sealed[0] = how->version;
  sealed[1] = how->id;
  for (apr_size_t i = 0; DAY_AT + i < head; i++) {
    sealed[DAY_AT + i] = (unsigned char)(how->day >> (8 * (DAY_BYTES - 1 - i)));
  }
  if (RAND_bytes(nonce, NONCE_BYTES) != 1 || !key_of(ring, how, key)) {
    return NULL;
  }
  bool fine = gcm(true, key, nonce, identity, (const unsigned char *)text, len, nonce + NONCE_BYTES);
  OPENSSL_cleanse(key, sizeof(key));
  if (!fine) {
    return NULL;
  }
  char *hex = apr_palloc(pool, 2 * sealed_len + 3);
  hex[0] = '\\';
  hex[1] = 'x';
  collab_text_hex(hex + 2, sealed, sealed_len);
  return hex;
}

const char *collab_seal(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *text) {
  const seal_t how = {SEAL_PLAIN, (unsigned char)ring->sealing, 0};

  return seal(pool, ring, &how, identity, text);
}

const char *collab_seal_daily(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *text,
                              apr_time_t now) {
  const seal_t how = {SEAL_DAILY, (unsigned char)ring->sealing, (apr_uint32_t)(apr_time_sec(now) / 86400)};

  return seal(pool, ring, &how, identity, text);
}

/* Opens a value, and sets *how. */
static const char *unseal(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *sealed, seal_t *how) {
  apr_size_t digits = strlen(sealed);
  unsigned char key[KEY_BYTES];

  if (digits < 2 || sealed[0] != '\\' || sealed[1] != 'x' || strlen(identity) > SEALED_MAX) {
    return NULL;
  }
  digits -= 2;
  if (digits % 2 != 0 || digits < 2 * SEALED_MIN || digits > 2 * (SEALED_MIN + SEALED_MAX)) {
    return NULL;
  }
  unsigned char *bytes = apr_palloc(pool, digits / 2);
  if (!collab_crypt_unhex(bytes, sealed + 2, digits) || (bytes[0] != SEAL_PLAIN && bytes[0] != SEAL_DAILY)) {
    return NULL;
  }
  apr_size_t head = head_of(bytes[0]);
  if (digits / 2 < head + NONCE_BYTES + TAG_BYTES) {
    return NULL;
  }
  *how = (seal_t){bytes[0], bytes[1], 0};
  for (apr_size_t i = DAY_AT; i < head; i++) {
    how->day = how->day << 8 | bytes[i];
  }
  if (!key_of(ring, how, key)) {
    return NULL;
  }

  apr_size_t len = digits / 2 - head - NONCE_BYTES - TAG_BYTES;
  unsigned char *text = collab_crypt_alloc(pool, len + 1);
  bool fine = gcm(false, key, bytes + head, identity, bytes + head + NONCE_BYTES, len, text);
  OPENSSL_cleanse(key, sizeof(key));
  if (!fine) {
    OPENSSL_cleanse(text, len); /* GCM decrypts before it checks the tag */
    return NULL;
  }
  return (const char *)text;
}

const char *collab_unseal(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *sealed) {
  seal_t how;

  return unseal(pool, ring, identity, sealed, &how);
}

const char *collab_seal_again(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *sealed) {
  seal_t how;
  const char *text = unseal(pool, ring, identity, sealed, &how);

  how.id = (unsigned char)ring->sealing;
  return text ? seal(pool, ring, &how, identity, text) : NULL;
}
