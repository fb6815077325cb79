/* test_seal.c: HMAC, base64, key files and sealed secrets follow their standards; any changed bit is found. */
#include "tap.h"

#include "base/base64.h"
#include "base/digest.h"
#include "base/key_file.h"
#include "base/keyring.h"
#include "base/seal.h"
#include "base/text.h"

#include <sys/stat.h>

#define ROWS(table) (sizeof(table) / sizeof(table[0]))
#define KEY_A "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f"
#define KEY_B "ffFEfdfcfbfaf9f8f7f6f5f4f3f2f1f0efeeedecebeae9e8e7e6e5e4e3e2e1e0"
#define IDENTITY "subscription/2f1c/secret"

#ifdef __has_feature
#define POISONED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define POISONED 1
#else
#define POISONED 0
#endif

static char *repeated(int byte, int times) {
  char *text = apr_pcalloc(tap_pool, (apr_size_t)times + 1);
  memset(text, byte, (apr_size_t)times);
  return text;
}

/* RFC 4231, test cases 1 to 4, 6 and 7. */
static void hmac(void) {
  const struct {
    const char *key;
    int key_len;
    const char *data;
    int len;
    const char *want;
  } vectors[] = {
      {repeated(0x0B, 20), 20, "Hi There", 8, "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
      {"Jefe", 4, "what do ya want for nothing?", 28, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
      {repeated(0xAA, 20), 20, repeated(0xDD, 50), 50, "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"},
      {"\x01\x02\x03\x04\x05\x06\x07\x08\x09\x0A\x0B\x0C\x0D\x0E\x0F\x10\x11\x12\x13\x14\x15\x16\x17\x18\x19", 25,
       repeated(0xCD, 50), 50, "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"},
      {repeated(0xAA, 131), 131, "Test Using Larger Than Block-Size Key - Hash Key First", 54,
       "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
      {repeated(0xAA, 131), 131,
       "This is a test using a larger than block-size key and a larger than block-size data. The key needs to be hashed before "
       "being "
       "used by the HMAC algorithm.",
       152, "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"},
      {"", 0, "", 0, "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"},
  };
  unsigned char out[COLLAB_SHA256_BYTES];
  char hex[2 * COLLAB_SHA256_BYTES + 1];

  for (unsigned i = 0; i < ROWS(vectors); i++) {
    ok(collab_digest_hmac(vectors[i].key, (apr_size_t)vectors[i].key_len, vectors[i].data, (apr_size_t)vectors[i].len, out));
    collab_text_hex(hex, out, sizeof(out));
    is_text(hex, vectors[i].want);
  }
  /* a key of exactly one block is used unchanged */
  ok(collab_digest_hmac(repeated('k', 64), 64, "x", 1, out));
  collab_text_hex(hex, out, sizeof(out));
  is_text(hex, "f91c4c403625fb06910ef93999265bbd2d62baeaec6ff36455498cc124fe3e66");
}

static void sha256(void) {
  unsigned char out[COLLAB_SHA256_BYTES];
  char hex[2 * COLLAB_SHA256_BYTES + 1];

  ok(collab_digest_sha256("abc", 3, out));
  collab_text_hex(hex, out, sizeof(out));
  is_text(hex, "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
  ok(collab_digest_sha256("", 0, out));
  collab_text_hex(hex, out, sizeof(out));
  is_text(hex, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
}

static void equality(void) {
  ok(collab_digest_equal("abc", 3, "abc", 3));
  ok(collab_digest_equal("", 0, "", 0));
  ok(collab_digest_equal("a\0b", 3, "a\0b", 3));
  ok(!collab_digest_equal("a\0b", 3, "a\0c", 3));
  ok(!collab_digest_equal("abc", 3, "abd", 3));
  ok(!collab_digest_equal("abc", 3, "bbc", 3));
  ok(!collab_digest_equal("abc", 3, "abc", 2));
  ok(!collab_digest_equal("ab", 2, "abc", 3));
}

static void base64(void) {
  /* RFC 4648, 10 */
  static const char *const vectors[][3] = {{"", "", ""},
                                           {"f", "Zg==", "Zg"},
                                           {"fo", "Zm8=", "Zm8"},
                                           {"foo", "Zm9v", "Zm9v"},
                                           {"foob", "Zm9vYg==", "Zm9vYg"},
                                           {"fooba", "Zm9vYmE=", "Zm9vYmE"},
                                           {"foobar", "Zm9vYmFy", "Zm9vYmFy"},
                                           {"\xFB\xEF\xFF\xFE", "++///g==", "--___g"}};
  static const char *const wrong[] = {"Z",     "Zg==",   "Zg=",     "Zm8=", "Zh",    "Zm9",  "Zm9=", "Zm 9v", " Zm9v",
                                      "Zm9v ", "Zm9v\n", "Zm+v",    "Zm/v", "Zm9vZ", "Zm.v", "====", "=",     "\xC3\xBCZm",
                                      "Zm9v=", "Zm*v",   "Z\xE9==", "AB",   "AAB",   "A",    "AAAAA"};
  apr_size_t len;

  for (unsigned i = 0; i < ROWS(vectors); i++) {
    apr_size_t plain = strlen(vectors[i][0]);
    is_text(collab_base64(tap_pool, vectors[i][0], plain), vectors[i][1]);
    is_text(collab_base64url(tap_pool, vectors[i][0], plain), vectors[i][2]);
    const unsigned char *back = collab_unbase64url(tap_pool, vectors[i][2], strlen(vectors[i][2]), &len);
    ok(back != NULL && len == plain && memcmp(back, vectors[i][0], plain) == 0);
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i]);
    ok(collab_unbase64url(tap_pool, wrong[i], strlen(wrong[i]), &len) == NULL);
  }
  tap_row("");
  ok(collab_unbase64url(tap_pool, "Zm9v", 2, &len) == NULL); /* "Zm": trailing bits */
  ok(collab_unbase64url(tap_pool, "Zg\0v", 4, &len) == NULL);

  unsigned char all[256];
  for (int i = 0; i < 256; i++) {
    all[i] = (unsigned char)i;
  }
  for (apr_size_t i = 0; i <= 256; i++) {
    const char *text = collab_base64url(tap_pool, all, i);
    const unsigned char *back = collab_unbase64url(tap_pool, text, strlen(text), &len);
    if (back == NULL || len != i || memcmp(back, all, i) != 0 || strpbrk(text, "+/=")) {
      is_number(i, -1);
    }
  }
}

static collab_keyring_t *ring_of(const char *text, const char **error) {
  static int number;
  *error = NULL;
  return collab_keyring_load(tap_pool, tap_file(apr_psprintf(tap_pool, "ring%d", number++), text, strlen(text)), error);
}

static void key_files(void) {
  static const char *const right[] = {
      "1 " KEY_A,
      "1 " KEY_A "\n",
      "1 " KEY_A "\r\n",
      "255 " KEY_B "\n",
      "# keys\n\n  # more\n\t 7 \t " KEY_A "  # today's\n\n2 " KEY_B,
      "007 " KEY_A,
  };
  static const struct {
    const char *text, *message;
  } wrong[] = {
      {"", "no key"},
      {"# nothing\n\n", "no key"},
      {"0 " KEY_A, "line 1"},
      {"256 " KEY_A, "line 1"},
      {"-1 " KEY_A, "line 1"},
      {"1000000000000 " KEY_A, "line 1"},
      {"x " KEY_A, "line 1"},
      {KEY_A, "line 1"},
      {"1", "line 1"},
      {"1" KEY_A, "line 1"},
      {"1:" KEY_A, "line 1"},
      {"1 ", "line 1"},
      {"1 " KEY_A "0", "line 1"},
      {"1 " KEY_A "00", "line 1"},
      {"1 0123", "line 1"},
      {"1 " KEY_A " x", "line 1"},
      {"1 g00102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "line 1"},
      {"# one\n1 " KEY_A "\n\n1 " KEY_B "\n", "line 4"},
      {"1 " KEY_A "\n2 " KEY_B "\n3\n", "line 3"},
      {"1 0001020304050607 08090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f", "line 1"},
  };
  const char *error;

  for (unsigned i = 0; i < ROWS(right); i++) {
    ok(ring_of(right[i], &error) != NULL);
    is_text(error, NULL);
  }
  for (unsigned i = 0; i < ROWS(wrong); i++) {
    tap_row(wrong[i].text);
    ok(ring_of(wrong[i].text, &error) == NULL);
    ok(error != NULL && strstr(error, wrong[i].message) != NULL && strstr(error, "ring") != NULL);
    ok(error != NULL && strstr(error, "0102030405") == NULL &&
       strstr(error, "fdfcfb") == NULL); /* the error shows no key bytes */
  }
  tap_row("");
  ok(collab_keyring_load(tap_pool, tap_file("nul", "1 " KEY_A "\n\0garbage", 75), &error) == NULL);
  ok(strstr(error, "not a text file") != NULL);
  ok(collab_keyring_load(tap_pool, "/nonexistent/ring", &error) == NULL);
  ok(strstr(error, "/nonexistent/ring") != NULL);
  ok(collab_keyring_load(tap_pool, "/tmp", &error) == NULL);
  ok(strstr(error, "regular") != NULL);
  ok(collab_keyring_load(tap_pool, "/dev/zero", &error) == NULL);

  apr_size_t len = 99;
  ok(collab_key_file_read(tap_pool, tap_file("empty", "", 0), &len, &error) != NULL);
  is_number(len, 0);
  const char *bytes = collab_key_file_read(tap_pool, tap_file("bytes", "a\0b", 3), &len, &error);
  ok(bytes != NULL && len == 3 && memcmp(bytes, "a\0b\0", 4) == 0);
  ok(collab_key_file_read(tap_pool, tap_file("full", repeated('x', 65536), 65536), &len, &error) != NULL);
  is_number(len, 65536);
  ok(collab_key_file_read(tap_pool, tap_file("large", repeated('x', 65537), 65537), &len, &error) == NULL);
  ok(strstr(error, "larger") != NULL);
}

/* A key file may have the mode 0600, or 0640 if root owns it, or fewer bits of these. */
static void key_modes(void) {
  static const struct {
    unsigned mode;
    bool anybodys, roots;
  } rows[] = {{0600, true, true},   {0400, true, true},   {0000, true, true},    {0640, false, true},
              {0440, false, true},  {0660, false, false}, {0604, false, false},  {0644, false, false},
              {0700, false, false}, {0650, false, false}, {04600, false, false}, {0100600, true, true}};
  const char *error = NULL;
  apr_size_t len;

  for (unsigned i = 0; i < ROWS(rows); i++) {
    tap_row(apr_psprintf(tap_pool, "%04o", rows[i].mode));
    ok((collab_key_file_mode(tap_pool, rows[i].mode, false) == NULL) == rows[i].anybodys);
    ok((collab_key_file_mode(tap_pool, rows[i].mode, true) == NULL) == rows[i].roots);
  }
  tap_row("");
  const char *path = tap_file("open", "1 " KEY_A, 66);
  ok(chmod(path, 0644) == 0 && collab_key_file_read(tap_pool, path, &len, &error) == NULL);
  ok(error && strstr(error, path) != NULL && strstr(error, "mode 0644") != NULL);
  ok(collab_keyring_load(tap_pool, path, &error) == NULL);
}

static void sealing(void) {
  const char *error;
  collab_keyring_t *ring = ring_of("3 " KEY_A "\n9 " KEY_B "\n", &error);
  static const char *const texts[] = {"", "x", "s3cr3t", "{\"type\":\"BASIC\",\"password\":\"p\xC3\xA4ss\"}"};

  for (unsigned i = 0; i < ROWS(texts); i++) {
    const char *sealed = collab_seal(tap_pool, ring, IDENTITY, texts[i]);
    ok(strncmp(sealed, "\\x0103", 6) == 0); /* version 1, the first key of the file */
    is_number(strlen(sealed), 2 + 2 * (2 + 12 + strlen(texts[i]) + 16));
    ok(strspn(sealed + 2, "0123456789abcdef") == strlen(sealed + 2));
    is_text(collab_unseal(tap_pool, ring, IDENTITY, sealed), texts[i]);
    ok(strcmp(sealed, collab_seal(tap_pool, ring, IDENTITY, texts[i])) != 0); /* each value has its own nonce */
  }
  char *large = repeated('z', 100000);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, collab_seal(tap_pool, ring, IDENTITY, large)), large);

  /* upper-case digits are accepted, too */
  char *upper = apr_pstrdup(tap_pool, collab_seal(tap_pool, ring, IDENTITY, "s3cr3t"));
  for (char *p = upper + 2; *p; p++) {
    *p = (char)(*p >= 'a' ? *p - 32 : *p);
  }
  is_text(collab_unseal(tap_pool, ring, IDENTITY, upper), "s3cr3t");
}

/* Sealed by another implementation (Python's cryptography: AESGCM(key).encrypt(nonce, text, identity)). */
static void a_known_value_opens(void) {
  const char *error;
  collab_keyring_t *ring = ring_of("1 " KEY_A "\n", &error);

  is_text(collab_unseal(tap_pool, ring, IDENTITY,
                        "\\x0101a0a1a2a3a4a5a6a7a8a9aaab917d1e452aa4699f1100e4a1620e0050dba74b122b06538ca849a4db0dae"),
          "webhook secret");
}

static void what_is_sealed_stays_where_it_is(void) {
  static const char *const others[] = {"",
                                       "subscription/2f1c/previous",
                                       "subscription/2f1d/secret",
                                       "subscription/2f1c/secre",
                                       "subscription/2f1c/secret/",
                                       "Subscription/2f1c/secret"};
  const char *error;
  collab_keyring_t *ring = ring_of("1 " KEY_A "\n2 " KEY_B "\n", &error);
  const char *sealed = collab_seal(tap_pool, ring, IDENTITY, "s3cr3t");

  for (unsigned i = 0; i < ROWS(others); i++) {
    is_text(collab_unseal(tap_pool, ring, others[i], sealed), NULL);
  }

  /* any changed bit is found, also in the version and the key id */
  int opened = 0;
  for (apr_size_t at = 2; sealed[at]; at++) {
    for (int bit = 0; bit < 4; bit++) {
      char *changed = apr_pstrdup(tap_pool, sealed);
      int digit = (changed[at] <= '9' ? changed[at] - '0' : changed[at] - 'a' + 10) ^ (1 << bit);
      changed[at] = "0123456789abcdef"[digit];
      opened += collab_unseal(tap_pool, ring, IDENTITY, changed) != NULL;
    }
  }
  is_number(opened, 0);
  /* any missing byte is found, too */
  for (apr_size_t len = 0; len < strlen(sealed); len++) {
    opened += collab_unseal(tap_pool, ring, IDENTITY, apr_pstrndup(tap_pool, sealed, len)) != NULL;
  }
  is_number(opened, 0);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, apr_pstrcat(tap_pool, sealed, "00", NULL)), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, apr_pstrcat(tap_pool, sealed, "0", NULL)), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, sealed + 2), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, sealed + 1), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, apr_pstrcat(tap_pool, "\\x", sealed, NULL)), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, ""), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, "\\"), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, "\\x"), NULL);
  is_text(collab_unseal(tap_pool, ring, IDENTITY, apr_pstrcat(tap_pool, "\\x01zz", sealed + 6, NULL)), NULL);
}

/* RFC 5869, A.1: the example's PRK is key 1 of the ring, and the derived key is the first block of its OKM. */
static void keys_are_derived(void) {
  const char *error;
  collab_keyring_t *ring = ring_of("1 077709362c2e32df0ddc3f0dc47bba6390b6c73bb50f9c3122ec844ad7c2b3e5\n2 " KEY_A "\n", &error);
  unsigned char key[COLLAB_KEY_BYTES], other[COLLAB_KEY_BYTES];
  char hex[2 * COLLAB_KEY_BYTES + 1];

  ok(collab_keyring_derive(ring, 1, "\xf0\xf1\xf2\xf3\xf4\xf5\xf6\xf7\xf8\xf9", key));
  collab_text_hex(hex, key, sizeof(key));
  is_text(hex, "3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf");
  ok(collab_keyring_derive(ring, 2, "a", key) && collab_keyring_derive(ring, 2, "b", other));
  ok(!collab_digest_equal(key, sizeof(key), other, sizeof(other)));
  ok(!collab_keyring_derive(ring, 3, "a", key));
  ok(!collab_keyring_derive(ring, 0, "a", key) && !collab_keyring_derive(ring, -1, "a", key) &&
     !collab_keyring_derive(ring, 256, "a", key));
  ok(!collab_keyring_derive(ring, 1, repeated('x', 200), key));
}

static void each_day_has_a_key(void) {
  const char *error;
  const apr_time_t noon = (INT64_C(20000) * 86400 + 43200) * APR_USEC_PER_SEC;
  collab_keyring_t *ring = ring_of("1 " KEY_A "\n", &error), *next = ring_of("2 " KEY_B "\n1 " KEY_A "\n", &error);
  const char *sealed = collab_seal_daily(tap_pool, ring, IDENTITY, "kept response", noon);

  ok(strncmp(sealed, "\\x020100004e20", 14) == 0); /* version 2, key 1, day 20000 */
  is_number(strlen(sealed), 2 + 2 * (2 + 4 + 12 + strlen("kept response") + 16));
  is_text(collab_unseal(tap_pool, ring, IDENTITY, sealed), "kept response");
  is_text(collab_unseal(tap_pool, ring, "another row", sealed), NULL);
  /* sealed by another implementation: HMAC-SHA256(key, "mod_collab/sealed/day/20000" 0x01), then AESGCM */
  is_text(collab_unseal(tap_pool, ring, IDENTITY,
                        "\\x020100004e20a0a1a2a3a4a5a6a7a8a9aaab1bdef3647363357631988b21ebab4a376e50da33365858810f85694fcd"),
          "kept response");
  ok(strncmp(collab_seal_daily(tap_pool, ring, IDENTITY, "", noon + apr_time_from_sec(43199)), "\\x020100004e20", 14) == 0);
  ok(strncmp(collab_seal_daily(tap_pool, ring, IDENTITY, "", noon + apr_time_from_sec(43200)), "\\x020100004e21", 14) == 0);

  /* any changed bit is found, also in the day */
  int opened = 0;
  for (apr_size_t at = 2; sealed[at]; at++) {
    char *changed = apr_pstrdup(tap_pool, sealed);
    changed[at] = changed[at] == '0' ? '1' : '0';
    opened += collab_unseal(tap_pool, ring, IDENTITY, changed) != NULL;
    opened += collab_unseal(tap_pool, ring, IDENTITY, apr_pstrndup(tap_pool, sealed, at)) != NULL;
  }
  is_number(opened, 0);

  /* sealed again: with the first key, in the same version and for the same day */
  const char *again = collab_seal_again(tap_pool, next, IDENTITY, sealed);
  ok(again != NULL && strncmp(again, "\\x020200004e20", 14) == 0);
  is_text(collab_unseal(tap_pool, next, IDENTITY, again), "kept response");
  again = collab_seal_again(tap_pool, next, IDENTITY, collab_seal(tap_pool, ring, IDENTITY, "s3cr3t"));
  ok(again != NULL && strncmp(again, "\\x0102", 6) == 0);
  is_text(collab_unseal(tap_pool, next, IDENTITY, again), "s3cr3t");
  is_text(collab_seal_again(tap_pool, next, "another row", sealed), NULL);
}

static void keys_rotate(void) {
  const char *error;
  collab_keyring_t *old = ring_of("1 " KEY_A "\n", &error);
  collab_keyring_t *both = ring_of("2 " KEY_B "\n1 " KEY_A "\n", &error);
  collab_keyring_t *fresh = ring_of("2 " KEY_B "\n", &error);
  collab_keyring_t *swapped = ring_of("1 " KEY_B "\n", &error);
  const char *by_old = collab_seal(tap_pool, old, IDENTITY, "s3cr3t");
  const char *by_both = collab_seal(tap_pool, both, IDENTITY, "s3cr3t");

  ok(strncmp(by_old, "\\x0101", 6) == 0);
  ok(strncmp(by_both, "\\x0102", 6) == 0); /* the first key of the file seals, whatever its id */
  is_text(collab_unseal(tap_pool, both, IDENTITY, by_old), "s3cr3t");
  is_text(collab_unseal(tap_pool, both, IDENTITY, by_both), "s3cr3t");
  is_text(collab_unseal(tap_pool, fresh, IDENTITY, by_both), "s3cr3t");
  is_text(collab_unseal(tap_pool, fresh, IDENTITY, by_old), NULL);   /* the ring has lost key 1 */
  is_text(collab_unseal(tap_pool, old, IDENTITY, by_both), NULL);    /* the ring does not have key 2 yet */
  is_text(collab_unseal(tap_pool, swapped, IDENTITY, by_old), NULL); /* the ring has another key 1 */
  /* an id that is not in the file does not mean a key of zeros */
  collab_keyring_t *zeros = ring_of("5 0000000000000000000000000000000000000000000000000000000000000000\n", &error);
  is_text(collab_unseal(tap_pool, both, IDENTITY, collab_seal(tap_pool, zeros, IDENTITY, "x")), NULL);
  is_text(collab_unseal(tap_pool, both, IDENTITY, by_old), "s3cr3t"); /* an earlier failure has no effect */
}

/* Plain text does not outlive its pool. The test reads the pool's memory after a clear, which keeps the memory allocated. A
 * sanitizer build and debug pools do not keep it, so they skip the test. */
static void the_plain_text_is_wiped(void) {
#if !POISONED
  const char *error;
  collab_keyring_t *ring = ring_of("1 " KEY_A "\n", &error);
  const char *sealed = collab_seal(tap_pool, ring, IDENTITY, "a secret to be wiped");
  apr_pool_t *pool;

  apr_pool_create(&pool, tap_pool);
  volatile const char *text = collab_unseal(pool, ring, IDENTITY, sealed);
  is_number(text[0], 'a');
  apr_pool_clear(pool);
  int left = 0;
  for (int i = 0; i < 20; i++) {
    left += text[i] != 0;
  }
  is_number(left, 0);
  apr_pool_destroy(pool);
#endif
}

int main(void) {
  tap_begin();
  hmac();
  sha256();
  equality();
  base64();
  key_files();
  key_modes();
  sealing();
  a_known_value_opens();
  what_is_sealed_stays_where_it_is();
  keys_are_derived();
  each_day_has_a_key();
  keys_rotate();
  the_plain_text_is_wiped();
  return tap_done();
}
