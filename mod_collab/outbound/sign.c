/* sign.c: signatures of deliveries and the authentication to a callback. Called by the dispatcher before each attempt; logs
 * nothing, keeps nothing. */
#include "outbound/sign.h"

#include <openssl/crypto.h>
#include <openssl/evp.h>
#include <string.h>

#include "base/base64.h"
#include "base/digest.h"
#include "base/json.h"
#include "base/secret.h"
#include "base/text.h"
#include "domain/domain.h"

bool collab_sign(const char *secret, const char *body, apr_size_t len, char out[COLLAB_SIGNATURE_LENGTH + 1]) {
  unsigned char mac[COLLAB_SHA256_BYTES];

  memcpy(out, "sha256=", 8);
  if (!collab_digest_hmac(secret, strlen(secret), body, len, mac)) {
    return false;
  }
  collab_text_hex(out + 7, mac, sizeof mac);
  return true;
}

/* Decodes the key of a secret in the new form and returns its length; 0: the secret has the older form. */
static apr_size_t decoded_key(const char *secret, unsigned char key[COLLAB_SHA256_BYTES + 1]) {
  apr_size_t prefix = sizeof COLLAB_SECRET_PREFIX - 1;
  const char *code = secret + prefix;

  /* 32 bytes in base64 are 43 digits and a "=". OpenSSL decodes the "=" to a zero byte. */
  bool fits = !strncmp(secret, COLLAB_SECRET_PREFIX, prefix) && strlen(code) == 44 && code[43] == '=' && code[42] != '=';
  return fits && EVP_DecodeBlock(key, (const unsigned char *)code, 44) == COLLAB_SHA256_BYTES + 1 ? COLLAB_SHA256_BYTES : 0;
}

bool collab_sign_standard(apr_pool_t *pool, const char *secret, const char *text, apr_size_t len,
                          char out[COLLAB_STANDARD_SIGNATURE_LENGTH + 1]) {
  unsigned char key[COLLAB_SHA256_BYTES + 1], mac[COLLAB_SHA256_BYTES];
  apr_size_t key_len = decoded_key(secret, key);
  bool fine = key_len ? collab_digest_hmac((const char *)key, key_len, text, len, mac)
                      : collab_digest_hmac(secret, strlen(secret), text, len, mac);

  OPENSSL_cleanse(key, sizeof key);
  if (fine) {
    memcpy(out, "v1,", 3);
    memcpy(out + 3, collab_base64(pool, mac, sizeof mac), 45);
  }
  return fine;
}

static const char *text_of(const collab_json_t *auth, const char *name) {
  const char *text = collab_json_string(collab_json_get(auth, name));
  return text ? text : "";
}

/* A line end in a credential would begin another header. */
static bool is_one_line(const char *text) {
  for (const unsigned char *c = (const unsigned char *)text; *c; c++) {
    if (*c < ' ' || *c == 0x7f) {
      return false;
    }
  }
  return true;
}

const char *collab_basic_header(apr_pool_t *pool, const char *user, const char *password) {
  const char *pair = collab_secret_join(pool, user, ":", password, NULL);
  const char *code = collab_base64(pool, pair, strlen(pair));
  const char *line = collab_secret_join(pool, "Authorization: Basic ", code, NULL);

  collab_secret_wipe(code);
  return line;
}

const char *collab_callback_header(apr_pool_t *pool, const char *auth, bool *fine) {
  const char *error, *line = NULL;
  apr_pool_t *scratch; /* destroyed at once: the parsed document holds the credentials, too */

  apr_pool_create(&scratch, pool);
  apr_pool_tag(scratch, "collab_callback_header");
  const collab_json_t *json = auth ? collab_json_parse(scratch, auth, strlen(auth), &error) : NULL;
  const char *type = json ? text_of(json, "type") : auth ? "" : NO_AUTH;
  if (!strcmp(type, BASIC_AUTH)) {
    line = collab_basic_header(pool, text_of(json, "username"), text_of(json, "password"));
  } else if (!strcmp(type, BEARER_AUTH)) {
    line = collab_secret_join(pool, "Authorization: Bearer ", text_of(json, "token"), NULL);
  } else if (!strcmp(type, HEADER_AUTH)) {
    const char *value = text_of(json, "headerValue");
    line = collab_secret_join(pool, text_of(json, "headerName"), collab_text_is_blank(value) ? ";" : ": ", value, NULL);
  }
  *fine = line ? is_one_line(line) : !strcmp(type, NO_AUTH);
  apr_pool_destroy(scratch);
  return *fine ? line : NULL;
}
