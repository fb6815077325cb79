/* jwk.h: plays another issuer of tokens: makes keys with OpenSSL, writes them as JWKs, and signs with them. */
#ifndef COLLAB_TEST_JWK_H
#define COLLAB_TEST_JWK_H

#include "base/base64.h"
#include "tap.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/rsa.h>

static inline const char *jwk_url(const void *bytes, apr_size_t len) {
  return collab_base64url(tap_pool, bytes, len);
}

static inline const char *jwk_number(EVP_PKEY *pair, const char *name, int width) {
  BIGNUM *number = NULL;
  unsigned char bytes[1024];

  if (EVP_PKEY_get_bn_param(pair, name, &number) != 1) {
    exit(2);
  }
  int len = width ? BN_bn2binpad(number, bytes, width) : BN_bn2bin(number, bytes);
  BN_free(number);
  return jwk_url(bytes, (apr_size_t)len);
}

/* The public half as a JWK; `more` are further members (",\"kid\":…"). */
static inline const char *jwk_of(EVP_PKEY *pair, const char *more) {
  unsigned char raw[32];
  size_t len = sizeof(raw);

  if (EVP_PKEY_is_a(pair, "RSA")) {
    return apr_pstrcat(tap_pool, "{\"kty\":\"RSA\",\"n\":\"", jwk_number(pair, OSSL_PKEY_PARAM_RSA_N, 0), "\",\"e\":\"",
                       jwk_number(pair, OSSL_PKEY_PARAM_RSA_E, 0), "\"", more, "}", NULL);
  }
  if (EVP_PKEY_is_a(pair, "EC")) {
    return apr_pstrcat(tap_pool, "{\"kty\":\"EC\",\"crv\":\"P-256\",\"x\":\"", jwk_number(pair, OSSL_PKEY_PARAM_EC_PUB_X, 32),
                       "\",\"y\":\"", jwk_number(pair, OSSL_PKEY_PARAM_EC_PUB_Y, 32), "\"", more, "}", NULL);
  }
  EVP_PKEY_get_raw_public_key(pair, raw, &len);
  return apr_pstrcat(tap_pool, "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"", jwk_url(raw, len), "\"", more, "}", NULL);
}

static inline const char *jwk_set(const char *first, const char *second) {
  return apr_pstrcat(tap_pool, "{\"keys\":[", first, second ? "," : "", second ? second : "", "]}", NULL);
}

/* Signs with this algorithm, even if the header names another. */
static inline const char *jwk_token(EVP_PKEY *pair, const char *algorithm, const char *header, const char *payload) {
  const char *input = apr_pstrcat(tap_pool, jwk_url(header, strlen(header)), ".", jwk_url(payload, strlen(payload)), NULL);
  unsigned char signature[1024];
  size_t len = sizeof(signature);
  EVP_MD_CTX *context = EVP_MD_CTX_new();
  EVP_PKEY_CTX *padding = NULL;
  bool digest = strcmp(algorithm, "EdDSA") != 0;

  if (EVP_DigestSignInit(context, &padding, digest ? EVP_sha256() : NULL, NULL, pair) != 1 ||
      (!strcmp(algorithm, "PS256") && (EVP_PKEY_CTX_set_rsa_padding(padding, RSA_PKCS1_PSS_PADDING) != 1 ||
                                       EVP_PKEY_CTX_set_rsa_pss_saltlen(padding, RSA_PSS_SALTLEN_DIGEST) != 1)) ||
      EVP_DigestSign(context, signature, &len, (const unsigned char *)input, strlen(input)) != 1) {
    exit(2);
  }
  EVP_MD_CTX_free(context);
  if (!strcmp(algorithm, "ES256")) {
    const unsigned char *at = signature;
    ECDSA_SIG *numbers = d2i_ECDSA_SIG(NULL, &at, (long)len);
    unsigned char both[64];
    BN_bn2binpad(ECDSA_SIG_get0_r(numbers), both, 32);
    BN_bn2binpad(ECDSA_SIG_get0_s(numbers), both + 32, 32);
    ECDSA_SIG_free(numbers);
    memcpy(signature, both, len = sizeof(both));
  }
  return apr_pstrcat(tap_pool, input, ".", jwk_url(signature, len), NULL);
}

#endif
