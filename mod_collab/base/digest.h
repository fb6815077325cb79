/* digest.h: SHA-256, HMAC, and the comparison of digests and secrets. Any thread, any process. */
#ifndef COLLAB_BASE_DIGEST_H
#define COLLAB_BASE_DIGEST_H

#include "collab.h"

#define COLLAB_SHA256_BYTES 32

/* HMAC-SHA256 (RFC 2104). Returns false when OpenSSL fails. */
bool collab_digest_hmac(const void *key, apr_size_t key_len, const void *data, apr_size_t len,
                        unsigned char out[COLLAB_SHA256_BYTES]);

/* SHA-256 of `data`. Returns false when OpenSSL fails. */
bool collab_digest_sha256(const void *data, apr_size_t len, unsigned char out[COLLAB_SHA256_BYTES]);

/* Compares in time that depends on the lengths alone. */
bool collab_digest_equal(const void *a, apr_size_t a_len, const void *b, apr_size_t b_len);

#endif
