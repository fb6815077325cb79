/* issue.c: writes and signs this service's own tokens (auth/token.h).
 *
 * libjwt signs with HS256, RS256 and ES256. It parses a PEM at each call, which costs little beside a login's bcrypt. Debian 12's
 * libjwt (1.10) has no EdDSA, so jws.c signs with Ed25519 keys. jws.c verifies all tokens, without libjwt (docs/decisions.md).
 * Use only functions that 1.10 and 1.17 have in common. Called by token.c. Must never pass libjwt a NULL key: libjwt would make
 * an unsigned token of alg "none". */
#include "auth/token.h"
#include "base/secret.h"

#include <jwt.h>
#include <openssl/err.h>
#include <string.h>

/* libjwt's name for the key's algorithm; JWT_ALG_NONE: it has none. */
static jwt_alg_t algorithm_of(const collab_jws_key_t *key) {
  static const struct {
    const char *name;
    jwt_alg_t algorithm;
  } rows[] = {{"HS256", JWT_ALG_HS256}, {"RS256", JWT_ALG_RS256}, {"ES256", JWT_ALG_ES256}};

  for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
    if (strcmp(collab_jws_algorithm(key), rows[i].name) == 0) {
      return rows[i].algorithm;
    }
  }
  return JWT_ALG_NONE;
}

/* Makes a token with libjwt; NULL on failure. The caller frees it. */
static char *encode(jwt_t *jwt, jwt_alg_t algorithm, const collab_jws_key_t *key, const collab_issue_t *claims) {
  apr_size_t len;
  const char *secret = collab_jws_secret(key, &len), *kid = collab_jws_kid(key);

  if (secret == NULL || len == 0 || (kid && jwt_add_header(jwt, "kid", kid) != 0) ||
      jwt_add_grant(jwt, "iss", claims->issuer) != 0 || jwt_add_grant(jwt, "sub", claims->subject) != 0 ||
      (claims->company && jwt_add_grant_int(jwt, "company", (long)claims->company) != 0) ||
      jwt_add_grant(jwt, "jti", claims->id) != 0 || jwt_add_grant_int(jwt, "iat", (long)claims->issued) != 0 ||
      jwt_add_grant_int(jwt, "nbf", (long)claims->from) != 0 || jwt_add_grant_int(jwt, "exp", (long)claims->until) != 0 ||
      jwt_set_alg(jwt, algorithm, (const unsigned char *)secret, (int)len) != 0) {
    return NULL;
  }
  return jwt_encode_str(jwt);
}

static const char *by_libjwt(apr_pool_t *pool, jwt_alg_t algorithm, const collab_jws_key_t *key, const collab_issue_t *claims) {
  jwt_t *jwt = NULL;

  if (jwt_new(&jwt) != 0) {
    return NULL;
  }
  char *made = encode(jwt, algorithm, key, claims);
  const char *token = made ? apr_pstrdup(pool, made) : NULL;
  collab_secret_free(made);
  jwt_free(jwt);
  ERR_clear_error(); /* mod_ssl and libcurl share the thread's error queue */
  return token;
}

const char *collab_issue(apr_pool_t *pool, const collab_jws_key_t *key, const collab_issue_t *claims) {
  jwt_alg_t algorithm = algorithm_of(key);

  if (algorithm != JWT_ALG_NONE) {
    return by_libjwt(pool, algorithm, key, claims);
  }
  collab_json_writer_t *w = collab_json_writer_make(pool, 300);
  collab_write_open(w, NULL, "{");
  if (claims->company) {
    collab_write_integer(w, "company", claims->company);
  }
  collab_write_integer(w, "exp", claims->until);
  collab_write_integer(w, "iat", claims->issued);
  collab_write_text(w, "iss", claims->issuer);
  collab_write_text(w, "jti", claims->id);
  collab_write_integer(w, "nbf", claims->from);
  collab_write_text(w, "sub", claims->subject);
  collab_write_close(w, "}");
  return collab_jws_sign(pool, key, w->text);
}
