/* seal.c: secrets sealed at rest (base/seal.h).
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
 *    secret's column into the previous secret's. The key id needs no such protection: opening with a wrong key fails anyway. */
#include "base/seal.h"

#include <openssl/crypto.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/rand.h>
#include <string.h>

#include "base/secret.h"
#include "base/text.h"

#define SEAL_PLAIN 1
#define SEAL_DAILY 2
#define DAY_AT 2
#define DAY_BYTES 4
#define NONCE_BYTES 12
#define TAG_BYTES 16
#define SEALED_MIN (DAY_AT + NONCE_BYTES + TAG_BYTES)
#define PURPOSE_MAX 64
#define SEALED_MAX ((apr_size_t)1 << 24) /* far above any secret; keeps every length within OpenSSL's int */

/* How a value is sealed: the version, the key's id, and in version 2 the day of the derived key. */
typedef struct seal_t {
  unsigned char version;
  unsigned char id;
  apr_uint32_t day;
} seal_t;

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

static apr_size_t head_of(unsigned version) {
  return version == SEAL_DAILY ? DAY_AT + DAY_BYTES : DAY_AT;
}

/* The key of a sealed value. False when the ring does not have it. */
static bool key_of(const collab_keyring_t *ring, const seal_t *how, unsigned char key[COLLAB_KEY_BYTES]) {
  char purpose[PURPOSE_MAX];

  if (how->version == SEAL_DAILY) {
    apr_snprintf(purpose, sizeof(purpose), "mod_collab/sealed/day/%u", how->day);
    return collab_keyring_derive(ring, how->id, purpose, key);
  }
  return collab_keyring_key(ring, how->id, key);
}

static const char *seal(apr_pool_t *pool, const collab_keyring_t *ring, const seal_t *how, const char *identity,
                        const char *text) {
  apr_size_t len = strlen(text), head = head_of(how->version), sealed_len = head + NONCE_BYTES + len + TAG_BYTES;
  unsigned char key[COLLAB_KEY_BYTES];

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
  const seal_t how = {SEAL_PLAIN, (unsigned char)collab_keyring_sealing(ring), 0};

  return seal(pool, ring, &how, identity, text);
}

const char *collab_seal_daily(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *text,
                              apr_time_t now) {
  const seal_t how = {SEAL_DAILY, (unsigned char)collab_keyring_sealing(ring), (apr_uint32_t)(apr_time_sec(now) / 86400)};

  return seal(pool, ring, &how, identity, text);
}

/* Opens a value, and sets *how. */
static const char *unseal(apr_pool_t *pool, const collab_keyring_t *ring, const char *identity, const char *sealed, seal_t *how) {
  apr_size_t digits = strlen(sealed);
  unsigned char key[COLLAB_KEY_BYTES];

  if (digits < 2 || sealed[0] != '\\' || sealed[1] != 'x' || strlen(identity) > SEALED_MAX) {
    return NULL;
  }
  digits -= 2;
  if (digits % 2 != 0 || digits < 2 * SEALED_MIN || digits > 2 * (SEALED_MIN + SEALED_MAX)) {
    return NULL;
  }
  unsigned char *bytes = apr_palloc(pool, digits / 2);
  if (!collab_text_unhex(bytes, sealed + 2, digits) || (bytes[0] != SEAL_PLAIN && bytes[0] != SEAL_DAILY)) {
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
  unsigned char *text = collab_secret_alloc(pool, len + 1);
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

  how.id = (unsigned char)collab_keyring_sealing(ring);
  return text ? seal(pool, ring, &how, identity, text) : NULL;
}
