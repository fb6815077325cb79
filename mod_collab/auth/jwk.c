/* jwk.c: makes a verification key from one JWK (auth/jwk.h).
 *
 * A key's type and its `alg` determine its algorithm; a token never does. Called by jwks.c. Must never accept a symmetric key. */
#include "auth/jwk.h"

#include <openssl/bn.h>
#include <openssl/core_names.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <string.h>

#include "base/base64.h"

#define FIELD_BYTES 32     /* a coordinate of P-256, a key of Ed25519 */
#define MODULUS_BYTES 1025 /* 8192 bits, perhaps behind a sign byte */
#define EXPONENT_BYTES 8

/* Is a member absent, or null, an empty text or an empty array, which mean the same in the field? */
static bool is_absent(const collab_json_t *value) {
  collab_json_kind_t kind = collab_json_kind(value);
  const char *text = collab_json_string(value);

  return kind == COLLAB_JSON_NULL || (text && !*text) || (kind == COLLAB_JSON_ARRAY && collab_json_count(value) == 0);
}

const char *collab_jwk_word(const collab_json_t *jwk, const char *name) {
  const char *text = collab_json_string(collab_json_get(jwk, name));

  return text && *text ? text : NULL;
}

/* base64url as RFC 7515, 2 has it, from base64 of any kind: without padding, with - and _. */
static const char *base64url_of(apr_pool_t *pool, const char *text, apr_size_t *len) {
  char *url = apr_pstrdup(pool, text);

  *len = strlen(url);
  while (*len > 0 && url[*len - 1] == '=') {
    url[--*len] = '\0';
  }
  for (char *c = url; *c; c++) {
    *c = *c == '+' ? '-' : *c == '/' ? '_' : *c;
  }
  return url;
}

/* Decodes a base64 member of `min` to `max` bytes; NULL if it is anything else. */
static const unsigned char *read_bytes(apr_pool_t *pool, const collab_json_t *jwk, const char *name, apr_size_t min,
                                       apr_size_t max, apr_size_t *len) {
  const char *text = collab_json_string(collab_json_get(jwk, name));
  const char *url = text ? base64url_of(pool, text, len) : NULL;
  const unsigned char *bytes = url ? collab_unbase64url(pool, url, *len, len) : NULL;

  return bytes && *len >= min && *len <= max ? bytes : NULL;
}

static EVP_PKEY *make_public(const char *type, OSSL_PARAM_BLD *build) {
  OSSL_PARAM *params = OSSL_PARAM_BLD_to_param(build);
  EVP_PKEY_CTX *context = EVP_PKEY_CTX_new_from_name(NULL, type, NULL);
  EVP_PKEY *key = NULL;

  if (!params || !context || EVP_PKEY_fromdata_init(context) != 1 ||
      EVP_PKEY_fromdata(context, &key, EVP_PKEY_PUBLIC_KEY, params) != 1) {
    key = NULL;
  }
  EVP_PKEY_CTX_free(context);
  OSSL_PARAM_free(params);
  return key;
}

static EVP_PKEY *read_rsa(apr_pool_t *pool, const collab_json_t *jwk) {
  apr_size_t n_len, e_len;
  const unsigned char *n_bytes = read_bytes(pool, jwk, "n", 1, MODULUS_BYTES, &n_len);
  const unsigned char *e_bytes = read_bytes(pool, jwk, "e", 1, EXPONENT_BYTES, &e_len);

  if (!n_bytes || !e_bytes) {
    return NULL;
  }
  BIGNUM *n = BN_bin2bn(n_bytes, (int)n_len, NULL), *e = BN_bin2bn(e_bytes, (int)e_len, NULL);
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  EVP_PKEY *key = NULL;

  if (n && e && build && BN_is_odd(n) && BN_is_odd(e) && !BN_is_one(e) &&
      OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_N, n) == 1 &&
      OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_RSA_E, e) == 1) {
    key = make_public("RSA", build);
  }
  OSSL_PARAM_BLD_free(build);
  BN_free(n);
  BN_free(e);
  return key;
}

/* Reads a coordinate of P-256 into FIELD_BYTES bytes that are 0. Some issuers leave out zero bytes before it, or put a sign byte
 * there. */
static bool read_coordinate(apr_pool_t *pool, const collab_json_t *jwk, const char *name, unsigned char *to) {
  apr_size_t len;
  const unsigned char *bytes = read_bytes(pool, jwk, name, 1, FIELD_BYTES + 1, &len);

  if (bytes && len > FIELD_BYTES && *bytes == 0) {
    bytes++;
    len--;
  }
  if (bytes == NULL || len > FIELD_BYTES) {
    return false;
  }
  memcpy(to + FIELD_BYTES - len, bytes, len);
  return true;
}

/* OpenSSL refuses a point that is not on the curve. */
static EVP_PKEY *read_ec(apr_pool_t *pool, const collab_json_t *jwk) {
  unsigned char point[1 + 2 * FIELD_BYTES] = {4}; /* uncompressed */
  const char *curve = collab_json_string(collab_json_get(jwk, "crv"));

  if (!curve || strcmp(curve, "P-256") != 0 || !read_coordinate(pool, jwk, "x", point + 1) ||
      !read_coordinate(pool, jwk, "y", point + 1 + FIELD_BYTES)) {
    return NULL;
  }
  OSSL_PARAM_BLD *build = OSSL_PARAM_BLD_new();
  EVP_PKEY *key = NULL;
  if (build && OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) == 1 &&
      OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point, sizeof(point)) == 1) {
    key = make_public("EC", build);
  }
  OSSL_PARAM_BLD_free(build);
  return key;
}

static EVP_PKEY *read_okp(apr_pool_t *pool, const collab_json_t *jwk) {
  apr_size_t len;
  const char *curve = collab_json_string(collab_json_get(jwk, "crv"));
  const unsigned char *x = read_bytes(pool, jwk, "x", FIELD_BYTES, FIELD_BYTES, &len);

  return curve && !strcmp(curve, "Ed25519") && x ? EVP_PKEY_new_raw_public_key(EVP_PKEY_ED25519, NULL, x, len) : NULL;
}

static const struct {
  const char *kty;
  EVP_PKEY *(*read)(apr_pool_t *pool, const collab_json_t *jwk);
} kinds[] = {{"RSA", read_rsa}, {"EC", read_ec}, {"OKP", read_okp}};

/* Do `use` and `key_ops`, if present, permit verifying signatures? */
static bool is_for_verifying(const collab_json_t *jwk) {
  const char *use = collab_jwk_word(jwk, "use");
  const collab_json_t *operations = collab_json_get(jwk, "key_ops");

  if (use && strcmp(use, "sig") != 0) {
    return false;
  }
  for (apr_size_t i = 0; i < collab_json_count(operations); i++) {
    const char *operation = collab_json_string(collab_json_at(operations, i));
    if (operation && !strcmp(operation, "verify")) {
      return true;
    }
  }
  return is_absent(operations);
}

/* What is wrong with the entry's form: its kind, or the kind of a member that is read as a word or a list. NULL: nothing. */
static const char *form_fault(apr_pool_t *pool, const collab_json_t *jwk) {
  static const char *const words[] = {"kty", "kid", "use", "alg"};
  const collab_json_t *operations = collab_json_get(jwk, "key_ops");

  if (collab_json_kind(jwk) != COLLAB_JSON_OBJECT) {
    return "is not an object";
  }
  for (unsigned i = 0; i < sizeof(words) / sizeof(*words); i++) {
    const collab_json_t *value = collab_json_get(jwk, words[i]);
    if (!is_absent(value) && collab_json_kind(value) != COLLAB_JSON_STRING) {
      return apr_psprintf(pool, "has a %s that is not a string", words[i]);
    }
  }
  if (!is_absent(operations) && collab_json_kind(operations) != COLLAB_JSON_ARRAY) {
    return "has key_ops that are not an array";
  }
  return collab_jwk_word(jwk, "kty") ? NULL : "has no kty";
}

const collab_jws_key_t *collab_jwk_read(apr_pool_t *pool, const collab_json_t *jwk, const char **why) {
  const char *kty = collab_jwk_word(jwk, "kty");
  EVP_PKEY *key = NULL;
  bool known = false;

  *why = form_fault(pool, jwk);
  if (*why) {
    return NULL;
  }
  if (!is_for_verifying(jwk)) {
    *why = "is not for verifying signatures";
    return NULL;
  }
  if (!is_absent(collab_json_get(jwk, "d"))) {
    *why = "contains its private part";
    return NULL;
  }
  for (unsigned i = 0; i < sizeof(kinds) / sizeof(*kinds); i++) {
    if (strcmp(kty, kinds[i].kty) != 0) {
      continue;
    }
    known = true;
    key = kinds[i].read(pool, jwk);
  }
  ERR_clear_error(); /* mod_ssl and libcurl share the thread's error queue */
  *why = known ? "is damaged, or of another curve" : "is of another kind";
  return key ? collab_jws_key_public(pool, key, collab_jwk_word(jwk, "alg"), why) : NULL;
}
