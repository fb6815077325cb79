/* body_mac.h: the keyed hash of a request body. It shows whether a request with a known Idempotency-Key repeats the first request
 * or differs from it. With a plain hash, a reader of the database could confirm a guessed password or token in a body. Any
 * thread, any process. */
#ifndef COLLAB_DOMAIN_BODY_MAC_H
#define COLLAB_DOMAIN_BODY_MAC_H

#include "base/keyring.h"

/* Returns the SHA-256 of a body in hexadecimal, the input of the HMAC. The digest is never stored. NULL when OpenSSL fails. */
const char *collab_body_digest(apr_pool_t *pool, const char *body);

/* Returns the HMAC of a body's digest in hexadecimal. The HMAC's key is derived from key `id` of the ring. When `id` has left the
 * ring, the derived key is opened from `kept`: the result of collab_body_mac_keep, or NULL. Returns NULL when no key is
 * available. */
const char *collab_body_mac(apr_pool_t *pool, const collab_keyring_t *ring, int id, const char *kept, const char *digest);

/* Returns the key derived from key `id`, sealed with the first key of the ring (collab_seal). The result serves only to compare
 * bodies after `id` has left the ring. NULL when the ring does not have `id`. */
const char *collab_body_mac_keep(apr_pool_t *pool, const collab_keyring_t *ring, int id);

#endif
