/* body_mac.c: the keyed hash of a request's body (domain/body_mac.h).
 *
 *      HMAC-SHA256(derive(key of CollabSecretsKey, "mod_collab/idempotency/body"), hexadecimal SHA-256 of the body)
 *
 * The row of an Idempotency-Key has the id of the secrets key that the hash was made with. A repeated request is hashed with the
 * same secrets key. collabctl rotate-key derives the HMAC keys from the replaced secrets keys, seals them with the new secrets
 * key and stores them. So the replaced keys can leave the key file at once. http/idempotency.c and ctl/keys.c call this. */
#include "domain/body_mac.h"

#include "base/base64.h"
#include "base/digest.h"
#include "base/seal.h"
#include "base/secret.h"
#include "base/text.h"

#include <openssl/crypto.h>
#include <string.h>

#define LABEL "mod_collab/idempotency/body"

static const char *identity(apr_pool_t *pool, int id) {
  return apr_psprintf(pool, "idempotency/mac/%d", id); /* ctl/sealed_list.sql uses this identity, too */
}

static const char *hex(apr_pool_t *pool, const unsigned char bytes[COLLAB_SHA256_BYTES]) {
  char *text = apr_palloc(pool, 2 * COLLAB_SHA256_BYTES + 1);

  collab_text_hex(text, bytes, COLLAB_SHA256_BYTES);
  return text;
}

const char *collab_body_digest(apr_pool_t *pool, const char *body) {
  unsigned char digest[COLLAB_SHA256_BYTES];

  return collab_digest_sha256(body, strlen(body), digest) ? hex(pool, digest) : NULL;
}

/* Opens the derived key that collab_body_mac_keep sealed. False when there is none or it does not open. */
static bool open_kept(apr_pool_t *pool, const collab_keyring_t *ring, int id, const char *kept,
                      unsigned char key[COLLAB_KEY_BYTES]) {
  apr_size_t len;
  const char *text = kept ? collab_unseal(pool, ring, identity(pool, id), kept) : NULL;
  const unsigned char *bytes = text ? collab_unbase64url(pool, text, strlen(text), &len) : NULL;

  if (bytes == NULL || len != COLLAB_KEY_BYTES) {
    return false;
  }
  memcpy(key, bytes, COLLAB_KEY_BYTES);
  OPENSSL_cleanse((void *)bytes, len);
  return true;
}

const char *collab_body_mac(apr_pool_t *pool, const collab_keyring_t *ring, int id, const char *kept, const char *digest) {
  unsigned char key[COLLAB_KEY_BYTES], mac[COLLAB_SHA256_BYTES];
  bool fine = (collab_keyring_derive(ring, id, LABEL, key) || open_kept(pool, ring, id, kept, key)) &&
              collab_digest_hmac(key, sizeof(key), digest, strlen(digest), mac);

  OPENSSL_cleanse(key, sizeof(key));
  return fine ? hex(pool, mac) : NULL;
}

const char *collab_body_mac_keep(apr_pool_t *pool, const collab_keyring_t *ring, int id) {
  unsigned char key[COLLAB_KEY_BYTES];

  if (!collab_keyring_derive(ring, id, LABEL, key)) {
    return NULL;
  }
  const char *text = collab_base64url(pool, key, sizeof(key));
  const char *sealed = collab_seal(pool, ring, identity(pool, id), text);
  collab_secret_wipe(text);
  OPENSSL_cleanse(key, sizeof(key));
  return sealed;
}
