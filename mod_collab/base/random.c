/* random.c: unguessable values (base/random.h).
 *
 * Owns no state; OpenSSL's generator reseeds itself in a forked process. Called when a request, a note, a subscription or a token
 * is made. Must never fall back to another source: if the generator fails, the caller answers 503. */
#include "base/random.h"

#include "base/base64.h"
#include "base/text.h"

#include <openssl/crypto.h>
#include <openssl/rand.h>

#define TOKEN_LENGTH 20
#define SECRET_LENGTH 43
#define UUID_BYTES 16

#define ALPHANUMERIC 62 /* first characters of `alphabet` */
#define BASE64URL 64

static const char alphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

bool collab_random_bytes(void *bytes, apr_size_t len) {
  return RAND_priv_bytes(bytes, (int)len) == 1;
}

/* Draws `count` characters from the first `size` of the alphabet. All these are equally likely, because a byte at or above the
 * last multiple of `size` is discarded. */
static const char *draw(apr_pool_t *pool, unsigned size, int count) {
  unsigned char bytes[64];
  unsigned limit = 256 - 256 % size;
  char *out = apr_palloc(pool, (apr_size_t)count + 1);
  int have = 0;

  while (have < count) {
    if (!collab_random_bytes(bytes, sizeof(bytes))) {
      return NULL;
    }
    for (unsigned i = 0; i < sizeof(bytes) && have < count; i++) {
      if (bytes[i] < limit) {
        out[have++] = alphabet[bytes[i] % size];
      }
    }
  }
  out[count] = '\0';
  OPENSSL_cleanse(bytes, sizeof(bytes));
  return out;
}

const char *collab_random_token(apr_pool_t *pool) {
  return draw(pool, ALPHANUMERIC, TOKEN_LENGTH);
}

const char *collab_random_secret(apr_pool_t *pool) {
  return draw(pool, BASE64URL, SECRET_LENGTH);
}

const char *collab_random_webhook_secret(apr_pool_t *pool) {
  unsigned char bytes[32];

  if (!collab_random_bytes(bytes, sizeof bytes)) {
    return NULL;
  }
  const char *secret = apr_pstrcat(pool, "whsec_", collab_base64(pool, bytes, sizeof bytes), NULL);
  OPENSSL_cleanse(bytes, sizeof bytes);
  return secret;
}

const char *collab_random_uuid(apr_pool_t *pool) {
  unsigned char bytes[UUID_BYTES];
  char hex[2 * UUID_BYTES + 1];

  if (RAND_bytes(bytes, sizeof(bytes)) != 1) {
    return NULL;
  }
  bytes[6] = (unsigned char)((bytes[6] & 0x0F) | 0x40); /* version 4 */
  bytes[8] = (unsigned char)((bytes[8] & 0x3F) | 0x80); /* variant of RFC 4122 */
  collab_text_hex(hex, bytes, sizeof(bytes));
  return apr_psprintf(pool, "%.8s-%.4s-%.4s-%.4s-%.12s", hex, hex + 8, hex + 12, hex + 16, hex + 20);
}
