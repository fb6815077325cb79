/* keys.h: keys for the tests of tokens: the examples of the RFCs, and new keys made by OpenSSL. */
#ifndef COLLAB_TEST_KEYS_H
#define COLLAB_TEST_KEYS_H

#include "jwk.h"
#include "tap.h"

#include "auth/jws.h"
#include "base/digest.h"

#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/rsa.h>

/* The example keys of the RFCs, in PEM. This one: RFC 7515, A.2. */
static const char key_rfc_rsa[] = "-----BEGIN RSA PRIVATE KEY-----\n"
                                  "MIIEowIBAAKCAQEAofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd/wWJcyQoTbji9k0\n"
                                  "l8W26mPddxHmfHQp+Vaw+4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL+yRT+SFd2lZS+pC\n"
                                  "gNMsD1W/YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb/7OMg0LOL+bSf63kpaSHSX\n"
                                  "ndS5z5rexMdbBYUsLA9e+KXBdQOS+UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uD\n"
                                  "Zlxvb3qCo5ZwKh9kG4LT6/I5IhlJH7aGhyxXFvUK+DWNmoudF8NAco9/h9iaGNj8\n"
                                  "q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQIDAQABAoIBABKucaRpzQorw35S\n"
                                  "bEUAVx8dYXUdZOlJcHtiWQ+dC6V8ljxAHj/PLyzTveyI5QO/xkObCyjIL303l2cf\n"
                                  "UhPu2MFaJdjVzqACXuOrLot/eSFvxjvqVidTtAZExqFRJ9mylUVAoLvhowVWmC1O\n"
                                  "n95fZCXxTUtxNEG1Xcc7m0rtzJKs45J+N/V9DP1edYH6USyPSWGp6wuA+KgHRnKK\n"
                                  "Vf9GRx80JQY7nVNkL17eHoTWEwga+lwi0FEoW9Y7lDtWXYmKBWhUE+U8PGxlJf8f\n"
                                  "40493HDw1WRQ/aSLoS4QTp3rn7gYgeHEvfJdkkf0UMhlknlo53M09EFPdadQ4TlU\n"
                                  "bjqKc50CgYEA4BzEEOtIpmVdVEZNCqS7baC4crd0pqnRH/5IB3jw3bcxGn6QLvnE\n"
                                  "tfdUdiYrqBdss1l58BQ3KhooKeQTa9AB0Hw/Py5PJdTJNPY8cQn7ouZ2KKDcmnPG\n"
                                  "BY5t7yLc1QlQ5xHdwW1VhvKn+nXqhJTBgIPgtldC+KDV5z+y2XDwGUcCgYEAuQPE\n"
                                  "fgmVtjL0Uyyx88GZFF1fOunH3+7cepKmtH4pxhtCoHqpWmT8YAmZxaewHgHAjLYs\n"
                                  "p1ZSe7zFYHj7C6ul7TjeLQeZD/YwD66t62wDmpe/HlB+TnBA+njbglfIsRLtXlnD\n"
                                  "zQkv5dTltRJ11BKBBypeeF6689rjcJIDEz9RWdcCgYAHAp9XcCSrn8wVkMVkKdb7\n"
                                  "DOX4IKjzdahm+ctDAJN4O/y7OW5FKebvUjdAIt2GuoTZ71iTG+7F0F+lP88jtjP4\n"
                                  "U4qe7VHoewl4MKOfXZKTe+YCS1XbNvfgwJ3Ltyl1OH9hWvu2yza7q+d5PCsDzqtm\n"
                                  "27kxuvULVeya+TEdAB1ijQKBgQCH/3r6YrVH/uCWGy6bzV1nGNOdjKc9tmkfOJmN\n"
                                  "54dxdixdpozCQ6U4OxZrsj3FcOhHBsqAHvX2uuYjagqvo3cOj1TRqNocX40omfCC\n"
                                  "Mx3bD1yPPf/6TI2XECva/ggqEY2mYzmIiA5LVVmc5nrybr+lssFKneeyxN2Wq93S\n"
                                  "0iJMdQKBgCGHewxzoa1r8ZMD0LETNrToK423K377UCYqXfg5XMclbrjPbEC3YI1Z\n"
                                  "NqMtuhdBJqUnBi6tjKMF+34Xf0CUN8ncuXGO2CAYvO8PdyCixHX52ybaDjy1FtCE\n"
                                  "6yUXjoKNXKvUm7MWGsAYH6f4IegOetN5NvmUMFStCSkh7ixZLkN1\n"
                                  "-----END RSA PRIVATE KEY-----\n";

/* RFC 7515, A.3. */
static const char key_rfc_ec[] = "-----BEGIN PRIVATE KEY-----\n"
                                 "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgjpsQnnGQmL+YBIff\n"
                                 "H1136cspYG6+0iY7X1fCE9+E9LKhRANCAAR/zc4ncPbEXUGDy+5v20t7WAczNXvp\n"
                                 "7xO6z248e9FURcfxRM0bvZt+hyzf7bnuufSzaV1uqQskrYpGIyiFiOWt\n"
                                 "-----END PRIVATE KEY-----\n";

/* RFC 8037, A.1. */
static const char key_rfc_ed25519[] = "-----BEGIN PRIVATE KEY-----\n"
                                      "MC4CAQAwBQYDK2VwBCIEIJ1hsZ3v/VpguoRK9JLsLMREScVpezJpGXA7rAMcrn9g\n"
                                      "-----END PRIVATE KEY-----\n";

/* Writes the text to a key file and loads that. Returns NULL and sets *error as collab_jws_key_load does. */
static inline const collab_jws_key_t *key_of(const char *text, apr_size_t len, const char **error) {
  static int number;
  *error = NULL;
  return collab_jws_key_load(tap_pool, tap_file(apr_psprintf(tap_pool, "key%d", number++), text, len), error);
}

static inline const collab_jws_key_t *key_right(const char *text, apr_size_t len) {
  const char *error;
  const collab_jws_key_t *key = key_of(text, len, &error);
  if (key == NULL) {
    printf("Bail out! %s\n", error);
    exit(2);
  }
  return key;
}

/* The PEM text of a pair: the private key (with a passphrase, if given) or the public one. Frees the pair. */
static inline const char *key_pem(EVP_PKEY *pair, bool public, const char *passphrase) {
  BIO *bio = BIO_new(BIO_s_mem());
  char *text;
  int fine = public
                 ? PEM_write_bio_PUBKEY(bio, pair)
                 : PEM_write_bio_PrivateKey(bio, pair, passphrase ? EVP_aes_128_cbc() : NULL, (const unsigned char *)passphrase,
                                            passphrase ? (int)strlen(passphrase) : 0, NULL, NULL);
  if (fine != 1) {
    exit(2);
  }
  long len = BIO_get_mem_data(bio, &text);
  const char *pem = apr_pstrmemdup(tap_pool, text, (apr_size_t)len);
  BIO_free(bio);
  EVP_PKEY_free(pair);
  return pem;
}

/* Returns a token with this header and payload, signed with the key's own algorithm, even if the header names another. Signs it
 * with neither libjwt nor jws.c. */
static inline const char *key_signed(const collab_jws_key_t *key, const char *header, const char *payload) {
  apr_size_t len;
  const char *secret = collab_jws_secret(key, &len), *algorithm = collab_jws_algorithm(key);

  if (!strcmp(algorithm, "HS256")) {
    unsigned char mac[COLLAB_SHA256_BYTES];
    const char *input = apr_pstrcat(tap_pool, jwk_url(header, strlen(header)), ".", jwk_url(payload, strlen(payload)), NULL);
    collab_digest_hmac(secret, len, input, strlen(input), mac);
    return apr_pstrcat(tap_pool, input, ".", jwk_url(mac, sizeof(mac)), NULL);
  }
  BIO *bio = BIO_new_mem_buf(secret, (int)len);
  EVP_PKEY *pair = PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL);
  const char *token = jwk_token(pair, algorithm, header, payload);
  EVP_PKEY_free(pair);
  BIO_free(bio);
  return token;
}

/* The same with the header {"alg":…,"typ":"JWT"}, which names the key's algorithm. */
static inline const char *key_token(const collab_jws_key_t *key, const char *payload) {
  return key_signed(key, apr_psprintf(tap_pool, "{\"alg\":\"%s\",\"typ\":\"JWT\"}", collab_jws_algorithm(key)), payload);
}

#endif
