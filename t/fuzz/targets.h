/* targets.h: what is fuzzed, and what must hold for any input. One function a parser of foreign bytes; each aborts when its
 * property breaks. fuzz.c feeds them from libFuzzer, t/unit/test_fuzz.c from the files of t/fuzz/corpus.
 *
 * To fuzz: clang -g -fsanitize=fuzzer,address,undefined with the flags of `make`, t/fuzz/fuzz.c and build/obj/libcollab.a
 * (multipart: mod_collab/http/multipart.c too), then COLLAB_FUZZ=json ./fuzz t/fuzz/corpus/json. An input that broke something is
 * minimised and joins the corpus. */
#ifndef COLLAB_FUZZ_TARGETS_H
#define COLLAB_FUZZ_TARGETS_H

#include "auth/claims.h"
#include "auth/jwks.h"
#include "auth/jws.h"
#include "auth/token.h"
#include "base/crypt.h"
#include "base/json.h"
#include "base/text.h"
#include "base/time.h"
#include "http/multipart.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define MUST(condition) ((condition) ? (void)0 : abort())

typedef struct fuzz_target_t {
  const char *name;
  void (*run)(apr_pool_t *pool, const char *data, size_t len);
} fuzz_target_t;

#define FUZZ_KEY "0123456789abcdef0123456789abcdef"
#define FUZZ_RING "1 000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f\n"

static const collab_jws_key_t *fuzz_key;
static const collab_keyring_t *fuzz_ring;

/* Path of a new file with this text. */
static const char *fuzz_file(apr_pool_t *pool, const char *text) {
  char *path = apr_pstrdup(pool, "/tmp/collab-fuzz-XXXXXX");
  int file = mkstemp(path);
  MUST(file >= 0 && write(file, text, strlen(text)) == (ssize_t)strlen(text) && close(file) == 0);
  return path;
}

/* Loads the keys. Once, before anything else. */
static void fuzz_begin(apr_pool_t *pool) {
  const char *error, *key = fuzz_file(pool, FUZZ_KEY), *ring = fuzz_file(pool, FUZZ_RING);

  fuzz_key = collab_jws_key_load(pool, key, &error);
  fuzz_ring = collab_keyring_load(pool, ring, &error);
  MUST(fuzz_key != NULL && fuzz_ring != NULL && unlink(key) == 0 && unlink(ring) == 0);
}

static void fuzz_depth(const collab_json_t *value, int left) {
  MUST(left >= 0);
  collab_json_kind_t kind = collab_json_kind(value);
  if (kind != COLLAB_JSON_ARRAY && kind != COLLAB_JSON_OBJECT) {
    return;
  }
  for (apr_size_t i = 0; kind == COLLAB_JSON_ARRAY && i < collab_json_count(value); i++) {
    fuzz_depth(collab_json_at(value, i), left - 1);
  }
}

/* What is taken is UTF-8 without NUL, is written as something that reads the same, and nests no deeper than allowed. */
static void fuzz_json(apr_pool_t *pool, const char *data, size_t len) {
  const char *error = NULL;
  const collab_json_t *value = collab_json_parse(pool, data, len, &error);

  if (value == NULL) {
    MUST(error != NULL && collab_text_is_utf8(error, strlen(error)));
    return;
  }
  MUST(collab_text_is_utf8(data, len));
  fuzz_depth(value, COLLAB_JSON_DEPTH);
  const char *text = collab_json_text(pool, value);
  const collab_json_t *again = collab_json_parse(pool, text, strlen(text), &error);
  MUST(again != NULL && strcmp(collab_json_text(pool, again), text) == 0);
  const char *string = collab_json_string(value);
  if (string != NULL) {
    const char *quoted = collab_json_quote(pool, string);
    again = collab_json_parse(pool, quoted, strlen(quoted), &error);
    MUST(again != NULL && strcmp(collab_json_string(again), string) == 0);
  }
}

static void fuzz_text(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len);
  int64_t number;

  for (int plus = 0; plus < 2; plus++) {
    const char *decoded = collab_text_decode(pool, data, len, plus);
    MUST(decoded == NULL || collab_text_is_utf8(decoded, strlen(decoded)));
  }
  if (collab_text_is_email(text)) {
    MUST(strlen(text) <= 191 && strchr(text, '@') == strrchr(text, '@') && strpbrk(text, " \t\r\n\"<>()[],;:\\") == NULL);
  }
  if (collab_text_is_uri(text, true)) {
    MUST(strlen(text) <= 2048 && strpbrk(text, " \t\r\n\"<>\\^`{|}") == NULL && strchr("hH", text[0]));
  }
  MUST(!collab_text_is_uri(text, false) || collab_text_is_uri(text, true));
  if (collab_text_integer(text, &number)) {
    int64_t again;
    MUST(collab_text_integer(apr_psprintf(pool, "%" APR_INT64_T_FMT, number), &again) && again == number);
  }
  if (!collab_text_is_utf8(text, strlen(text))) {
    return;
  }
  MUST(collab_text_length(text) <= strlen(text));
  MUST(!collab_text_is_blank(text) || collab_text_length(text) == 0 ||
       strpbrk(text, "abcdefghijklmnopqrstuvwxyz0123456789") == NULL);
  const char *encoded = collab_text_encode(pool, text);
  MUST(strcmp(collab_text_decode(pool, encoded, strlen(encoded), true), text) == 0);
}

/* What reads as a time is written in four digits of a year and reads as the same again. */
static void fuzz_time(apr_pool_t *pool, const char *data, size_t len) {
  apr_time_t when, again;

  if (!collab_time_parse(apr_pstrmemdup(pool, data, len), &when)) {
    return;
  }
  const char *micros = collab_time_micros(pool, when);
  MUST(strlen(micros) == 27 && collab_time_parse(micros, &again) && again == when);
  const char *seconds = collab_time_seconds(pool, when);
  MUST(strlen(seconds) == 20 && strncmp(seconds, micros, 19) == 0);
}

/* The input is a token that nobody signed, and, cut at its first dot, a header and a payload that we signed. */
static void fuzz_jws(apr_pool_t *pool, const char *data, size_t len) {
  const char *text = apr_pstrmemdup(pool, data, len);
  const char *dot = strchr(text, '.');
  unsigned char mac[COLLAB_SHA256_BYTES];
  collab_caller_t caller;
  const char *fault;

  MUST(collab_jws_verify(pool, fuzz_key, text) == NULL);
  if (dot == NULL) {
    return;
  }
  const char *input = apr_pstrcat(pool, collab_crypt_base64url(pool, text, (apr_size_t)(dot - text)), ".",
                                  collab_crypt_base64url(pool, dot + 1, strlen(dot + 1)), NULL);
  MUST(collab_crypt_hmac(FUZZ_KEY, strlen(FUZZ_KEY), input, strlen(input), mac));
  const char *token = apr_pstrcat(pool, input, ".", collab_crypt_base64url(pool, mac, sizeof(mac)), NULL);
  const collab_json_t *claims = collab_jws_verify(pool, fuzz_key, token);
  MUST(claims == NULL || collab_json_kind(claims) == COLLAB_JSON_OBJECT);
  if (collab_token_caller(pool, fuzz_key, "i", apr_pstrcat(pool, "Bearer ", token, NULL), apr_time_from_sec(1000), &caller,
                          &fault)) {
    int64_t number;
    MUST(claims != NULL && collab_text_integer(caller.user, &number) && collab_text_integer(caller.epoch, &number));
  }
}

/* base64url has one spelling for a value, and what nobody sealed does not open. */
static void fuzz_crypt(apr_pool_t *pool, const char *data, size_t len) {
  apr_size_t out_len;
  const unsigned char *out = collab_crypt_unbase64url(pool, data, len, &out_len);

  MUST(out == NULL || strcmp(collab_crypt_base64url(pool, out, out_len), apr_pstrmemdup(pool, data, len)) == 0);
  MUST(collab_unseal(pool, fuzz_ring, "identity", apr_pstrmemdup(pool, data, len)) == NULL);
}

/* A digest of what the sink of a form was told, in which the cuts of the data do not count. */
static bool fuzz_tell(void *baton, const char *bytes, apr_size_t len) {
  for (uint64_t *digest = baton; len > 0; len--) {
    *digest = (*digest ^ (unsigned char)*bytes++) * 1099511628211u;
  }
  return true;
}

static bool fuzz_part(void *baton, const collab_form_part_t *part) {
  MUST(part->name && collab_text_is_utf8(part->name, strlen(part->name)));
  MUST(!part->file_name || collab_text_is_utf8(part->file_name, strlen(part->file_name)));
  fuzz_tell(baton, part->name, strlen(part->name) + 1);
  return fuzz_tell(baton, part->file_name ? part->file_name : "-", part->file_name ? strlen(part->file_name) + 1 : 1);
}

static bool fuzz_part_end(void *baton) {
  return fuzz_tell(baton, "\xff\xfe", 2);
}

/* However a form is cut, it reads the same. The input is also a Content-Type. */
static void fuzz_multipart(apr_pool_t *pool, const char *data, size_t len) {
  static const size_t steps[] = {SIZE_MAX, 1, 7};
  uint64_t digests[3] = {0, 0, 0};
  collab_multipart_state_t states[3];

  collab_multipart_make(pool, apr_pstrmemdup(pool, data, len), &(collab_form_sink_t){NULL, fuzz_part, fuzz_tell, fuzz_part_end});
  for (int i = 0; i < 3; i++) {
    collab_form_sink_t sink = {&digests[i], fuzz_part, fuzz_tell, fuzz_part_end};
    collab_multipart_t *form = collab_multipart_make(pool, "multipart/form-data; boundary=b", &sink);
    for (size_t at = 0; at < len;) {
      size_t piece = len - at < steps[i] ? len - at : steps[i];
      collab_multipart_feed(form, data + at, piece);
      at += piece;
    }
    states[i] = collab_multipart_finish(form);
    MUST((states[i] == COLLAB_MULTIPART_BAD) == (collab_multipart_error(form) != NULL));
    MUST(states[i] == states[0] && digests[i] == digests[0]);
  }
}

/* A set that is taken has keys, each of which is found by the algorithm that it is good for, and none of them is symmetric. */
static void fuzz_jwks(apr_pool_t *pool, const char *data, size_t len) {
  static const char *const algorithms[] = {"RS256", "PS256", "ES256", "EdDSA"};
  const char *error = NULL;
  const collab_jwks_t *set = collab_jwks_parse(pool, data, len, &error);
  const char *kid = apr_pstrmemdup(pool, data, len < 8 ? len : 8);

  if (set == NULL) {
    MUST(error != NULL && collab_text_is_utf8(error, strlen(error)));
    return;
  }
  MUST(collab_jwks_count(set) > 0 && collab_jwks_count(set) <= COLLAB_JWKS_KEYS);
  MUST(collab_jwks_find(set, NULL, "HS256") == NULL && collab_jwks_find(set, NULL, "none") == NULL);
  for (size_t i = 0; i < sizeof(algorithms) / sizeof(*algorithms); i++) {
    const collab_jws_key_t *key = collab_jwks_find(set, NULL, algorithms[i]);
    MUST(key == NULL || strcmp(collab_jws_algorithm(key), algorithms[i]) == 0);
    MUST(key == NULL || collab_jws_verify(pool, key, kid) == NULL);
    key = collab_jwks_find(set, kid, algorithms[i]);
    MUST(key == NULL || strcmp(collab_jws_algorithm(key), algorithms[i]) == 0);
  }
}

/* Claims are an issuer's only by name and audience, in time only with an end, and name somebody only in text that can be shown.
 */
static void fuzz_claims(apr_pool_t *pool, const char *data, size_t len) {
  const collab_issuer_t ours[] = {
      {"https://id.example", "api", "/keys", false, false, 900},
      {"https://login.example/t/v2.0", "11111111-2222-3333-4444-555555555555", "/keys", false, true, 900}};
  apr_array_header_t *issuers = apr_array_make(pool, 2, sizeof(*ours));
  const char *error;
  const collab_json_t *claims = collab_json_parse(pool, data, len, &error);

  if (claims == NULL) {
    return;
  }
  for (int i = 0; i < 2; i++) {
    APR_ARRAY_PUSH(issuers, collab_issuer_t) = ours[i];
  }
  const collab_issuer_t *issuer = collab_claims_issuer(issuers, claims);
  MUST(issuer == NULL || strcmp(collab_json_string(collab_json_get(claims, "iss")), issuer->name) == 0);
  for (int64_t now = 0; now <= 3000; now += 500) {
    int64_t until = collab_json_integer(collab_json_get(claims, "exp"));
    MUST(collab_claims_time_fault(claims, apr_time_from_sec(now)) || now - until < COLLAB_CLAIMS_LEEWAY);
  }
  for (int i = 0; i < 2; i++) {
    const char *subject = collab_claims_subject(pool, &ours[i], claims);
    MUST(subject == NULL ||
         (collab_text_length(subject) <= 255 && !collab_text_is_blank(subject) && !strpbrk(subject, "\t\r\n\x7f")));
  }
}

static const fuzz_target_t fuzz_targets[] = {
    {"json", fuzz_json},   {"text", fuzz_text},           {"time", fuzz_time}, {"jws", fuzz_jws},
    {"crypt", fuzz_crypt}, {"multipart", fuzz_multipart}, {"jwks", fuzz_jwks}, {"claims", fuzz_claims},
};

#define FUZZ_TARGETS (sizeof(fuzz_targets) / sizeof(fuzz_targets[0]))

#endif
