/* test_jws.c: a compact JWS verifies only with its key and algorithm, and only in its one spelling (auth/jws.h). */
#include "tap.h"

#include "auth/jws.h"
#include "base/base64.h"
#include "base/digest.h"
#include "keys.h"

#include <openssl/err.h>

#define ROWS(table) (sizeof(table) / sizeof(table[0]))
#define PAYLOAD "{\"sub\":\"1\"}"
#define RFC_PAYLOAD "eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ"

static const collab_jws_key_t *hs, *rs, *es, *ed;

static const char *url(const char *text) {
  return collab_base64url(tap_pool, text, strlen(text));
}

static const char *joined(const char *header, const char *payload, const char *signature) {
  return apr_pstrcat(tap_pool, header, ".", payload, ".", signature, NULL);
}

/* A token signed with HS256 and any secret, whatever its header names. */
static const char *forged(const char *header, const char *payload, const void *secret, apr_size_t secret_len) {
  unsigned char mac[COLLAB_SHA256_BYTES];
  const char *input = apr_pstrcat(tap_pool, url(header), ".", url(payload), NULL);

  collab_digest_hmac(secret, secret_len, input, strlen(input), mac);
  return apr_pstrcat(tap_pool, input, ".", collab_base64url(tap_pool, mac, sizeof(mac)), NULL);
}

static const unsigned char *secret(void) {
  static unsigned char bytes[32];
  for (int i = 0; i < 32; i++) {
    bytes[i] = (unsigned char)i;
  }
  return bytes;
}

static bool takes(const collab_jws_key_t *key, const char *token) {
  return collab_jws_verify(tap_pool, key, token) != NULL;
}

static void rfc_examples(void) {
  apr_size_t len;
  const unsigned char *raw = collab_unbase64url(
      tap_pool, "AyM1SysPpbyDfgZld3umj1qzKObwVMkoqQ-EstJQLr_T-1qS0gZH75aKtMN3Yj0iPS4hcgUuTwjAzZr1Z9CAow", 86, &len);
  const collab_jws_key_t *rfc_hs = key_right((const char *)raw, len);
  const collab_jws_key_t *rfc_rs = key_right(key_rfc_rsa, strlen(key_rfc_rsa));
  const collab_jws_key_t *rfc_es = key_right(key_rfc_ec, strlen(key_rfc_ec));
  const collab_jws_key_t *rfc_ed = key_right(key_rfc_ed25519, strlen(key_rfc_ed25519));
  /* RFC 7515, A.1, A.2, A.3 */
  const char *hs_token =
      joined("eyJ0eXAiOiJKV1QiLA0KICJhbGciOiJIUzI1NiJ9", RFC_PAYLOAD, "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk");
  const char *rs_token =
      joined("eyJhbGciOiJSUzI1NiJ9", RFC_PAYLOAD,
             "cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr"
             "7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--"
             "xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_"
             "IoypGlUPQGe77Rw");
  const char *es_token = joined("eyJhbGciOiJFUzI1NiJ9", RFC_PAYLOAD,
                                "DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q");

  ok(takes(rfc_hs, hs_token));
  ok(takes(rfc_rs, rs_token));
  ok(takes(rfc_es, es_token));
  const collab_json_t *claims = collab_jws_verify(tap_pool, rfc_es, es_token);
  is_text(collab_json_string(collab_json_get(claims, "iss")), "joe");
  is_number(collab_json_integer(collab_json_get(claims, "exp")), 1300819380); /* expired long ago: claims are not checked here */
  ok(!takes(rfc_rs, hs_token) && !takes(rfc_es, rs_token) && !takes(rfc_hs, es_token) && !takes(rfc_ed, es_token));

  /* These two algorithms are deterministic; the signatures were computed by another implementation. */
  is_text(collab_jws_sign(tap_pool, rfc_ed, PAYLOAD),
          joined(url("{\"alg\":\"EdDSA\",\"typ\":\"JWT\"}"), url(PAYLOAD),
                 "fD1Rxnaqkos1oI7F9W1VKOW27d39YQp2csK7Ho0gA2KOseXxNq8tU4Ly0AWFbOLau10UdxkGlU3XFcom49jbCA"));
  is_text(key_token(hs, PAYLOAD),
          joined(url("{\"alg\":\"HS256\",\"typ\":\"JWT\"}"), url(PAYLOAD), "htyoFata9TNIZwHpNC683AdCrFMgPVNjBvvLupUzF2I"));
}

static void each_algorithm_signs_and_verifies(void) {
  const struct {
    const collab_jws_key_t *key;
    const char *name;
    apr_size_t signature;
  } rows[] = {{hs, "HS256", 43}, {rs, "RS256", 342}, {es, "ES256", 86}, {ed, "EdDSA", 86}};

  for (unsigned i = 0; i < ROWS(rows); i++) {
    tap_row(rows[i].name);
    is_text(collab_jws_algorithm(rows[i].key), rows[i].name);
    for (int n = 0; n < 40; n++) { /* in a quarter of the runs, an ES256 number begins with a zero byte */
      const char *token = key_token(rows[i].key, apr_psprintf(tap_pool, "{\"n\":%d}", n));
      const collab_json_t *claims = token ? collab_jws_verify(tap_pool, rows[i].key, token) : NULL;
      if (claims == NULL || collab_json_integer(collab_json_get(claims, "n")) != n) {
        is_number(n, -1);
      }
      if (token == NULL || strlen(strrchr(token, '.') + 1) != rows[i].signature) {
        is_number(n, -2);
      }
    }
    const char *token = key_token(rows[i].key, PAYLOAD);
    ok(strncmp(token, url(apr_psprintf(tap_pool, "{\"alg\":\"%s\",\"typ\":\"JWT\"}", rows[i].name)), 20) == 0);
    for (unsigned k = 0; k < ROWS(rows); k++) {
      ok(takes(rows[k].key, token) == (k == i)); /* no key accepts another key's token */
    }
  }
  tap_row("");
}

/* Any changed character makes a token invalid. */
static void no_bit_may_change(void) {
  const collab_jws_key_t *const keys[] = {hs, rs, es, ed};

  for (unsigned i = 0; i < ROWS(keys); i++) {
    const char *token = key_token(keys[i], PAYLOAD);
    apr_pool_t *pool;
    int taken = 0;

    apr_pool_create(&pool, tap_pool);
    tap_row(collab_jws_algorithm(keys[i]));
    for (apr_size_t at = 0; token[at]; at++) {
      char *changed = apr_pstrdup(pool, token);
      changed[at] = token[at] == 'A' ? 'B' : 'A';
      taken += collab_jws_verify(pool, keys[i], changed) != NULL;
      changed[at] = '.';
      taken += token[at] != '.' && collab_jws_verify(pool, keys[i], changed) != NULL;
      changed[at] = '\0'; /* truncated */
      taken += collab_jws_verify(pool, keys[i], changed) != NULL;
    }
    is_number(taken, 0);
    is_number(ERR_peek_error(), 0); /* httpd's other modules read this queue */
    apr_pool_destroy(pool);
  }
  tap_row("");
}

/* RFC 8725, 2.1: the header must not choose the algorithm. */
static void the_header_chooses_nothing(void) {
  static const char *const names[] = {"none",  "None",  "NONE",  "",      "HS256", "hs256", "HS384",  "HS512",
                                      "RS256", "RS384", "PS256", "ES256", "ES384", "EdDSA", "Ed25519"};
  const char *pem = key_pem(EVP_RSA_gen(2048), false, NULL);
  BIO *bio = BIO_new_mem_buf(pem, -1);
  const char *public = key_pem(PEM_read_bio_PrivateKey(bio, NULL, NULL, NULL), true, NULL);
  const collab_jws_key_t *pair = key_right(pem, strlen(pem));
  const collab_jws_key_t *const keys[] = {hs, rs, es, ed, pair};
  BIO_free(bio);

  for (unsigned i = 0; i < ROWS(names); i++) {
    const char *header = apr_psprintf(tap_pool, "{\"alg\":\"%s\",\"typ\":\"JWT\"}", names[i]);
    tap_row(header);
    for (unsigned k = 0; k < ROWS(keys); k++) {
      ok(!takes(keys[k], joined(url(header), url(PAYLOAD), "")));
      ok(!takes(keys[k], joined(url(header), url(PAYLOAD), "AA")));
      /* the public key's text, or nothing, as the secret of an HMAC */
      ok(!takes(keys[k], forged(header, PAYLOAD, public, strlen(public))));
      ok(!takes(keys[k], forged(header, PAYLOAD, "", 0)));
      /* this key's own signature of a header that names another algorithm */
      if (strcmp(collab_jws_usual(names[i]), collab_jws_algorithm(keys[k])) != 0) {
        ok(!takes(keys[k], key_signed(keys[k], header, PAYLOAD)));
      }
    }
    ok(takes(hs, forged(header, PAYLOAD, secret(), 32)) == (strcmp(names[i], "HS256") == 0));
  }
  tap_row("");
}

static void headers(void) {
  static const char *const right[] = {
      "{\"alg\":\"HS256\",\"typ\":\"JWT\"}",
      "{\"alg\":\"HS256\"}",
      " { \"typ\" : \"at+jwt\", \"alg\" : \"HS256\" } ",
      "{\"alg\":\"HS256\",\"kid\":\"x\",\"jwk\":{},\"jku\":\"https://evil.example\"}",
      "{\"alg\":\"\\u0048S256\"}",
  };
  static const char *const wrong[] = {
      "",
      "{}",
      "null",
      "[]",
      "\"HS256\"",
      "{\"typ\":\"JWT\"}",
      "{\"alg\":null}",
      "{\"alg\":256}",
      "{\"alg\":[\"HS256\"]}",
      "{\"alg\":{\"alg\":\"HS256\"}}",
      "{\"Alg\":\"HS256\"}",
      "{\"alg\":\"HS256 \"}",
      "{\"alg\":\"HS256\\u0000\"}",
      "{\"alg\":\"HS256\",\"alg\":\"HS256\"}",
      "{\"alg\":\"none\",\"alg\":\"HS256\"}",
      "{\"alg\":\"HS256\"",
      "{\"alg\":\"HS256\"}x",
      "{\"alg\":\"HS256\",\"crit\":[]}",
      "{\"alg\":\"HS256\",\"crit\":null}",
      "{\"alg\":\"HS256\",\"crit\":[\"exp\"]}",
      "{\"alg\":\"HS256\",\"crit\":[\"b64\"],\"b64\":false}",
      "{\"alg\":\"HS256\",\"b64\":false}",
      "{\"alg\":\"HS256\",\"b64\":true}",
      "{\"alg\":\"HS256\",\"b64\":null}",
      "[{\"alg\":\"HS256\"}]",
      "{\"alg\":\"HS256\",\"x\":[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}",
      "{\"alg\":\"HS256\",\"x\":\"\xFF\"}",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    tap_row(right[i]);
    ok(takes(hs, forged(right[i], PAYLOAD, secret(), 32)));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!takes(hs, forged(wrong[i], PAYLOAD, secret(), 32)));
  }
  tap_row("");
}

static void payloads(void) {
  static const char *const wrong[] = {"",
                                      "null",
                                      "1",
                                      "\"x\"",
                                      "[]",
                                      "[{}]",
                                      "{",
                                      "{}{}",
                                      "{}x",
                                      "{\"sub\":\"1\",\"sub\":\"2\"}",
                                      "{\"a\":\"\\u0000\"}",
                                      "{\"a\":\"\xFF\"}",
                                      "\xEF\xBB\xBF{}"};

  ok(takes(hs, forged("{\"alg\":\"HS256\"}", "{}", secret(), 32)));
  ok(takes(hs, forged("{\"alg\":\"HS256\"}", " {\"a\":[1]} ", secret(), 32)));
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!takes(hs, forged("{\"alg\":\"HS256\"}", wrong[i], secret(), 32))); /* signed, but not an object */
  }
  tap_row("");
}

/* Signs an input unchanged, so that only its form can be wrong. */
static const char *signed_input(const char *input) {
  unsigned char mac[COLLAB_SHA256_BYTES];
  collab_digest_hmac(secret(), 32, input, strlen(input), mac);
  return apr_pstrcat(tap_pool, input, ".", collab_base64url(tap_pool, mac, sizeof(mac)), NULL);
}

static void forms(void) {
  const char *header = url("{\"alg\":\"HS256\"}"), *payload = url("{\"a\":12}"); /* 20 and 11 characters */
  const char *token = signed_input(apr_pstrcat(tap_pool, header, ".", payload, NULL));
  const char *signature = strrchr(token, '.') + 1;
  const char *const wrong[] = {
      "",
      ".",
      "..",
      "...",
      "a",
      "a.b",
      "a.b.c",
      "....",
      apr_pstrcat(tap_pool, header, ".", payload, NULL),
      apr_pstrcat(tap_pool, header, ".", payload, ".", NULL),
      apr_pstrcat(tap_pool, header, "..", signature, NULL),
      apr_pstrcat(tap_pool, ".", payload, ".", signature, NULL),
      apr_pstrcat(tap_pool, token, ".", NULL),
      apr_pstrcat(tap_pool, ".", token, NULL),
      apr_pstrcat(tap_pool, token, ".x", NULL),
      apr_pstrcat(tap_pool, token, ".", signature, ".", signature, NULL), /* five segments, as in a JWE */
      apr_pstrcat(tap_pool, token, "=", NULL),
      apr_pstrcat(tap_pool, token, " ", NULL),
      apr_pstrcat(tap_pool, " ", token, NULL),
      apr_pstrcat(tap_pool, token, "\n", NULL),
      apr_pstrcat(tap_pool, token, "A", NULL),
      apr_pstrcat(tap_pool, token, "AAAA", NULL),
      signed_input(apr_pstrcat(tap_pool, header, ".", payload, "=", NULL)),
      signed_input(apr_pstrcat(tap_pool, header, "=.", payload, NULL)),
      signed_input(apr_pstrcat(tap_pool, header, "\n.", payload, NULL)),
      signed_input(apr_pstrcat(tap_pool, header, ".", payload, " ", NULL)),
      signed_input(apr_pstrcat(tap_pool, header, ".", apr_pstrcat(tap_pool, "+/", payload, NULL), NULL)),
      signed_input(header),
      signed_input(apr_pstrcat(tap_pool, header, ".", payload, ".", payload, NULL)),
  };

  ok(takes(hs, token));
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!takes(hs, wrong[i]));
  }
  tap_row("");

  /* in base64url, the last character of 32 bytes has two bits that must be zero, or the signature would have several spellings */
  char *respelt = apr_pstrdup(tap_pool, token);
  char *last = respelt + strlen(respelt) - 1;
  *last = *last == '9' ? '-' : (char)(*last + 1);
  ok(!takes(hs, respelt));

  /* an ES256 signature has exactly 64 bytes: two numbers of 32 */
  const char *es_token = key_token(es, PAYLOAD);
  apr_size_t len, body = (apr_size_t)(strrchr(es_token, '.') - es_token) + 1;
  const unsigned char *numbers = collab_unbase64url(tap_pool, es_token + body, strlen(es_token + body), &len);
  unsigned char wide[66] = {0}, zero[64] = {0};
  const char *input = apr_pstrndup(tap_pool, es_token, body);
  memcpy(wide, numbers, 32);
  memcpy(wide + 33, numbers + 32, 32);
  ok(!takes(es, apr_pstrcat(tap_pool, input, collab_base64url(tap_pool, wide, 66), NULL)));
  memcpy(wide, numbers, 64);
  wide[64] = 0;
  ok(takes(es, apr_pstrcat(tap_pool, input, collab_base64url(tap_pool, wide, 64), NULL)));
  ok(!takes(es, apr_pstrcat(tap_pool, input, collab_base64url(tap_pool, wide, 65), NULL))); /* no trailing byte */
  ok(!takes(es, apr_pstrcat(tap_pool, input, collab_base64url(tap_pool, numbers, 63), NULL)));
  ok(!takes(es, apr_pstrcat(tap_pool, input, collab_base64url(tap_pool, zero, 64), NULL))); /* r = s = 0 */
  ok(!takes(ed, joined(url("{\"alg\":\"EdDSA\"}"), url(PAYLOAD), collab_base64url(tap_pool, zero, 64))));
}

static void length(void) {
  /* A payload of n bytes makes a token of 36 + 1 + n * 4 / 3 + 1 + 43 characters, rounded up: 6081 bytes make 8189 characters,
   * 6083 bytes make 8192 (the limit), and 6084 bytes make 8193. */
  for (int n = 6080; n <= 6090; n++) {
    char *payload = apr_palloc(tap_pool, (apr_size_t)n + 1);
    memset(payload, ' ', (apr_size_t)n);
    memcpy(payload, "{}", 2);
    payload[n] = '\0';
    const char *token = key_token(hs, payload);
    ok(takes(hs, token) == (strlen(token) <= 8192));
  }
  char *endless = malloc(1 << 22);
  memset(endless, 'A', 1 << 22);
  endless[(1 << 22) - 1] = '\0';
  ok(!takes(hs, endless));
  free(endless);
}

static void wrong_keys(void) {
  const char *error, *text;
  char large[65537];

  memset(large, 'k', sizeof(large));
  ok(key_of("", 0, &error) == NULL);
  ok(strstr(error, "32 bytes") != NULL);
  ok(key_of("0123456789012345678901234567890", 31, &error) == NULL);
  ok(strstr(error, "32 bytes") != NULL && strstr(error, "0123456789") == NULL);
  is_text(collab_jws_algorithm(key_right("01234567890123456789012345678901", 32)), "HS256");
  is_text(collab_jws_algorithm(key_right("\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\1", 32)), "HS256");
  ok(key_of(large, sizeof(large), &error) == NULL);
  ok(collab_jws_key_load(tap_pool, "/nonexistent/token.key", &error) == NULL);
  ok(strstr(error, "/nonexistent/token.key") != NULL);
  ok(collab_jws_key_load(tap_pool, "/tmp", &error) == NULL);

  const struct {
    const char *what, *pem, *message;
  } rows[] = {
      {"RSA of 1024 bits", key_pem(EVP_RSA_gen(1024), false, NULL), "2048"},
      {"P-384", key_pem(EVP_EC_gen("P-384"), false, NULL), "P-256"},
      {"secp256k1", key_pem(EVP_EC_gen("secp256k1"), false, NULL), "P-256"},
      {"Ed448", key_pem(EVP_PKEY_Q_keygen(NULL, NULL, "ED448"), false, NULL), "P-256"},
      {"X25519", key_pem(EVP_PKEY_Q_keygen(NULL, NULL, "X25519"), false, NULL), "P-256"},
      {"public RSA", key_pem(EVP_RSA_gen(2048), true, NULL), "no private key"}, /* never used as a secret for HS256 */
      {"public Ed25519", key_pem(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), true, NULL), "no private key"},
      {"passphrase", key_pem(EVP_EC_gen("P-256"), false, "open sesame"), "passphrase"},
      {"damaged", "-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VwBCIEIJ1hsZ3v\n-----END PRIVATE KEY-----\n", "no private key"},
      {"cut short", apr_pstrndup(tap_pool, key_rfc_rsa, 500), "no private key"},
      {"certificate", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n", "no private key"},
  };
  for (unsigned i = 0; i < ROWS(rows); i++) {
    tap_row(rows[i].what);
    ok(key_of(rows[i].pem, strlen(rows[i].pem), &error) == NULL);
    ok(error != NULL && strstr(error, rows[i].message) != NULL && strstr(error, "/key") != NULL);
    ok(error != NULL && strstr(error, "MC4CAQ") == NULL && strstr(error, "-----") == NULL);
    is_number(ERR_peek_error(), 0);
  }
  tap_row("");

  /* text that tools write before and after the key is ignored */
  text = key_pem(EVP_EC_gen("P-256"), false, NULL);
  text = apr_pstrcat(tap_pool, "Bag Attributes\n-----BEGIN EC PARAMETERS-----\nBggqhkjOPQMBBw==\n-----END EC PARAMETERS-----\n",
                     text, "\n\n", NULL);
  is_text(collab_jws_algorithm(key_right(text, strlen(text))), "ES256");
}

/* No key accepts a token of another key of the same kind. */
static void another_key(void) {
  const char *rsa = key_pem(EVP_RSA_gen(2048), false, NULL), *ec = key_pem(EVP_EC_gen("P-256"), false, NULL);
  const char *eddsa = key_pem(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), false, NULL);

  ok(!takes(hs, key_token(key_right("another secret of thirty-two bytes", 34), PAYLOAD)));
  ok(!takes(rs, key_token(key_right(rsa, strlen(rsa)), PAYLOAD)));
  ok(!takes(es, key_token(key_right(ec, strlen(ec)), PAYLOAD)));
  ok(!takes(ed, key_token(key_right(eddsa, strlen(eddsa)), PAYLOAD)));
}

int main(void) {
  tap_begin();
  const char *rsa = key_pem(EVP_RSA_gen(2048), false, NULL), *ec = key_pem(EVP_EC_gen("P-256"), false, NULL);
  const char *eddsa = key_pem(EVP_PKEY_Q_keygen(NULL, NULL, "ED25519"), false, NULL);
  hs = key_right((const char *)secret(), 32);
  rs = key_right(rsa, strlen(rsa));
  es = key_right(ec, strlen(ec));
  ed = key_right(eddsa, strlen(eddsa));

  rfc_examples();
  each_algorithm_signs_and_verifies();
  no_bit_may_change();
  the_header_chooses_nothing();
  headers();
  payloads();
  forms();
  length();
  wrong_keys();
  another_key();
  return tap_done();
}
