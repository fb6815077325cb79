/* test_sign.c: deliveries carry the right signatures, and callbacks get the right credentials (outbound/sign.h). */
#include "outbound/sign.h"
#include "tap.h"

static void header_is(const char *auth, const char *want, bool want_fine) {
  bool fine = !want_fine;
  tap_row(auth ? auth : "none");
  is_text(collab_callback_header(tap_pool, auth, &fine), want);
  is_number(fine, want_fine);
  tap_row("");
}

static void standard_is(const char *secret, const char *want) {
  static const char text[] = "id.1614265330.{}";
  char out[COLLAB_STANDARD_SIGNATURE_LENGTH + 1];

  ok(collab_sign_standard(tap_pool, secret, text, sizeof text - 1, out));
  is_text(out, want);
}

int main(void) {
  char out[COLLAB_SIGNATURE_LENGTH + 1];
  tap_begin();
  /* RFC 4231, test case 2 */
  ok(collab_sign("Jefe", "what do ya want for nothing?", 28, out));
  is_text(out, "sha256=5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
  standard_is("whsec_AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8=", "v1,IpbJyIvFFhFLs+Hkvc5Tz2Tq3B8HRDZlw7QSAK5A3ac=");
  standard_is("Jefe", "v1,C7M9TXCo3bbqO82pjYLEElZs1zNSElSZsf1ObREZoqU="); /* the older form of a secret: its bytes are the key */
  standard_is("whsec_short", "v1,LTx9/+o/wDb1UP1a7z+nbweUtFTArOBfcp0rECL7bsg=");
  header_is(NULL, NULL, true);
  header_is("{\"type\":\"NONE\"}", NULL, true);
  header_is("{\"type\":\"BASIC\",\"username\":\"Aladdin\",\"password\":\"open sesame\"}",
            "Authorization: Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==", true);
  header_is("{\"type\":\"BEARER\",\"token\":\"t0k\"}", "Authorization: Bearer t0k", true);
  header_is("{\"type\":\"HEADER\",\"headerName\":\"X-Key\",\"headerValue\":\"v a l\"}", "X-Key: v a l", true);
  header_is("{\"type\":\"HEADER\",\"headerName\":\"X-Key\",\"headerValue\":\"\"}", "X-Key;",
            true); /* libcurl's notation for an empty header */
  header_is("{\"type\":\"HEADER\",\"headerName\":\"X-Key\",\"headerValue\":\"a\\r\\nHost: b\"}", NULL, false);
  header_is("{\"type\":\"BEARER\",\"token\":\"t\\n\"}", NULL, false);
  header_is("{\"type\":\"OAUTH2_CLIENT_CREDENTIALS\"}", NULL, false);
  header_is("{\"type\":\"SOMETHING\"}", NULL, false);
  header_is("not json", NULL, false);
  return tap_done();
}
