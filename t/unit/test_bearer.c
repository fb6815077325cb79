/* test_bearer.c: a token names the right caller by its issuer, keys and claims, or is refused (auth/bearer.h). */
#include "jwk.h"
#include "keys.h"

#include "auth/bearer.h"
#include "auth/claims.h"
#include "auth/token.h"
#include "base/digest.h"

#include <sys/wait.h>
#include <unistd.h>

#define TRUST 600 /* CollabIssuerTrust, seconds */
#define ROWS(table) (sizeof(table) / sizeof(table[0]))
#define OWN "https://exchange.example"
#define USERS "https://id.example"
#define SERVICES "https://login.example/tenant/v2.0"
#define GUID "6e74172b-be56-4843-9ff4-e66a39bb12e3"
#define HEADER "{\"alg\":\"ES256\",\"typ\":\"JWT\",\"kid\":\"u1\"}"
#define TIMES "\"exp\":1800000600,\"nbf\":1800000000,\"iat\":1800000000"
#define CLAIMS "{\"iss\":\"" USERS "\",\"aud\":\"api\",\"sub\":\"ada\"," TIMES "}"
#define SERVICE_HEADER "{\"alg\":\"RS256\",\"typ\":\"JWT\",\"kid\":\"s1\"}"
#define SERVICE_CLAIMS "{\"iss\":\"" SERVICES "\",\"aud\":\"" GUID "\",\"oid\":\"o-1\",\"sub\":\"o-1\"," TIMES "}"
#define WITH(iss, aud, more) "{\"iss\":" iss ",\"aud\":" aud ",\"sub\":\"ada\"," more "}"
#define ISS "\"" USERS "\""
#define FOR_USERS(members) "{\"iss\":\"" USERS "\"," members "}"

static EVP_PKEY *user_pair, *service_pair, *next_pair;
static const collab_jws_key_t *own_key;
static collab_trust_t *trust;
static const apr_time_t noon = INT64_C(1800000000) * APR_USEC_PER_SEC;

/* ---- the store of keys from a URL ---- */

static struct {
  const char *body, *version, *error, *warned;
  int reads, wants, warnings;
} store;

static const char *read_store(void *context, apr_pool_t *pool, const collab_issuer_t *issuer, const char **version,
                              const char **error) {
  (void)context, (void)pool, (void)issuer;
  store.reads++;
  *error = store.error;
  if (store.error || !store.body || !strcmp(store.version, *version)) {
    return NULL;
  }
  *version = store.version;
  return store.body;
}

static void want(void *context, apr_pool_t *pool, const collab_issuer_t *issuer) {
  (void)context, (void)pool, (void)issuer;
  store.wants++;
}

static void warn(void *context, const collab_issuer_t *issuer, const char *text) {
  (void)context, (void)issuer;
  store.warnings++;
  store.warned = apr_pstrdup(tap_pool, text);
}

static const collab_keyset_source_t source = {read_store, want, warn};

/* ---- asking ---- */

static collab_caller_t caller;
static collab_refusal_t refusal;

static apr_interval_time_t date_ahead; /* the machine's date is so far ahead */

static collab_outcome_t asked(const char *token, apr_time_t now) {
  const collab_bearer_t bearer = {own_key, OWN, trust, &source, NULL, now};
  collab_caller_t before = {.user = "untouched"};
  const char *header = apr_pstrcat(tap_pool, "Bearer ", token, NULL);

  caller = before;
  collab_outcome_t outcome = collab_bearer_caller(tap_pool, &bearer, header, now + date_ahead, &caller, &refusal);
  if (outcome != COLLAB_OK && memcmp(&caller, &before, sizeof(caller)) != 0) {
    is_text("a refused token", "leaves the caller alone");
  }
  return outcome;
}

static bool takes(const char *token) {
  return asked(token, noon) == COLLAB_OK;
}

static const char *by_user(const char *header, const char *claims) {
  return jwk_token(user_pair, "ES256", header, claims);
}

static void each_his_own(void) {
  ok(takes(by_user(HEADER, CLAIMS)));
  is_text(caller.user, NULL);
  is_text(caller.epoch, NULL);
  is_text(caller.issuer, USERS);
  is_text(caller.kind, "user");
  is_text(caller.subject, "ada");

  ok(takes(jwk_token(service_pair, "RS256", SERVICE_HEADER, SERVICE_CLAIMS)));
  is_text(caller.issuer, SERVICES);
  is_text(caller.kind, "principal");
  is_text(caller.subject, "o-1");

  ok(takes(collab_token_issue(tap_pool, own_key, OWN, "42", NULL, "7", noon, 60)));
  is_text(caller.user, "42");
  is_text(caller.epoch, "7");
  is_text(caller.issuer, NULL);
  is_text(caller.subject, NULL);
}

static void own_tokens_by_the_own_key_alone(void) {
  const char *claims = "{\"iss\":\"" OWN "\",\"aud\":\"api\",\"sub\":\"1\",\"jti\":\"1-x\"," TIMES "}";

  ok(!takes(by_user(HEADER, claims)));
  ok(!takes(by_user("{\"alg\":\"ES256\",\"typ\":\"JWT\"}", claims)));
  ok(!takes(jwk_token(service_pair, "RS256", SERVICE_HEADER, claims)));
  /* the service's own key is not valid for another issuer */
  ok(!takes(key_token(own_key, CLAIMS)));
  ok(!takes(key_token(own_key, SERVICE_CLAIMS)));
  ok(!takes(collab_token_issue(tap_pool, own_key, OWN, "42", NULL, "7", noon - apr_time_from_sec(120),
                               60))); /* own tokens have no leeway */
  collab_trust_t *kept = trust;
  trust = NULL; /* no issuer is trusted */
  ok(takes(collab_token_issue(tap_pool, own_key, OWN, "42", NULL, "7", noon, 60)));
  ok(!takes(by_user(HEADER, CLAIMS)));
  trust = kept;
}

/* The service's key and the issuer's key have the same algorithm. Their tokens may have the same header. */
static void own_key_of_the_same_algorithm(void) {
  const collab_jws_key_t *kept = own_key;
  own_key = key_right(key_rfc_ec, strlen(key_rfc_ec));
  const char *bare = "{\"alg\":\"ES256\",\"typ\":\"JWT\"}"; /* the form of the service's own tokens */

  ok(takes(collab_token_issue(tap_pool, own_key, OWN, "42", NULL, "7", noon, 60)));
  ok(takes(by_user(HEADER, CLAIMS)));
  ok(takes(by_user(bare, CLAIMS)));
  is_text(caller.subject, "ada");
  ok(!takes(by_user(bare, "{\"iss\":\"" OWN "\",\"aud\":\"api\",\"sub\":\"1\",\"jti\":\"1-x\"," TIMES "}")));
  ok(!takes(key_token(own_key, CLAIMS)));
  own_key = kept;
}

static void no_issuer_vouches_for_another(void) {
  ok(!takes(by_user("{\"alg\":\"ES256\",\"kid\":\"u1\"}", SERVICE_CLAIMS)));
  ok(!takes(by_user("{\"alg\":\"ES256\",\"kid\":\"s1\"}", SERVICE_CLAIMS)));
  ok(!takes(jwk_token(service_pair, "RS256", SERVICE_HEADER, CLAIMS)));
  ok(!takes(jwk_token(service_pair, "RS256", "{\"alg\":\"RS256\",\"kid\":\"u1\"}", CLAIMS)));
  ok(!takes(by_user(HEADER, "{\"iss\":\"" USERS "\",\"aud\":\"" GUID "\",\"sub\":\"ada\"," TIMES
                            "}"))); /* the audience of the other issuer */
  ok(!takes(by_user(HEADER, "{\"iss\":\"" USERS "\",\"aud\":\"api\",\"oid\":\"o-1\"," TIMES
                            "}"))); /* this issuer names callers only by sub */
  ok(!takes(jwk_token(service_pair, "RS256", SERVICE_HEADER,
                      "{\"iss\":\"" SERVICES "\",\"aud\":\"" GUID "\",\"sub\":\"o-1\"," TIMES
                      "}"))); /* this issuer names callers only by oid */
}

/* A public key is not accepted as an HMAC secret, nor "none" as an algorithm. */
static void confusion(void) {
  static const char *const names[] = {"none",  "None",  "NONE",  "",      "HS256", "hs256", "HS384",
                                      "HS512", "RS256", "PS256", "ES384", "es256", "EdDSA", "ES256K"};
  const char *signature = strrchr(by_user(HEADER, CLAIMS), '.') + 1;
  EVP_PKEY_up_ref(user_pair);
  const char *pem = key_pem(user_pair, true, NULL);
  const char *jwk = jwk_of(user_pair, "");
  const char *const secrets[] = {pem, jwk, "", "u1"};

  for (unsigned i = 0; i < ROWS(names); i++) {
    const char *header = apr_psprintf(tap_pool, "{\"alg\":\"%s\",\"kid\":\"u1\"}", names[i]);
    const char *input = apr_pstrcat(tap_pool, jwk_url(header, strlen(header)), ".", jwk_url(CLAIMS, strlen(CLAIMS)), NULL);
    tap_row(header);
    ok(!takes(apr_pstrcat(tap_pool, input, ".", NULL)));
    ok(!takes(apr_pstrcat(tap_pool, input, ".", signature, NULL)));
    ok(!takes(by_user(header, CLAIMS)));
    for (unsigned s = 0; s < ROWS(secrets); s++) {
      unsigned char mac[COLLAB_SHA256_BYTES];
      collab_digest_hmac(secrets[s], strlen(secrets[s]), input, strlen(input), mac);
      ok(!takes(apr_pstrcat(tap_pool, input, ".", jwk_url(mac, sizeof(mac)), NULL)));
    }
  }
  tap_row("");
}

static void headers(void) {
  static const char *const right[] = {"{\"alg\":\"ES256\",\"kid\":\"u1\"}", "{\"alg\":\"ES256\"}",
                                      "{\"alg\":\"ES256\",\"typ\":\"at+jwt\",\"kid\":\"u1\"}",
                                      "{\"alg\":\"ES256\",\"typ\":\"application/at+JWT\"}",
                                      "{\"alg\":\"ES256\",\"jwk\":{\"kty\":\"oct\"},\"jku\":\"https://evil.example\"}"};
  static const char *const wrong[] = {
      "{\"alg\":\"ES256\",\"kid\":\"u2\"}",
      "{\"alg\":\"ES256\",\"kid\":\"\"}",
      "{\"alg\":\"ES256\",\"kid\":null}",
      "{\"alg\":\"ES256\",\"kid\":[\"u1\"]}",
      "{\"alg\":\"ES256\",\"kid\":\"s1\"}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"typ\":\"logout+jwt\"}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"typ\":\"dpop+jwt\"}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"typ\":7}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"crit\":[\"exp\"]}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"crit\":[]}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"b64\":true}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"b64\":false,\"crit\":[\"b64\"]}",
      "{\"alg\":\"ES256\",\"kid\":\"u1\",\"alg\":\"none\"}",
      "{\"kid\":\"u1\"}",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    tap_row(right[i]);
    ok(takes(by_user(right[i], CLAIMS)));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(!takes(by_user(wrong[i], CLAIMS)));
  }
  tap_row("");
}

static void claims(void) {
  static const char *const right[] = {
      WITH(ISS, "[\"api\"]", TIMES),
      WITH(ISS, "[\"else\",\"api\",\"more\"]", TIMES),
      WITH(ISS, "\"api\"", "\"exp\":1800000001"),
      WITH(ISS, "\"api\"", "\"exp\":1799999941"),                    /* expired 59 s ago */
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":1800000060"), /* valid from 60 s later */
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"iat\":1800000060"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"iat\":0,\"jti\":7,\"scp\":[\"x\"]"),
      WITH(ISS, "\"api\"", "\"exp\":9223372036854775807"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600.0"), /* a fraction is allowed (RFC 7519, 2) */
      WITH(ISS, "\"api\"", "\"exp\":1.8e9"),
      WITH(ISS, "\"api\"", "\"exp\":1799999940.000001"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":1800000059.999999"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"iat\":1799999999.123456"),
  };
  static const char *const wrong[] = {
      WITH("\"" USERS "/\"", "\"api\"", TIMES),
      WITH("\"HTTPS://id.example\"", "\"api\"", TIMES),
      WITH("\"https://other.example\"", "\"api\"", TIMES),
      WITH("[" ISS "]", "\"api\"", TIMES),
      WITH("null", "\"api\"", TIMES),
      WITH(ISS, "\"API\"", TIMES),
      WITH(ISS, "\"api \"", TIMES),
      WITH(ISS, "\"\"", TIMES),
      WITH(ISS, "null", TIMES),
      WITH(ISS, "{\"api\":1}", TIMES),
      WITH(ISS, "[]", TIMES),
      WITH(ISS, "[\"else\"]", TIMES),
      WITH(ISS, "[[\"api\"]]", TIMES),
      WITH(ISS, "[\"api\",1]", TIMES),
      WITH(ISS, "\"api\"", "\"nbf\":1800000000"),
      WITH(ISS, "\"api\"", "\"exp\":null"),
      WITH(ISS, "\"api\"", "\"exp\":\"1800000600\""),
      WITH(ISS, "\"api\"", "\"exp\":1799999939.999999"),
      WITH(ISS, "\"api\"", "\"exp\":-0.5"),
      WITH(ISS, "\"api\"", "\"exp\":-1e999"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":1800000060.000001"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":1e999"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"iat\":99999999999999999999"),
      WITH(ISS, "\"api\"", "\"exp\":1799999940"),
      WITH(ISS, "\"api\"", "\"exp\":-9223372036854775808"),
      WITH(ISS, "\"api\"", "\"exp\":-1"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":1800000061"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":9223372036854775807"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":-9223372036854775808"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":\"0\""),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"nbf\":null"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"iat\":1800000061"),
      WITH(ISS, "\"api\"", "\"exp\":1800000600,\"iat\":\"x\""),
      WITH(ISS, "\"api\"", TIMES ",\"exp\":1800000600"),
      "{\"iss\":" ISS ",\"aud\":\"api\"," TIMES "}",
      "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\"\"," TIMES "}",
      "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\" \"," TIMES "}",
      "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":7," TIMES "}",
      "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\"a\\u000ab\"," TIMES "}",
      "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":null," TIMES "}",
      "{\"iss\":" ISS ",\"sub\":\"ada\"," TIMES "}",
      "{\"aud\":\"api\",\"sub\":\"ada\"," TIMES "}",
      "{}",
      "[]",
  };

  for (unsigned i = 0; i < ROWS(right); i++) {
    tap_row(right[i] + 31);
    ok(takes(by_user(HEADER, right[i])));
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(apr_psprintf(tap_pool, "%d %s", (int)i, wrong[i]));
    ok(!takes(by_user(HEADER, wrong[i])));
  }
  tap_row("");
}

/* The message to the client about its token. */
static void refusals(void) {
  const struct {
    const char *token, *reason, *issuer;
  } rows[] = {
      {"x", COLLAB_REFUSED_FORM, NULL},
      {apr_pstrcat(tap_pool, "x.", by_user(HEADER, CLAIMS), NULL), COLLAB_REFUSED_FORM, NULL},
      {by_user(HEADER, "{}"), COLLAB_REFUSED_ISSUER, NULL},
      {by_user(HEADER, "{\"iss\":1}"), COLLAB_REFUSED_ISSUER, NULL},
      {by_user(HEADER, "{\"iss\":\"https://other.example\",\"aud\":\"api\"}"), COLLAB_REFUSED_ISSUER, "https://other.example"},
      {by_user(HEADER, "{\"iss\":\"" OWN "\"," TIMES "}"), COLLAB_REFUSED_SIGNATURE, OWN},
      {collab_token_issue(tap_pool, own_key, OWN, "42", NULL, "7", noon - apr_time_from_sec(120), 60), COLLAB_REFUSED_EXPIRED,
       OWN},
      {key_token(own_key, "{\"iss\":\"" OWN "\",\"sub\":\"1\"," TIMES "}"), COLLAB_REFUSED_ACCOUNT, OWN},
      {key_token(own_key, "{\"iss\":\"" OWN "\",\"sub\":\"1\"}"), COLLAB_REFUSED_TIMES, OWN},
      {key_token(own_key, CLAIMS), COLLAB_REFUSED_ALGORITHM, USERS},
      {by_user(HEADER, FOR_USERS(TIMES)), COLLAB_REFUSED_AUDIENCE "'api'", USERS},
      {by_user(HEADER, FOR_USERS("\"aud\":\"" GUID "\",\"sub\":\"ada\"," TIMES)), COLLAB_REFUSED_AUDIENCE "'api'", USERS},
      {by_user("{\"alg\":\"ES256\",\"typ\":\"logout+jwt\",\"kid\":\"u1\"}", CLAIMS), COLLAB_REFUSED_TYPE, USERS},
      {by_user(HEADER, FOR_USERS("\"aud\":\"api\"," TIMES)), COLLAB_REFUSED_USER, USERS},
      {jwk_token(service_pair, "RS256", SERVICE_HEADER,
                 "{\"iss\":\"" SERVICES "\",\"aud\":\"" GUID "\",\"sub\":\"x\"," TIMES "}"),
       COLLAB_REFUSED_PRINCIPAL, SERVICES},
      {by_user(HEADER, FOR_USERS("\"aud\":\"api\",\"sub\":\"ada\"")), COLLAB_REFUSED_TIMES, USERS},
      {by_user(HEADER, FOR_USERS("\"aud\":\"api\",\"sub\":\"ada\",\"exp\":1799999940")), COLLAB_REFUSED_EXPIRED, USERS},
      {by_user(HEADER, FOR_USERS("\"aud\":\"api\",\"sub\":\"ada\",\"exp\":1800000600,\"nbf\":1800000061")), COLLAB_REFUSED_EARLY,
       USERS},
      {by_user("{\"alg\":\"ES256\",\"kid\":\"u9\"}", CLAIMS), COLLAB_REFUSED_KEY, USERS},
      {jwk_token(service_pair, "RS256", HEADER, CLAIMS), COLLAB_REFUSED_SIGNATURE, USERS},
  };

  for (unsigned i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
    tap_row(apr_psprintf(tap_pool, "%u: %s", i, rows[i].reason));
    is_number(asked(rows[i].token, noon), COLLAB_UNAUTHENTICATED);
    is_text(refusal.reason, rows[i].reason);
    is_text(refusal.issuer, rows[i].issuer);
  }
  tap_row("");
  const collab_bearer_t bearer = {own_key, OWN, trust, &source, NULL, noon};
  is_number(collab_bearer_caller(tap_pool, &bearer, "Basic eA==", noon, &caller, &refusal), COLLAB_UNAUTHENTICATED);
  is_text(refusal.reason, COLLAB_REFUSED_KNOWN_SCHEME("Basic"));
  ok(!refusal.bearer);
  const collab_bearer_t alone = {own_key, OWN, NULL, NULL, NULL};
  const char *foreign = apr_pstrcat(tap_pool, "Bearer ", by_user(HEADER, CLAIMS), NULL);
  is_number(collab_bearer_caller(tap_pool, &alone, foreign, noon, &caller, &refusal), COLLAB_UNAUTHENTICATED);
  is_text(refusal.reason, COLLAB_REFUSED_ISSUER);
}

/* The trust in these issuers, whose key files must be without fault. */
static collab_trust_t *made(const apr_array_header_t *issuers) {
  apr_array_header_t *remarks = apr_array_make(tap_pool, 1, sizeof(const char *));
  collab_trust_t *of = collab_trust_make(tap_pool, issuers, TRUST, remarks);

  is_number(remarks->nelts, 0);
  return of;
}

/* ---- what an issuer's line demands ---- */

static const char *users_file;

/* Trusts these issuers alone; their keys are the users'. */
static collab_trust_t *trusting(const collab_issuer_t *rows, int count) {
  collab_trust_t *kept = trust;
  apr_array_header_t *issuers = apr_array_make(tap_pool, count, sizeof(collab_issuer_t));

  for (int i = 0; i < count; i++) {
    APR_ARRAY_PUSH(issuers, collab_issuer_t) = rows[i];
    APR_ARRAY_IDX(issuers, i, collab_issuer_t).keys = users_file;
  }
  trust = made(issuers);
  return kept;
}

/* The reason to refuse a token of the users' issuer with these members; "": it is accepted. */
static const char *said(const char *header, const char *members) {
  const char *token = by_user(header, apr_pstrcat(tap_pool, "{\"iss\":" ISS ",", members, "}", NULL));

  tap_row(members);
  return asked(token, noon) == COLLAB_OK ? "" : refusal.reason;
}

/* ID tokens, refresh tokens, logout tokens and bound tokens are refused, whatever their audience is. */
static void other_kinds_of_tokens(void) {
  static const char *const others[] = {"\"ID\"", "\"Refresh\"", "\"Offline\"", "\"Logout\"", "\"id\"", "7", "null", "[\"ID\"]"};
  static const char *const uses[] = {"\"id\"", "\"refresh\"", "\"Access\"", "\"\"", "null", "[\"access\"]"};
  static const char *const marks[] = {"events", "at_hash", "c_hash"};

  for (int right = 0; right < 2; right++) {
    const char *more = right ? "\"aud\":\"api\",\"sub\":\"ada\"," TIMES "," : "\"aud\":\"client\",\"sub\":\"ada\"," TIMES ",";
    for (unsigned i = 0; i < ROWS(others); i++) {
      is_text(said(HEADER, apr_psprintf(tap_pool, "%s\"typ\":%s", more, others[i])), COLLAB_REFUSED_KIND("typ"));
    }
    for (unsigned i = 0; i < ROWS(uses); i++) {
      is_text(said(HEADER, apr_psprintf(tap_pool, "%s\"token_use\":%s", more, uses[i])), COLLAB_REFUSED_KIND("token_use"));
    }
    for (unsigned i = 0; i < ROWS(marks); i++) {
      const char *reason = apr_psprintf(tap_pool, COLLAB_REFUSED_KIND("%s"), marks[i]);
      is_text(said(HEADER, apr_psprintf(tap_pool, "%s\"%s\":\"x\"", more, marks[i])), reason);
      is_text(said(HEADER, apr_psprintf(tap_pool, "%s\"%s\":null", more, marks[i])), reason);
    }
    is_text(said(HEADER, apr_psprintf(tap_pool, "%s\"cnf\":{\"jkt\":\"x\"}", more)), COLLAB_REFUSED_BOUND);
    is_text(said(HEADER, apr_psprintf(tap_pool, "%s\"cnf\":null", more)), COLLAB_REFUSED_BOUND);
  }
  is_text(said(HEADER, "\"aud\":\"api\",\"sub\":\"ada\",\"typ\":\"Bearer\",\"token_use\":\"access\",\"event_id\":\"e\"," TIMES),
          "");
  is_text(said(HEADER, "\"aud\":\"api\",\"sub\":\"ada\",\"typ\":\"at+jwt\",\"nonce\":\"n\",\"sid\":\"s\"," TIMES), "");
}

static void a_type_that_is_demanded(void) {
  static const collab_issuer_t row = {.name = USERS, .audience = "api", .at_jwt = true};
  static const char *const right[] = {"at+jwt", "AT+JWT", "application/at+jwt", "Application/AT+jwt"};
  static const char members[] = "\"aud\":\"api\",\"sub\":\"ada\"," TIMES;
  collab_trust_t *kept = trusting(&row, 1);

  for (unsigned i = 0; i < ROWS(right); i++) {
    is_text(said(apr_psprintf(tap_pool, "{\"alg\":\"ES256\",\"typ\":\"%s\"}", right[i]), members), "");
  }
  is_text(said("{\"alg\":\"ES256\",\"typ\":\"JWT\"}", members), COLLAB_REFUSED_AT_JWT);
  is_text(said("{\"alg\":\"ES256\"}", members), COLLAB_REFUSED_AT_JWT);
  is_text(said("{\"alg\":\"ES256\",\"typ\":\"dpop+jwt\"}", members), COLLAB_REFUSED_TYPE);
  trust = kept;
}

/* exp - iat is at most the lifetime and five minutes. Without iat, the token may end that long after now. */
static void a_bounded_lifetime(void) {
  static const collab_issuer_t row = {.name = USERS, .audience = "api", .lifetime = 3600};
  static const struct {
    const char *times, *reason;
  } rows[] = {
      {"\"iat\":1800000000,\"exp\":1800003600", ""},
      {"\"iat\":1799999700,\"exp\":1800003600", ""},
      {"\"iat\":1799999699,\"exp\":1800003600", COLLAB_REFUSED_LIFETIME},
      {"\"iat\":1799999699.5,\"exp\":1800003600", COLLAB_REFUSED_LIFETIME},
      {"\"iat\":1800000000,\"exp\":1800003900", ""},
      {"\"iat\":1800000000,\"exp\":1800003900.5", COLLAB_REFUSED_LIFETIME},
      {"\"exp\":1800003900", ""},
      {"\"exp\":1800003901", COLLAB_REFUSED_LIFETIME},
      {"\"nbf\":1800000000,\"exp\":1800003901", COLLAB_REFUSED_LIFETIME},
      {"\"iat\":1800000000,\"exp\":1800003600000", COLLAB_REFUSED_LIFETIME}, /* milliseconds */
      {"\"exp\":1800003600000", COLLAB_REFUSED_LIFETIME},
      {"\"iat\":1800000000,\"exp\":316517846400", COLLAB_REFUSED_LIFETIME}, /* the year 12000 */
      {"\"iat\":0,\"exp\":1800003600", COLLAB_REFUSED_LIFETIME},
      {"\"iat\":1800000000,\"exp\":1e999", COLLAB_REFUSED_LIFETIME},
      {"\"iat\":1800000000000,\"exp\":1800003600000", COLLAB_REFUSED_EARLY},
      {"\"iat\":1799990000,\"exp\":1799999940", COLLAB_REFUSED_EXPIRED},
  };
  collab_trust_t *kept = trusting(&row, 1);

  for (unsigned i = 0; i < ROWS(rows); i++) {
    is_text(said(HEADER, apr_pstrcat(tap_pool, "\"aud\":\"api\",\"sub\":\"ada\",", rows[i].times, NULL)), rows[i].reason);
  }
  trust = kept;
  is_text(said(HEADER, "\"aud\":\"api\",\"sub\":\"ada\",\"exp\":1800003600000"), ""); /* without a bound */
}

/* client_id takes the place of aud, which may be absent. */
static void a_client_as_audience(void) {
  static const collab_issuer_t rows[] = {{.name = USERS, .audience = "c1", .by_client = true},
                                         {.name = USERS, .audience = "api"}};
  static const char wrong[] = COLLAB_REFUSED_AUDIENCE "client_id 'c1' or 'api'", rest[] = "\"sub\":\"ada\"," TIMES;
  static const struct {
    const char *members, *reason;
  } cases[] = {
      {"\"client_id\":\"c1\"", ""},
      {"\"client_id\":\"c1\",\"aud\":\"c1\"", ""},
      {"\"client_id\":\"c1\",\"aud\":[\"x\",\"c1\"]", ""},
      {"\"client_id\":\"c1\",\"aud\":\"https://other.example\"", wrong},
      {"\"client_id\":\"c1\",\"aud\":[]", wrong},
      {"\"client_id\":\"c1\",\"aud\":null", wrong},
      {"\"client_id\":\"c2\"", wrong},
      {"\"client_id\":[\"c1\"]", wrong},
      {"\"client_id\":null", wrong},
      {"\"aud\":\"c1\"", wrong},
      {"\"azp\":\"c1\"", wrong},
      {"\"client_id\":\"api\"", wrong},
      {"\"client_id\":\"c2\",\"aud\":\"api\"", ""},
      {"\"aud\":\"c1\",\"token_use\":\"id\"", COLLAB_REFUSED_KIND("token_use")},
  };
  collab_trust_t *kept = trusting(rows, 2);

  for (unsigned i = 0; i < ROWS(cases); i++) {
    is_text(said(HEADER, apr_pstrcat(tap_pool, cases[i].members, ",", rest, NULL)), cases[i].reason);
  }
  trust = kept;
}

/* One issuer and audience for people and applications: idtyp decides, or else whether oid equals sub. */
static void people_and_applications(void) {
  static const collab_issuer_t rows[] = {{.name = USERS, .audience = "api"},
                                         {.name = USERS, .audience = "api", .principals = true}};
  const collab_issuer_t turned[] = {rows[1], rows[0]};
  static const struct {
    const char *members, *subject;
  } cases[] = {
      {"\"sub\":\"o-1\",\"oid\":\"o-1\"", "principal o-1"},
      {"\"sub\":\"o-1\",\"oid\":\"o-1\",\"idtyp\":\"app\"", "principal o-1"},
      {"\"sub\":\"pairwise\",\"oid\":\"o-1\",\"idtyp\":\"app\"", "principal o-1"},
      {"\"sub\":\"pairwise\",\"oid\":\"o-2\"", "user pairwise"},
      {"\"sub\":\"pairwise\"", "user pairwise"},
      {"\"sub\":\"pairwise\",\"oid\":\"o-2\",\"idtyp\":\"user\"", "user pairwise"},
      {"\"sub\":\"o-1\",\"oid\":\"o-1\",\"idtyp\":\"user\"", "user o-1"},
      {"\"sub\":\"o-1\",\"oid\":\"o-1\",\"idtyp\":\"APP\"", "user o-1"},
      {"\"sub\":\"o-1\",\"oid\":\"o-1\",\"idtyp\":null", "user o-1"},
      {"\"sub\":\"o-1\",\"oid\":[\"o-1\"]", "user o-1"},
  };

  for (int turn = 0; turn < 2; turn++) { /* whichever line comes first */
    collab_trust_t *kept = trusting(turn ? turned : rows, 2);
    for (unsigned i = 0; i < ROWS(cases); i++) {
      is_text(said(HEADER, apr_pstrcat(tap_pool, cases[i].members, ",\"aud\":\"api\"," TIMES, NULL)), "");
      is_text(apr_psprintf(tap_pool, "%s %s", caller.kind, caller.subject), cases[i].subject);
    }
    is_text(said(HEADER, "\"aud\":\"api\",\"sub\":\"x\",\"idtyp\":\"app\"," TIMES), COLLAB_REFUSED_PRINCIPAL);
    is_text(said(HEADER, "\"aud\":\"api\",\"oid\":\"o-1\"," TIMES), COLLAB_REFUSED_USER);
    is_text(said(HEADER, "\"aud\":\"else\",\"sub\":\"x\"," TIMES), COLLAB_REFUSED_AUDIENCE "'api'");
    trust = kept;
  }
  /* of two audiences, the first line's decides */
  const collab_issuer_t two[] = {rows[0], {.name = USERS, .audience = "bots", .principals = true}};
  collab_trust_t *kept = trusting(two, 2);
  is_text(said(HEADER, "\"aud\":[\"bots\",\"api\"],\"sub\":\"o-1\",\"oid\":\"o-1\"," TIMES), "");
  is_text(caller.kind, "user");
  trust = kept;
}

/* A GUID names the same principal in upper and lower case; any other object id, and a user's sub, is compared exactly. */
static void object_ids(void) {
  static const char upper[] = "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9", lower[] = "0a1b2c3d-4e5f-6071-8293-a4b5c6d7e8f9";
  static const char *const others[] = {"",
                                       "O-1",
                                       "0A1B2C3D4E5F60718293A4B5C6D7E8F9",
                                       "{0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F9}",
                                       "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8FG",
                                       "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F",
                                       "0A1B2C3D-4E5F-6071-8293-A4B5C6D7E8F90",
                                       "0A1B2C3D-4E5F-60718-293-A4B5C6D7E8F9"};

  is_text(collab_claims_object_id(tap_pool, upper), lower);
  is_text(collab_claims_object_id(tap_pool, lower), lower);
  for (unsigned i = 0; i < ROWS(others); i++) {
    is_text(collab_claims_object_id(tap_pool, others[i]), others[i]);
  }
  const char *principal =
      apr_psprintf(tap_pool, "{\"iss\":\"" SERVICES "\",\"aud\":\"" GUID "\",\"oid\":\"%s\"," TIMES "}", upper);
  ok(takes(jwk_token(service_pair, "RS256", SERVICE_HEADER, principal)));
  is_text(caller.subject, lower);
  ok(takes(by_user(HEADER, apr_psprintf(tap_pool, "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\"%s\"," TIMES "}", upper))));
  is_text(caller.subject, upper);
}

static void sizes(void) {
  char *filler = apr_palloc(tap_pool, 9001);
  memset(filler, 'x', 9000);

  for (int len = 0; len <= 9000; len += 3000) {
    filler[len] = '\0';
    const char *long_claims =
        apr_pstrcat(tap_pool, "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\"ada\",\"x\":\"", filler, "\"," TIMES "}", NULL);
    const char *token = by_user(HEADER, long_claims);
    ok(takes(token) == (strlen(token) <= 8192));
    filler[len] = 'x';
  }
  filler[256] = '\0';
  ok(!takes(
      by_user(HEADER, apr_pstrcat(tap_pool, "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\"", filler, "\"," TIMES "}", NULL))));
  filler[255] = '\0';
  ok(takes(by_user(HEADER, apr_pstrcat(tap_pool, "{\"iss\":" ISS ",\"aud\":\"api\",\"sub\":\"", filler, "\"," TIMES "}", NULL))));
}

static void every_change_breaks_it(void) {
  char *token = apr_pstrdup(tap_pool, by_user(HEADER, CLAIMS));
  int taken = 0;

  for (size_t i = 0; token[i]; i++) {
    char right = token[i];
    token[i] = right == 'A' ? 'B' : 'A';
    taken += takes(token);
    token[i] = right;
  }
  is_number(taken, 0);
  ok(takes(token));
}

/* ---- keys that come and go ---- */

static const char *service(EVP_PKEY *pair, const char *kid) {
  return jwk_token(pair, "RS256", apr_psprintf(tap_pool, "{\"alg\":\"RS256\",\"kid\":\"%s\"}", kid), SERVICE_CLAIMS);
}

static apr_time_t after(int seconds) {
  return noon + apr_time_from_sec(seconds);
}

static void keys_from_a_url(void) {
  const apr_array_header_t *issuers = apr_array_make(tap_pool, 1, sizeof(collab_issuer_t));
  const char *old = service(service_pair, "s1"), *new = service(next_pair, "s2");
  collab_trust_t *kept = trust;
  APR_ARRAY_PUSH((apr_array_header_t *)issuers, collab_issuer_t) =
      (collab_issuer_t){SERVICES, GUID, "https://login.example/keys", true, true, 900};
  trust = made(issuers);
  memset(&store, 0, sizeof(store));

  /* no keys are known yet, so the token may be good */
  is_number(asked(old, after(0)), COLLAB_UNAVAILABLE);
  is_number(asked(old, after(0)), COLLAB_UNAVAILABLE);
  is_number(store.reads, 1);
  store.error = "the database does not answer";
  is_number(asked(old, after(2)), COLLAB_UNAVAILABLE);
  is_number(asked(old, after(4)), COLLAB_UNAVAILABLE);
  is_number(store.warnings, 1);
  store.error = NULL;

  store.body = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), NULL);
  store.version = "1";
  is_number(asked(old, after(6)), COLLAB_OK);
  store.reads = 0;
  for (int i = 0; i < 50; i++) {
    is_number(asked(old, after(7 + i)), COLLAB_OK);
  }
  is_number(store.reads, 0); /* the keys are still fresh */
  is_number(asked(old, after(70)), COLLAB_OK);
  is_number(store.reads, 1);
  is_number(store.wants, 0);

  /* for an unknown key the node asks for new keys and reads the stored keys again, at most once a second */
  for (int i = 0; i < 20; i++) {
    is_number(asked(new, after(80) + i), COLLAB_UNAUTHENTICATED);
  }
  is_number(store.reads, 2);
  is_number(store.wants, 1);
  is_number(asked(new, after(82)), COLLAB_UNAUTHENTICATED);
  is_number(store.wants, 2);
  is_number(asked(old, after(82)), COLLAB_OK);

  /* a rotation: first both keys are accepted, then only the new one */
  store.body = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), jwk_of(next_pair, ",\"kid\":\"s2\""));
  store.version = "2";
  is_number(asked(new, after(84)), COLLAB_OK);
  is_number(asked(old, after(84)), COLLAB_OK);
  store.body = jwk_set(jwk_of(next_pair, ",\"kid\":\"s2\""), NULL);
  store.version = "3";
  is_number(asked(old, after(150)), COLLAB_UNAUTHENTICATED);
  is_number(asked(new, after(150)), COLLAB_OK);

  /* the date moves, but not the clock: the keys stay fresh, and are no older afterwards */
  store.reads = 0;
  date_ahead = apr_time_from_sec(70);
  is_number(asked(new, after(151)), COLLAB_OK);
  date_ahead = 0;
  is_number(asked(new, after(152)), COLLAB_OK);
  is_number(store.reads, 0);
  is_number(asked(new, after(215)), COLLAB_OK);
  is_number(store.reads, 1);

  /* an unreadable or invalid set leaves the keys as they are */
  store.warnings = 0;
  store.body = "<html>";
  store.version = "4";
  is_number(asked(new, after(300)), COLLAB_OK);
  is_number(asked(new, after(400)), COLLAB_OK);
  is_number(store.warnings, 1);
  store.error = "the database does not answer";
  is_number(asked(new, after(500)), COLLAB_OK);
  is_number(store.warnings, 2);

  /* a forged or expired token causes no look-up of keys */
  store.reads = store.wants = 0;
  is_number(asked(by_user(HEADER, CLAIMS), after(590)), COLLAB_UNAUTHENTICATED);
  is_number(asked(new, after(700)), COLLAB_UNAUTHENTICATED);
  is_number(store.reads, 0);
  /* a clock that is set back does not stop look-ups */
  store.error = NULL;
  is_number(asked(new, after(10)), COLLAB_OK);
  trust = kept;
}

/* The issuer replaces a key, and keeps its id. Anybody can forge a token that looks like it. */
static void replaced_keys(void) {
  apr_array_header_t *issuers = apr_array_make(tap_pool, 1, sizeof(collab_issuer_t));
  const char *old = service(service_pair, "s1"), *new = service(next_pair, "s1");
  collab_trust_t *kept = trust;
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = (collab_issuer_t){SERVICES, GUID, "https://login.example/keys", true, true, 900};
  trust = made(issuers);
  memset(&store, 0, sizeof(store));
  store.body = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), NULL);
  store.version = "1";

  is_number(asked(old, after(0)), COLLAB_OK);
  is_number(store.reads, 1);
  for (int i = 0; i < 20; i++) {
    is_number(asked(new, after(10) + i), COLLAB_UNAUTHENTICATED);
  }
  is_number(store.reads, 2);
  is_number(store.wants, 1);
  is_number(asked(old, after(10)), COLLAB_OK);
  store.body = jwk_set(jwk_of(next_pair, ",\"kid\":\"s1\""), NULL);
  store.version = "2";
  is_number(asked(new, after(12)), COLLAB_OK);
  is_number(asked(old, after(12)), COLLAB_UNAUTHENTICATED);
  /* a look-up that has itself refreshed the set requests a fetch, too: there may be no other token for a minute */
  store.wants = 0;
  is_number(asked(old, after(100)), COLLAB_UNAUTHENTICATED);
  is_number(store.wants, 1);
  trust = kept;
}

/* What the issuer says by a set without keys, and the end of keys that cannot be confirmed. */
static void keys_that_end(void) {
  apr_array_header_t *issuers = apr_array_make(tap_pool, 1, sizeof(collab_issuer_t));
  const char *token = service(service_pair, "s1"), *good = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), NULL);
  collab_trust_t *kept = trust;
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = (collab_issuer_t){SERVICES, GUID, "https://login.example/keys", true, true, 900};
  trust = made(issuers);
  memset(&store, 0, sizeof(store));
  store.body = good;
  store.version = "1";

  is_number(asked(token, after(0)), COLLAB_OK);
  store.body = "{\"keys\":[{\"kty\":\"oct\"}]}";
  store.version = "2";
  is_number(asked(token, after(100)), COLLAB_OK);
  is_text(store.warned, "has no usable key: keys[0] is of another kind");
  store.body = "{\"keys\":[]}";
  store.version = "3";
  is_number(asked(token, after(200)), COLLAB_UNAUTHENTICATED);
  is_number(asked(token, after(201)), COLLAB_UNAUTHENTICATED);
  store.body = "";
  store.version = "3 ended";
  is_number(asked(token, after(300)), COLLAB_UNAVAILABLE);
  is_number(asked(token, after(301)), COLLAB_UNAVAILABLE);
  store.body = good;
  store.version = "4";
  is_number(asked(token, after(303)), COLLAB_OK);
  trust = kept;
}

static const char *fault_of(int seconds) {
  collab_keys_report_t report = collab_keyset_check(collab_trust_keys(trust, 0), tap_pool, &source, NULL, after(seconds));
  return report.fault ? report.fault : "";
}

static void keys_in_a_file(void) {
  const char *set = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), NULL);
  const char *path = tap_file("rotated.jwks", set, strlen(set));
  apr_array_header_t *issuers = apr_array_make(tap_pool, 1, sizeof(collab_issuer_t));
  collab_trust_t *kept = trust;
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = (collab_issuer_t){SERVICES, GUID, path, false, true, 900};
  trust = made(issuers);
  memset(&store, 0, sizeof(store));

  is_number(asked(service(service_pair, "s1"), after(0)), COLLAB_OK);
  set = jwk_set(jwk_of(next_pair, ",\"kid\":\"s2\""), "{\"kty\":\"oct\"}");
  tap_file("rotated.jwks", set, strlen(set));
  is_number(asked(service(service_pair, "s1"), after(1)), COLLAB_OK); /* keys not read again yet */
  is_number(asked(service(next_pair, "s2"), after(2)), COLLAB_OK);    /* an unknown key causes a look-up */
  is_number(asked(service(service_pair, "s1"), after(3)), COLLAB_UNAUTHENTICATED);
  is_text(fault_of(9), "");
  tap_file("rotated.jwks", "{", 1);
  is_number(asked(service(next_pair, "s2"), after(20)), COLLAB_OK);
  is_number(asked(service(next_pair, "s2"), after(26)), COLLAB_OK);
  is_number(store.warnings, 1);
  is_number(store.reads + store.wants, 0);
  is_text(fault_of(23), "");
  is_text(fault_of(24), "unconfirmed");
  tap_file("rotated.jwks", "{\"keys\":[7]}", 12);
  is_text(fault_of(40), "unusable");
  unlink(path);
  is_number(asked(service(next_pair, "s2"), after(50)), COLLAB_OK);
  is_number(store.warnings, 3);
  is_number(asked(service(next_pair, "s2"), after(9 + TRUST - 1)), COLLAB_OK);
  is_number(asked(service(next_pair, "s2"), after(9 + TRUST + 10)), COLLAB_UNAVAILABLE); /* this read fails after the end */
  is_text(fault_of(9 + TRUST + 10), "ended");
  tap_file("rotated.jwks", "{\"keys\":[]}", 11);
  is_text(fault_of(9 + TRUST + 20), "empty");
  is_number(asked(service(next_pair, "s2"), after(9 + TRUST + 20)), COLLAB_UNAUTHENTICATED);
  unlink(path);

  /* a file that cannot be used at the start */
  apr_array_header_t *remarks = apr_array_make(tap_pool, 1, sizeof(const char *));
  trust = collab_trust_make(tap_pool, issuers, TRUST, remarks);
  is_text(APR_ARRAY_IDX(remarks, 0, const char *),
          apr_pstrcat(tap_pool, SERVICES, ": ", path, ": No such file or directory", NULL));
  is_number(asked(service(service_pair, "s1"), after(0)), COLLAB_UNAVAILABLE);
  is_text(fault_of(10), "none");
  set = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), "7");
  tap_file("rotated.jwks", set, strlen(set));
  is_number(asked(service(service_pair, "s1"), after(12)), COLLAB_OK);
  trust = collab_trust_make(tap_pool, issuers, TRUST, remarks);
  is_number(remarks->nelts, 1); /* an entry that is left out is no remark, and is reported once */
  const collab_keys_report_t report = collab_keyset_check(collab_trust_keys(trust, 0), tap_pool, &source, NULL, after(12));
  is_text(report.left_out, "keys[1] is not an object");
  is_text(collab_keyset_check(collab_trust_keys(trust, 0), tap_pool, &source, NULL, after(13)).left_out, NULL);
  trust = kept;
}

static void how_long_keys_are_trusted(void) {
  const collab_issuer_t url = {.remote = true, .refresh = 900}, file = {.refresh = 900};

  is_number(collab_keyset_trusted(&url, 3599), 3600);
  is_number(collab_keyset_trusted(&url, 3601), 3601);
  is_number(collab_keyset_trusted(&file, 60), 60);
}

/* Another process finds the key file with this text, and accepts `token`. */
static void another_process(const char *text, const char *token, apr_time_t now) {
  int status = 1;
  pid_t process = fork();

  if (process == 0) {
    if (text) {
      tap_file("forked.jwks", text, strlen(text));
    }
    _exit(asked(token, now) == COLLAB_OK ? 0 : 1);
  }
  is_number(waitpid(process, &status, 0), process);
  is_number(status, 0);
}

/* A process that is forked long after the start has the keys that were read then. */
static void keys_in_a_file_of_processes(void) {
  const char *first = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), NULL), *token = service(service_pair, "s1");
  const char *next = jwk_set(jwk_of(next_pair, ",\"kid\":\"s2\""), NULL);
  const char *path = tap_file("forked.jwks", first, strlen(first));
  apr_array_header_t *issuers = apr_array_make(tap_pool, 1, sizeof(collab_issuer_t));
  collab_trust_t *kept = trust;
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = (collab_issuer_t){SERVICES, GUID, path, false, true, 900};

  trust = made(issuers);
  another_process(NULL, token, after(TRUST + 5));
  tap_file("forked.jwks", "{", 1);
  is_number(asked(token, after(TRUST + 10)), COLLAB_OK); /* the other process has confirmed them */
  is_text(fault_of(TRUST + 10), "");
  is_text(fault_of(TRUST + 20), "unconfirmed");
  is_text(fault_of(2 * TRUST + 30), "ended");
  tap_file("forked.jwks", first, strlen(first));
  trust = made(issuers);
  another_process(next, service(next_pair, "s2"), after(TRUST + 5));
  tap_file("forked.jwks", "{", 1);
  is_number(asked(token, after(TRUST + 10)), COLLAB_UNAVAILABLE); /* it has confirmed others */
  unlink(path);
  trust = kept;
}

int main(void) {
  const char *users, *services;
  apr_array_header_t *issuers;
  static const char secret[] = "0123456789abcdef0123456789abcdef";

  tap_begin();
  user_pair = EVP_EC_gen("P-256");
  service_pair = EVP_RSA_gen(2048);
  next_pair = EVP_RSA_gen(2048);
  own_key = key_right(secret, 32);
  users = jwk_set(jwk_of(user_pair, ",\"kid\":\"u1\""), NULL);
  services = jwk_set(jwk_of(service_pair, ",\"kid\":\"s1\""), NULL);
  users_file = tap_file("users.jwks", users, strlen(users));
  issuers = apr_array_make(tap_pool, 2, sizeof(collab_issuer_t));
  APR_ARRAY_PUSH(issuers, collab_issuer_t) = (collab_issuer_t){USERS, "api", users_file, false, false, 900};
  APR_ARRAY_PUSH(issuers, collab_issuer_t) =
      (collab_issuer_t){SERVICES, GUID, tap_file("services.jwks", services, strlen(services)), false, true, 900};
  trust = made(issuers);
  each_his_own();
  own_tokens_by_the_own_key_alone();
  own_key_of_the_same_algorithm();
  no_issuer_vouches_for_another();
  confusion();
  headers();
  claims();
  refusals();
  other_kinds_of_tokens();
  a_type_that_is_demanded();
  a_bounded_lifetime();
  a_client_as_audience();
  people_and_applications();
  object_ids();
  sizes();
  every_change_breaks_it();
  keys_from_a_url();
  replaced_keys();
  keys_that_end();
  keys_in_a_file();
  keys_in_a_file_of_processes();
  how_long_keys_are_trusted();
  EVP_PKEY_free(user_pair);
  EVP_PKEY_free(service_pair);
  EVP_PKEY_free(next_pair);
  return tap_done();
}
