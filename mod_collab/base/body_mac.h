/* body_mac.h: the keyed hash by which a repeat of a request with an Idempotency-Key is told from another request. A plain hash of
 * a body would let whoever reads the database confirm a guess of a password or token in it. Any thread, any process. */
#ifndef COLLAB_BASE_BODY_MAC_H
#define COLLAB_BASE_BODY_MAC_H

#include "base/crypt.h"

/* The SHA-256 of a body, hexadecimal: what the HMAC is made of. It is stored nowhere. NULL when OpenSSL fails. */
const char *collab_body_digest(apr_pool_t *pool, const char *body);

/* The HMAC of such a digest, hexadecimal, under what key `id` of the ring derives for this purpose. When the ring no longer has
 * this key, `kept` is what collab_body_mac_keep made of it (NULL: nothing was kept). NULL: neither is at hand. */
const char *collab_body_mac(apr_pool_t *pool, const collab_keyring_t *ring, int id, const char *kept, const char *digest);

/* The key that `id` derives for this purpose, sealed with the first key of the ring, as collab_seal does: good for comparing
 * bodies once `id` has left the ring, and for nothing else. NULL when the ring does not have `id`. */
const char *collab_body_mac_keep(apr_pool_t *pool, const collab_keyring_t *ring, int id);

#endif
