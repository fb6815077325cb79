/* tokens.c: fuzz targets for tokens, keys, claims, sealed texts, and responses of a token endpoint (targets.h). */
#include "targets.h"

#include "auth/claims.h"
#include "auth/jwks.h"
#include "auth/token.h"
#include "base/base64.h"
#include "base/digest.h"
#include "base/seal.h"
#include "base/text.h"
#include "outbound/oauth.h"

/* The input is used twice. First it is a whole token, which no key has signed. Then the bytes before its first dot are a header,
 * and the rest is a payload; this function signs both. */
void fuzz_jws(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len);
  const char *dot = strchr(text, '.');
  unsigned char mac[COLLAB_SHA256_BYTES];
  collab_caller_t caller;
  const char *fault;

  MUST(collab_jws_verify(pool, fuzz_key, text) == NULL);
  if (dot == NULL) {
    return;
  }
  const char *input = apr_pstrcat(pool, collab_base64url(pool, text, (apr_size_t)(dot - text)), ".",
                                  collab_base64url(pool, dot + 1, strlen(dot + 1)), NULL);
  MUST(collab_digest_hmac(FUZZ_KEY, strlen(FUZZ_KEY), input, strlen(input), mac));
  const char *token = apr_pstrcat(pool, input, ".", collab_base64url(pool, mac, sizeof(mac)), NULL);
  const collab_json_t *claims = collab_jws_verify(pool, fuzz_key, token);
  MUST(claims == NULL || collab_json_kind(claims) == COLLAB_JSON_OBJECT);
  if (collab_token_caller(pool, fuzz_key, "i", apr_pstrcat(pool, "Bearer ", token, NULL), apr_time_from_sec(1000), &caller,
                          &fault)) {
    int64_t number;
    MUST(claims != NULL && collab_text_integer(caller.user, &number) && collab_text_integer(caller.epoch, &number));
  }
}

/* base64url has one spelling for each value, and a text that was never sealed does not open. */
void fuzz_seal(apr_pool_t *pool, const char *data, size_t len) {
  apr_size_t out_len;
  const unsigned char *out = collab_unbase64url(pool, data, len, &out_len);

  MUST(out == NULL || strcmp(collab_base64url(pool, out, out_len), apr_pstrmemdup(pool, data, len)) == 0);
  MUST(collab_unseal(pool, fuzz_ring, "identity", apr_pstrmemdup(pool, data, len)) == NULL);
}

/* A look-up by algorithm finds only keys of that algorithm, and never a symmetric key. */
static void check_found(apr_pool_t *pool, const collab_jwks_t *set, const char *kid, const char *algorithm) {
  const collab_jws_key_t *found[COLLAB_JWKS_TRIED];
  int count = collab_jwks_find(set, kid, algorithm, found);

  MUST(count >= 0 && count <= COLLAB_JWKS_TRIED);
  for (int i = 0; i < count; i++) {
    MUST(strcmp(collab_jws_algorithm(found[i]), algorithm) == 0);
    MUST(collab_jws_verify(pool, found[i], "x.y.z") == NULL);
  }
}

/* The input is used twice. First it is a whole set. Then each of its lines that is JSON is an entry beside good keys, and costs
 * none of them. */
void fuzz_jwks(apr_pool_t *pool, const char *data, size_t len) {
  static const char *const algorithms[] = {"RS256", "PS256", "ES256", "EdDSA"};
  static const char good[] =
      "{\"kty\":\"OKP\",\"crv\":\"Ed25519\",\"x\":\"11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo\",\"kid\":\"fuzz:good\"}";
  const collab_jws_key_t *found[COLLAB_JWKS_TRIED];
  const char *error = NULL, *entries = "";
  char *line, *rest = apr_pstrmemdup(pool, data, len);
  const collab_jwks_t *set = collab_jwks_parse(pool, data, len, &error);

  if (set) {
    MUST(collab_jwks_count(set) >= 0 && collab_jwks_count(set) <= COLLAB_JWKS_KEYS);
    MUST(collab_jwks_find(set, NULL, "HS256", found) == 0 && collab_jwks_find(set, NULL, "none", found) == 0);
    MUST(!collab_jwks_is_empty(set) || (collab_jwks_count(set) == 0 && collab_jwks_left_out(set) == NULL));
    MUST(collab_jwks_left_out(set) == NULL || strlen(collab_jwks_left_out(set)) < 1000);
    for (size_t i = 0; i < sizeof(algorithms) / sizeof(*algorithms); i++) {
      check_found(pool, set, NULL, algorithms[i]);
      check_found(pool, set, apr_pstrmemdup(pool, data, len < 8 ? len : 8), algorithms[i]);
    }
  } else {
    MUST(error != NULL && collab_text_is_utf8(error, strlen(error)));
  }
  while ((line = apr_strtok(rest, "\n", &rest))) {
    const char *why;
    if (collab_json_parse(pool, line, strlen(line), &why)) {
      entries = apr_pstrcat(pool, entries, line, ",", NULL);
    }
  }
  entries = apr_pstrcat(pool, "{\"keys\":[", entries, good, "],\"more\":1}", NULL);
  set = collab_jwks_parse(pool, entries, strlen(entries), &error);
  MUST(set != NULL && (collab_jwks_count(set) == COLLAB_JWKS_KEYS || collab_jwks_find(set, "fuzz:good", "EdDSA", found) > 0));
}

/* Claims that nothing faults have no mark of another token, and end within the issuer's lifetime. */
static void check_bounds(const collab_issuer_t *issuer, const collab_json_t *claims, int64_t now) {
  const collab_json_t *iat = collab_json_get(claims, "iat");
  double begun = iat ? collab_json_number(iat) : (double)now, until = collab_json_number(collab_json_get(claims, "exp"));

  if (collab_claims_time_fault(claims, apr_time_from_sec(now)) == NULL &&
      collab_claims_lifetime_fault(issuer, claims, apr_time_from_sec(now)) == NULL) {
    MUST(until - begun <= issuer->lifetime + COLLAB_CLAIMS_LIFETIME_LEEWAY);
  }
  MUST(collab_claims_kind_fault(claims) || (!collab_json_get(claims, "at_hash") && !collab_json_get(claims, "cnf")));
}

/* Claims match an issuer only by name and audience, and are valid only with an expiry. A subject must be printable. */
void fuzz_claims(apr_pool_t *pool, const char *data, size_t len) {
  const collab_issuer_t ours[] = {
      {"https://id.example", "api", "/keys", false, false, 900},
      {"https://login.example/t/v2.0", "11111111-2222-3333-4444-555555555555", "/keys", false, true, 900},
      {"https://login.example/t/v2.0", "11111111-2222-3333-4444-555555555555", "/keys", false, false, 900, 3600},
      {"https://id.example", "c1", "/keys", false, false, 900, .by_client = true}};
  apr_array_header_t *issuers = apr_array_make(pool, 4, sizeof(*ours));
  const char *error;
  const collab_json_t *claims = collab_json_parse(pool, data, len, &error);

  if (claims == NULL) {
    return;
  }
  for (int i = 0; i < 4; i++) {
    APR_ARRAY_PUSH(issuers, collab_issuer_t) = ours[i];
  }
  const collab_issuer_t *issuer = collab_claims_issuer(issuers, claims);
  MUST(issuer == NULL || strcmp(collab_json_string(collab_json_get(claims, "iss")), issuer->name) == 0);
  for (int64_t now = 0; now <= 3000; now += 500) {
    double until = collab_json_number(collab_json_get(claims, "exp"));
    MUST(collab_claims_time_fault(claims, apr_time_from_sec(now)) || (double)now < until + COLLAB_CLAIMS_LEEWAY);
    check_bounds(&ours[2], claims, now);
  }
  const char *issued = collab_claims_issued(pool, claims);
  MUST(issued == NULL || strspn(issued, "0123456789.") == strlen(issued));
  MUST(issuer == NULL || strstr(collab_claims_audiences(pool, issuers, issuer->name), issuer->audience));
  for (int i = 0; i < 2; i++) {
    const char *subject = collab_claims_subject(pool, &ours[i], claims);
    MUST(subject == NULL ||
         (collab_text_length(subject) <= 255 && !collab_text_is_blank(subject) && !strpbrk(subject, "\t\r\n\x7f")));
  }
}

/* The input is used twice: as a token endpoint's answer, and as a callbackAuth. Neither the token of the answer nor the request
 * made from the callbackAuth has control characters. */
void fuzz_oauth(apr_pool_t *pool, const char *data, size_t len) {
  static const char controls[] = "\r\n\t\x01\x7f";
  collab_token_request_t request;
  int64_t lasts = -1;
  const char *token = collab_oauth_token(pool, data, len, &lasts);

  MUST(token == NULL || (*token && strpbrk(token, controls) == NULL && strchr(token, ' ') == NULL));
  if (collab_oauth_request(pool, apr_pstrmemdup(pool, data, len), &request)) {
    MUST(strncmp(request.header, "Authorization: Basic ", 21) == 0 && strpbrk(request.header, controls) == NULL);
    MUST(strncmp(request.body, "grant_type=", 11) == 0 && strpbrk(request.body, controls) == NULL && *request.url);
  }
}
