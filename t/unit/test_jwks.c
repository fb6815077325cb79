/* test_jwks.c: a JWK set yields each usable key, and only for its algorithm (auth/jwks.h). */
#include "jwk.h"

#include "auth/jwks.h"

#include <openssl/err.h>

#define ROWS(table) (sizeof(table) / sizeof(table[0]))

static EVP_PKEY *rsa, *ec, *ed;

static const collab_jwks_t *parsed(const char *text) {
  const char *error = NULL;
  const collab_jwks_t *set = collab_jwks_parse(tap_pool, text, strlen(text), &error);

  if (set == NULL && (error == NULL || strlen(error) > 200)) {
    is_text("an error", "says what is wrong, shortly");
  }
  return set;
}

/* The only key with this id and algorithm; NULL: none, or several. */
static const collab_jws_key_t *only(const collab_jwks_t *set, const char *kid, const char *algorithm) {
  const collab_jws_key_t *found[COLLAB_JWKS_TRIED];

  return set && collab_jwks_find(set, kid, algorithm, found) == 1 ? found[0] : NULL;
}

static int number_of(const collab_jwks_t *set, const char *kid, const char *algorithm) {
  const collab_jws_key_t *found[COLLAB_JWKS_TRIED];

  return set ? collab_jwks_find(set, kid, algorithm, found) : -1;
}

static const char *algorithm_of(const collab_jwks_t *set, const char *kid, const char *algorithm) {
  const collab_jws_key_t *key = only(set, kid, algorithm);
  return key ? collab_jws_algorithm(key) : NULL;
}

static const char *changed(const char *jwk, const char *name, const char *value) {
  const char *at = strstr(jwk, apr_psprintf(tap_pool, "\"%s\":\"", name));
  const char *begin = at + strlen(name) + 4;
  return apr_pstrcat(tap_pool, apr_pstrmemdup(tap_pool, jwk, (apr_size_t)(begin - jwk)), value, strchr(begin, '"'), NULL);
}

static void each_kind(void) {
  const struct {
    EVP_PKEY *pair;
    const char *more, *algorithm;
  } rows[] = {
      {rsa, ",\"kid\":\"k\"", "RS256"},
      {rsa, ",\"kid\":\"k\",\"alg\":\"RS256\",\"use\":\"sig\"", "RS256"},
      {rsa, ",\"kid\":\"k\",\"alg\":\"PS256\"", "PS256"},
      {ec, ",\"kid\":\"k\",\"key_ops\":[\"verify\"]", "ES256"},
      {ec, ",\"kid\":\"k\",\"alg\":\"ES256\",\"x5c\":[\"anything\"],\"more\":{\"x\":1}", "ES256"},
      {ed, ",\"kid\":\"k\",\"alg\":\"EdDSA\"", "EdDSA"},
      {ed, ",\"kid\":\"k\"", "EdDSA"},
      {ed, ",\"kid\":\"k\",\"alg\":\"Ed25519\"", "EdDSA"},
      {ec, ",\"kid\":\"k\",\"use\":null,\"alg\":null,\"key_ops\":null,\"d\":null", "ES256"},
      {ec, ",\"kid\":\"k\",\"use\":\"\",\"alg\":\"\",\"key_ops\":[]", "ES256"},
      {ec, ",\"kid\":\"k\",\"use\":[],\"alg\":[],\"key_ops\":\"\"", "ES256"},
  };
  static const char *const names[] = {"RS256", "PS256", "ES256", "EdDSA", "HS256", "none", ""};

  for (unsigned i = 0; i < ROWS(rows); i++) {
    const collab_jwks_t *set = parsed(jwk_set(jwk_of(rows[i].pair, rows[i].more), NULL));
    tap_row(rows[i].more);
    for (unsigned n = 0; set && n < ROWS(names); n++) { /* one key, one algorithm */
      is_text(algorithm_of(set, "k", names[n]), strcmp(names[n], rows[i].algorithm) ? NULL : names[n]);
    }
    const char *header = apr_psprintf(tap_pool, "{\"alg\":\"%s\"}", rows[i].algorithm);
    const char *token = jwk_token(rows[i].pair, rows[i].algorithm, header, "{\"sub\":\"1\"}");
    ok(set && collab_jws_signed(tap_pool, only(set, "k", rows[i].algorithm), token));
    ok(set && collab_jws_verify(tap_pool, only(set, "k", rows[i].algorithm), token) != NULL);
  }
  tap_row("");
}

/* A key for RS256 refuses PSS signatures, and a key for PS256 refuses PKCS 1.5 signatures, even with the same RSA key. */
static void rsa_paddings(void) {
  const collab_jws_key_t *pkcs = only(parsed(jwk_set(jwk_of(rsa, ""), NULL)), NULL, "RS256");
  const collab_jws_key_t *pss = only(parsed(jwk_set(jwk_of(rsa, ",\"alg\":\"PS256\""), NULL)), NULL, "PS256");

  ok(!collab_jws_signed(tap_pool, pkcs, jwk_token(rsa, "PS256", "{\"alg\":\"RS256\"}", "{}")));
  ok(!collab_jws_signed(tap_pool, pss, jwk_token(rsa, "RS256", "{\"alg\":\"PS256\"}", "{}")));
  ok(!collab_jws_signed(tap_pool, pkcs, jwk_token(rsa, "PS256", "{\"alg\":\"PS256\"}", "{}")));
  ok(!collab_jws_signed(tap_pool, pss, jwk_token(rsa, "RS256", "{\"alg\":\"RS256\"}", "{}")));
}

static void by_kid(void) {
  EVP_PKEY *other = EVP_EC_gen("P-256");
  const char *a = jwk_of(ec, ",\"kid\":\"a\""), *b = jwk_of(other, ",\"kid\":\"b\"");
  const collab_jwks_t *two = parsed(jwk_set(a, b));

  ok(collab_jws_signed(tap_pool, only(two, "b", "ES256"), jwk_token(other, "ES256", "{\"alg\":\"ES256\"}", "{}")));
  ok(!collab_jws_signed(tap_pool, only(two, "a", "ES256"), jwk_token(other, "ES256", "{\"alg\":\"ES256\"}", "{}")));
  ok(only(two, "c", "ES256") == NULL);
  ok(only(two, "A", "ES256") == NULL);
  is_number(number_of(two, NULL, "ES256"), 2); /* the token names no key */
  is_number(number_of(two, "", "ES256"), 0);
  ok(only(parsed(jwk_set(a, jwk_of(rsa, ",\"kid\":\"b\""))), NULL, "ES256") != NULL);
  ok(only(parsed(jwk_set(jwk_of(ec, ""), NULL)), "a", "ES256") == NULL); /* the token names a key, the set names none */
  ok(only(parsed(jwk_set(jwk_of(ec, ""), NULL)), NULL, "ES256") != NULL);
  is_number(collab_jwks_count(parsed(jwk_set(a, jwk_of(rsa, ",\"kid\":\"a\"")))), 2);         /* one id, two algorithms */
  is_number(number_of(parsed(jwk_set(a, jwk_of(other, ",\"kid\":\"a\""))), "a", "ES256"), 2); /* one id, two keys */
  is_number(number_of(parsed(jwk_set(a, a)), "a", "ES256"), 1);                               /* a key twice */
  is_number(collab_jwks_count(parsed(jwk_set(a, jwk_of(ec, ",\"kid\":\"c\"")))), 2);          /* one key, two ids */
  const collab_jwks_t *nameless = parsed(jwk_set(jwk_of(ec, ",\"kid\":null"), jwk_of(other, ",\"kid\":\"\"")));
  is_number(number_of(nameless, NULL, "ES256"), 2);
  is_number(number_of(nameless, "", "ES256"), 2);
  const char *many = a; /* at most four keys are tried */
  for (int i = 0; i < 5; i++) {
    EVP_PKEY *more = EVP_EC_gen("P-256");
    many = apr_pstrcat(tap_pool, many, ",", jwk_of(more, ""), NULL);
    EVP_PKEY_free(more);
  }
  const collab_jwks_t *six = parsed(jwk_set(many, NULL));
  is_number(collab_jwks_count(six), 6);
  is_number(number_of(six, NULL, "ES256"), 4);
  EVP_PKEY_free(other);
}

/* A useless key does not affect the others, and the set says that it was left out. */
static void keys_that_are_left_out(void) {
  EVP_PKEY *small = EVP_RSA_gen(1024), *secp = EVP_EC_gen("P-384");
  const char *good = jwk_of(ed, ",\"kid\":\"good\"");
  const char *point = jwk_of(ec, "");
  unsigned char x[32] = {1};
  const char *const rows[] = {
      jwk_of(small, ""),
      jwk_of(rsa, ",\"alg\":\"ES256\""),
      jwk_of(rsa, ",\"alg\":\"HS256\""),
      jwk_of(rsa, ",\"alg\":\"none\""),
      jwk_of(rsa, ",\"alg\":\"RS512\""),
      jwk_of(rsa, ",\"alg\":\"RSA-OAEP\""),
      jwk_of(ec, ",\"alg\":\"PS256\""),
      jwk_of(ed, ",\"alg\":\"RS256\""),
      jwk_of(rsa, ",\"use\":\"enc\""),
      jwk_of(rsa, ",\"key_ops\":[\"sign\"]"),
      jwk_of(rsa, ",\"d\":\"AQAB\""), /* with a member of the private key */
      jwk_of(ec, ",\"d\":\"AQAB\""),
      changed(point, "x", jwk_url(x, 32)), /* not on the curve */
      changed(point, "y", jwk_url(x, 32)),
      changed(point, "x", jwk_url(x, 31)),
      changed(point, "x", ""),
      changed(point, "x", "not base64url!"),
      changed(point, "crv", "P-384"),
      changed(point, "crv", "secp256k1"),
      changed(jwk_of(ed, ""), "crv", "X25519"),
      changed(jwk_of(ed, ""), "crv", "Ed448"),
      changed(jwk_of(ed, ""), "x", jwk_url(x, 31)),
      changed(jwk_of(rsa, ""), "e", "AQ"), /* 1 */
      changed(jwk_of(rsa, ""), "e", "Ag"), /* 2 */
      changed(jwk_of(rsa, ""), "e", ""),
      changed(jwk_of(rsa, ""), "n", "AQ"),
      changed(jwk_of(rsa, ""), "kty", "EC"),
      changed(jwk_of(rsa, ""), "kty", "rsa"),
      "{\"kty\":\"oct\",\"k\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\"}",
      "{\"kty\":\"oct\",\"k\":\"AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA\",\"alg\":\"HS256\",\"use\":\"sig\"}",
      "{\"kty\":\"RSA\"}",
      "{\"kty\":\"EC\",\"crv\":\"P-256\"}",
      "{\"kty\":\"OKP\",\"crv\":\"Ed25519\"}",
      "{\"kty\":\"\"}",
      "null",
      "1",
      "[]",
      "{}",
      "\"keys\"",
      "\"]}\\\"\"",
      "{\"kid\":\"no kty\"}",
      "{\"kty\":1}",
      jwk_of(ec, ",\"kid\":7"),
      jwk_of(ec, ",\"kid\":{}"),
      jwk_of(ec, ",\"use\":[\"sig\"]"),
      jwk_of(ec, ",\"alg\":{}"),
      jwk_of(ec, ",\"key_ops\":\"verify\""),
      jwk_of(ec, ",\"key_ops\":[1]"),
      jwk_of(ec, ",\"kty\":\"EC\""),
      jwk_of(ec, ",\"more\":{\"a\":1,\"a\":2}"),
      jwk_of(ec, ",\"more\":\"\\u0000\""),
      jwk_of(ec, ",\"more\":\"\\ud800\""),
      jwk_of(ec, ",\"more\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"),
      "{\"kty\" \"EC\"}",
      "{kty:1}",
      "1 2",
  };

  for (unsigned i = 0; i < ROWS(rows); i++) {
    tap_row(apr_psprintf(tap_pool, "%d %s", (int)i, rows[i]));
    const collab_jwks_t *set = parsed(jwk_set(rows[i], NULL));
    is_number(set ? collab_jwks_count(set) : -1, 0);
    ok(set && !collab_jwks_is_empty(set) && strstr(collab_jwks_left_out(set), "keys[0] "));
    ok(parsed(jwk_set(good, rows[i])) && strstr(collab_jwks_left_out(parsed(jwk_set(good, rows[i]))), "keys[1] "));
    set = parsed(jwk_set(rows[i], good));
    is_number(set ? collab_jwks_count(set) : -1, 1);
    is_text(algorithm_of(set, "good", "EdDSA"), "EdDSA");
    is_number(ERR_peek_error(), 0);
  }
  tap_row("");
  EVP_PKEY_free(small);
  EVP_PKEY_free(secp);
}

static void what_is_no_set(void) {
  const char *key = jwk_of(ed, "");
  const char *const rows[] = {
      "",
      "null",
      "[]",
      "{}",
      "\"keys\"",
      "{\"keys\":null}",
      "{\"keys\":{}}",
      "{\"Keys\":[]}",
      "{\"more\":{\"keys\":[]}}",
      "{\"more\":\"keys\",\"x\":[]}",
      "{\"keys\" []}",
      "{\"keys\":[1]",
      "{\"keys\":[1}",
      "{\"keys\":[{]}",
      "{\"keys\":[\"]}",
      "{\"keys\":[],}",
      "{,\"keys\":[]}",
      "{\"keys\":[],\"more\":}",
      "{\"keys\":[\"\xff\"]}",
      "<html>",
      key,
      apr_pstrcat(tap_pool, jwk_set(key, NULL), "x", NULL),
      apr_pstrcat(tap_pool, "{\"keys\":[", key, "],\"keys\":[]}", NULL),
  };

  for (unsigned i = 0; i < ROWS(rows); i++) {
    tap_row(apr_psprintf(tap_pool, "%d %s", (int)i, rows[i]));
    ok(parsed(rows[i]) == NULL);
  }
  tap_row("");
}

/* The error tells the author of the file where the JSON is broken. */
static void place_of_fault(void) {
  static const char text[] = "{\"keys\":\n[{]}";
  const char *error = "";

  ok(collab_jwks_parse(tap_pool, text, strlen(text), &error) == NULL);
  ok(strstr(error, "is not JSON: ") == error && strstr(error, "line 2") != NULL);
}

static void sizes(void) {
  const char *error, *list = "";
  const char *good = jwk_set(jwk_of(ed, ""), NULL);
  char *padded = apr_palloc(tap_pool, COLLAB_JWKS_BYTES + 2);

  memset(padded, ' ', COLLAB_JWKS_BYTES + 1);
  memcpy(padded, good, strlen(good));
  ok(collab_jwks_parse(tap_pool, padded, COLLAB_JWKS_BYTES, &error) != NULL);
  ok(collab_jwks_parse(tap_pool, padded, COLLAB_JWKS_BYTES + 1, &error) == NULL);
  for (int i = 0; i < COLLAB_JWKS_KEYS; i++) {
    list = apr_psprintf(tap_pool, "%s%s%s", list, i ? "," : "", jwk_of(ed, apr_psprintf(tap_pool, ",\"kid\":\"%d\"", i)));
  }
  is_number(collab_jwks_count(parsed(jwk_set(list, NULL))), COLLAB_JWKS_KEYS);
  const collab_jwks_t *more = parsed(jwk_set(list, jwk_of(ed, ",\"kid\":\"one more\"")));
  is_number(collab_jwks_count(more), COLLAB_JWKS_KEYS);
  ok(strstr(collab_jwks_left_out(more), "keys[64] ") != NULL);
  is_number(number_of(more, NULL, "EdDSA"), COLLAB_JWKS_TRIED);
  const collab_jwks_t *late =
      parsed(jwk_set(apr_pstrcat(tap_pool, "null,1,{},[],0,null", NULL), list)); /* only usable keys count */
  is_number(collab_jwks_count(late), COLLAB_JWKS_KEYS);
  ok(strstr(collab_jwks_left_out(late), "; and 2 more") != NULL && collab_jwks_left_out(parsed(jwk_set(list, NULL))) == NULL);
  ok(collab_jwks_is_empty(parsed(" {\"more\":[\"keys\"],\"keys\" : [ ] } ")) && !collab_jwks_is_empty(late));
}

/* Are both entries read, as the same key? */
static bool are_one(const char *jwk, const char *other) {
  const collab_jwks_t *set = parsed(jwk_set(jwk, other));

  return set && collab_jwks_count(set) == 1 && collab_jwks_left_out(set) == NULL;
}

/* Real providers and their tools write base64 of either alphabet, with or without padding. */
static void spellings(void) {
  const char *jwk = apr_pstrcat(tap_pool, jwk_of(rsa, ",\"kid\":\"r\""), NULL);
  char *other = apr_pstrdup(tap_pool, jwk);

  for (char *c = strstr(other, "\"n\":\"") + 5; *c != '"'; c++) {
    *c = *c == '-' ? '+' : *c == '_' ? '/' : *c;
  }
  ok(are_one(other, jwk));
  other = apr_pstrcat(tap_pool, jwk_of(ed, ",\"kid\":\"e\""), NULL);
  const char *end = strstr(strstr(other, "\"x\":\"") + 5, "\"");
  other = apr_pstrcat(tap_pool, apr_pstrmemdup(tap_pool, other, (apr_size_t)(end - other)), "=", end, NULL);
  ok(are_one(other, jwk_of(ed, ",\"kid\":\"e\"")));
  is_number(collab_jwks_count(parsed(apr_pstrcat(tap_pool, "\xEF\xBB\xBF", jwk_set(jwk, NULL), NULL))), 1);
  /* numbers with a sign byte before them, or without their leading zero bytes */
  unsigned char n[257] = {0}, point[33] = {0};
  BIGNUM *number = NULL;
  if (EVP_PKEY_get_bn_param(rsa, OSSL_PKEY_PARAM_RSA_N, &number) != 1 || BN_bn2binpad(number, n + 1, 256) != 256) {
    exit(2);
  }
  BN_free(number);
  ok(are_one(changed(jwk, "n", jwk_url(n, sizeof n)), jwk));
  for (bool found = false; !found;) { /* one key in 256 has an x that begins with a zero byte */
    EVP_PKEY *low = EVP_EC_gen("P-256");
    number = NULL;
    if (EVP_PKEY_get_bn_param(low, OSSL_PKEY_PARAM_EC_PUB_X, &number) != 1 || BN_bn2binpad(number, point + 1, 32) != 32) {
      exit(2);
    }
    BN_free(number);
    found = point[1] == 0;
    if (found) {
      jwk = jwk_of(low, ",\"kid\":\"low\"");
      const char *cut = changed(jwk, "x", jwk_url(point + 2, 31)), *more = changed(jwk, "x", jwk_url(point, 33));
      ok(are_one(cut, jwk));
      ok(are_one(more, jwk));
    }
    EVP_PKEY_free(low);
  }
}

/* A key in use survives its set. */
static void shares(void) {
  const char *error, *text = jwk_set(jwk_of(ec, ",\"kid\":\"k\""), NULL);
  apr_pool_t *home;

  apr_pool_create(&home, NULL);
  const collab_jwks_t *set = collab_jwks_parse(home, text, strlen(text), &error);
  const collab_jws_key_t *key = collab_jws_key_share(tap_pool, only(set, "k", "ES256"));
  apr_pool_destroy(home);
  is_text(collab_jws_algorithm(key), "ES256");
  ok(collab_jws_signed(tap_pool, key, jwk_token(ec, "ES256", "{\"alg\":\"ES256\"}", "{}")));
}

int main(void) {
  tap_begin();
  rsa = EVP_RSA_gen(2048);
  ec = EVP_EC_gen("P-256");
  ed = EVP_PKEY_Q_keygen(NULL, NULL, "ED25519");
  each_kind();
  rsa_paddings();
  by_kid();
  keys_that_are_left_out();
  what_is_no_set();
  place_of_fault();
  sizes();
  spellings();
  shares();
  EVP_PKEY_free(rsa);
  EVP_PKEY_free(ec);
  EVP_PKEY_free(ed);
  return tap_done();
}
