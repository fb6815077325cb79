/* login_name.c: the HMAC of a user name without an account (auth/login_name.h).
 *
 *      HMAC-SHA256(derive(first key of CollabSecretsKey, "mod_collab/login/name"), name)
 *
 * Such a name may be a password typed into the wrong field. With a plain hash, a reader of the database could confirm a guess.
 * The key's id is not stored, so a new first key restarts the counts of failed logins with unknown names. Failures of existing
 * accounts are counted under the account's id, which no key affects. Called by the login. */
#include "auth/login_name.h"

#include "base/digest.h"
#include "base/text.h"

#include <openssl/crypto.h>
#include <string.h>

#define LABEL "mod_collab/login/name"

const char *collab_login_name_mac(apr_pool_t *pool, const collab_keyring_t *ring, const char *name) {
  unsigned char key[COLLAB_KEY_BYTES], mac[COLLAB_SHA256_BYTES];
  bool fine = collab_keyring_derive(ring, collab_keyring_sealing(ring), LABEL, key) &&
              collab_digest_hmac(key, sizeof(key), name, strlen(name), mac);
  char *text = apr_palloc(pool, 2 * COLLAB_SHA256_BYTES + 1);

  OPENSSL_cleanse(key, sizeof(key));
  if (!fine) {
    return NULL;
  }
  collab_text_hex(text, mac, sizeof(mac));
  return text;
}
