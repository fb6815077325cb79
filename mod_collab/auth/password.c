/* password.c: passwords at rest (auth/password.h).
 *
 * bcrypt reads at most 72 bytes and stops at a NUL. So its input is base64(SHA-256(password)): 44 characters that depend on every
 * byte of the password. Called by login, the change of a password, and collabctl. Each call occupies one core for the time that
 * the cost implies; the caller limits concurrent calls. Must never be called with a database connection borrowed, and must take
 * as long for an unknown user as for a known one. */
#include "auth/password.h"

#include <apr_md5.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <string.h>

#include "base/base64.h"
#include "base/digest.h"

#define COST_MIN 4
#define COST_MAX 31
#define SALT_BYTES 16
#define HASH_LENGTH 60
#define PREFIX "$2y$"
#define DIGITS_(number) #number
#define DIGITS(number) DIGITS_(number)

/* A hash that no known password has. Checking it takes as long as checking an account's hash. */
static const char nobody[] = PREFIX DIGITS(COLLAB_PASSWORD_COST) "$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6";

/* The input for bcrypt. */
static char *condense(apr_pool_t *pool, const char *password) {
  unsigned char digest[COLLAB_SHA256_BYTES];

  if (!collab_digest_sha256(password, strlen(password), digest)) {
    return NULL;
  }
  char *text = (char *)collab_base64(pool, digest, sizeof(digest));
  OPENSSL_cleanse(digest, sizeof(digest));
  return text;
}

const char *collab_password_hash(apr_pool_t *pool, const char *password, int cost) {
  unsigned char salt[SALT_BYTES];
  char *hash = apr_palloc(pool, HASH_LENGTH + 1);

  if (cost < COST_MIN || cost > COST_MAX) {
    return NULL; /* APR would treat 0 as 5 */
  }
  if (RAND_bytes(salt, sizeof(salt)) != 1) {
    return NULL;
  }
  char *condensed = condense(pool, password);
  if (condensed == NULL) {
    return NULL;
  }
  apr_status_t status = apr_bcrypt_encode(condensed, (unsigned)cost, salt, sizeof(salt), hash, HASH_LENGTH + 1);
  OPENSSL_cleanse(condensed, strlen(condensed));
  return status == APR_SUCCESS ? hash : NULL;
}

bool collab_password_matches(apr_pool_t *pool, const char *password, const char *hash) {
  /* apr_password_validate would also accept unsalted SHA-1 and plain text. */
  bool ours = hash != NULL && strlen(hash) == HASH_LENGTH && strncmp(hash, PREFIX, strlen(PREFIX)) == 0;
  char *condensed = condense(pool, password);

  if (condensed == NULL) {
    return false;
  }
  apr_status_t status = apr_password_validate(condensed, ours ? hash : nobody);
  OPENSSL_cleanse(condensed, strlen(condensed));
  return ours && status == APR_SUCCESS;
}
