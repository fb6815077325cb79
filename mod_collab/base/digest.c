/* digest.c: SHA-256, HMAC, and comparison in constant time (base/digest.h). Called for tokens and webhook signatures. */
#include "base/digest.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

#define SHA256_BLOCK 64

bool collab_digest_sha256(const void *data, apr_size_t len, unsigned char out[COLLAB_SHA256_BYTES]) {
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
bool collab_digest_hmac(const void *key, apr_size_t key_len, const void *data, apr_size_t len,
                        unsigned char out[COLLAB_SHA256_BYTES]) {
  unsigned char pad[SHA256_BLOCK] = {0};
  unsigned char inner[COLLAB_SHA256_BYTES];
  EVP_MD_CTX *context;
  bool fine;

  if (key_len > SHA256_BLOCK) {
    if (!collab_digest_sha256(key, key_len, pad)) {
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

bool collab_digest_equal(const void *a, apr_size_t a_len, const void *b, apr_size_t b_len) {
  return a_len == b_len && CRYPTO_memcmp(a, b, a_len) == 0;
}
