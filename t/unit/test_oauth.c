/* test_oauth.c: the request to a token endpoint is right, and only good responses are accepted (outbound/oauth.h). */
#include "outbound/oauth.h"
#include "tap.h"

#define CREDENTIALS "\"oauth2TokenUrl\":\"https://id.example/token\",\"oauth2ClientId\":\"me\",\"oauth2ClientSecret\":\"s e:c\""

static void takes(const char *answer, const char *want, int64_t want_lasts) {
  int64_t lasts = -1;

  tap_row(answer);
  is_text(collab_oauth_token(tap_pool, answer, strlen(answer), &lasts), want);
  if (want) {
    is_number(lasts, want_lasts);
  }
  tap_row("");
}

static void shows(const char *answer, const char *want) {
  tap_row(answer);
  is_text(collab_oauth_refusal(tap_pool, answer, strlen(answer)), want);
  tap_row("");
}

/* A text of `count` times `piece`. */
static const char *repeated(const char *piece, int count) {
  const char *text = "";

  for (; count > 0; count--) {
    text = apr_pstrcat(tap_pool, text, piece, NULL);
  }
  return text;
}

static void refuses(const char *auth) {
  collab_token_request_t request;

  tap_row(auth);
  ok(!collab_oauth_request(tap_pool, auth, &request));
  tap_row("");
}

int main(void) {
  collab_token_request_t request;

  tap_begin();
  ok(collab_oauth_request(tap_pool, "{\"type\":\"OAUTH2_CLIENT_CREDENTIALS\"," CREDENTIALS "}", &request));
  is_text(request.url, "https://id.example/token");
  is_text(request.header, "Authorization: Basic bWU6cyUyMGUlM0Fj"); /* me:s%20e%3Ac */
  is_text(request.body, "grant_type=client_credentials");
  ok(collab_oauth_request(tap_pool, "{\"type\":\"OAUTH2_CLIENT_CREDENTIALS\"," CREDENTIALS ",\"oauth2Scope\":\"a b/.default\"}",
                          &request));
  is_text(request.body, "grant_type=client_credentials&scope=a%20b%2F.default");
  refuses("{\"type\":\"BASIC\"," CREDENTIALS "}");
  refuses("{\"type\":\"OAUTH2_CLIENT_CREDENTIALS\"}");
  refuses("{" CREDENTIALS "}");
  refuses("[]");
  refuses("not json");

  takes("{\"access_token\":\"t0k\",\"token_type\":\"Bearer\",\"expires_in\":3600,\"scope\":\"x\"}", "t0k", 3600);
  takes("{\"access_token\":\"t0k\",\"token_type\":\"bearer\",\"expires_in\":\"60\"}", "t0k", 60);
  takes("{\"access_token\":\"t0k\",\"expires_in\":3600.0}", "t0k", 3600);
  takes("{\"access_token\":\"t0k\",\"expires_in\":3.6e3}", "t0k", 3600);
  takes("{\"access_token\":\"t0k\",\"expires_in\":59.9}", "t0k", 59);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"3599.0\"}", "t0k", 3599);
  takes("{\"access_token\":\"t0k\",\"expires_in\":86400}", "t0k", 86400);
  takes("{\"access_token\":\"t0k\",\"expires_in\":86401}", "t0k", 86400);
  takes("{\"access_token\":\"t0k\",\"expires_in\":1e30}", "t0k", 86400);
  takes("{\"access_token\":\"t0k\",\"expires_in\":1e999}", "t0k", 86400);
  takes("{\"access_token\":\"t0k\",\"expires_in\":99999999999999999999}", "t0k", 86400);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"99999999999999999999\"}", "t0k", 86400);
  takes("{\"access_token\":\"t0k\",\"expires_in\":-1}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":-1e30}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"-3600.0\"}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"3600 s\"}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"nan\"}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"\"}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":null}", "t0k", 300);
  takes("{\"access_token\":\"t0k\",\"expires_in\":true}", "t0k", 0);
  takes("{\"access_token\":\"t0k\"}", "t0k", 300);
  takes("{\"access_token\":\"t0k\",\"expires_in\":\"soon\"}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"expires_in\":[]}", "t0k", 0);
  takes("{\"access_token\":\"t0k\",\"token_type\":\"mac\"}", NULL, 0);
  takes("{\"access_token\":\"\"}", NULL, 0);
  takes("{\"access_token\":\"a\\r\\nHost: b\"}", NULL, 0);
  takes("{\"access_token\":7}", NULL, 0);
  takes("{\"error\":\"invalid_client\"}", NULL, 0);
  takes("<html>", NULL, 0);
  takes("", NULL, 0);

  shows("{\"error\":\"invalid_client\",\"error_description\":\"Client authentication failed\"}",
        "invalid_client: Client authentication failed");
  shows("{\"error\":\"invalid_client\"}", "invalid_client");
  shows("{\"error_description\":\"no\"}", "no");
  shows("{\"error\":{\"code\":1},\"error_description\":7}", NULL);
  shows("{\"error\":\"\",\"error_description\":null}", NULL);
  shows("[\"error\"]", NULL);
  shows("<html>", NULL);
  shows("", NULL);
  shows("{\"error\":\"a\xff\"}", NULL);
  shows("{\"error\":\"a\\u0000b\"}", NULL);
  shows("{\"error\":\"a\\r\\n\\u001b[31m\\u007fb\\u0085c\\u00a0d\"}", "a   [31m b  c\xC2\xA0"
                                                                      "d");
  for (int i = 0; i < 2; i++) {
    const char *piece = i ? "\xE2\x82\xAC" : "x";
    shows(apr_pstrcat(tap_pool, "{\"error\":\"", repeated(piece, 101), "\",\"error_description\":\"", repeated(piece, 201), "\"}",
                      NULL),
          apr_pstrcat(tap_pool, repeated(piece, 100), ": ", repeated(piece, 200), NULL));
  }
  return tap_done();
}
