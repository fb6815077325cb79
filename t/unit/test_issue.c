/* test_issue.c: jws.c accepts the tokens that collab_issue() makes with libjwt, and libjwt accepts the tokens that jws.c accepts
 * (auth/token.h). */
#include "keys.h"

#include "auth/token.h"
#include "base/base64.h"

#include <jwt.h>
#include <openssl/err.h>

#define ROWS(table) (sizeof(table) / sizeof(table[0]))
#define RFC_PAYLOAD "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"
#define RFC_SECRET "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow"

static const collab_issue_t claims = {"https://exchange.example", "42", 5, "7-x", 1800000000, 1799999995, 1800003600};

static struct {
  const char *algorithm, *public; /* PEM; NULL: the secret itself */
  const collab_jws_key_t *key;
} kinds[4];

static void make_keys(void) {
  static const unsigned char secret[33] = {0, 1, 2, 0, 255}; /* NULs are part of it */
  EVP_PKEY *pairs[] = {EVP_RSA_gen(2048), EVP_EC_gen("P-256"), EVP_PKEY_Q_keygen(NULL, NULL, "ED25519")};
  static const char *const names[] = {"RS256", "ES256", "EdDSA"};

  kinds[0].algorithm = "HS256";
  kinds[0].key = key_right((const char *)secret, sizeof(secret));
  for (int i = 0; i < 3; i++) {
    EVP_PKEY_up_ref(pairs[i]);
    const char *pem = key_pem(pairs[i], false, NULL);
    kinds[i + 1].algorithm = names[i];
    kinds[i + 1].public = key_pem(pairs[i], true, NULL);
    kinds[i + 1].key = key_right(pem, strlen(pem));
  }
}

static const char *text_of(const collab_json_t *object, const char *name) {
  return collab_json_string(collab_json_get(object, name));
}

/* The token's alg as libjwt reads it, or NULL when libjwt refuses the token. */
static const char *by_libjwt(const char *token, const void *key, apr_size_t len, const char **issuer) {
  jwt_t *jwt = NULL;

  if (jwt_decode(&jwt, token, key, (int)len) != 0) {
    ERR_clear_error();
    return NULL;
  }
  const char *algorithm = apr_pstrdup(tap_pool, jwt_get_header(jwt, "alg"));
  *issuer = apr_pstrdup(tap_pool, jwt_get_grant(jwt, "iss"));
  jwt_free(jwt);
  return algorithm;
}

static const char *taken_by_libjwt(unsigned kind, const char *token, const char **issuer) {
  apr_size_t len;
  const char *secret = collab_jws_secret(kinds[kind].key, &len);

  if (kinds[kind].public) {
    secret = kinds[kind].public;
    len = strlen(secret);
  }
  return by_libjwt(token, secret, len, issuer);
}

static void jws_takes_what_libjwt_makes(void) {
  for (unsigned i = 0; i < ROWS(kinds); i++) {
    tap_row(kinds[i].algorithm);
    const char *token = collab_issue(tap_pool, kinds[i].key, &claims);
    const collab_json_t *said = token ? collab_jws_verify(tap_pool, kinds[i].key, token) : NULL;
    is_number(collab_json_count(said), 7);
    is_number(collab_json_integer(collab_json_get(said, "company")), claims.company);
    is_text(text_of(said, "iss"), claims.issuer);
    is_text(text_of(said, "sub"), claims.subject);
    is_text(text_of(said, "jti"), claims.id);
    is_number(collab_json_integer(collab_json_get(said, "iat")), claims.issued);
    is_number(collab_json_integer(collab_json_get(said, "nbf")), claims.from);
    is_number(collab_json_integer(collab_json_get(said, "exp")), claims.until);
    collab_jws_unverified_t header;
    ok(collab_jws_read(tap_pool, token, &header));
    is_text(header.algorithm, kinds[i].algorithm);
    is_text(header.type, "JWT");
    is_text(header.kid, NULL);
    ok(collab_jws_looks_own(kinds[i].key, token)); /* recognized without parsing the token */
    for (unsigned k = 0; k < ROWS(kinds); k++) {
      ok((collab_jws_verify(tap_pool, kinds[k].key, token) != NULL) == (k == i));
    }
    is_number(ERR_peek_error(), 0); /* httpd's other modules read this queue */
  }
  tap_row("");
}

/* ES256: a signature is the numbers r and s. In one token of 128, r or s begins with a zero byte. */
static void every_signature_is_right(void) {
  apr_pool_t *pool;

  apr_pool_create(&pool, tap_pool);
  for (unsigned i = 0; i < ROWS(kinds); i++) {
    int wrong = 0;
    for (int n = 0; n < (i == 1 ? 20 : 600); n++) {
      collab_issue_t other = claims;
      other.issued += n;
      const char *token = collab_issue(pool, kinds[i].key, &other);
      wrong += token == NULL || collab_jws_verify(pool, kinds[i].key, token) == NULL;
    }
    tap_row(kinds[i].algorithm);
    is_number(wrong, 0);
    apr_pool_clear(pool);
  }
  apr_pool_destroy(pool);
  tap_row("");
}

static void libjwt_takes_what_jws_takes(void) {
  const char *issuer = NULL;

  for (unsigned i = 0; i < ROWS(kinds); i++) {
    const char *token = key_token(kinds[i].key, "{\"iss\":\"joe\",\"n\":1}");
    tap_row(kinds[i].algorithm);
    ok(collab_jws_verify(tap_pool, kinds[i].key, token) != NULL);
    if (!strcmp(kinds[i].algorithm, "EdDSA")) { /* libjwt 1.10 lacks it */
      continue;
    }
    is_text(taken_by_libjwt(i, token, &issuer), kinds[i].algorithm);
    is_text(issuer, "joe");
    char *changed = apr_pstrdup(tap_pool, token);
    changed[strlen(changed) - 10] ^= 1;
    is_text(taken_by_libjwt(i, changed, &issuer), NULL);
    ok(collab_jws_verify(tap_pool, kinds[i].key, changed) == NULL);
  }
  tap_row("");

  /* RFC 7515, A.1 */
  apr_size_t len;
  const unsigned char *secret = collab_unbase64url(tap_pool, RFC_SECRET, strlen(RFC_SECRET), &len);
  const char *token = "eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9." RFC_PAYLOAD ".dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
  is_text(by_libjwt(token, secret, len, &issuer), "HS256");
  is_text(issuer, "joe");
  ok(collab_jws_verify(tap_pool, key_right((const char *)secret, len), token) != NULL);
}

static void texts(void) {
  collab_issue_t odd = claims;

  odd.issuer = "a \"quoted\" issuer\n\xC3\xA4";
  is_text(text_of(collab_jws_verify(tap_pool, kinds[0].key, collab_issue(tap_pool, kinds[0].key, &odd)), "iss"), odd.issuer);
  odd.issuer = "\xFF";
  is_text(collab_issue(tap_pool, kinds[0].key, &odd), NULL);
}

int main(void) {
  tap_begin();
  make_keys();
  jws_takes_what_libjwt_makes();
  every_signature_is_right();
  libjwt_takes_what_jws_takes();
  texts();
  return tap_done();
}
