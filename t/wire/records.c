/* records.c: TLS 1.3 records written by hand, because OpenSSL writes none without content. After the handshake, OpenSSL still
 * reads, but writes nothing more: the numbers of the records are counted here. RFC 8446, 5.2 and 7.3. */
#include <openssl/evp.h>
#include <openssl/kdf.h>
#include <openssl/params.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>

#include "wire.h"

#define SECRET 32 /* bytes, with SHA-256 */
#define KEY 16
#define NONCE 12
#define TAG 16
#define MOST 16384 /* bytes of a record's content with its padding */

enum { ALERT = 21, HANDSHAKE = 22, DATA = 23 };

struct records_t {
  EVP_CIPHER_CTX *cipher;
  unsigned char nonce[NONCE];
  uint64_t number;
};

/* HKDF-Expand-Label with an empty context, for `name` key or iv. */
static bool expand(const unsigned char *secret, const char *name, unsigned char *to, size_t len) {
  unsigned char label[32] = {0, (unsigned char)len, (unsigned char)(6 + strlen(name))};
  size_t label_len = 3 + 6 + strlen(name) + 1;
  int mode = EVP_KDF_HKDF_MODE_EXPAND_ONLY;
  EVP_KDF *kdf = EVP_KDF_fetch(NULL, "HKDF", NULL);
  EVP_KDF_CTX *context = EVP_KDF_CTX_new(kdf);

  memcpy(label + 3, "tls13 ", 6);
  memcpy(label + 9, name, strlen(name));
  OSSL_PARAM params[] = {OSSL_PARAM_construct_int("mode", &mode), OSSL_PARAM_construct_utf8_string("digest", (char *)"SHA256", 0),
                         OSSL_PARAM_construct_octet_string("key", (void *)secret, SECRET),
                         OSSL_PARAM_construct_octet_string("info", label, label_len), OSSL_PARAM_construct_end()};
  bool fine = context && EVP_KDF_derive(context, to, len, params) == 1;
  EVP_KDF_CTX_free(context);
  EVP_KDF_free(kdf);
  return fine;
}

records_t *records_new(const unsigned char *secret) {
  records_t *records = calloc(1, sizeof *records);
  unsigned char key[KEY];

  if (!records || !(records->cipher = EVP_CIPHER_CTX_new()) || !expand(secret, "key", key, KEY) ||
      !expand(secret, "iv", records->nonce, NONCE) ||
      EVP_EncryptInit_ex(records->cipher, EVP_aes_128_gcm(), NULL, key, records->nonce) != 1) {
    exit(1);
  }
  return records;
}

void records_free(records_t *records) {
  if (records) {
    EVP_CIPHER_CTX_free(records->cipher);
    free(records);
  }
}

/* Writes one record to `to`; returns its length. */
static size_t put(records_t *records, unsigned char *to, unsigned char type, const void *content, size_t len, size_t padding) {
  unsigned char nonce[NONCE];
  size_t whole = len + 1 + padding;
  int got = 0, last = 0;

  memcpy(nonce, records->nonce, NONCE);
  for (int i = 0; i < 8; i++) {
    nonce[NONCE - 1 - i] ^= (unsigned char)(records->number >> (8 * i));
  }
  records->number++;
  memcpy(to, (unsigned char[]){DATA, 3, 3, (unsigned char)((whole + TAG) >> 8), (unsigned char)(whole + TAG)}, 5);
  memmove(to + 5, content, len);
  to[5 + len] = type;
  memset(to + 6 + len, 0, padding);
  if (EVP_EncryptInit_ex(records->cipher, NULL, NULL, NULL, nonce) != 1 ||
      EVP_EncryptUpdate(records->cipher, NULL, &got, to, 5) != 1 ||
      EVP_EncryptUpdate(records->cipher, to + 5, &got, to + 5, (int)whole) != 1 ||
      EVP_EncryptFinal_ex(records->cipher, to + 5 + got, &last) != 1 ||
      EVP_CIPHER_CTX_ctrl(records->cipher, EVP_CTRL_AEAD_GET_TAG, TAG, to + 5 + whole) != 1) {
    exit(1);
  }
  return 5 + whole + TAG;
}

static bool send_all(const line_t *line, const unsigned char *bytes, size_t len) {
  while (len && !ending()) {
    ssize_t sent = send(line->fd, bytes, len, MSG_NOSIGNAL);
    if (sent <= 0) {
      return false;
    }
    bytes += sent;
    len -= (size_t)sent;
  }
  return !len;
}

bool records_say(line_t *line, const void *bytes, size_t len) {
  unsigned char record[MOST + 64];
  const char *at = bytes;

  while (len) {
    size_t part = len > MOST - 1 ? MOST - 1 : len;
    if (!send_all(line, record, put(line->records, record, DATA, at, part, 0))) {
      return false;
    }
    at += part;
    len -= part;
  }
  return true;
}

bool records_alert(line_t *line, unsigned char code) {
  unsigned char record[64];

  return send_all(line, record, put(line->records, record, ALERT, (unsigned char[]){2, code}, 2, 0));
}

bool records_noise(line_t *line, noise_t noise, size_t padding) {
  /* a ticket: lifetime, age, nonce, ticket, no extensions */
  static const unsigned char ticket[] = {4, 0, 0, 18, 0, 0, 14, 16, 1, 2, 3, 4, 1, 0, 0, 4, 5, 6, 7, 8, 0, 0};
  static const unsigned char user_canceled[] = {1, 90};
  unsigned char block[2 * (MOST + 64)];
  size_t filled = 0, one = padding + 64;

  for (unsigned i = 0; filled + one < sizeof block && i < 128; i++) {
    /* OpenSSL ends the connection after 32 records without content in a row */
    noise_t now = noise == NOISE_EMPTY && i % 32 == 31 ? NOISE_TICKET : noise;
    const void *content = now == NOISE_TICKET ? ticket : user_canceled;
    filled += put(line->records, block + filled,
                  now == NOISE_TICKET  ? HANDSHAKE
                  : now == NOISE_ALERT ? ALERT
                                       : DATA,
                  content,
                  now == NOISE_TICKET  ? sizeof ticket
                  : now == NOISE_ALERT ? sizeof user_canceled
                                       : 0,
                  padding);
  }
  return send_all(line, block, filled);
}
