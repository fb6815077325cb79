/* test_token.c: the service accepts its own access tokens, and no others (auth/token.h). */
#include "tap.h"

#include "auth/token.h"
#include "keys.h"

#define ROWS(table) (sizeof(table) / sizeof(table[0]))
#define ISSUER "https://exchange.example"
#define CLAIMS(iss, sub, iat, nbf, exp, jti)                                                                                     \
  "{\"iss\":" iss ",\"sub\":" sub ",\"iat\":" iat ",\"nbf\":" nbf ",\"exp\":" exp ",\"jti\":" jti "}"

static const collab_jws_key_t *key;
static const char *fault; /* the reason of the last refusal */
static const apr_time_t noon = INT64_C(1800000000) * APR_USEC_PER_SEC;

static apr_time_t later(int seconds) {
  return noon + apr_time_from_sec(seconds);
}

static bool accepts(const char *authorization, apr_time_t now) {
  collab_caller_t caller = {NULL, NULL};
  bool accepted = collab_token_caller(tap_pool, key, ISSUER, authorization, now, &caller, &fault);

  if (accepted != (fault == NULL)) {
    is_text("a refused token", "has a fault, and no other token");
  }
  if (!accepted && (caller.user != NULL || caller.epoch != NULL)) {
    is_text("a refused token", "leaves the caller alone");
  }
  return accepted;
}

static const char *bearer(const char *token) {
  return apr_pstrcat(tap_pool, "Bearer ", token, NULL);
}

static const char *issued(void) {
  return collab_token_issue(tap_pool, key, ISSUER, "42", "5", "7", noon, 3600);
}

static void a_token_names_its_caller(void) {
  collab_caller_t caller;
  const char *token = issued();

  ok(collab_token_caller(tap_pool, key, ISSUER, bearer(token), noon, &caller, &fault));
  is_text(caller.user, "42");
  is_text(caller.epoch, "7");
  is_number(caller.company, 5);
  ok(collab_token_caller(tap_pool, key, ISSUER,
                         bearer(collab_token_issue(tap_pool, key, ISSUER, "9223372036854775807", NULL, "0", noon, 60)), noon,
                         &caller, &fault));
  is_text(caller.user, "9223372036854775807");
  is_text(caller.epoch, "0");
  is_number(caller.company, 0);     /* as in older tokens, which lack this claim */
  ok(strcmp(token, issued()) != 0); /* tokens of the same second differ */
}

static void its_claims(void) {
  const collab_json_t *claims = collab_jws_verify(tap_pool, key, issued());

  is_number(collab_json_count(claims), 7);
  is_text(collab_json_string(collab_json_get(claims, "iss")), ISSUER);
  is_text(collab_json_string(collab_json_get(claims, "sub")), "42");
  is_number(collab_json_integer(collab_json_get(claims, "iat")), 1800000000);
  is_number(collab_json_integer(collab_json_get(claims, "exp")), 1800003600);
  ok(collab_json_integer(collab_json_get(claims, "nbf")) <= 1800000000);
  ok(collab_json_integer(collab_json_get(claims, "nbf")) >= 1800000000 - 60);
  const char *jti = collab_json_string(collab_json_get(claims, "jti"));
  ok(strncmp(jti, "7-", 2) == 0 && strlen(jti) == 22);
  ok(collab_jws_verify(tap_pool, key, collab_token_issue(tap_pool, key, "a \"quoted\" issuer\n", "1", NULL, "1", noon, 1)) !=
     NULL);
}

static void only_numbers_are_accounts(void) {
  static const char *const wrong[] = {"", "-1", "x", "1x", " 1", "01", "1.0", "9223372036854775808", "1\"", "\xD9\xA1"};

  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    is_text(collab_token_issue(tap_pool, key, ISSUER, wrong[i], NULL, "1", noon, 60), NULL);
    is_text(collab_token_issue(tap_pool, key, ISSUER, "1", NULL, wrong[i], noon, 60), NULL);
    is_text(wrong[i] ? collab_token_issue(tap_pool, key, ISSUER, "1", wrong[i], "1", noon, 60) : NULL, NULL);
  }
  tap_row("");
}

static void in_its_time(void) {
  const char *header = bearer(issued());

  ok(accepts(header, noon));
  ok(accepts(header, noon - apr_time_from_sec(60))); /* a node whose clock is a minute behind */
  ok(!accepts(header, noon - apr_time_from_sec(61)));
  ok(accepts(header, later(3600) - 1));
  ok(!accepts(header, later(3600)));
  ok(!accepts(header, later(3601)));
  ok(!accepts(header, later(1000000000)));
  ok(!accepts(header, 0));
  ok(!accepts(bearer(collab_token_issue(tap_pool, key, ISSUER, "1", NULL, "1", noon, 0)), noon));
}

static void schemes(void) {
  const char *token = issued();
  const char *const right[] = {
      apr_pstrcat(tap_pool, "Bearer ", token, NULL),
      apr_pstrcat(tap_pool, "bearer ", token, NULL),
      apr_pstrcat(tap_pool, "BEARER ", token, NULL),
      apr_pstrcat(tap_pool, "bEaReR   ", token, NULL),
  };
  const char *const wrong[] = {
      "",
      " ",
      "Bearer",
      "Bearer ",
      "Bearer  ",
      token,
      apr_pstrcat(tap_pool, " Bearer ", token, NULL),
      apr_pstrcat(tap_pool, "Bearer", token, NULL),
      apr_pstrcat(tap_pool, "Bearer\t", token, NULL),
      apr_pstrcat(tap_pool, "Bearer:", token, NULL),
      apr_pstrcat(tap_pool, "Basic ", token, NULL),
      apr_pstrcat(tap_pool, "Bearer Bearer ", token, NULL),
      apr_pstrcat(tap_pool, "Bearers ", token, NULL),
      apr_pstrcat(tap_pool, "Bearer \"", token, "\"", NULL),
      apr_pstrcat(tap_pool, "Bearer ", token, ", Bearer ", token, NULL),
      apr_pstrcat(tap_pool, "Bearer ", token, " x", NULL),
      apr_pstrcat(tap_pool, "Bearer ", token, " ", NULL),
      "Bearer x",
      "Bearer ..",
      "Basic YWRhOnB3",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    ok(accepts(right[i], noon));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!accepts(wrong[i], noon));
  }
  tap_row("");
  ok(!accepts(NULL, noon));
}

/* Signed with the right key, but not access tokens of this service. */
static void claims_of_another_form(void) {
  static const char *const right[] = {
      CLAIMS("\"https://exchange.example\"", "\"42\"", "1800000000", "1800000000", "1800000001", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "9223372036854775807", "\"0-x-y\""),
  };
  static const char *const wrong[] = {
      "{}",
      CLAIMS("\"https://other.example\"", "\"42\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example/\"", "\"42\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"HTTPS://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("[\"https://exchange.example\"]", "\"42\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("null", "\"42\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "42", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"-42\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"042\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42 \"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42;drop\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"99999999999999999999\"", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "null", "0", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "\"0\"", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "null", "0", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "1800000001", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0.5", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "null", "1900000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1800000000", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1799999999", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "-1", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000.0", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "\"1900000000\"", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "true", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "null", "\"7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "7"),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"7\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"7-\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"--7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\"x-7\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "\" 7-x\""),
      CLAIMS("\"https://exchange.example\"", "\"42\"", "0", "0", "1900000000", "null"),
      "{\"sub\":\"42\",\"iat\":0,\"nbf\":0,\"exp\":1900000000,\"jti\":\"7-x\"}",
      "{\"iss\":\"https://exchange.example\",\"iat\":0,\"nbf\":0,\"exp\":1900000000,\"jti\":\"7-x\"}",
      "{\"iss\":\"https://exchange.example\",\"sub\":\"42\",\"nbf\":0,\"exp\":1900000000,\"jti\":\"7-x\"}",
      "{\"iss\":\"https://exchange.example\",\"sub\":\"42\",\"iat\":0,\"exp\":1900000000,\"jti\":\"7-x\"}",
      "{\"iss\":\"https://exchange.example\",\"sub\":\"42\",\"iat\":0,\"nbf\":0,\"jti\":\"7-x\"}",
      "{\"iss\":\"https://exchange.example\",\"sub\":\"42\",\"iat\":0,\"nbf\":0,\"exp\":1900000000}",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    tap_row(right[i]);
    ok(accepts(bearer(key_token(key, right[i])), noon));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i] + (strlen(wrong[i]) > 60 ? strlen(wrong[i]) - 60 : 0));
    ok(!accepts(bearer(key_token(key, wrong[i])), noon));
  }
  tap_row("");
}

static void another_service(void) {
  collab_caller_t caller;
  const collab_jws_key_t *other = key_right("another secret of thirty-two bytes", 34);

  ok(!accepts(bearer(collab_token_issue(tap_pool, other, ISSUER, "42", NULL, "7", noon, 3600)), noon));
  ok(!accepts(bearer(collab_token_issue(tap_pool, key, "https://other.example", "42", NULL, "7", noon, 3600)), noon));
  ok(!collab_token_caller(tap_pool, key, "https://other.example", bearer(issued()), noon, &caller, &fault));
}

/* Every kind of key works. */
static void with_a_pair(void) {
  const char *const pems[] = {key_rfc_rsa, key_rfc_ec, key_rfc_ed25519};

  for (unsigned i = 0; i < ROWS(pems); i++) {
    const collab_jws_key_t *pair = key_right(pems[i], strlen(pems[i]));
    collab_caller_t caller;
    ok(collab_token_caller(tap_pool, pair, ISSUER, bearer(collab_token_issue(tap_pool, pair, ISSUER, "42", NULL, "7", noon, 60)),
                           noon, &caller, &fault));
    is_text(caller.user, "42");
  }
}

int main(void) {
  tap_begin();
  key = key_right("0123456789abcdef0123456789abcdef", 32);
  a_token_names_its_caller();
  its_claims();
  only_numbers_are_accounts();
  in_its_time();
  schemes();
  claims_of_another_form();
  another_service();
  with_a_pair();
  return tap_done();
}
