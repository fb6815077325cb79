/* password.c: passwords at rest (auth/password.h).
 *
 * bcrypt reads 72 bytes at most and stops at a NUL, so it is given base64(SHA-256(password)): 44 characters in which every byte
 * of the password counts. Called by login (matches) and collabctl (hash). Each call occupies one core for the cost's time: the
 * caller limits how many run at once. Must never be called with a database connection borrowed, and never tell an unknown user by
 * answering sooner. */
#include "auth/password.h"

#include "base/crypt.h"

#include <apr_md5.h>
#include <openssl/crypto.h>
#include <openssl/rand.h>
#include <string.h>

#define COST_MIN 4
#define COST_MAX 31
#define SALT_BYTES 16
#define HASH_LENGTH 60
#define PREFIX "$2y$"
#define DIGITS_(number) #number
#define DIGITS(number) DIGITS_(number)

/* The hash of no password that anybody could find; it is there to take the time. */
static const char nobody[] = PREFIX DIGITS(COLLAB_PASSWORD_COST) "$abcdefghijklmnopqrstuuqYNLbYpVzLkwNjjTKxZzqEJsMKXgcx6";

/* What bcrypt is given. */
static char *condense(apr_pool_t *pool, const char *password) {
  unsigned char digest[COLLAB_SHA256_BYTES];

  if (!collab_crypt_sha256(password, strlen(password), digest)) {
    return NULL;
  }
  char *text = (char *)collab_crypt_base64(pool, digest, sizeof(digest));
  OPENSSL_cleanse(digest, sizeof(digest));
  return text;
}

const char *collab_password_hash(apr_pool_t *pool, const char *password, int cost) {
  unsigned char salt[SALT_BYTES];
  char *hash = apr_palloc(pool, HASH_LENGTH + 1);

  if (cost < COST_MIN || cost > COST_MAX) {
    return NULL; /* APR takes 0 for 5 */
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
  /* apr_password_validate would take unsalted SHA-1 and plain text as well. */
  bool ours = hash != NULL && strlen(hash) == HASH_LENGTH && strncmp(hash, PREFIX, strlen(PREFIX)) == 0;
  char *condensed = condense(pool, password);

  if (condensed == NULL) {
    return false;
  }
  apr_status_t status = apr_password_validate(condensed, ours ? hash : nobody);
  OPENSSL_cleanse(condensed, strlen(condensed));
  return ours && status == APR_SUCCESS;
}
