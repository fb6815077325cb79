/* test_token_keys.c: a key ring in the file of CollabTokenKey signs with its first key and verifies with all
 * (auth/token_keys.h, auth/jws.h). */
#include "tap.h"

#include "auth/jws.h"
#include "auth/token.h"
#include "auth/token_keys.h"
#include "base/digest.h"
#include "keys.h"

#define A "6161616161616161616161616161616161616161616161616161616161616161" /* 32 times "a" */
#define B "6262626262626262626262626262626262626262626262626262626262626262"
#define C "6363636363636363636363636363636363636363636363636363636363636363"
#define RING COLLAB_TOKEN_KEYS "\n"

static const collab_issue_t claims = {"https://exchange.example", "42", 0, "7-x", 1800000000, 1799999940, 1800003600};

static const collab_jws_key_t *ring(const char *text) {
  return key_right(text, strlen(text));
}

static bool accepts(const collab_jws_key_t *key, const char *token) {
  return collab_jws_verify(tap_pool, key, token) != NULL;
}

static const char *kid_of(const char *token) {
  collab_jws_unverified_t header;
  return collab_jws_read(tap_pool, token, &header) ? header.kid : "unreadable";
}

static void what_is_a_ring(void) {
  const char *text = "collab-token-keys  \r\n\n# the new one\n 2\t" B " # since spring\r\n1 " A;
  const collab_jws_key_t *key = ring(text);
  apr_size_t len;

  is_text(collab_jws_kid(key), "2"); /* the first signs */
  is_text(collab_jws_algorithm(key), "HS256");
  ok(memcmp(collab_jws_secret(key, &len), "bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb", 32) == 0 && len == 32);
  is_text(collab_jws_kid(ring(RING "255 " A B "\n")), "255"); /* a key of 64 bytes */
  is_text(collab_jws_kid(key_right("collab-token-key of 32 bytes or more", 36)), NULL);
}

static void what_is_none(void) {
  static const struct {
    const char *text, *fault;
  } rows[] = {
      {COLLAB_TOKEN_KEYS, "has no key"},
      {RING "# 1 " A, "has no key"},
      {"collab-token-keys 1 " A, "line 1 has more than"},
      {RING "\n" A, "line 3 does not begin with a key id from 1 to 255"},
      {RING "0 " A, "line 2 does not begin with a key id"},
      {RING "256 " A, "line 2 does not begin with a key id"},
      {RING "0001 " A, "line 2 does not begin with a key id"},
      {RING "-1 " A, "line 2 does not begin with a key id"},
      {RING "1:" A, "line 2 has no blank"},
      {RING "1 ", "line 2 has no blank"},
      {RING "1 " A "6", "line 2 has no key of 64"},
      {RING "1 6" A, "line 2 has no key of 64"},
      {RING "1 616161", "line 2 has no key of 64"},
      {RING "1 " A "\n2 " A B "61", "line 3 has no key of 64"},
      {RING "1 " A " " B, "line 2 has no key of 64"},
      {RING "1 g" A, "line 2 has no key of 64"},
      {RING "1 " A "\n2 " B "\n1 " C, "line 4 has a key id that an earlier line has"},
  };
  const char *error;

  for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
    tap_row(rows[i].text);
    ok(key_of(rows[i].text, strlen(rows[i].text), &error) == NULL);
    ok(error && strstr(error, rows[i].fault) && !strstr(error, "616161"));
  }
  tap_row("a NUL");
  ok(key_of(RING "1 " A "\0\n", strlen(RING) + 2 + 64 + 2, &error) == NULL);
  ok(error && strstr(error, "not a text file"));
  tap_row("");
}

static void a_key_is_replaced(void) {
  const collab_jws_key_t *one = key_right("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa", 32);
  const collab_jws_key_t *first = ring(RING "1 " A "\n2 " B), *second = ring(RING "2 " B "\n1 " A), *last = ring(RING "2 " B);
  const char *before = collab_issue(tap_pool, one, &claims), *old = collab_issue(tap_pool, first, &claims);
  const char *new = collab_issue(tap_pool, second, &claims);

  is_text(kid_of(before), NULL);
  is_text(kid_of(old), "1");
  is_text(kid_of(new), "2");
  ok(accepts(first, before) && accepts(second, before) &&
     !accepts(last, before)); /* a token that names no key is tried with all */
  ok(accepts(first, old) && accepts(second, old) && !accepts(last, old));
  ok(accepts(first, new) && accepts(second, new) && accepts(last, new));
  ok(accepts(one, old) && !accepts(one, new)); /* a node that has only this key so far */
  ok(collab_jws_looks_own(first, new) && collab_jws_looks_own(second, old) && !collab_jws_looks_own(last, old));
}

/* A token with this header, signed with the secret of `key`. */
static const char *forged(const collab_jws_key_t *key, const char *header) {
  unsigned char mac[COLLAB_SHA256_BYTES];
  apr_size_t len;
  const char *secret = collab_jws_secret(key, &len);
  const char *input = apr_pstrcat(tap_pool, jwk_url(header, strlen(header)), ".", jwk_url("{}", 2), NULL);

  collab_digest_hmac(secret, len, input, strlen(input), mac);
  return apr_pstrcat(tap_pool, input, ".", jwk_url(mac, sizeof(mac)), NULL);
}

static void the_kid_names_the_key(void) {
  const collab_jws_key_t *both = ring(RING "2 " B "\n1 " A), *a = ring(RING "1 " A), *other = ring(RING "1 " C);
  const struct {
    const char *header;
    bool good;
  } rows[] = {
      {"{\"alg\":\"HS256\",\"kid\":\"1\",\"typ\":\"JWT\"}", true},
      {"{\"typ\":\"JWT\",\"kid\":\"1\",\"alg\":\"HS256\"}", true}, /* in another order */
      {"{\"alg\":\"HS256\"}", true},
      {"{\"alg\":\"HS256\",\"kid\":\"2\",\"typ\":\"JWT\"}", false}, /* another key's id */
      {"{\"kid\":\"2\",\"alg\":\"HS256\"}", false},
      {"{\"kid\":\"3\",\"alg\":\"HS256\"}", false}, /* no key's id */
      {"{\"kid\":\"01\",\"alg\":\"HS256\"}", false},
      {"{\"kid\":\"\",\"alg\":\"HS256\"}", false},
      {"{\"kid\":1,\"alg\":\"HS256\"}", false},
      {"{\"kid\":null,\"alg\":\"HS256\"}", false},
      {"{\"kid\":\"1\",\"alg\":\"none\"}", false},
      {"{\"kid\":\"1\",\"alg\":\"HS512\"}", false},
      {"{\"kid\":\"1\",\"alg\":\"HS256\",\"crit\":[]}", false},
  };

  for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
    tap_row(rows[i].header);
    ok(accepts(both, forged(a, rows[i].header)) == rows[i].good);
    ok(!accepts(both, forged(other, rows[i].header)));
  }
  tap_row("");
}

int main(void) {
  tap_begin();
  what_is_a_ring();
  what_is_none();
  a_key_is_replaced();
  the_kid_names_the_key();
  return tap_done();
}
