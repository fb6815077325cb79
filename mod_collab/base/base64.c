/* base64.c: base64 and base64url (base/base64.h). Decoding accepts only one spelling of each value. */
#include "base/base64.h"

#include <openssl/evp.h>

const char *collab_base64(apr_pool_t *pool, const void *data, apr_size_t len) {
  char *out = apr_palloc(pool, (len + 2) / 3 * 4 + 1);

  (void)EVP_EncodeBlock((unsigned char *)out, data, (int)len); /* the length of the text, which `len` determines */
  return out;
}

const char *collab_base64url(apr_pool_t *pool, const void *data, apr_size_t len) {
  char *out = (char *)collab_base64(pool, data, len);

  for (char *at = out; *at; at++) {
    *at = *at == '+' ? '-' : *at == '/' ? '_' : *at == '=' ? '\0' : *at;
  }
  return out;
}

static int url_value(char c) {
  if (c >= 'A' && c <= 'Z') {
    return c - 'A';
  }
  if (c >= 'a' && c <= 'z') {
    return c - 'a' + 26;
  }
  if (c >= '0' && c <= '9') {
    return c - '0' + 52;
  }
  if (c == '-') {
    return 62;
  }
  return c == '_' ? 63 : -1;
}

const unsigned char *collab_unbase64url(apr_pool_t *pool, const char *text, apr_size_t text_len, apr_size_t *len) {
  unsigned char *out, *to;
  unsigned bits = 0; /* the last `count` bits are still to be written */
  int count = 0;

  if (text_len % 4 == 1) {
    return NULL;
  }
  to = out = apr_palloc(pool, text_len / 4 * 3 + 3);
  for (apr_size_t i = 0; i < text_len; i++) {
    int value = url_value(text[i]);
    if (value < 0) {
      return NULL;
    }
    bits = (bits << 6 | (unsigned)value) & 0xFFFF;
    count += 6;
    if (count >= 8) {
      count -= 8;
      *to++ = (unsigned char)(bits >> count);
    }
  }
  if (bits & ((1U << count) - 1)) {
    return NULL; /* else a value would have two spellings */
  }
  *to = '\0';
  *len = (apr_size_t)(to - out);
  return out;
}
